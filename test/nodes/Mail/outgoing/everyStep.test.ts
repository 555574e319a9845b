import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { EVERY_WRITE } from '../../../../nodes/Mail/outgoing/writes';
import { mailRegistry } from '../../../../nodes/Mail/registry';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { own, provider, runStep, shared, useMailboxes } from '../../../harness/mail';
import { attacks, policies } from '../../../policy/mailboxUnderAttack';
import type { Whom } from '../../../policy/notifyingMailRequests';
import { loadNotifyingRequests } from '../../../policy/notifyingMailRequests';
import { property } from '../../../simulator/exchange';
import { observeRequests } from '../../../simulator/requestLog';
import { anyChoice, fill } from './anyStep';
import { DELETIONS, fillMailbox, held, reached } from './ownMailbox';

useMailboxes();

const notifying = loadNotifyingRequests();
const withList = notifying === undefined ? describe.skip : describe;
/** Aloud: the name says what is missing. */
const title =
	notifying === undefined
		? 'SKIPPED, set NOTIFYING_REQUESTS to the list of requests that reach people: every step'
		: 'Every step with every policy';

/** EVERY_STEP=full looks longer. */
const isFull = process.env.EVERY_STEP === 'full';

const WHO = ['listed', 'organization', 'answers', 'verified', 'nobody', 'strict'] as const;
type Who = (typeof WHO)[number];

const steps = mailRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id, fields }) => ({ step: `${resource}.${id}`, fields })),
);
type Step = (typeof steps)[number];
const items = [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }];
const READING = /\.(list|get|find|download|check)(?!MeetingTimes)/;
const writing = steps.filter(({ step }) => !READING.test(step));

/** Whom each request that arrives reaches, told as it arrives: afterwards the mailbox is another. */
let seen: Whom[] = [];
let writes = 0;
let organizers = new Map<string, string>();
if (notifying) {
	observeRequests((entry) => {
		if (entry.service === 'lists') writes += 1;
		if (entry.service !== 'graph') return;
		if (entry.method !== 'GET') writes += 1;
		const mailboxOf = (user: string) =>
			provider().graph.find(user === 'me' ? OWN_MAILBOX : user) ?? own();
		seen.push(notifying.reachedBy(entry, mailboxOf));
	});
}

/** Who may be reached: those of the policy, and whoever wrote what is answered where that is let through. */
function isAllowed(who: Who, address: string, answered: string[]): boolean {
	if (who === 'nobody') return false;
	const isListed =
		/^[^@%!]+@fabrikam\.com$/i.test(address) || /^bob@tailspin\.example$/i.test(address);
	if (isListed) return true;
	if (who === 'organization') return /^[^@%!]+@contoso\.com$/i.test(address);
	return (who === 'answers' || who === 'verified') && answered.includes(address);
}

/** Whom a step answers: whoever wrote what it names, a question in a conversation too; where that has to be sure, it is. */
function answeredBy(
	step: string,
	{ messageId, eventId, options }: INodeParameters,
	who: Who,
): string[] {
	if (!/replyToEmail|respondToEvent|sendAndWait/.test(step)) return [];
	const id = String(messageId ?? property(options, 'inReplyTo') ?? '');
	const mail = own().messageOf(id);
	const isSure = mail?.internetMessageHeaders.some(({ value }) => /\bcompauth=pass\b/.test(value));
	if (who === 'verified' && !isSure) return [];
	const writer = mail?.from?.emailAddress.address;
	// An invitation that was declined is gone from the calendar.
	return [writer ?? organizers.get(String(eventId)) ?? ''];
}

