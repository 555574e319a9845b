import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { SimMessage } from '../simulator/graph/message';
import { OWN_MAILBOX } from './account';
import { connectedCredential } from './credentialsHelper';
import type { SendBench } from './sendModel';
import { MINUTE, SECOND } from './triggerBench';

/*
 * Histories of approvals: questions of one execution after the other, and what people and programs do with the links of
 * all of them. What docs/approvals.md promises: one answer counts, and it is the first; it comes from whom the link was sent
 * to, and is what the link says; opening a page decides nothing; a link of an earlier question decides nothing; nobody
 * makes a link of their own; and what n8n forgot when it started anew changes nothing of that.
 */

/** What came of a history. */
export interface ApprovalOutcome {
	broken: string[];
	/** All that happened, for who looks for the reason. */
	log: string[];
	/** Questions that were answered. */
	answered: number;
}

const QUESTIONS = 3;
const MOST_ACTS = 6;
const PEOPLE = ['ann@contoso.com', 'bob@contoso.com'];
const SHARES = { fails: 0.4, freeText: 0.2, restart: 0.2, limited: 0.4, late: 0.15 };
const LIMIT = { resumeAmount: 1, resumeUnit: 'hours' };
const LIMIT_MS = 60 * MINUTE;
/** How long after a deadline something comes: what comes within a minute still counts. */
const LATENESS = [MINUTE - SECOND, MINUTE + SECOND];
export const FAULTS = { rate: 0.25, kinds: [429, 503, 'cut'], retryAfterSeconds: 1 } as const;
const DELAYS = [0, 0, 5 * SECOND];
/** What n8n itself answers where no execution waits. */
const NOT_WAITING = 409;
export const TAKEN = 200;

/** A link as it stands in a mail. */
interface Link {
	question: number;
	person: string;
	choice: string;
	query: Record<string, string>;
}

/** What an execution of n8n waits with. */
interface Waiting {
	question: number;
	parked: INodeExecutionData[];
	/** Whom each link of it is for, and what it says. */
	links: Link[];
	isFreeText: boolean;
	/** When its deadline is, in milliseconds; undefined for none. */
	endsAt?: number;
	/** Its deadline is long over, and n8n still waits, as it was down then. */
	isLate?: boolean;
	/** What the step put out; more than one where it went on twice. */
	outputs: INodeExecutionData[][];
}

const decision = z.object({
	approved: z.boolean().optional(),
	text: z.string().optional(),
	answeredBy: z.string().optional(),
	timedOut: z.boolean().optional(),
});

/** The links of questions. */
export function linksIn(mails: SimMessage[]): Array<Omit<Link, 'question'>> {
	return mails.flatMap(({ body, toRecipients }) =>
		[...body.content.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => {
			const { searchParams } = new URL(href.replaceAll('&amp;', '&'));
			const query = Object.fromEntries(searchParams);
			const person = toRecipients[0]?.emailAddress.address ?? '';
			return { person, choice: query.choice ?? '', query };
		}),
	);
}

