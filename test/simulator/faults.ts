/** Which requests a fault is for. `path` is the one below the API's root, as in the log. */
export interface RequestMatch {
	method?: string;
	path?: string | RegExp;
	/** true: only parts of a batch; false: only requests of their own; left out: both. */
	inBatch?: boolean;
}

/** What goes wrong. */
export type Fault =
	| {
			status: number;
			headers?: Record<string, string>;
			body?: unknown;
			/** true: the request runs first and only its answer is replaced. */
			after?: boolean;
	  }
	/** The connection is destroyed before the request ran, or after it ran and before the answer.
	 *  A batch part has no connection of its own: it answers 504 instead. */
	| { cut: 'before' | 'after' }
	/** The request runs that much later. */
	| { delayMs: number }
	/** The request runs once this promise is kept. Sign-ins cannot be held. */
	| { heldUntil: Promise<unknown> }
	| { redirectTo: string }
	| { bodyCutAfterBytes: number };

export interface RandomFaults {
	seed: number;
	/** Share of requests that fail, 0 to 1. */
	rate: number;
	kinds: Array<429 | 503 | 'cut'>;
	/** Value of Retry-After on 429 and 503; fractions are allowed (fact: retry-after). Default 0.05. */
	retryAfterSeconds?: number;
}

interface PlannedFault {
	match: RequestMatch;
	left: number;
	fault: Fault;
}

/** Whether method, path and batch membership fit the match. */
export function matchesRequest(
	match: RequestMatch,
	request: { method: string; path: string },
	inBatch: boolean,
): boolean {
	if (match.inBatch !== undefined && match.inBatch !== inBatch) return false;
	if (match.method !== undefined && match.method.toUpperCase() !== request.method) return false;
	if (match.path === undefined) return true;
	if (typeof match.path === 'string') return match.path === request.path;
	// A global or sticky expression keeps its position between calls.
	match.path.lastIndex = 0;
	return match.path.test(request.path);
}

/** A small seeded generator (mulberry32): the same seed gives the same faults. */
export function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Switches that make the simulator misbehave. */
export class Faults {
	private planned: PlannedFault[] = [];

	private chance: { random: () => number; options: RandomFaults } | undefined;

	/** Plans a fault for the next `times` (default 1) requests that match. */
	next(match: RequestMatch & { times?: number }, fault: Fault): void {
		this.planned.push({ match, left: match.times ?? 1, fault });
	}

	/** From now on lets a share of all API requests fail at random, reproducibly. */
	random(options: RandomFaults): void {
		this.chance = { random: createRandom(options.seed), options };
	}

	/** Takes back every planned and random fault. */
	clear(): void {
		this.planned = [];
		this.chance = undefined;
	}

	/** How many planned faults were not met yet. */
	get pending(): number {
		return this.planned.reduce((sum, entry) => sum + entry.left, 0);
	}

	/**
	 * The fault for this request, if any; planned ones in their order, then by chance.
	 * @param withChance false where random faults do not reach, such as the sign-in
	 */
	take(
		request: { method: string; path: string },
		inBatch: boolean,
		withChance = true,
	): Fault | undefined {
		const found = this.planned.find((entry) => matchesRequest(entry.match, request, inBatch));
		if (found !== undefined) {
			found.left -= 1;
			if (found.left <= 0) this.planned = this.planned.filter((entry) => entry !== found);
			return found.fault;
		}
		return withChance ? this.byChance(inBatch) : undefined;
	}

	private byChance(inBatch: boolean): Fault | undefined {
		if (this.chance === undefined) return undefined;
		const { random, options } = this.chance;
		if (random() >= options.rate) return undefined;
		const kinds = options.kinds.filter((kind) => !(inBatch && kind === 'cut'));
		const kind = kinds[Math.floor(random() * kinds.length)];
		// Whether a 5xx or a lost answer hides a request that ran is left to chance as well:
		// the client cannot know.
		const ran = random() < 0.5;
		const headers = { 'retry-after': String(options.retryAfterSeconds ?? 0.05) };
		switch (kind) {
			case 429:
				return { status: 429, headers };
			case 503:
				return { status: 503, headers, after: ran };
			case 'cut':
				return { cut: ran ? 'after' : 'before' };
			default:
				return undefined;
		}
	}
}
