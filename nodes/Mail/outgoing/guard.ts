import { z } from 'zod';
import { PERMISSIONS_WITHOUT_SENDING } from '../../../credentials/outgoingPolicy';
import type { Clock } from '../../shared/http/clock';
import { addressKey, isOfDomain } from '../../shared/outgoing/allowedAddresses';
import { createJudge } from '../../shared/outgoing/guard';
import { belowMailbox } from '../../shared/outgoing/matchPath';
import type { OutgoingPolicy } from '../../shared/outgoing/outgoingPolicy';
import { refusal, ruleNames, unlistedWrite } from '../../shared/outgoing/refusal';
import type { Person } from '../../shared/outgoing/write';
import { findWrite } from '../../shared/outgoing/write';
import type { Connection } from '../../shared/provider/connect';
import { sendTimeIn } from '../graph/deferral';
import type { Guard, GuardedCall } from '../graph/guard';
import type { Asked, OwnMail } from './effects';
import type { LetOut } from './hour';
import {
	endLetOut,
	readMailboxClocks,
	readSendTimes,
	readSent,
	takeBackLetOut,
	takeOne,
} from './hour';
import { leadingOutside, ownDomains } from './organization';
import type { MailWrite } from './writes';
import { ASKS } from './writes';

interface GuardOptions {
	/** Undefined where the credential lets everything through. */
	policy: OutgoingPolicy | undefined;
	account: Connection['account'];
	clock: Clock;
	/** What the step may write. */
	effects: readonly MailWrite[];
}

/** What Graph made: a mail, an event. */
const made = z.object({
	id: z.string(),
	internetMessageId: z.string().optional().catch(undefined),
});
/** The version whose requests are known. */
const KNOWN_VERSION = 'v1.0';
/**
 * What a permission set lets be changed, by the request. Microsoft lets the application do as well what the account
 * granted it before (fact: granted-before).
 */
const CHANGEABLE = new Map<string | undefined, RegExp>([
	[
		PERMISSIONS_WITHOUT_SENDING.draftsOnly,
		/^\w+ (?:messages|mailFolders|contacts|contactFolders)\b/,
	],
	[PERMISSIONS_WITHOUT_SENDING.readOnly, /^$/],
]);

