import { z } from 'zod';
import type { Departure, Effects, Person, Reached } from '../../shared/outgoing/write';
import type { GuardedCall } from '../graph/guard';
import { SEAL } from '../graph/sealProperty';
import { nameOfFolder, whatIsInside } from './folders';
import { readDeparture } from './hour';
import {
	addressesIn,
	answersWriterOf,
	inviterTold,
	missingIn,
	namedByDraft,
	namedInDraft,
	namedInMail,
	readAddresses,
	waitsForReceipt,
} from './people';

/** A request in a mailbox, with what its path names. */
export interface Asked extends GuardedCall {
	/** The request itself. */
	call: GuardedCall;
	/** IDs in the path, by name. */
	ids: Record<string, string>;
	/** What is known of the mail in the path, if this run made it. Such a mail is sent only when it is complete. */
	own?: OwnMail;
}

/** A mail that a run made, and how it leaves. */
export interface OwnMail extends Departure {
	/** The ID of the mail that it answers. */
	answers?: string;
	/** It was let out: only after that can it wait to be sent. */
	isHandedOver: boolean;
}

/** Works out the effects of a request. */
export type EffectsOf = (asked: Asked) => Effects;

const messageInside = z.object({ message: z.unknown() });
const readMark = z.object({ isRead: z.literal(true) });
const replies = z
	.object({
		automaticRepliesSetting: z.object({
			status: z.string().optional(),
			externalAudience: z.string().optional(),
		}),
	})
	.strict();
const destination = z.object({ destinationId: z.string() });
/** An attachment that is a link: unlike bytes, it may give somebody access to the file behind it. */
const link = z.object({ '@odata.type': z.string().regex(/referenceAttachment/i) });

const messageOf = ({ ids }: Asked) => ids.message ?? '';
const inside = ({ body }: Asked): unknown => messageInside.safeParse(body).data?.message;

/** Whoever wrote the mail that a draft of this run answers. */
const answersByDraft = ({ graph, own }: Asked) => answersWriterOf(graph, own?.answers);

/** @see https://learn.microsoft.com/graph/api/user-sendmail */
export const sendsMail: EffectsOf = (asked) => ({
	reaches: () => ({ told: namedInMail(inside(asked)) }),
	sends: 'always',
});

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendsDraft: EffectsOf = (asked) => ({
	reaches: async () => ({
		told: await namedInDraft(asked.graph, messageOf(asked), asked.own !== undefined),
	}),
	...answersByDraft(asked),
	sends: 'always',
	draft: messageOf(asked),
	leaves: async () => asked.own ?? (await readDeparture(asked.graph, messageOf(asked))),
});

/** Whoever runs the list learns that the mail is read. Nobody knows their address. */
export const leavesList: EffectsOf = () => ({
	reaches: () => ({ told: [{ address: undefined, as: 'whoever runs the mailing list' }] }),
});

export const makesDraft: EffectsOf = (asked) => ({
	reaches: () => ({ named: namedInMail(asked.body) }),
});

export const makesForward: EffectsOf = (asked) => ({
	reaches: async () => ({
		named: [...namedInMail(inside(asked)), ...(await inviterTold(asked.graph, messageOf(asked)))],
	}),
});

/** The recipients that Graph chooses are checked when the draft is sent, or left for a person to send. */
export const makesAnswer: EffectsOf = (asked) => ({
	reaches: () => ({ named: namedInMail(inside(asked)) }),
	...answersWriterOf(asked.graph, messageOf(asked)),
});

/** Others do not see these: https://learn.microsoft.com/graph/api/message-update (what a sent mail can change) */
const mark = z.unknown();
const onlyMarks = z
	.object({
		isRead: mark,
		categories: mark,
		flag: mark,
		importance: mark,
		inferenceClassification: mark,
		singleValueExtendedProperties: z
			.array(z.object({ id: z.literal(SEAL), value: mark }).strict())
			.optional(),
	})
	.strict();

/** Whom a change of somebody else's draft reaches: whoever it names, now or when a person sends it. */
async function namedByOthersDraft(asked: Asked): Promise<Reached> {
	if (asked.own) return {};
	const change = z.record(z.unknown()).catch({}).parse(asked.body);
	return await namedByDraft(asked.graph, messageOf(asked), change);
}