/** @param random decides what happens. */
export async function playApprovals(
	random: () => number,
	{ simulator, clock, stage }: SendBench,
): Promise<ApprovalOutcome> {
	const outcome: ApprovalOutcome = { broken: [], log: [], answered: 0 };
	const note = (what: string) => outcome.log.push(what);
	const broken = (what: string) => outcome.broken.push(what);
	const chance = (share: number) => random() < share;
	const below = (count: number) => Math.floor(random() * count);
	const pick = <T>(list: readonly T[]) => list[below(list.length)];
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	const executionId = `execution ${below(2 ** 31)}`;
	/** n8n 2 claims an execution before it takes an answer; n8n 1 takes what reaches the node while it waits. */
	const claims = chance(0.5);
	const oldLinks: Link[] = [];

	async function ask(question: number): Promise<Waiting | undefined> {
		const people = PEOPLE.slice(0, 1 + below(PEOPLE.length));
		const isFreeText = chance(SHARES.freeText);
		const isLimited = chance(SHARES.limited);
		simulator.graph.sentItemsDelayMs = pick(DELAYS) ?? 0;
		simulator.faults.clear();
		if (chance(SHARES.fails)) {
			simulator.faults.random({ seed: below(1_000), ...FAULTS, kinds: [...FAULTS.kinds] });
		}
		const before = mailbox.sent.length;
		const earliest = clock.now() + LIMIT_MS;
		const ran = await stage
			.runStep({
				simulator,
				clock,
				parameters: {
					...{ resource: 'email', operation: 'sendAndWait', to: people.join(', ') },
					...{ subject: `Question ${question}`, message: 'May I?' },
					responseType: isFreeText ? 'freeText' : 'approval',
					...(isLimited ? { options: { limitWaitTime: { values: LIMIT } } } : {}),
				},
				items: [{ json: {} }],
				credential: connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX),
				credentialId: `${executionId} ${question}`,
				executionId,
				tries: 1 + below(2),
				continueOnFail: false,
				life: new AbortController().signal,
			})
			.catch((error: unknown) => error as Error);
		simulator.faults.clear();
		const mails = mailbox.sent.slice(before);
		const asked = mails.map(({ toRecipients }) => toRecipients[0]?.emailAddress.address ?? '');
		if (new Set(asked).size < asked.length) broken(`question ${question}: somebody is asked twice`);
		if (ran instanceof Error) {
			note(`question ${question} to ${people.join(', ')} fails; ${asked.length} were asked`);
			const isOpen = /may have been sent/.test(ran.message);
			if (asked.length > 0 && !isOpen) broken(`question ${question}: asked in silence`);
			return undefined;
		}
		const { question: kept } = ran.parked[0]?.json ?? {};
		const { notReached = [] } = z
			.object({ notReached: z.array(z.string()).optional() })
			.parse(kept);
		note(`question ${question} to ${people.join(', ')}${isFreeText ? ', for a text' : ''}`);
		for (const person of people) {
			if (!asked.includes(person) && !notReached.includes(person))
				broken(`question ${question}: ${person} was not asked, and nobody is told`);
		}
		const links = linksIn(mails).map((link) => ({ question, ...link }));
		const endsAt = isLimited ? ran.waitTill?.getTime() : undefined;
		if (isLimited && !(endsAt && endsAt >= earliest && endsAt <= clock.now() + LIMIT_MS))
			broken(`question ${question}: waits until ${ran.waitTill?.toISOString()}`);
		return { question, parked: ran.parked, links, isFreeText, endsAt, outputs: [] };
	}

	/** n8n is down at the deadline, and has not gone on by itself yet as an answer comes. */
	async function missDeadline(waiting: Waiting): Promise<void> {
		if (waiting.endsAt === undefined) return;
		const lateness = pick(LATENESS) ?? 0;
		await clock.wait(Math.max(0, waiting.endsAt + lateness - clock.now()));
		waiting.isLate = clock.now() > waiting.endsAt + MINUTE;
		note(`the deadline passed ${(clock.now() - waiting.endsAt) / SECOND} s ago`);
	}

	/** Somebody opens a link, or answers by it; n8n lets it reach the node while the execution waits. */
	async function use(waiting: Waiting, link: Link, method: 'GET' | 'POST', text?: string) {
		if (waiting.outputs.length > 0) return NOT_WAITING;
		const { status, resumed } = await stage.openLink({
			simulator,
			parked: waiting.parked,
			method,
			query: link.query,
			body: text === undefined ? {} : { text },
			executionId,
		});
		const isClaimed = claims && waiting.outputs.length > 0;
		if (resumed && !isClaimed) waiting.outputs.push(resumed);
		return resumed && isClaimed ? NOT_WAITING : status;
	}

	/** A link that nobody was sent. */
	function forge(link: Link): Link {
		const { signature = '' } = link.query;
		const other = link.choice === 'approve' ? 'decline' : 'approve';
		const changed = pick<Record<string, string>>([
			{ signature: `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}` },
			{ signature: '' },
			{ choice: other },
			{ approver: String(Number(link.query.approver) + 1) },
		]);
		return { ...link, query: { ...link.query, ...changed } };
	}

	const textFor = ({ isFreeText }: Waiting) => (isFreeText ? 'Yes, gladly' : undefined);

	/** What one of them does by which the execution must not go on. */
	async function disturb(waiting: Waiting): Promise<void> {
		const link = pick(waiting.links);
		const old = pick(oldLinks);
		if (!link) return;
		const acts: Array<[string, () => Promise<number>]> = [
			['a page is opened', async () => await use(waiting, link, 'GET')],
			['a forged link is posted', async () => await use(waiting, forge(link), 'POST', 'Yes')],
			...(old
				? [
						[
							'an earlier link is posted',
							async () => await use(waiting, old, 'POST', 'Yes'),
						] satisfies [string, () => Promise<number>],
					]
				: []),
			...(waiting.isFreeText
				? [
						['no text is posted', async () => await use(waiting, link, 'POST', ' ')] satisfies [
							string,
							() => Promise<number>,
						],
					]
				: []),
		];
		const [what, act] = pick(acts) ?? ['nothing', async () => await Promise.resolve(0)];
		const before = waiting.outputs.length;
		const status = await act();
		note(`${what}: ${status}`);
		if (waiting.outputs.length > before)
			broken(`question ${waiting.question}: ${what}, and it goes on`);
	}

	/** One answers, or several at the same moment. */
	async function answer(waiting: Waiting): Promise<void> {
		const given = Array.from({ length: 1 + below(3) }, () => pick(waiting.links)).filter(
			(link) => link !== undefined,
		);
		const isFirst = waiting.outputs.length === 0 && !waiting.isLate;
		const statuses = await Promise.all(
			given.map(async (link) => await use(waiting, link, 'POST', textFor(waiting))),
		);
		const shown = given.map(({ person, choice }, at) => `${person} ${choice} (${statuses[at]})`);
		note(`answers at once: ${shown.join(', ')}`);
		const taken = statuses.filter((status) => status === TAKEN).length;
		if (isFirst && given.length > 0 && taken === 0)
			broken(`question ${waiting.question}: an answer is refused`);
		if (taken > (isFirst ? 1 : 0))
			broken(`question ${waiting.question}: ${taken} answers are taken`);
		const [said] = waiting.outputs;
		if (!isFirst || !said) return;
		const { data } = z.object({ data: decision }).parse(said[0]?.json);
		const fits = given.some(
			({ person, choice }) =>
				data.answeredBy === person &&
				(choice === 'answer'
					? data.text === textFor(waiting)
					: data.approved === (choice === 'approve')),
		);
		if (!fits) broken(`question ${waiting.question}: goes on with ${JSON.stringify(data)}`);
	}

	for (let question = 1; question <= QUESTIONS; question++) {
		const waiting = await ask(question);
		if (!waiting) continue;
		const { data } = z.object({ data: decision }).parse(waiting.parked[0]?.json);
		if (data.approved !== false || data.timedOut !== true)
			broken(`question ${question}: its deadline would not decline it`);
		for (let acts = below(MOST_ACTS); acts > 0; acts--) {
			if (chance(SHARES.restart)) {
				note('n8n starts anew');
				stage.restart();
			}
			if (chance(SHARES.late)) await missDeadline(waiting);
			await (chance(0.6) ? disturb(waiting) : answer(waiting));
		}
		// Whoever answers at last decides it, where nobody did.
		if (waiting.outputs.length === 0 && chance(0.7)) await answer(waiting);
		if (waiting.outputs.length > 1)
			broken(`question ${question}: goes on ${waiting.outputs.length} times`);
		outcome.answered += waiting.outputs.length;
		oldLinks.push(...waiting.links);
	}
	return outcome;
}
