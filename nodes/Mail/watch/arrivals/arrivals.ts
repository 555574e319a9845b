import { recover } from '../../../shared/http/failures';
import { objectionToId } from '../../../shared/http/pathSegment';
import { isOfTheThing } from '../../../shared/watch/triggerErrors';
import { isThingMissing } from '../../graph/failure';
import type { ListedMail } from '../mails/listedMail';
import type { MailboxPoll } from '../mails/mailboxPoll';
import type { Arrival } from '../mails/places';
import { readPlace } from '../mails/readMail';

/**
 * What the present folders of mails say of them, by ID: `aside` for a mail that is gone or in no watched folder; no
 * entry while that cannot be told. The requests join the batch of the moment.
 */
export async function arrivalsOf(
	poll: MailboxPoll,
	mails: readonly ListedMail[],
): Promise<Map<string, Arrival>> {
	const { places } = poll;
	const entries = await Promise.all(
		mails.map(async ({ id }): Promise<Array<[string, Arrival]>> => {
			// No mail has such an ID: something else changed the stored state.
			if (objectionToId(id) !== undefined) return [[id, 'never']];
			return await readPlace(poll, id)
				.then(async (mail) =>
					places.holds(mail.parentFolderId) ? await places.arrivalOf(mail) : 'aside',
				)
				.then((arrival): Array<[string, Arrival]> => [[id, arrival]])
				.catch(
					recover(isOfTheThing, (failure) => (isThingMissing(failure) ? [[id, 'aside']] : [])),
				);
		}),
	);
	return new Map(entries.flat());
}

/** Of the mails that are listed with their folder alone, those that nobody wants there, by their IDs. */
export async function unwantedOf(
	{ places }: MailboxPoll,
	mails: readonly ListedMail[],
): Promise<Map<string, Arrival>> {
	const entries = await Promise.all(
		mails.map(async ({ id, folderId, whole }): Promise<Array<[string, Arrival]>> => {
			if (folderId === undefined || whole) return [];
			const arrival = await places.arrivalOf({ parentFolderId: folderId });
			return arrival === 'incoming' ? [] : [[id, arrival]];
		}),
	);
	return new Map(entries.flat());
}
