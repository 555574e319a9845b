import { z } from 'zod';
import type { ProviderFailure } from '../../shared/http/failures';
import { explain, recover, undefinedOn } from '../../shared/http/failures';
import { oncePerRun, rememberDeeds } from '../../shared/provider/perRun';
import { runIn } from '../graph/deleteOnce';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { GraphTime } from '../graph/zones';

/** An answer as Graph takes it. */
interface AnswerBody {
	comment?: string;
	sendResponse: boolean;
	proposedNewTime?: { start: GraphTime; end: GraphTime };
}

const invitationShape = z.object({
	isCancelled: z.boolean().nullish(),
	isOrganizer: z.boolean().nullish(),
	responseRequested: z.boolean().nullish(),
});

const HINT =
	'Only an invitation can be answered, not a meeting of the account itself; and its organizer may have ruled out other times.';
const CANCELLED =
	'The organizer cancelled the meeting, so that nobody can answer it. Delete Event takes it out of the calendar.';
const UNASKED = 'The organizer asked for no answers, and gets none.';
const WITHOUT_TEXT = `${UNASKED} Leave Comment and Proposed Start empty: the answer is then kept in the calendar alone.`;
const NEITHER = `${UNASKED} Delete Event takes the meeting out of the calendar. A person can set Show As with Update Event.`;

const declines = rememberDeeds<boolean>();

/**
 * Answers an invitation. Where its organizer asked for no answers (fact: answer-unasked), the answer is kept in the
 * calendar alone.
 * @param response `accept`, `decline` or `tentativelyAccept`.
 * @returns whether the organizer is told.
 * @throws ProviderFailure where it cannot be answered, or a text or time for the organizer would be lost.
 * @see https://learn.microsoft.com/graph/api/event-accept
 */
export async function answerInvitation(
	graph: GraphClient,
	id: string,
	response: string,
	answer: AnswerBody,
): Promise<boolean> {
	const path = mailPath`/events/${id}/${response}`;
	const post = async (body: AnswerBody) => {
		await graph.request({ method: 'POST', path, body });
		return body.sendResponse;
	};
	const send = async () =>
		await post(answer).catch(
			recover(isUnexplained, async (failure) => {
				const asking = graph.part(mailPath`/events/${id}`, invitationShape);
				const asked = await asking.catch(undefinedOn('any'));
				if (asked?.isCancelled) throw failure.withHint(CANCELLED);
				if (asked?.isOrganizer !== false || asked.responseRequested !== false)
					throw failure.withHint(HINT);
				if (answer.comment !== undefined || answer.proposedNewTime)
					throw failure.withHint(WITHOUT_TEXT);
				return await post({ sendResponse: false }).catch(explain({ rejected: NEITHER }));
			}),
		);
	if (response !== 'decline') return await send();
	// A decline takes the meeting out of the calendar (fact: attendee-copy).
	const name = JSON.stringify([path, answer]);
	return await oncePerRun(await declines(...runIn(graph)), name, send);
}

/** Whether an answer was refused for a reason that is still to be found: a full mailbox says so itself. */
function isUnexplained({ kind, details }: ProviderFailure): boolean {
	return kind === 'rejected' && details.isHintOfKind === true;
}
