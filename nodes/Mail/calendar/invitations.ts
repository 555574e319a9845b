import { ProviderFailure, recover } from '../../shared/failures';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import type { GraphTime } from '../graph/zones';

type Answer = 'accept' | 'decline' | 'tentativelyAccept' | 'cancel';

interface AnswerBody {
	comment?: string;
	/** Graph sends the answer unless it is told not to. */
	sendResponse?: boolean;
	proposedNewTime?: { start: GraphTime; end: GraphTime };
}

/** Who may do what: https://learn.microsoft.com/graph/api/event-cancel, event-accept */
const HINTS: Record<'cancel' | 'respond', string> = {
	cancel:
		'Only the organizer can cancel a meeting. Use Respond to Event to decline an invitation, or Delete Event to take it off the calendar.',
	respond:
		'Only an invitation can be answered, not a meeting of the account itself; and its organizer may have ruled out other times.',
};

/**
 * Answers an invitation, or cancels a meeting; the others are told by email.
 * @throws ProviderFailure; a refusal says who may do it.
 */
export async function answerInvitation(
	graph: GraphClient,
	eventId: string,
	answer: Answer,
	body: AnswerBody,
): Promise<void> {
	const paths: Record<Answer, string> = {
		accept: mailPath`/events/${eventId}/accept`,
		cancel: mailPath`/events/${eventId}/cancel`,
		decline: mailPath`/events/${eventId}/decline`,
		tentativelyAccept: mailPath`/events/${eventId}/tentativelyAccept`,
	};
	await graph.request({ method: 'POST', path: paths[answer], body }).catch(
		recover(
			({ kind }) => kind === 'rejected',
			({ kind, message, details }) => {
				const hint = HINTS[answer === 'cancel' ? 'cancel' : 'respond'];
				throw new ProviderFailure(kind, message, { ...details, hint });
			},
		),
	);
}