export const changesMail: EffectsOf = (asked) => ({
	...answersByDraft(asked),
	async reaches() {
		const marksRead = readMark.safeParse(asked.body).success;
		const receipts = marksRead ? await waitsForReceipt(asked.graph, messageOf(asked)) : [];
		const isMarked = onlyMarks.safeParse(asked.body).success;
		const { told = [], named = [] } = isMarked ? {} : await namedByOthersDraft(asked);
		return { told: [...receipts, ...told], named: [...named, ...namedInMail(asked.body)] };
	},
});

/** Permanent: where a DELETE puts a mail is not promised, https://learn.microsoft.com/graph/api/message-delete */
export const removesMail: EffectsOf = (asked) => ({
	reaches: async () => ({ told: await waitsForReceipt(asked.graph, messageOf(asked)) }),
	deletes: () => 'forGood',
});

/** A copy in the Outbox may be sent. */
export const copiesMail: EffectsOf = ({ graph, body }) => ({
	async unclear() {
		const goal = await nameOfFolder(graph, destination.parse(body).destinationId);
		return goal === 'outbox' ? 'what lies in the Outbox may be sent' : undefined;
	},
});

/** Moving a scheduled email counts as deleting: nobody promises that it still leaves (fact: deferred-changes). */
export const movesMail: EffectsOf = (asked) => ({
	...copiesMail(asked),
	async deletes() {
		const { sendTime } = await readDeparture(asked.graph, messageOf(asked));
		if (sendTime !== undefined) return 'forGood';
		const { destinationId } = destination.parse(asked.body);
		const goal = await nameOfFolder(asked.graph, destinationId);
		if (goal === 'deleteditems' || goal === 'junkemail') return 'recoverably';
		return goal === 'recoverableitemsdeletions' ? 'forGood' : undefined;
	},
});

/** Adding a file, whatever it is added to. */
export const attaches: EffectsOf = ({ body }) => ({
	unclear: () =>
		link.safeParse(body).success ? 'a link may give access to the file behind it' : undefined,
});

export const attachesToMail: EffectsOf = (asked) => ({
	...attaches(asked),
	reaches: async () => await namedByOthersDraft(asked),
});

export const removesAttachment: EffectsOf = (asked) => ({
	deletes: () => 'forGood',
	reaches: async () => await namedByOthersDraft(asked),
});

/** Deleting unread mails may send receipts, and deleting meetings tells their attendees. */
export const removesContainer: EffectsOf = (asked) => ({
	deletes: () => 'forGood',
	unclear: async () => await whatIsInside(asked.graph, asked.ids),
});

const inContact = (addresses: Array<string | undefined>): Person[] =>
	addresses.map((address) => ({ address, as: 'an address of the contact' }));

/** Whoever writes to somebody from Outlook takes the address from the contact. */
export const makesContact: EffectsOf = ({ body }) => ({
	isOfContact: true,
	reaches: () => ({ named: inContact(addressesIn(body) ?? []) }),
});

export const removesContact: EffectsOf = () => ({ isOfContact: true, deletes: () => 'forGood' });

/** Replaced addresses are lost, which counts as deleting them. */
export const changesContact: EffectsOf = ({ body, graph, ids }) => {
	const next = addressesIn(body);
	if (!next) return { isOfContact: true };
	const before = async () => await readAddresses(graph, ids.contact ?? '');
	return {
		isOfContact: true,
		reaches: async () => ({ named: inContact(missingIn(await before(), next)) }),
		async deletes() {
			const gone = missingIn(next, await before());
			return gone.some((address) => address) ? 'forGood' : undefined;
		},
	};
};

/**
 * A rule may forward emails, and a deleted rule may have held back another one that does. Nobody looks again at what
 * the mailbox does from then on. https://learn.microsoft.com/graph/api/resources/messageruleactions
 */
export const changesRules: EffectsOf = () => ({ standing: 'rule' });

/**
 * Only the settings for automatic replies can be judged. Switched off they answer nobody, whatever their texts are.
 * Where the status is left out, they may be on. https://learn.microsoft.com/graph/api/user-update-mailboxsettings
 */
export const changesSettings: EffectsOf = ({ body }) => {
	const set = replies.safeParse(body).data?.automaticRepliesSetting;
	if (set?.status === 'disabled') return {};
	return { standing: set?.externalAudience === 'none' ? 'answersOrganization' : 'answersAnybody' };
};
