import { clientDelivery, deliver, post, requestDelivery } from '../simulator/collection/deliveries';
import type { SimClient, SimRequest } from '../simulator/collection/model';
import type { JsonObject } from '../simulator/exchange';
import type { Simulator } from '../simulator/simulator';
import type { CollectionTriggerBench } from './collectionTriggerBench';

/** What the trigger of the model listens to: all that its looks through the lists can see. */
export const MODEL_EVENTS = [
	'request_created',
	'request_draft',
	'request_published',
	'request_completed',
	'request_reopened',
	'request_archived',
	'request_destroyed',
	'client_created',
	'client_updated',
	'client_destroyed',
];

export interface ModelPlan {
	/** Events that happen. */
	events: number;
	/** Decides what happens. */
	random: () => number;
	/** Other events are chosen now and then. */
	edits?: boolean;
}

/** What became of the deliveries of a run. */
export interface ModelLedger {
	happened: number;
	sent: number;
	dropped: number;
	doubled: number;
	late: number;
	forged: number;
	/** Reads that were refused with 429. */
	refused: number;
	kills: number;
	reloads: number;
	/** Requests that the trigger made. */
	requests: number;
	lost: string[];
	repeated: string[];
	/** Told although it did not happen. */
	invented: string[];
	/** All that happened, for who looks for the reason. */
	log: string[];
}

/** Shares of all deliveries; what is left comes once, in time. */
const DROPPED = 0.15;
const DOUBLED = 0.2;
const LATE = 0.25;
/** Forged deliveries for each event that happens. */
const FORGED = 0.5;
/** Turns for each event that happens. */
const MOST_TURNS = 4;
/** Events between two looks, about; and of the looks, those that follow a kill. */
const BETWEEN_LOOKS = 12;
const KILLED = 0.25;
/** Of the looks, those before which, and those during which, n8n updates the package. */
const RELOADED = 0.25;
const RELOADED_WITHIN = 0.25;
/** What tells of the status of a request. */
const STATUS_EVENT = /_(draft|published|completed|reopened|archived)$/;
/** Of the looks, those after which other events are chosen. */
const EDITED = 0.2;
/** Reads that are refused with 429, and have to wait a second. */
const REFUSED = 0.1;

