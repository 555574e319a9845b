import type { DateTime } from 'luxon';
import { rethrow } from '../shared/http/failures';
import type { BinaryFiles } from '../shared/step/binary';
import type { Notices } from '../shared/step/notices';
import type { SharedFields } from '../shared/step/operation';
import { operationsFor } from '../shared/step/operation';
import { withoutSignatures } from '../shared/step/withoutSignatures';
import type { Parking } from './approval/park';
import { asSeen } from './email/messageOutput';
import { mailbox, mailboxOfApplication, mailboxOfCall } from './fields/mailbox';
import type { MailTransport } from './graph/transport';
import { settleNames } from './mailbox/settleNames';
import type { MailWrite } from './outgoing/writes';
import { EFFECTS } from './outgoing/writes';

/** What a step of the Mail node works with, for one item. */
export interface MailContext extends MailTransport {
	/** The mailbox that `graph` is bound to, where it is not the account's own. */
	mailbox?: string;
	files: BinaryFiles;
	notices: Notices;
	/** Says something beside the output of this item: to people above it, to a language model in it. */
	tell(advice: string): void;
	/** Holding the execution until a person answers. */
	parking: Parking;
	/** The call of an agent's tool that this is; the same for the review in front of it. */
	callKey(): string;
	/** The moment the run of this item began, in the workflow's time zone. */
	now: DateTime;
	/** The workflow's time zone, an IANA name. */
	timeZone: string;
}

const named = [mailbox, mailboxOfApplication] as const;
/** A path can name the mailbox as well. */
const nameable = [mailbox, mailboxOfCall] as const;

/**
 * Names of recipients are looked up before a step runs; it says for whom they stood. What may reach a language model
 * has nothing in it that people would not see, and no link that decides for one.
 */
const around: SharedFields<typeof named, MailContext>['around'] = async (
	{ mailbox: chosen },
	input,
	context,
	run,
) => {
	const told: string[] = [];
	const tell = (advice: string) => void told.push(advice);
	const inside = { ...context, mailbox: chosen, graph: context.graph.forMailbox(chosen), tell };
	const addresses = await settleNames(input, inside);
	const { named, cut, forModel, mayReachModel } = context.notices;
	const results = named(cut(await run(inside).catch(ofLentCalendar), ...told), addresses);
	if (!mayReachModel) return results;
	return results.map(({ json, ...files }) => {
		const seen = asSeen(json);
		// A tool's are hidden with all that it puts out.
		return { ...files, json: forModel ? seen : withoutSignatures(seen) };
	});
};

/** For `catch`: an event that is not found may be there all the same (fact: lent-calendar, fact: private-event). */
const ofLentCalendar = rethrow(
	({ kind, sought }) => kind === 'notFound' && /^\/events\//.test(sought?.path ?? ''),
	(failure) =>
		failure.withMore(
			'In a calendar that somebody shares, this step finds events only with its owner as Mailbox. It finds a private one only with full access to that mailbox.',
		),
);

type Effect = keyof typeof EFFECTS;

/** Defines one step of the Mail node; every step can work on another mailbox. */
export const defineMailOperation = operationsFor<MailContext, MailWrite, typeof named, Effect>({
	fields: named,
	writes: EFFECTS,
	around,
});

/** Defines a step whose requests may name the mailbox themselves. */
export const defineMailCall = operationsFor<MailContext, MailWrite, typeof nameable, Effect>({
	fields: nameable,
	writes: EFFECTS,
	around,
});
