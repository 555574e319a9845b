import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createAttachment } from '../simulator/graph/attachment';
import { OWN_MAILBOX } from './account';
import { FAULTS, linksIn, TAKEN } from './approvalModel';
import { connectedCredential } from './credentialsHelper';
import type { SendBench } from './sendModel';
import type { StepRun } from './stepStage';
import { START } from './triggerBench';

/*
 * Histories of a draft that an agent wants to send, and that people review before. What docs/approvals.md promises: it goes
 * out once, by a call that was approved, as the person saw it who approved that; whatever is changed meanwhile, also
 * in the credential, and whoever else reviews it.
 */

/** What came of a history. */
export interface ReviewOutcome {
	broken: string[];
	/** All that happened, for who looks for the reason. */
	log: string[];
}

const CALLS = 5;
const BOSS = 'boss@contoso.com';
const SHARES = { fails: 0.3, changes: 0.3, approves: 0.7, restart: 0.2, other: 0.5, policy: 0.2 };
const PEOPLE = ['ann@contoso.com', 'bob@contoso.com'].map((address) => [
	{ emailAddress: { name: '', address } },
]);
const TEXTS = ['Pay 100', 'Pay 900'];
/** Two of each, so that a change may be taken back. */
const VALUES = {
	subject: ['Offer', 'Invoice'],
	body: TEXTS.map((content) => ({ contentType: 'text' as const, content })),
	toRecipients: PEOPLE,
	bccRecipients: PEOPLE,
	// Of one name and size.
	attachments: TEXTS.map((content) => [
		createAttachment({ name: 'offer.txt', content }, content, new Date(START).toISOString()),
	]),
};
type Property = keyof typeof VALUES;
const PROPERTIES = Object.keys(VALUES) as Property[];
/** Under these the draft may not go out. */
const POLICIES = [
	{ whoMayBeWrittenTo: 'nobody' },
	{ whoMayBeWrittenTo: 'listed', allowedAddresses: BOSS },
];

/** @param random decides what happens. */
export async function playReviews(
	random: () => number,
	{ simulator, clock, stage }: SendBench,
): Promise<ReviewOutcome> {
	const outcome: ReviewOutcome = { broken: [], log: [] };
	const note = (what: string) => outcome.log.push(what);
	const broken = (what: string) => outcome.broken.push(what);
	const chance = (share: number) => random() < share;
	const below = (count: number) => Math.floor(random() * count);
	const pick = <T>(list: readonly T[]) => list[below(list.length)];
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	const executionId = `execution ${below(2 ** 31)}`;
	const seed = { subject: 'Offer', from: OWN_MAILBOX, isDraft: true };
	const draft = mailbox.deliver({ ...seed, internetMessageId: '<draft>' }, { folder: 'drafts' });
	const sending = { resource: 'email', operation: 'sendDraft', messageId: draft.immutableId };
	const seen = () => JSON.stringify(PROPERTIES.map((name) => draft[name]));
	const sent = () =>
		mailbox.sent.filter(({ internetMessageId }) => internetMessageId === '<draft>').length;
	/** How the draft looked when each call was reviewed. */
	const shown = new Map<string, string>();

	/** Something happens while nobody looks. */
	function pass(): void {
		if (chance(SHARES.changes)) {
			const name = pick(PROPERTIES) ?? 'subject';
			const at = below(2);
			Object.assign(draft, { [name]: VALUES[name][at] });
			note(`its ${name} is number ${at} now`);
		}
		if (!chance(SHARES.restart)) return;
		note('n8n starts anew');
		stage.restart();
	}

	/** Runs a step, while requests fail or not; an error is what comes of it. */
	async function run(
		parameters: INodeParameters,
		json: INodeExecutionData['json'],
		{
			policy = {},
			fails = false,
			...more
		}: { policy?: object; fails?: boolean; reviews?: StepRun['reviews'] },
	) {
		if (fails) simulator.faults.random({ seed: below(1_000), ...FAULTS, kinds: [...FAULTS.kinds] });
		const ran = await stage
			.runStep({
				...{ simulator, clock, parameters, executionId, ...more },
				items: [{ json }],
				credential: connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, { ...policy }),
				credentialId: `${executionId} ${below(2 ** 31)}`,
				asTool: more.reviews === undefined,
				tries: 1 + below(2),
				continueOnFail: false,
				life: new AbortController().signal,
			})
			.catch((error: unknown) => error as Error);
		simulator.faults.clear();
		return ran;
	}

	for (let number = 1; number <= CALLS && sent() === 0; number++) {
		const call = `call ${number}`;
		pass();
		const before = mailbox.sent.length;
		const question = { to: BOSS, subject: 'May it go out?', message: 'Well?' };
		const asked = await run(
			{ resource: 'email', operation: 'sendAndWait', ...question },
			{ tool: 'Reviewed', toolParameters: {}, toolCallId: call },
			{
				fails: chance(SHARES.fails),
				reviews: [{ name: 'Reviewed', type: 'mailTool', parameters: sending }],
			},
		);
		if (asked instanceof Error) note(`${call} is not reviewed: ${asked.message}`);
		else shown.set(call, seen());
		pass();
		const link = asked instanceof Error ? undefined : pick(linksIn(mailbox.sent.slice(before)));
		const choice = chance(SHARES.approves) ? 'approve' : 'decline';
		const isApproved =
			!(asked instanceof Error) &&
			link?.choice === choice &&
			(
				await stage.openLink({
					...{ simulator, executionId, parked: asked.parked, query: link.query },
					method: 'POST',
				})
			).status === TAKEN &&
			choice === 'approve';
		note(`${call} is ${isApproved ? '' : 'not '}approved`);
		pass();
		// A tool beside the reviewed one; of a draft that nobody has reviewed yet nothing is promised.
		if (!isApproved && !(shown.size > 0 && chance(SHARES.other))) continue;
		const toolCallId = isApproved ? call : `other ${number}`;
		const fails = chance(SHARES.fails);
		const policy = chance(SHARES.policy) ? pick(POLICIES) : undefined;
		const state = seen();
		const ran = await run(sending, { toolCallId }, { policy, fails });
		const said = ran instanceof Error ? ran.message : JSON.stringify(ran.items[0]?.json);
		note(`${toolCallId} runs${policy ? `, under ${JSON.stringify(policy)}` : ''}: ${said}`);
		const isDue = isApproved && shown.get(call) === state && !policy;
		if (sent() > 1) broken(`it went out ${sent()} times`);
		if (sent() > 0 && !isDue) broken(`${toolCallId}: it went out`);
		if (sent() === 0 && isDue && !fails) broken(`${toolCallId}: it did not go out`);
		if (sent() === 0 && said.includes('"sent":true'))
			broken(`${toolCallId}: it is said to be sent`);
	}
	return outcome;
}
