import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { executeNode } from '../harness/executeNode';
import { pollNode } from '../harness/pollNode';
import { createSkippingClock } from '../harness/skippingClock';
import type { RequestMatch } from '../simulator/faults';
import type { Simulator } from '../simulator/simulator';
import type { Payload } from './payloads';
import { at } from './payloads';

/** What a step made of an answer. */
export interface Finding {
	payload: string;
	step: string;
	verdict: 'right' | 'wrong' | 'unreadable' | 'skipped';
	/** What is different from what the payload lets expect. */
	details: string[];
}

/** What a step put out, or how it failed. */
export interface Outcome {
	items: INodeExecutionData[];
	/** The message and what to do next. */
	failed?: string;
	/** Requests that were made to the provider, a batch counted once. */
	requests: number;
}

type Answer = Partial<Pick<Payload, 'status' | 'headers' | 'body'>>;
type StepOptions = Partial<Parameters<typeof executeNode>[0]>;

/** Headers that belong to the connection they came by. */
const OF_THE_CONNECTION = /^(transfer-encoding|content-encoding|content-length|connection|date)$/i;

/** Serves recorded answers to steps, and notes what becomes of them. */
export interface Stage {
	findings: Finding[];
	simulator: Simulator;
	/** The next such requests get this answer; before all that was served before for another match. */
	serve(match: RequestMatch & { times?: number }, answer: Answer): void;
	/** A page once; after it, the list is at its end. */
	servePage(path: string | RegExp, page: object, answer?: Answer): void;
	run(step: string, parameters: INodeParameters, options?: StepOptions): Promise<Outcome>;
	/** The test step of the Mail Trigger. */
	poll(parameters: INodeParameters): Promise<Outcome>;
	/** Notes what is different; a failure is one, unless `compare` looks at failures itself. */
	judge(
		payload: Payload,
		step: string,
		outcome: Outcome,
		compare: (items: INodeExecutionData[], outcome: Outcome) => string[],
		mayFail?: boolean,
	): void;
	skip(payload: Payload, reason: string): void;
	/** A value with its links leading to the simulator. */
	linked(value: unknown): unknown;
	/** Forgets what was served. */
	clear(): void;
}

export function createStage(simulator: Simulator): Stage {
	let runs = 0;
	const findings: Finding[] = [];
	const linked = (value: unknown): unknown =>
		value === undefined
			? undefined
			: JSON.parse(
					JSON.stringify(value).replaceAll(
						'https://graph.microsoft.com/',
						`${simulator.graphRoot}/`,
					),
				);

	async function outcomeOf(run: () => Promise<INodeExecutionData[]>): Promise<Outcome> {
		simulator.requests.clear();
		const ended = await run().then(
			(items) => ({ items }),
			(error: unknown) => ({
				items: [],
				failed: [at(error, 'message'), at(error, 'description')].filter(Boolean).join(' | '),
			}),
		);
		return { ...ended, requests: simulator.requests.count({ inBatch: false }) };
	}

	const stage: Stage = {
		findings,
		simulator,
		linked,
		serve(match, { status = 200, headers = {}, body }) {
			const kept = Object.entries(headers)
				.filter(([name]) => !OF_THE_CONNECTION.test(name))
				.map(([name, value]) => [name.toLowerCase(), value]);
			const isText = typeof body === 'string';
			simulator.faults.next(match, {
				status,
				headers: Object.fromEntries(kept),
				body: isText ? Buffer.from(body) : (linked(body) ?? Buffer.alloc(0)),
			});
		},
		servePage(path, page, answer = {}) {
			// The next page is one of the simulator's own.
			const next = '@odata.nextLink' in page && {
				'@odata.nextLink': `${simulator.graphRoot}/v1.0/me/nextPage`,
			};
			stage.serve({ method: 'GET', path, times: 1 }, { ...answer, body: { ...page, ...next } });
			for (const rest of [path, '/me/nextPage']) {
				stage.serve({ method: 'GET', path: rest, times: Infinity }, { body: { value: [] } });
			}
		},
		async run(step, parameters, options = {}) {
			const [resource = '', operation = ''] = step.split('.');
			return await outcomeOf(async () => {
				const { items } = await executeNode({
					node: 'mail',
					simulator,
					credentialId: `recorded ${process.pid} ${++runs}`,
					clock: createSkippingClock(),
					parameters: { resource, operation, ...parameters },
					...options,
				});
				return items;
			});
		},
		async poll(parameters) {
			return await outcomeOf(
				async () =>
					(await pollNode({
						simulator,
						parameters,
						mode: 'manual',
						staticData: {},
						credentialId: `recorded ${process.pid} ${++runs}`,
						workflowId: `recorded ${runs}`,
					})) ?? [],
			);
		},
		judge(payload, step, outcome, compare, mayFail = false) {
			const { failed = '', items } = outcome;
			const details =
				failed && !mayFail ? [failed] : compare(items, outcome).filter((detail) => detail);
			const isUnreadable = failed.includes('could not be read') && !mayFail;
			const verdict = details.length === 0 ? 'right' : isUnreadable ? 'unreadable' : 'wrong';
			findings.push({ payload: payload.id, step, verdict, details });
		},
		skip(payload, reason) {
			findings.push({ payload: payload.id, step: '', verdict: 'skipped', details: [reason] });
		},
		clear: () => simulator.faults.clear(),
	};
	return stage;
}

/** The output of one item. */
export function jsonOf(items: INodeExecutionData[]): IDataObject {
	return items[0]?.json ?? {};
}
