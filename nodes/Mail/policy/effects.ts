import { z } from 'zod';
import type { GuardedCall } from '../graph/guard';
import { nameOfFolder, whatIsInside } from './folders';
import { readSendTime } from './hour';
import type { Person } from './people';
import {
	invitedBy,
	namedInDraft,
	namedInMail,
	namedInWaiting,
	organizerOf,
	toldOfChange,
	waitsForReceipt,
	writerOf,
} from './people';

/** A request in a mailbox, with what its path names. */
export interface Asked extends GuardedCall {
	/** IDs in the path, by name. */
	ids: Record<string, string>;
	/** The mail in the path was made by this run: it is sent, if at all, when it is complete. */
	isOwn: boolean;
	/** When such a mail leaves by itself once it is sent, in milliseconds since the epoch. */
	ownSendTime?: number;
	/** The mail that a draft of this run answers. */
	answeredBy(draftId: string): string | undefined;
}

/** What is taken away: with Deleted Items to take it back from, or without. */
export type Deletion = 'recoverably' | 'forGood';

/**
 * What goes on without being asked: whoever writes is answered, or only those of the organization; or the
 * mailbox itself forwards, answers and deletes emails.
 */
export type Standing = 'answersAnybody' | 'answersOrganization' | 'rule';

/** What a request does to others, and takes away; only what a policy asks for is looked up. */
export interface Effects {
	/** Those who get something by it, now or without anything else being asked. */
	tells?(): Promise<Person[]> | Person[];
	/** Those who are named in what a person may send later. */
	names?(): Person[];
	/** Addresses of those whom it answers. */
	answers?(): Promise<string[]>;
	/** An email leaves: `always`, or when somebody is told. */
	sends?: 'always' | 'whenTold';
	/** When it leaves, in milliseconds since the epoch; undefined for at once. */
	leavesAt?(): Promise<number | undefined>;
	deletes?(): Promise<Deletion | undefined> | Deletion;
	/** What goes on by itself afterwards, where no rule can look at it any more. */
	standing?: Standing;
	/** Why nobody can say whom it reaches; undefined where that can be said. */
	unclear?(): Promise<string | undefined> | string | undefined;
}

/** What a request does, by what it asks. */
export type EffectsOf = (asked: Asked) => Effects;

const messageInside = z.object({ message: z.unknown() });
const readMark = z.object({ isRead: z.literal(true) });
const silently = z.object({ sendResponse: z.literal(false) });
const replies = z
	.object({
		automaticRepliesSetting: z.object({
			status: z.string().optional(),
			externalAudience: z.string().optional(),
		}),
	})
	.strict();
const destination = z.object({ destinationId: z.string() });
/** For the file behind a link somebody may get access, unlike for bytes. */
const link = z.object({ '@odata.type': z.string().regex(/referenceAttachment/i) });

const messageOf = ({ ids }: Asked) => ids.message ?? '';
const eventOf = ({ ids }: Asked) => ids.event ?? '';
const inside = ({ body }: Asked): unknown => messageInside.safeParse(body).data?.message;

/** Whoever wrote the mail that a draft of this run answers. */
async function writerAnswered(asked: Asked): Promise<string[]> {
	const answered = asked.answeredBy(messageOf(asked));
	return answered === undefined ? [] : await writerOf(asked.graph, answered);
}

/** @see https://learn.microsoft.com/graph/api/user-sendmail */
export const sendsMail: EffectsOf = (asked) => ({
	tells: () => namedInMail(inside(asked)),
	sends: 'always',
});

/** @see https://learn.microsoft.com/graph/api/message-send */
export const sendsDraft: EffectsOf = (asked) => ({
	tells: async () => await namedInDraft(asked.graph, messageOf(asked)),
	answers: async () => await writerAnswered(asked),
	sends: 'always',
	leavesAt: async () =>
		asked.isOwn ? asked.ownSendTime : await readSendTime(asked.graph, messageOf(asked)),
});

export const makesDraft: EffectsOf = (asked) => ({ names: () => namedInMail(asked.body) });

/** Recipients that Graph chooses are looked at when the draft is sent. */
export const makesAnswer: EffectsOf = (asked) => ({ names: () => namedInMail(inside(asked)) });

/** What others do not see of a mail: https://learn.microsoft.com/graph/api/message-update (what a sent one can change) */
const mark = z.unknown();
const onlyMarks = z
	.object({
		isRead: mark,
		categories: mark,
		flag: mark,
		importance: mark,
		inferenceClassification: mark,
	})
	.strict();