/** A world in which each thing changes at most once between two looks, and how it is told of. */
export async function playModel(
	simulator: Simulator,
	bench: CollectionTriggerBench,
	{ events, random, edits = false }: ModelPlan,
): Promise<ModelLedger> {
	const world = simulator.collection;
	const seed = Math.floor(random() * 1_000_000);
	simulator.faults.random({ seed, rate: REFUSED, kinds: [429], retryAfterSeconds: 1 });
	const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)];
	/** What has to be told, and what need not, as its event was chosen no more before it was told. */
	const happened: string[] = [];
	const optional: string[] = [];
	let chosen = MODEL_EVENTS;
	let happenings = 0;
	const log: string[] = [];
	const bodies: JsonObject[] = [];
	const waiting: JsonObject[] = [];
	let changed = new Set<string>();
	let serial = 0;
	const counts = { sent: 0, dropped: 0, doubled: 0, late: 0, forged: 0, kills: 0, reloads: 0 };

	/** Things that did not change since the last look. */
	const settled = <T extends { id: string }>(list: T[]) =>
		list.filter(({ id }) => !changed.has(id));

	/** Of several, one stays: where none does, the account is taken for another one (docs/collection-trigger.md). */
	const mayGo = () => settled<{ id: string }>([...world.clients, ...world.requests]).length > 1;

	async function send(body: JsonObject): Promise<void> {
		counts.sent += 1;
		await deliver(world, body);
	}

	/** Content Snare delivers an event: or not, or twice, or later than others. */
	async function tell(event: string, id: string, body: JsonObject): Promise<void> {
		happenings += 1;
		changed.add(id);
		log.push(`${event} ${id} happens${chosen.includes(event) ? '' : ', and is not chosen'}`);
		if (chosen.includes(event)) happened.push(`${event} ${id}`);
		if (!world.webhooks.some(({ subscriptions }) => subscriptions.includes(event))) return;
		bodies.push(body);
		const fate = random();
		const how = fate < DROPPED ? 'never' : fate < DROPPED + LATE ? 'late' : 'at once';
		log.push(`${event} ${id} is delivered ${fate > 1 - DOUBLED ? 'twice' : how}`);
		if (fate < DROPPED) {
			counts.dropped += 1;
			return;
		}
		if (fate < DROPPED + LATE) {
			counts.late += 1;
			waiting.splice(Math.floor(random() * (waiting.length + 1)), 0, body);
			return;
		}
		await send(body);
		if (fate > 1 - DOUBLED) {
			counts.doubled += 1;
			await send(random() < 0.5 ? body : { ...body, unknown_key: serial });
		}
	}

	const ofRequest = async (event: string, request: SimRequest) =>
		await tell(event, request.id, requestDelivery(event, request, world));
	const ofClient = async (event: string, client: SimClient) =>
		await tell(event, client.id, clientDelivery(event, client));

	const STEPS: Record<SimRequest['status'], Array<[SimRequest['status'], string]>> = {
		draft: [['published', 'request_published']],
		scheduled: [],
		waiting: [],
		published: [
			['completed', 'request_completed'],
			['completed', 'request_completed'],
			['archived', 'request_archived'],
			['draft', 'request_draft'],
		],
		completed: [
			['published', 'request_reopened'],
			['archived', 'request_archived'],
		],
		archived: [['published', 'request_reopened']],
	};

	const ACTIONS = [
		async () => {
			const status = random() < 0.5 ? 'draft' : 'published';
			const request = world.addRequest({ name: `Request ${++serial}`, status });
			await ofRequest('request_created', request);
			await ofRequest(`request_${status}`, request);
		},
		async () => {
			serial += 1;
			const client = { email: `client-${serial}@example.com`, full_name: `Client ${serial}` };
			await ofClient('client_created', world.addClient(client));
		},
		async () => {
			const client = pick(settled(world.clients));
			if (!client) return;
			client.phone = `+1 ${++serial}`;
			await ofClient('client_updated', client);
		},
		async () => {
			const client = random() < 0.2 ? pick(settled(world.clients)) : undefined;
			if (!client || !mayGo()) return;
			world.clients = world.clients.filter((one) => one !== client);
			await ofClient('client_destroyed', client);
		},
		async () => {
			const request = random() < 0.1 ? pick(settled(world.requests)) : undefined;
			if (!request || !mayGo()) return;
			world.requests = world.requests.filter((one) => one !== request);
			await ofRequest('request_destroyed', request);
		},
	];
	async function step(): Promise<void> {
		const request = pick(settled(world.requests));
		const next = request && pick(STEPS[request.status]);
		if (request && next) [request.status] = next;
		if (request && next) await ofRequest(next[1], request);
	}

	/** Somebody else posts to the address: with the secret, or without. */
	async function forge(): Promise<void> {
		counts.forged += 1;
		log.push('somebody else posts');
		const url = world.webhooks[0]?.url ?? bench.address;
		const thing = pick<{ id: string }>([...world.requests, ...world.clients, { id: 'req_0' }]);
		const event = pick(MODEL_EVENTS) ?? '';
		const own = { event_name: event, id: thing?.id, status: 'completed', phone: '+1 0' };
		// A false word about what has changed since the last look is true, and no forgery.
		const isFree = thing && !changed.has(thing.id);
		const replayed = pick(bodies.filter(({ id }) => !changed.has(String(id))));
		const way = random();
		const nameless = { event_name: event, name: 'Pay me', client: thing, request: thing };
		if (way < 0.4) await post(bench.address, own);
		else if (way < 0.6) await post(url, random() < 0.5 ? nameless : { ...nameless, id: {} });
		else if (way < 0.8 && replayed) await post(url, { ...replayed, forged: serial });
		else if (isFree) await post(url, own);
	}

	function reload(): void {
		counts.reloads += 1;
		log.push('n8n updates the package');
		bench.reload();
	}

	/** n8n dies, and something happens while nobody listens. */
	async function kill(): Promise<void> {
		counts.kills += 1;
		log.push('n8n dies');
		bench.kill();
		await pick([step, ...ACTIONS])?.();
		await bench.start();
	}

	const toldSoFar = () => bench.executions.flat().map(({ json }) => `${json.event} ${json.id}`);

	/** Somebody chooses other events, and publishes the workflow again. What was not chosen until then is no news. */
	async function edit(): Promise<void> {
		// With a step of a request alone, or without those that are created, a restart may forget something: see
		// docs/dev/collection-trigger.md.
		const GROUPS = [/_created$/, /^client_updated$/, /_destroyed$/, STATUS_EVENT];
		const groups = GROUPS.filter((group) => group === GROUPS[0] || random() < 0.5);
		chosen = MODEL_EVENTS.filter((one) => groups.some((group) => group.test(one)));
		log.push(`the events are ${chosen.join(', ')}`);
		const told = toldSoFar();
		const isWanted = (one: string) => {
			const at = told.indexOf(one);
			if (at >= 0) told.splice(at, 1);
			return at >= 0 || chosen.includes(one.split(' ')[0] ?? '');
		};
		const dropped = happened.filter((one) => !isWanted(one));
		optional.push(...dropped);
		for (const one of dropped) happened.splice(happened.lastIndexOf(one), 1);
		bench.parameters = { ...bench.parameters, events: chosen };
		await bench.deactivate();
		await bench.activate('update');
		changed = new Set();
	}

	async function look(): Promise<void> {
		if (random() < KILLED) await kill();
		await bench.settled();
		if (random() < RELOADED) reload();
		log.push('the trigger looks');
		const first = bench.poll();
		if (random() < RELOADED_WITHIN) {
			reload();
			await bench.poll();
		}
		await first;
		changed = new Set();
		if (edits && random() < EDITED) {
			await pick([step, ...ACTIONS])?.();
			await edit();
		}
		// The look may have told nothing, so that n8n stored nothing.
		if (random() < KILLED) await kill();
		// What is late comes after the look that told it, and up to an hour of looks after it.
		for (const body of waiting.splice(0, Math.ceil(random() * waiting.length))) await send(body);
	}

	// Where chance lets nothing happen, it ends all the same.
	for (let turn = 0; happenings < events && turn < events * MOST_TURNS; turn++) {
		if (random() < 0.5) await step();
		else await pick(ACTIONS)?.();
		if (random() < FORGED) await forge();
		if (random() < 1 / BETWEEN_LOOKS) await look();
		if (random() < 0.1) await bench.settled();
	}
	await bench.settled();
	await bench.poll();
	for (const body of waiting) await send(body);
	await bench.settled();
	await bench.poll();

	const times = (list: string[]) => {
		const by = new Map<string, number>();
		for (const one of list) by.set(one, (by.get(one) ?? 0) + 1);
		return by;
	};
	const [wanted, got] = [times(happened), times(toldSoFar())];
	const allowed = times([...happened, ...optional]);
	return {
		happened: happenings,
		...counts,
		refused: simulator.requests.all.filter(({ status }) => status === 429).length,
		requests: simulator.requests.count({}),
		lost: [...wanted].filter(([one, count]) => (got.get(one) ?? 0) < count).map(([one]) => one),
		repeated: [...got]
			.filter(([one, count]) => count > (allowed.get(one) ?? count))
			.map(([one]) => one),
		invented: [...got.keys()].filter((one) => !allowed.has(one)),
		log,
	};
}