async function breachesOf({ step, fields }: Step, choice: number[], who: Who): Promise<string[]> {
	provider().graph.reset();
	shared().shareWith(OWN_MAILBOX, { mail: 'readWrite', calendar: 'readWrite', sendAs: true });
	const mailbox = fillMailbox();
	organizers = new Map(
		own().calendar.events.map((event) => [
			event.idOf('immutable'),
			event.organizer.emailAddress.address,
		]),
	);
	seen = [];
	const parameters = fill(fields, choice, mailbox);
	const results = await runStep(step, parameters, {
		credentialData: policies[who],
		continueOnFail: true,
		items,
	});
	expect(results).not.toContainEqual(
		expect.objectContaining({ json: { error: expect.stringContaining('does not name (') } }),
	);
	const isBreach = (whom: Whom) =>
		whom === 'anybody' ||
		whom.some((address) => !isAllowed(who, address, answeredBy(step, parameters, who)));
	return [...seen, reached()].filter(isBreach).map(String);
}

/** One with which each breach is found. */
const SEED = 3;

withList(title, () => {
	it.each(steps)('$step reaches nobody against the policy', async (step) => {
		await fc.assert(
			fc.asyncProperty(anyChoice, fc.constantFrom(...WHO), async (choice, who) => {
				expect(await breachesOf(step, choice, who)).toEqual([]);
			}),
			{ numRuns: READING.test(step.step) ? 2 : isFull ? 100 : 15 },
		);
	});

	// What a call of the user's own asks, the list of attacks shows.
	const written = writing.filter(({ step }) => step !== 'advanced.apiCall');

	it.each(written)('$step writes where nothing holds it', async ({ step, fields }) => {
		writes = 0;
		for (const choice of fc.sample(anyChoice, { numRuns: 100, seed: 1 })) {
			provider().graph.reset();
			const parameters = fill(fields, choice, fillMailbox());
			await runStep(step, parameters, { continueOnFail: true, items });
			if (writes > 0) return;
		}
		throw new Error('Nothing was written: the step shows nothing');
	});

	/** The steps that a rule holds where the list knows what it holds; drafts, waiting ones too, are not in it. */
	const held = EVERY_WRITE.flatMap((rule) => {
		const tried = attacks.filter(({ rule: request }) => request === rule.request);
		const names = new Set(tried.map(({ step }) => step));
		const isListed =
			rule.effects &&
			!/ messages$|messages.*Session$|createReply|createForward|attachments$|copy$|:attachment$|unsubscribe$|contacts/.test(
				rule.request,
			);
		return isListed ? [{ rule, tried: writing.filter(({ step }) => names.has(step)) }] : [];
	});

	it.each(held)('a breach is found when $rule.request is harmless', async ({ rule, tried }) => {
		const { effects } = rule;
		delete rule.effects;
		const { failed } = await fc.check(
			fc.asyncProperty(
				fc.constantFrom(...tried),
				anyChoice,
				fc.constantFrom(...WHO),
				async (step, choice, who) => (await breachesOf(step, choice, who)).length === 0,
			),
			// The same cases each time: those that find a breach are rare.
			{ numRuns: 1_000, endOnFailure: true, seed: SEED },
		);
		rule.effects = effects;
		expect(failed).toBe(true);
	});
});

// An invitation that is declined leaves the calendar, as in Outlook: that is an answer.
const taking = writing.filter(({ step }) => step !== 'calendar.respondToEvent');

async function lostBy(
	{ step, fields }: Step,
	choice: number[],
	policy: (typeof DELETIONS)[number],
) {
	provider().graph.reset();
	shared().shareWith(OWN_MAILBOX, { mail: 'readWrite', calendar: 'readWrite', sendAs: true });
	const parameters = { ...fill(fields, choice, fillMailbox()), mailbox: '' };
	const before = held(policy);
	const options = { credentialData: policies[policy], continueOnFail: true, items };
	await runStep(step, parameters, options);
	const after = held(policy);
	return before.filter((one) => !after.includes(one));
}

it.each(taking)('$step takes nothing away against the policy', async (step) => {
	await fc.assert(
		fc.asyncProperty(anyChoice, fc.constantFrom(...DELETIONS), async (choice, policy) => {
			expect(await lostBy(step, choice, policy)).toEqual([]);
		}),
		{ numRuns: isFull ? 100 : 6 },
	);
});