/** A draft that waits for its time goes out as it is then, without being sent again. */
async function toldByWaiting(asked: Asked): Promise<Person[]> {
	return asked.isOwn ? [] : await namedInWaiting(asked.graph, messageOf(asked));
}

export const changesMail: EffectsOf = (asked) => ({
	names: () => namedInMail(asked.body),
	answers: async () => await writerAnswered(asked),
	async tells() {
		const marksRead = readMark.safeParse(asked.body).success;
		return [
			...(marksRead ? await waitsForReceipt(asked.graph, messageOf(asked)) : []),
			...(onlyMarks.safeParse(asked.body).success ? [] : await toldByWaiting(asked)),
		];
	},
});

/** Where a plain DELETE puts a mail is not promised: https://learn.microsoft.com/graph/api/message-delete */
export const removesMail: EffectsOf = (asked) => ({
	tells: async () => await waitsForReceipt(asked.graph, messageOf(asked)),
	deletes: () => 'forGood',
});

/** What lies in the Outbox may be sent. */
export const copiesMail: EffectsOf = ({ graph, body }) => ({
	async unclear() {
		const goal = await nameOfFolder(graph, destination.parse(body).destinationId);
		return goal === 'outbox' ? 'what lies in the Outbox may be sent' : undefined;
	},
});

export const movesMail: EffectsOf = (asked) => ({
	...copiesMail(asked),
	async deletes() {
		const { destinationId } = destination.parse(asked.body);
		const goal = await nameOfFolder(asked.graph, destinationId);
		if (goal === 'deleteditems') return 'recoverably';
		return goal === 'recoverableitemsdeletions' ? 'forGood' : undefined;
	},
});

const attaches: EffectsOf = ({ body }) => ({
	unclear: () =>
		link.safeParse(body).success ? 'a link may give access to the file behind it' : undefined,
});

export const attachesToMail: EffectsOf = (asked) => ({
	...attaches(asked),
	tells: async () => await toldByWaiting(asked),
});

export const removesAttachment: EffectsOf = (asked) => ({
	...removes(asked),
	tells: async () => await toldByWaiting(asked),
});

export const removes: EffectsOf = () => ({ deletes: () => 'forGood' });

/** Unread mails may wait to send receipts, and meetings tell their attendees. */
export const removesContainer: EffectsOf = (asked) => ({
	deletes: () => 'forGood',
	unclear: async () => await whatIsInside(asked.graph, asked.ids),
});

export const invites: EffectsOf = ({ body }) => ({
	tells: () => invitedBy(body),
	sends: 'whenTold',
});

/** @see https://learn.microsoft.com/graph/api/event-update */
export const changesEvent: EffectsOf = (asked) => ({
	tells: async () => [
		...(await toldOfChange(asked.graph, eventOf(asked))),
		...invitedBy(asked.body),
	],
	sends: 'whenTold',
});

/** It goes to Deleted Items: https://learn.microsoft.com/graph/api/event-cancel */
export const removesEvent: EffectsOf = (asked) => ({
	...changesEvent(asked),
	deletes: () => 'recoverably',
});

/** Attendees get it with the next change: https://learn.microsoft.com/graph/api/event-post-attachments */
export const attachesToEvent: EffectsOf = (asked) => ({
	...attaches(asked),
	tells: async () => await toldOfChange(asked.graph, eventOf(asked)),
});

/** @see https://learn.microsoft.com/graph/api/event-accept */
export const answersInvitation: EffectsOf = (asked) => {
	if (silently.safeParse(asked.body).success) return {};
	const organizer = async () => await organizerOf(asked.graph, eventOf(asked));
	return {
		tells: organizer,
		answers: async () => (await organizer()).flatMap(({ address }) => address ?? []),
		sends: 'whenTold',
	};
};

/**
 * A rule may forward, and one that is gone may have held back another that does: what a mailbox does with
 * emails of strangers, nobody looks at again. https://learn.microsoft.com/graph/api/resources/messageruleactions
 */
export const changesRules: EffectsOf = () => ({ standing: 'rule' });

/**
 * Of the settings, those for automatic replies alone can be judged. Off they answer nobody, whatever their
 * texts are; what is left out may be on. https://learn.microsoft.com/graph/api/user-update-mailboxsettings
 */
export const changesSettings: EffectsOf = ({ body }) => {
	const set = replies.safeParse(body).data?.automaticRepliesSetting;
	if (set?.status === 'disabled') return {};
	return { standing: set?.externalAudience === 'none' ? 'answersOrganization' : 'answersAnybody' };
};
