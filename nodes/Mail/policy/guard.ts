import { z } from 'zod';
import { AUDIENCES, DELETIONS, POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import type { Clock } from '../../shared/clock';
import { ProviderFailure } from '../../shared/failures';
import { isOfDomain } from '../../shared/policy/allowedAddresses';
import type { OutgoingPolicy } from '../../shared/policy/outgoingPolicy';
import type { Connection } from '../../shared/provider/connect';
import type { Guard, GuardedCall } from '../graph/guard';
import { mailPath } from '../graph/paths';
import type { Asked, Effects } from './effects';
import { HOUR_MS, takeOne } from './hour';
import { ownDomains } from './organization';
import type { Person } from './people';
import type { Rule } from './requests';
import { findRule, RULES } from './requests';

interface GuardOptions {
	policy: OutgoingPolicy;
	account: Connection['account'];
	clock: Clock;
	rules?: Rule[];
}

/** What Graph made: a mail, an event. */
const made = z.object({ id: z.string() });
/** The version whose requests are known. */
const KNOWN_VERSION = 'v1.0';

/**
 * Holds every request of a run to the policy of its credential. A request that cannot be judged is not
 * let through; where it depends on a mail or an event whom it tells, that is read as Graph has it now.
 */
export function createGuard({ policy, account, clock, rules = RULES }: GuardOptions): Guard {
	const { who, listed, mayAnswerSenders, perHour, deletions } = policy;
	/** The mails that this run made, those that answer one with its ID: it may take them away again. */
	const ownMails = new Map<string, string | undefined>();

	async function check(call: GuardedCall, counts: boolean): Promise<void> {
		if (call.method === 'GET') return;
		const { rule, asked } = find(call);
		if (rule.effects === undefined) return;
		if (call.freeform) throw notKnown();
		const effects = rule.effects(asked);
		const { tells = () => [] } = effects;
		let reading: Promise<Person[]> | undefined;
		const told = async () => await (reading ??= Promise.resolve(tells()));
		if (!isOwn(asked)) await checkDeletion(effects);
		if (who !== 'anyone') await checkPeople(asked, effects, told);
		if (counts && perHour !== undefined) await checkAmount(asked, effects, told, perHour);
	}

	function find(call: GuardedCall) {
		const [path = ''] = `${call.root}${call.path}`.split('?', 1);
		const below = /^\/(?:me|users\/[^/]+)\/(.+)$/.exec(path)?.[1];
		const known = call.version === KNOWN_VERSION && below !== undefined;
		const found = known ? findRule(call.method, below, rules) : undefined;
		if (!found) throw notKnown();
		const asked: Asked = { ...call, ids: found.ids, answeredBy: (id) => ownMails.get(id) };
		return { rule: found.rule, asked };
	}

	/** Taking away what this run made undoes it. */
	function isOwn({ ids }: Asked): boolean {
		return ids.message !== undefined && ownMails.has(ids.message);
	}

	async function checkDeletion({ deletes }: Effects): Promise<void> {
		if (deletions === 'anything' || !deletes) return;
		const deletion = await deletes();
		if (deletion === undefined) return;
		if (deletions === 'nothingForGood' && deletion === 'recoverably') return;
		const rule = `${POLICY_LABELS.deletions} is "${DELETIONS[deletions]}" in the credential.`;
		throw refusal(
			deletions === 'nothing' ? 'nothing may be deleted' : 'nothing may be deleted for good',
			deletions === 'nothing' ? rule : `${rule} Deleted Items can take an email or an event.`,
		);
	}

	async function checkPeople(
		asked: Asked,
		effects: Effects,
		told: () => Promise<Person[]>,
	): Promise<void> {
		const why = await effects.unclear?.();
		if (why !== undefined) throw refusal(`nobody can say whom it reaches, as ${why}`, ruleOfWho());
		if (who === 'nobody') {
			if (effects.sends === 'always') throw nobody('nothing is sent');
			const [first] = await told();
			if (first) throw nobody(`${first.as} would get a message`);
			return;
		}
		const people = [...(await told()), ...(effects.names?.() ?? [])];
		const [first] = await withoutAnswered(await withoutKnown(people, asked), effects);
		if (!first) return;
		throw refusal(`${first.as} may not be written to`, hintFor(effects));
	}

	async function withoutKnown(people: Person[], { root, graph }: Asked): Promise<Person[]> {
		const own = decodeURIComponent(root.replace('/users/', '')).toLowerCase();
		const strangers = people.filter(({ address, stands }) => {
			if (address === undefined) return true;
			// A mailbox that others share may write as itself.
			return !listed.has(address) && !(stands === 'asSender' && address.toLowerCase() === own);
		});
		if (strangers.length === 0 || who !== 'organizationAndListed') return strangers;
		const domains = await ownDomains(graph);
		return strangers.filter(
			({ address }) => address === undefined || !isOfDomain(address, domains),
		);
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
		asked: Asked,
		{ sends }: Effects,
		told: () => Promise<Person[]>,
		limit: number,
	): Promise<void> {
		if (!sends || (sends === 'whenTold' && (await told()).length === 0)) return;
		const now = clock.now();
		const mailbox = `${account.id} ${asked.root.toLowerCase()}`;
		const countSent = async () => {
			const $filter = `sentDateTime ge ${new Date(now - HOUR_MS).toISOString()}`;
			const sent = mailPath`/mailFolders/${'sentitems'}/messages`;
			const query = { $filter, $select: 'id' };
			return (await asked.graph.list(sent, made, { limit, query })).length;
		};
		if (await takeOne(mailbox, limit, now, countSent)) return;
		throw refusal(
			'as many emails have left in the last hour as may',
			`${POLICY_LABELS.perHour} is ${limit} in the credential: run the step again later.`,
		);
	}

	function ruleOfWho(): string {
		return `${POLICY_LABELS.who} is "${AUDIENCES[who]}" in the credential "${account.name}".`;
	}

	function hintFor({ answers }: Effects): string {
		const ways = [
			`add the address to ${POLICY_LABELS.allowed}`,
			...(answers && !mayAnswerSenders ? [`switch on ${POLICY_LABELS.answers}`] : []),
		];
		return `${ruleOfWho()} A person who manages it can ${ways.join(' or ')}, or write to them in Outlook.`;
	}

	function nobody(why: string): ProviderFailure {
		return refusal(
			why,
			`${ruleOfWho()} Leave a draft, or an event without attendees, for a person.`,
		);
	}

	function notKnown(): ProviderFailure {
		return refusal(
			'only reading, and what reaches nobody, can be asked freely',
			'Use the step that was made for it: what it sends is looked at, and let through where it may be.',
		);
	}

	return {
		check,
		note(call, answer) {
			if (call.method !== 'POST') return;
			const { rule, asked } = find(call);
			const id = makesMail(rule) ? made.safeParse(answer.body).data?.id : undefined;
			if (id !== undefined) ownMails.set(id, answers(rule) ? asked.ids.message : undefined);
		},
		draftsOnly: who === 'nobody',
	};
}

function makesMail({ request }: Rule): boolean {
	return request === 'POST messages' || /\/(create(Reply|Forward)|copy)/.test(request);
}

function answers({ request }: Rule): boolean {
	return request.includes('/createReply');
}

function refusal(why: string, hint: string): ProviderFailure {
	return new ProviderFailure('policy', `The credential does not allow it: ${why}`, { hint });
}
