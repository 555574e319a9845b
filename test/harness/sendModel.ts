import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Fault } from '../simulator/faults';
import type { Simulator } from '../simulator/simulator';
import { OWN_MAILBOX } from './account';
import { connectedCredential } from './credentialsHelper';
import type { StepRun, StepStage } from './stepStage';
import { MINUTE, SECOND } from './triggerBench';

/*
 * Histories of sending: answers are lost, requests fail, n8n repeats what failed or dies. Graph itself knows no repeated
 * mail (fact: send-again), so that what docs/mail.md promises has to hold all the same: a mail that is said to be sent
 * went out once; one that is said not to be sent did not go out; one of which nobody can tell is said to be so, and
 * went out once at most. What is scheduled goes out at its time, by itself.
 */

/** What came of a history. */
export interface SendOutcome {
	broken: string[];
	/** All that happened, for who looks for the reason. */
	log: string[];
	/** Mails that went out. */
	sent: number;
}

/** What a stage of sends plays with. */
export interface SendBench {
	simulator: Simulator;
	clock: Clock;
	stage: StepStage;
}

/** Runs of a history, at most. */
const MOST_RUNS = 15;
const MOST_ITEMS = 3;
const MOST_TRIES = 3;
/** Share of runs with that trouble. */
const SHARES = {
	someFail: 0.4,
	oneFails: 0.4,
	outage: 0.2,
	killed: 0.15,
	withoutDrafts: 0.25,
	later: 0.2,
	hourly: 0.3,
};
const FAULT_RATE = 0.3;
/** A sending takes six requests and more. */
const POSITIONS = 7;
/** As late as Sent Items may show what was sent. */
const DELAYS = [0, 0, 5 * SECOND, 20 * MINUTE];
/** When what is scheduled leaves: some of it while its step still waits for an answer. */
const LATER = [MINUTE, 60 * MINUTE] as const;
const ONE_FAULT: Fault[] = [
	{ cut: 'before' },
	{ cut: 'after' },
	{ status: 503 },
	{ status: 503, after: true },
	{ status: 504, after: true },
	{ status: 429, headers: { 'retry-after': '1' } },
	{ bodyCutAfterBytes: 5 },
];
const ANN = 'ann@contoso.com';
const BOB = 'bob@contoso.com';
/** What the credential says, and whom it lets be written to, most of the time everybody. */
const POLICIES: Array<{ policy: Record<string, string>; only?: string[] }> = [
	{ policy: { whatMayBeDeleted: 'nothing' } },
	{ policy: { whoMayBeWrittenTo: 'nobody' }, only: [] },
	{ policy: { whoMayBeWrittenTo: 'listed', allowedAddresses: ANN }, only: [ANN] },
	...Array.from({ length: 6 }, () => ({ policy: {} })),
];
/** Of so many at most a credential lets each leave in an hour. */
const MOST_AN_HOUR = 6;
/** Times are of whole seconds. */
const HOUR = 60 * MINUTE - SECOND;
/** May send, and keep no drafts. */
const SEND_ONLY = 'Mail.Read Mail.Send';

const MAY_BE_SENT = /may have been sent|may wait in Drafts/;
/** How an error names a draft that was left. */
const DRAFT_LEFT = /draft (?:may be|is) left|message ID/;

/** Lets requests of the next run fail. @param random decides how. */
export function planTrouble(
	faults: Simulator['faults'],
	random: () => number,
	note: (what: string) => void,
): void {
	const below = (count: number) => Math.floor(random() * count);
	faults.clear();
	if (random() < SHARES.someFail) {
		const seed = below(1_000);
		faults.random({ seed, rate: FAULT_RATE, kinds: [429, 503, 'cut'], retryAfterSeconds: 1 });
		note(`some requests fail (${seed})`);
	} else if (random() < SHARES.oneFails) {
		const position = below(POSITIONS);
		const fault = ONE_FAULT[below(ONE_FAULT.length)] ?? { cut: 'after' };
		const times = 1 + below(2);
		if (position > 0) faults.next({ times: position }, { delayMs: 0 });
		faults.next({ times }, fault);
		note(`request ${position} fails ${times}x: ${JSON.stringify(fault)}`);
		if (random() >= SHARES.outage) return;
		faults.next({ times: Infinity }, { cut: 'before' });
		note('from then on nothing is reached');
	}
}

