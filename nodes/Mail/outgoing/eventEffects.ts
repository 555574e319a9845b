import { z } from 'zod';
import { eventPath } from '../graph/paths';
import type { Asked, EffectsOf } from './effects';
import { attaches } from './effects';
import { invitedBy, namedInMail, organizerOf, organizerTold, toldOfChange } from './people';

const silently = z.object({ sendResponse: z.literal(false) });

const pathOf = ({ ids: { calendar, event = '' } }: Asked) => eventPath(calendar, event);

export const invites: EffectsOf = ({ body }) => ({
	reaches: () => ({ told: invitedBy(body) }),
	sends: 'whenTold',
});

/** @see https://learn.microsoft.com/graph/api/event-update */
export const changesEvent: EffectsOf = (asked) => ({
	reaches: async () => ({
		told: [...(await toldOfChange(asked.graph, pathOf(asked))), ...invitedBy(asked.body)],
	}),
	sends: 'whenTold',
});

/** It goes to Deleted Items: https://learn.microsoft.com/graph/api/event-cancel */
export const removesEvent: EffectsOf = (asked) => ({
	...changesEvent(asked),
	deletes: () => 'recoverably',
});

/** From an attendee's mailbox the organizer is told as well: https://learn.microsoft.com/graph/api/event-forward */
export const forwardsEvent: EffectsOf = (asked) => ({
	async reaches() {
		const told = namedInMail(asked.body);
		return { told: [...told, ...(await organizerTold(asked.graph, pathOf(asked)))] };
	},
	sends: 'whenTold',
});

/** Attendees get it with the next change: https://learn.microsoft.com/graph/api/event-post-attachments */
export const attachesToEvent: EffectsOf = (asked) => ({
	...attaches(asked),
	reaches: async () => ({ told: await toldOfChange(asked.graph, pathOf(asked)) }),
});

/** The event leaves the calendar (fact: attendee-copy). */
export const declinesInvitation: EffectsOf = (asked) => ({
	...answersInvitation(asked),
	declines: true,
});

/** @see https://learn.microsoft.com/graph/api/event-accept */
export const answersInvitation: EffectsOf = (asked) => {
	if (silently.safeParse(asked.body).success) return {};
	const organizer = async () => await organizerOf(asked.graph, pathOf(asked));
	return {
		reaches: async () => ({ told: await organizer() }),
		answers: async () => (await organizer()).flatMap(({ address }) => address ?? []),
		sends: 'whenTold',
	};
};