/** Holds every request of a run to what its step says that it writes, and to the policy of its credential. */
export function createGuard({ policy, account, clock, effects }: GuardOptions): Guard {
	const writes = [...effects, ...ASKS];
	/** The mails that this run made: it may take them away again. */
	const ownMails = new Map<string, OwnMail>();
	const mailboxClock = readMailboxClocks(clock);
	/** The emails that were let out, by the ID of the draft, or by the request where there is no draft. */
	const letOut = new Map<GuardedCall | string, LetOut>();

	function find(call: GuardedCall) {
		const [path = ''] = `${call.root}${call.path}`.split('?', 1);
		const below = belowMailbox(path);
		const isKnown = call.version === KNOWN_VERSION && below !== undefined;
		const found = isKnown ? findWrite(writes, call.method, below) : undefined;
		if (!found) return undefined;
		const asked: Asked = {
			...call,
			call,
			ids: found.ids,
			own: ownMails.get(found.ids.message ?? ''),
		};
		return { write: found.write, asked };
	}

	/** The email that this request let out, or an earlier one for the same draft. */
	function letOutBy(call: GuardedCall): LetOut | undefined {
		if (letOut.size === 0) return undefined;
		const { write, asked } = find(call) ?? {};
		const { draft } = (asked && write?.effects?.(asked)) ?? {};
		return letOut.get(draft ?? call);
	}

	function checkPermissions(write: MailWrite): void {
		const changeable = CHANGEABLE.get(policy?.permissions);
		if (!policy || !changeable || ASKS.includes(write) || changeable.test(write.request)) return;
		const why = 'the permissions do not include it';
		throw refusal(write.what ?? 'The call', why, ruleNames(policy).audience, BY_A_PERSON);
	}

	/** Those who are no colleagues either. A shared mailbox may be the sender of its own emails. */
	async function strangers(people: Person[], { root, graph }: Asked): Promise<Person[]> {
		const own = addressKey(decodeURIComponent(root.replace('/users/', '')));
		const others = people.filter(
			({ address, stands }) => stands !== 'asSender' || addressKey(address ?? '') !== own,
		);
		if (others.length === 0 || policy?.who !== 'organizationAndListed') return others;
		const domains = (await ownDomains(graph)) ?? new Set();
		const colleagues = others.flatMap(({ address = '' }) =>
			isOfDomain(address, domains) ? [address] : [],
		);
		if (colleagues.length === 0) return others;
		const outside = await leadingOutside(graph, [...new Set(colleagues)]);
		return others.flatMap((person) => {
			const { address = '', as } = person;
			if (!colleagues.includes(address)) return [person];
			return outside.has(address.toLowerCase())
				? [{ ...person, as: `${as}, which leads out of the organization,` }]
				: [];
		});
	}

	const judge =
		policy &&
		createJudge<Asked>(policy, account.name, {
			hints: { person: BY_A_PERSON, sending: AS_A_DRAFT, deleting: BY_A_PERSON },
			callsMay: 'API calls may only read, and write what reaches nobody',
			strangers,
			async blindness({ graph }) {
				const isBlind =
					policy.who === 'organizationAndListed' && (await ownDomains(graph)) === undefined;
				return isBlind ? NO_DOMAINS : undefined;
			},
			async takeOne(asked, { leaves, draft }, limit) {
				const { id: mailbox, now } = await mailboxClock(asked.graph);
				const mayWait = (id: string) => ownMails.get(id)?.isHandedOver ?? true;
				const look = async () => {
					// Waiting emails first: one that leaves between the two reads is counted twice, and not missed.
					const waiting = await readSendTimes(asked.graph, mayWait);
					return { sent: await readSent(asked.graph, now()), waiting };
				};
				const id = asked.ids.message;
				const { sendTime: leavesAt, messageId } = (await leaves?.()) ?? {};
				const email = await takeOne(
					`${account.id} ${mailbox}`,
					limit,
					{ now, leavesAt, id, messageId },
					look,
				);
				if (!email) {
					return leavesAt !== undefined && leavesAt > now()
						? 'as many emails as may leave in an hour around that time'
						: 'as many emails as may have left in the last hour';
				}
				letOut.set(draft ?? asked.call, email);
				if (asked.own) asked.own.isHandedOver = true;
				return undefined;
			},
		});

	return {
		async check(call, counts) {
			const { method, path, freeform } = call;
			if (method === 'GET' || (freeform && !judge)) return;
			const found = find(call);
			if (!found) throw freeform && judge ? judge.unknown() : unlistedWrite(method, path);
			checkPermissions(found.write);
			// A run may delete what it made itself.
			await judge?.judge({ ...found, freeform, isOwn: found.asked.own !== undefined, counts });
		},
		note(call, body) {
			const out = letOutBy(call);
			if (out) out.isSure = true;
			if (!policy || call.method === 'GET') return;
			const { write, asked } = find(call) ?? {};
			const { message = '', attachment } = asked?.ids ?? {};
			if (call.method === 'DELETE' && attachment === undefined) takeBackLetOut(message);
			const own = ownMails.get(message);
			if (own && call.method === 'PATCH') own.sendTime = sendTimeIn(call.body) ?? own.sendTime;
			const { id, internetMessageId: messageId } =
				(write?.makes && made.safeParse(body).data) ?? {};
			if (!write || !id) return;
			const answers = write.makes === 'answer' ? asked?.ids.message : undefined;
			ownMails.set(id, {
				answers,
				sendTime: sendTimeIn(call.body),
				messageId,
				isHandedOver: false,
			});
		},
		end(call) {
			const out = letOutBy(call);
			if (out) endLetOut(out);
		},
		draftsOnly: policy?.who === 'nobody',
		hasPolicy: policy?.restricts ?? false,
		isForAgents: policy?.isStrict ?? false,
	};
}

const BY_A_PERSON = 'A person can do it in Outlook.';
const NO_DOMAINS =
	'The domains of your organization could not be read, so every address counts as external. App-Only access needs the permission Organization.Read.All for that. A personal account has no organization.';
const AS_A_DRAFT = 'Leave a draft for a person to send.';