/** @param random decides what happens. */
export async function playSends(random: () => number, bench: SendBench): Promise<SendOutcome> {
	const { simulator, clock, stage } = bench;
	const outcome: SendOutcome = { broken: [], log: [], sent: 0 };
	const note = (what: string) => outcome.log.push(what);
	const chance = (share: number) => random() < share;
	const below = (count: number) => Math.floor(random() * count);
	const pick = <T>(list: readonly [T, ...T[]]) => list[below(list.length)] ?? list[0];
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	/** What is deleted lies in Deleted Items. */
	const draftsWith = (text: string) =>
		mailbox.messages.filter(
			({ body, parentFolderId }) =>
				parentFolderId === mailbox.folder('drafts').id && body.content.includes(text),
		).length;

	/** A step, the text by which its mails are known, and when they leave, unless that is now. */
	function chooseStep(text: string, sendAt?: string): INodeParameters & { operation: string } {
		const message = { message: text, messageFormat: 'text' };
		const kind = below(5);
		if (kind >= 2) {
			const mail = { to: ANN, subject: 'Hello', ...message };
			return sendAt
				? { operation: 'scheduleEmail', sendAt, ...mail }
				: { operation: 'sendEmail', ...mail };
		}
		const options = sendAt ? { sendAt } : {};
		const original = mailbox.deliver({ subject: 'Offer', from: ANN, body: 'Offer' });
		const messageId = { __rl: true, mode: 'id', value: original.immutableId };
		return kind === 0
			? { operation: 'replyToEmail', messageId, options, ...message }
			: { operation: 'forwardEmail', messageId, to: BOB, options, ...message };
	}

	/** Runs of this process of n8n that know what they sent. */
	let known: number[] = [];
	/** When their mails left, in milliseconds. */
	const departures = () =>
		mailbox.sent
			.filter(({ body }) => known.includes(Number(/Text of run (\d+)/.exec(body.content)?.[1])))
			.map((one) => Math.max(Date.parse(one.sentDateTime), Date.parse(one.lastModifiedDateTime)))
			.sort((one, other) => one - other);
	const perHour = chance(SHARES.hourly) ? 1 + below(MOST_AN_HOUR) : undefined;
	const account = `sends ${below(2 ** 32)}`;
	const runs = 1 + below(MOST_RUNS);
	for (let number = 1; number <= runs; number++) {
		const text = `Text of run ${number}.`;
		const items = 1 + below(MOST_ITEMS);
		const tries = 1 + below(MOST_TRIES);
		const scope = chance(SHARES.withoutDrafts) ? SEND_ONLY : '';
		const sendAt = chance(SHARES.later)
			? new Date(clock.now() + pick(LATER)).toISOString()
			: undefined;
		const { policy, only } = POLICIES[below(POLICIES.length)] ?? { policy: {} };
		const parameters = { resource: 'email', ...chooseStep(text, sendAt) };
		const mayLeave = only?.includes(parameters.operation === 'forwardEmail' ? BOB : ANN) ?? true;
		simulator.graph.sentItemsDelayMs = pick([DELAYS[0] ?? 0, ...DELAYS]);
		simulator.readings.choose({ fact: 'sent-draft-id', as: chance(0.5) ? 'kept' : 'new' });
		const dies = chance(SHARES.killed) ? 1 + below(POSITIONS * items) : Infinity;
		const how = [
			perHour && `${perHour} an hour`,
			scope && 'may not keep drafts',
			sendAt && `at ${sendAt}`,
		].filter(Boolean);
		note(
			`run ${number}: ${[parameters.operation, `${items} items`, `${tries} tries`, ...how].join(', ')}, ${JSON.stringify(policy)}`,
		);
		planTrouble(simulator.faults, random, note);
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, {
			...policy,
			...(perHour && { maximumEmailsPerHour: perHour }),
			oauthTokenData: { ...simulator.tokens.issue(OWN_MAILBOX, { scope }) },
		});
		const ran = await runOrDie(bench, dies, {
			simulator,
			clock,
			parameters,
			items: Array.from({ length: items }, () => ({ json: {} })),
			credential,
			credentialId: perHour ? account : `${account} ${number}`,
			executionId: `execution-${number}`,
			tries,
			continueOnFail: items > 1,
		});
		simulator.faults.clear();
		if (sendAt) await clock.wait(LATER[1]);
		simulator.graph.sendDue();
		const sent = mailbox.sent.filter(({ body }) => body.content.includes(text)).length;
		const drafts = draftsWith(text);
		outcome.sent += sent;
		if (sent > 0 && !mayLeave) outcome.broken.push(`run ${number}: against the policy`);
		if (!ran) {
			note(`n8n dies at request ${dies}; ${sent} went out`);
			if (sent > items) outcome.broken.push(`run ${number}: ${sent} mails of ${items} items`);
			stage.restart();
			known = [];
			continue;
		}
		const said = ran.map(saidOf);
		for (const { words } of said) if (words) note(words);
		for (const { method, path, status, parts = [] } of simulator.requests.flat()) {
			if (parts.length === 0) note(`${method} ${shorter(path)}: ${status}`);
		}
		simulator.requests.clear();
		note(
			`said: ${said.map(({ what }) => what).join(', ')}; ${sent} went out, ${drafts} drafts left`,
		);
		const count = (wanted: string) => said.filter(({ what }) => what === wanted).length;
		const [least, most] = [count('sent'), count('sent') + count('open')];
		if (sent < least) outcome.broken.push(`run ${number}: ${least - sent} lost`);
		if (count('open') === 0) known.push(number);
		const left = departures();
		if (perHour && left.some((at, one) => at - (left[one - perHour] ?? -Infinity) < HOUR))
			outcome.broken.push(`run ${number}: more than ${perHour} in an hour`);
		if (sent > most) outcome.broken.push(`run ${number}: ${sent - most} too many`);
		const named = said.filter(({ namesDraft, what }) => namesDraft || what === 'open').length;
		// n8n tells of the last try alone, and each fails where a rule refuses, or the time is over.
		const untold = perHour || only || sendAt ? (tries - 1) * items : 0;
		if (drafts > named + untold)
			outcome.broken.push(`run ${number}: ${drafts - named} drafts left in silence`);
	}
	return outcome;
}

