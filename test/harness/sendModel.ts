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
 * went out once at most.
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
const SHARES = { someFail: 0.4, oneFails: 0.4, killed: 0.15, withoutDrafts: 0.25 };
const FAULT_RATE = 0.3;
/** A sending takes six requests and more. */
const POSITIONS = 7;
/** As late as Sent Items may show what was sent. */
const DELAYS = [0, 0, 5 * SECOND, 20 * MINUTE];
const ONE_FAULT: Fault[] = [
	{ cut: 'before' },
	{ cut: 'after' },
	{ status: 503 },
	{ status: 503, after: true },
	{ status: 504, after: true },
	{ status: 429, headers: { 'retry-after': '1' } },
	{ bodyCutAfterBytes: 5 },
];
/** May send, and keep no drafts. */
const SEND_ONLY = 'Mail.Read Mail.Send';

const MAY_BE_SENT = /may have been sent/;
/** How an error names a draft that was left. */
const DRAFT_LEFT = /draft (?:may be|is) left|message ID/;

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

	/** Lets requests of the next run fail. */
	function planTrouble(): void {
		simulator.faults.clear();
		if (chance(SHARES.someFail)) {
			const seed = below(1_000);
			simulator.faults.random({
				seed,
				rate: FAULT_RATE,
				kinds: [429, 503, 'cut'],
				retryAfterSeconds: 1,
			});
			note(`some requests fail (${seed})`);
		} else if (chance(SHARES.oneFails)) {
			const position = below(POSITIONS);
			const fault = ONE_FAULT[below(ONE_FAULT.length)] ?? { cut: 'after' };
			const times = 1 + below(2);
			if (position > 0) simulator.faults.next({ times: position }, { delayMs: 0 });
			simulator.faults.next({ times }, fault);
			note(`request ${position} fails ${times}x: ${JSON.stringify(fault)}`);
		}
	}

	/** A step, and the text by which its mails are known. */
	function chooseStep(text: string): INodeParameters & { operation: string } {
		const message = { message: text, messageFormat: 'text' };
		const kind = below(5);
		if (kind >= 2) {
			return { operation: 'sendEmail', to: 'ann@contoso.com', subject: 'Hello', ...message };
		}
		const original = mailbox.deliver({ subject: 'Offer', from: 'ann@contoso.com', body: 'Offer' });
		const messageId = { __rl: true, mode: 'id', value: original.immutableId };
		return kind === 0
			? { operation: 'replyToEmail', messageId, ...message }
			: { operation: 'forwardEmail', messageId, to: 'bob@contoso.com', ...message };
	}

	const runs = 1 + below(MOST_RUNS);
	for (let number = 1; number <= runs; number++) {
		const text = `Text of run ${number}.`;
		const items = 1 + below(MOST_ITEMS);
		const tries = 1 + below(MOST_TRIES);
		const scope = chance(SHARES.withoutDrafts) ? SEND_ONLY : '';
		const parameters = { resource: 'email', ...chooseStep(text) };
		simulator.graph.sentItemsDelayMs = pick([DELAYS[0] ?? 0, ...DELAYS]);
		simulator.readings.choose({ fact: 'sent-draft-id', as: chance(0.5) ? 'kept' : 'new' });
		const dies = chance(SHARES.killed) ? 1 + below(POSITIONS * items) : Infinity;
		note(
			`run ${number}: ${parameters.operation}, ${items} items, ${tries} tries${scope ? ', may not keep drafts' : ''}`,
		);
		planTrouble();
		const credential = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, {
			oauthTokenData: { ...simulator.tokens.issue(OWN_MAILBOX, { scope }) },
		});
		const ran = await runOrDie(bench, dies, {
			simulator,
			clock,
			parameters,
			items: Array.from({ length: items }, () => ({ json: {} })),
			credential,
			credentialId: `sends ${number} ${Math.floor(random() * 2 ** 32)}`,
			executionId: `execution-${number}`,
			tries,
			continueOnFail: items > 1,
		});
		simulator.faults.clear();
		const sent = mailbox.sent.filter(({ body }) => body.content.includes(text)).length;
		const drafts = draftsWith(text);
		outcome.sent += sent;
		if (!ran) {
			note(`n8n dies at request ${dies}; ${sent} went out`);
			if (sent > items) outcome.broken.push(`run ${number}: ${sent} mails of ${items} items`);
			stage.restart();
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
		if (sent > most) outcome.broken.push(`run ${number}: ${sent - most} too many`);
		const named = said.filter(({ namesDraft, what }) => namesDraft || what === 'open').length;
		if (drafts > named)
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
