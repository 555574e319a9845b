import { z } from 'zod';
import { POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import type { Clock } from '../../shared/clock';
import { isOfDomain } from '../../shared/policy/allowedAddresses';
import type { OutgoingPolicy } from '../../shared/policy/outgoingPolicy';
import { refusal, ruleNames } from '../../shared/policy/refusal';
import type { Connection } from '../../shared/provider/connect';
import { sendTimeIn } from '../graph/deferral';
import type { Guard, GuardedCall } from '../graph/guard';
import type { Asked, Effects, Standing } from './effects';
import { countSent, readSendTimes, takeOne } from './hour';
import { groupsWithOutsiders, ownDomains } from './organization';
import type { Person } from './people';
import { findRule } from './requests';

interface GuardOptions {
	policy: OutgoingPolicy;
	account: Connection['account'];
	clock: Clock;
}

interface OwnMail {
	/** The ID of the mail that it answers. */
	answers?: string;
	/** When it leaves by itself once it is sent, in milliseconds since the epoch. */
	sendTime?: number;
	/** It was let out; before that it waits for nothing. */
	isHandedOver: boolean;
}

/** What Graph made: a mail, an event. */
const made = z.object({ id: z.string() });
/** The version whose requests are known. */
const KNOWN_VERSION = 'v1.0';

/**
 * Holds every request of a run to the policy of its credential. A request that cannot be judged is not
 * let through; where it depends on a mail or an event whom it tells, that is read as Graph has it now.
 */
export function createGuard({ policy, account, clock }: GuardOptions): Guard {
	const { who, listed, mayAnswerSenders, perHour, deletions } = policy;
	const names = ruleNames(policy);
	/** The mails that this run made: it may take them away again. */
	const ownMails = new Map<string, OwnMail>();

	async function check(call: GuardedCall, counts: boolean): Promise<void> {
		if (call.method === 'GET') return;
		const { rule, asked } = find(call);
		if (rule.effects === undefined) return;
		if (call.freeform) throw freely();
		const effects = rule.effects(asked);
		const { what = 'The call' } = rule;
		const { tells = () => [] } = effects;
		let reading: Promise<Person[]> | undefined;
		const told = async () => await (reading ??= Promise.resolve(tells()));
		checkStanding(what, effects);
		if (!asked.isOwn) await checkDeletion(what, effects);
		if (who !== 'anyone') await checkPeople(what, asked, effects, told);
		if (counts && perHour !== undefined) await checkAmount(what, asked, effects, told, perHour);
	}

	function find(call: GuardedCall) {
		const [path = ''] = `${call.root}${call.path}`.split('?', 1);
		const below = /^\/(?:me|users\/[^/]+)\/(.+)$/.exec(path)?.[1];
		const known = call.version === KNOWN_VERSION && below !== undefined;
		const found = known ? findRule(call.method, below) : undefined;
		if (!found) throw freely();
		const own = ownMails.get(found.ids.message ?? '');
		const asked: Asked = {
			...call,
			ids: found.ids,
			// Taking away what this run made undoes it.
			isOwn: own !== undefined,
			ownSendTime: own?.sendTime,
			answeredBy: (id) => ownMails.get(id)?.answers,
		};
		return { rule: found.rule, asked };
	}

	function freely() {
		const rule = [
			...(who === 'anyone' ? [] : [names.audience]),
			...(deletions === 'anything' ? [] : [names.deletion]),
			...(perHour === undefined ? [] : [names.amount]),
		];
		const why = 'API calls may only read, and write what reaches nobody';
		return refusal('The call', why, rule[0] ?? '', BY_A_STEP);
	}

	/** What goes on by itself is neither looked at nor counted: no rule could hold it. */
	function checkStanding(what: string, { standing }: Effects): void {
		if (standing === undefined) return;
		const isFree =
			who === 'anyone' || (standing === 'answersOrganization' && who === 'organizationAndListed');
		const broken = [
			...(isFree ? [] : [names.audience]),
			...(perHour === undefined ? [] : [names.amount]),
			...(deletions === 'anything' || standing !== 'rule' ? [] : [names.deletion]),
		];
		const [rule] = broken;
		if (rule === undefined) return;
		throw refusal(what, STANDING[standing], rule, BY_A_PERSON);
	}

	async function checkDeletion(what: string, { deletes }: Effects): Promise<void> {
		if (deletions === 'anything' || !deletes) return;
		const deletion = await deletes();
		if (deletion === undefined) return;
		if (deletions === 'nothing')
			throw refusal(what, 'nothing may be deleted', names.deletion, BY_A_PERSON);
		if (deletion === 'recoverably') return;
		const hint = `${BY_A_PERSON} Emails and events may go to Deleted Items.`;
		throw refusal(what, 'it could not be taken back', names.deletion, hint);
	}

	async function checkPeople(
		what: string,
		asked: Asked,
		effects: Effects,
		told: () => Promise<Person[]>,
	): Promise<void> {
		const unclear = await effects.unclear?.();
		if (unclear !== undefined) throw refusal(what, unclear, names.audience, BY_A_PERSON);
		if (who === 'nobody') {
			if (effects.sends === 'always')
				throw refusal(what, 'nothing is sent', names.audience, AS_A_DRAFT);
			const [first] = await told();
			if (!first) return;
			throw refusal(what, `${first.as} would get a message`, names.audience, BY_A_PERSON);
		}
		const people = [...(await told()), ...(effects.names?.() ?? [])];
		const [first] = await withoutAnswered(await withoutKnown(people, asked), effects);
		if (!first) return;
		const hint = await hintFor(effects, asked);
		throw refusal(what, `${first.as} may not be written to`, names.audience, hint);
	}

	async function withoutKnown(people: Person[], { root, graph }: Asked): Promise<Person[]> {
		const own = decodeURIComponent(root.replace('/users/', '')).toLowerCase();
		const strangers = people.filter(({ address, stands }) => {
			if (address === undefined) return true;
			// A mailbox that others share may write as itself.
			return !listed.has(address) && !(stands === 'asSender' && address.toLowerCase() === own);
		});
		if (strangers.length === 0 || who !== 'organizationAndListed') return strangers;
		const domains = (await ownDomains(graph)) ?? new Set();
		const colleagues = strangers.flatMap(({ address = '' }) =>
			isOfDomain(address, domains) ? [address] : [],
		);
		if (colleagues.length === 0) return strangers;
		const groups = await groupsWithOutsiders(graph, [...new Set(colleagues)]);
		return strangers.flatMap((one) => {
			const { address = '', as } = one;
			if (!colleagues.includes(address)) return [one];
			return groups.has(address.toLowerCase())
				? [{ ...one, as: `${as}, a group with members outside the organization,` }]
				: [];
		});
	}

	async function withoutAnswered(strangers: Person[], { answers }: Effects): Promise<Person[]> {
		if (strangers.length === 0 || !mayAnswerSenders || !answers) return strangers;
		const writers = (await answers()).map((address) => address.toLowerCase());
		return strangers.filter(
			({ address, stands }) =>
				stands !== undefined || address === undefined || !writers.includes(address.toLowerCase()),
		);
	}

	async function checkAmount(
		what: string,
		asked: Asked,
		effects: Effects,
		told: () => Promise<Person[]>,
		limit: number,
	): Promise<void> {
		const { sends } = effects;
		if (!sends || (sends === 'whenTold' && (await told()).length === 0)) return;
		const now = clock.now();
		const mailbox = `${account.id} ${asked.root.toLowerCase()}`;
		const look = async () => {
			// First what waits: what leaves in between is counted twice, and not missed.
			const waiting = await readSendTimes(
				asked.graph,
				(id) => ownMails.get(id)?.isHandedOver ?? true,
			);
			return { sent: await countSent(asked.graph, now), waiting };
		};
		const id = asked.ids.message;
		const leavesAt = Math.max(now, (await effects.leavesAt?.()) ?? now);
		if (await takeOne(mailbox, limit, { now, leavesAt, id }, look)) {
			const own = ownMails.get(id ?? '');
			if (own) own.isHandedOver = true;
			return;
		}
		const why =
			leavesAt > now
				? 'as many emails as may leave in an hour around that time'
				: 'as many emails as may have left in the last hour';
		throw refusal(what, why, names.amount, 'Run the step again later.');
	}

	async function hintFor({ answers }: Effects, { graph }: Asked): Promise<string> {
		const ways = [
			`have the address added to ${POLICY_LABELS.allowed}`,
			...(answers && !mayAnswerSenders ? [`have ${POLICY_LABELS.answers} switched on`] : []),
		];
		const isBlind = who === 'organizationAndListed' && (await ownDomains(graph)) === undefined;
		const hint = `${BY_A_PERSON} Or ${ways.join(', or ')} in the credential "${account.name}".`;
		return isBlind ? `${hint} ${NO_DOMAINS}` : hint;
	}

	return {
		check,
		note(call, answer) {
			if (call.method !== 'POST') return;
			const { rule, asked } = find(call);
			const id = rule.makes && made.safeParse(answer.body).data?.id;
			if (!id) return;
			const answers = rule.makes === 'answer' ? asked.ids.message : undefined;
			ownMails.set(id, { answers, sendTime: sendTimeIn(call.body), isHandedOver: false });
		},
		draftsOnly: who === 'nobody',
	};
}

const STANDING: Record<Standing, string> = {
	answersAnybody: 'whoever writes would be answered',
	answersOrganization: 'whoever writes from the organization would be answered',
	rule: 'the mailbox would act by itself from then on',
};
const BY_A_PERSON = 'A person can do it in Outlook.';
const NO_DOMAINS =
	'Nobody counts as of the organization here: Microsoft did not tell its domains. With App-Only access that needs the permission Organization.Read.All; a personal account has none.';
const AS_A_DRAFT = 'Leave a draft for a person to send.';
const BY_A_STEP =
	'Use the step that is made for it, if there is one: it is let through where the credential allows what it does.';