/** A path with as much of each ID as tells it apart. */
function shorter(path: string): string {
	return path.replaceAll(/[\w%-]{40,}/g, (id) => `...${id.slice(-12)}`);
}

/** What a step says of an item. */
function saidOf({ json, error }: INodeExecutionData): {
	what: 'sent' | 'open' | 'not sent';
	namesDraft: boolean;
	words: string;
} {
	if (json.sent === false && json.sendAt === undefined)
		return { what: 'not sent', namesDraft: json.id !== undefined, words: 'left in Drafts' };
	if (!error && json.error === undefined) return { what: 'sent', namesDraft: false, words: '' };
	const words = [json.error, error?.message, error?.description].join(' ');
	return {
		what: MAY_BE_SENT.test(words) ? 'open' : 'not sent',
		namesDraft: DRAFT_LEFT.test(words),
		words,
	};
}

/**
 * Runs a step in a process that ends when so many requests have arrived.
 * @returns an item for each, as Continue On Fail gives them; undefined where the process ended before.
 */
async function runOrDie(
	{ stage }: SendBench,
	dies: number,
	run: Omit<StepRun, 'life'>,
): Promise<INodeExecutionData[] | undefined> {
	const { requests } = run.simulator;
	const life = new AbortController();
	const add = requests.add.bind(requests);
	let left = dies;
	const dead = new Promise<undefined>((resolve) => {
		life.signal.addEventListener('abort', () => resolve(undefined));
	});
	requests.add = (entry) => {
		add(entry);
		left -= 1;
		if (left <= 0) life.abort();
	};
	const ended = stage.runStep({ ...run, life: life.signal }).then(
		({ items }) => items,
		(error: unknown) => [{ json: {}, error: error as INodeExecutionData['error'] }],
	);
	const items = await Promise.race([ended, dead]);
	requests.add = add;
	return items;
}
