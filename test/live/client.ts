/** What came back: of a refusal the code alone is kept apart, as reports show it. */
export interface Answer {
	status: number;
	/** Parsed JSON; undefined where there is none. */
	body: unknown;
	/** `error.code` of Graph; empty where there is none, or where it is no single word. */
	code: string;
}

/** Why a question could not be asked: a status and a code, and nothing that a provider wrote. */
export class NotAsked extends Error {
	constructor(
		message: string,
		/** 0 where nothing was answered. */
		readonly status = 0,
	) {
		super(message);
	}
}

// Tried so often, with the pauses that the provider asks for, or else this one in seconds.
const TRIES = 6;
const USUAL_PAUSE_SECONDS = 10;

/** The session has no room any more (fact: moves-in-session): an answer to a question, and not a reason to wait. */
const FINAL = 'ErrorTooManyObjectsOpened';

/** One request at a time, to one provider alone. */
export class Client {
	/** Milliseconds by the provider's clock, to the second. */
	now = 0;

	/** Requests that were sent. */
	count = 0;

	/**
	 * @param root what paths come after
	 * @param pause resolves after so many milliseconds
	 */
	constructor(
		private readonly root: string,
		private readonly token: string,
		readonly pause: (milliseconds: number) => Promise<unknown>,
		readonly signal?: AbortSignal,
	) {}

	/**
	 * Sends one request, again where the provider is too busy.
	 * @param where path below the root, or an address of the same origin that the provider gave
	 * @throws NotAsked where no answer comes; the signal's reason once it is aborted
	 */
	async send(
		method: string,
		where: string,
		body?: unknown,
		headers: Record<string, string> = { prefer: 'IdType="ImmutableId"' },
	): Promise<Answer> {
		const url = new URL(where.startsWith('/') ? `${this.root}${where}` : where);
		if (url.origin !== new URL(this.root).origin) throw new NotAsked('A link leads elsewhere.');
		for (let tries = 1; ; tries += 1) {
			this.signal?.throwIfAborted();
			this.count += 1;
			const response = await fetch(url, {
				method,
				redirect: 'error',
				headers: {
					...headers,
					authorization: `Bearer ${this.token}`,
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			}).catch(() => {
				throw new NotAsked('No answer came.');
			});
			this.now = Date.parse(response.headers.get('date') ?? '') || Date.now();
			const answer = await readAnswer(response);
			const isBusy = [429, 503, 504].includes(answer.status) && answer.code !== FINAL;
			if (!isBusy || tries === TRIES) return answer;
			const asked = Number(response.headers.get('retry-after') ?? USUAL_PAUSE_SECONDS);
			await this.pause(1000 * (Number.isFinite(asked) ? asked : USUAL_PAUSE_SECONDS));
		}
	}

	/** The body of an answer that has to be a good one. Throws NotAsked. */
	async fetch(...request: Parameters<Client['send']>): Promise<unknown> {
		const answer = await this.send(...request);
		if (answer.status >= 400) throw refusal(answer);
		return answer.body;
	}

	/** All entries of a list of Graph, over its pages, and the link for changes where it ends with one. */
	async list(where: string): Promise<{ entries: unknown[]; deltaLink: string }> {
		const entries: unknown[] = [];
		for (let next = where; ;) {
			const page = await this.fetch('GET', next);
			entries.push(...listAt(page, 'value'));
			next = textAt(page, '@odata.nextLink');
			if (next === '') return { entries, deltaLink: textAt(page, '@odata.deltaLink') };
		}
	}

	/**
	 * Looks again every five seconds until there is something.
	 * @throws NotAsked once the minutes are over
	 */
	async until<T>(minutes: number, look: () => Promise<T | undefined>): Promise<T> {
		const SECONDS = 5;
		for (let left = (minutes * 60) / SECONDS; left > 0; left -= 1) {
			const seen = await look();
			if (seen !== undefined) return seen;
			await this.pause(SECONDS * 1000);
		}
		throw new NotAsked(`Nothing was to be seen within ${minutes} minutes.`);
	}
}

/** The reason that a refusal is. */
export function refusal({ status, code }: Pick<Answer, 'status' | 'code'>): NotAsked {
	return new NotAsked(`${status} ${code}`.trim(), status);
}

async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text().catch(() => '');
	const isJson = response.headers.get('content-type')?.includes('json') === true;
	const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
	const code = textAt(body, 'error', 'code');
	return { status: response.status, body, code: /^\w{1,60}$/.test(code) ? code : '' };
}

/** What lies so deep in an answer; undefined where there is nothing. */
export function valueAt(body: unknown, ...names: string[]): unknown {
	return names.reduce<unknown>(
		(inner, name) =>
			typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined,
		body,
	);
}

/** The text there; empty where there is none. */
export function textAt(body: unknown, ...names: string[]): string {
	const value = valueAt(body, ...names);
	return typeof value === 'string' ? value : '';
}

/** The list there; empty where there is none. */
export function listAt(body: unknown, ...names: string[]): unknown[] {
	const value = valueAt(body, ...names);
	return Array.isArray(value) ? value : [];
}
