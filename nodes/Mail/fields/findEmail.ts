import { z } from 'zod';
import { InvalidInput } from '../../shared/http/failures';
import { changed, collection } from '../../shared/step/field';
import { moment, optionalChoice, text, toggle } from '../../shared/step/fieldKinds';
import { optionalIdText, optionalText, wantedText } from '../../shared/step/inputSchemas';
import { ownIn } from '../../shared/step/wrappedId';
import { toMoment } from '../../shared/text/moments';
import type { MessageConditions } from '../email/messageConditions';
import { personFilter } from '../email/personText';
import { objectionToSearch } from '../email/searchSyntax';
import type { ZoneSource } from '../graph/localZone';
import { localZone } from '../graph/localZone';
import { importance } from './message';

export const search = text(
	'search',
	'Search',
	'Words, or properties such as from:, to:, subject:, body:, received>=2026-03-01, hasAttachments:true, joined by AND, OR and NOT in capitals. Leave empty for the newest emails.',
	{
		page: 'mail.md#find-email',
		placeholder: 'e.g. from:ann@contoso.com AND subject:report',
		displayOptions: { show: { findBy: ['search'] } },
		input: optionalText.superRefine((text = '', context) => {
			const message = objectionToSearch(text);
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}),
		byModel:
			'Words, or from:ann@contoso.com, to:, subject:, body:, received>=2026-03-01, hasAttachments:true, with AND, OR, NOT in capitals; empty for the newest',
	},
);

export const unreadOnly = toggle(
	'unreadOnly',
	'Unread Only',
	'Whether to leave out emails that were read',
	{
		displayOptions: { show: { findBy: ['search'] } },
		narrows: true,
		byModel: 'Leaves out read ones',
	},
);

export const filters = collection(
	'filters',
	'Filters',
	'Emails must match all conditions',
	[
		text(
			'bodyWords',
			'Body Contains',
			'Words that the body has to contain, all of them. Bodies are read and compared one by one, so add a date or a sender to be quick.',
			{ placeholder: 'e.g. contract renewal', input: wantedText },
		),
		text(
			'conversationId',
			'Conversation ID',
			'Only emails of this conversation, as another step returns it in "conversationId"',
			{
				placeholder: 'e.g. AAQkAGI2...',
				input: z.preprocess(ownIn('conversationId'), optionalIdText),
			},
		),
		text(
			'from',
			'From',
			"The sender's whole address, a domain beginning with @, or a part of the name",
			{ placeholder: 'e.g. ann@contoso.com, @contoso.com or Ann', input: personFilter },
		),
		optionalChoice(
			'hasAttachments',
			'Has Attachments',
			'Only emails with attachments, or only those without; images inside the text do not count',
			{ options: { either: 'Either', false: 'No', true: 'Yes' }, default: 'true' },
		),
		changed(importance, { default: 'high', description: 'Only emails of this importance' }),
		text(
			'label',
			'Label',
			'Only emails that carry this label (category), by its whole name',
			'e.g. Invoice',
		),
		optionalChoice(
			'readStatus',
			'Read Status',
			'Only emails that were read, or only those that were not',
			{ options: { either: 'Either', read: 'Read', unread: 'Unread' }, default: 'unread' },
		),
		moment('receivedAfter', 'Received After', 'Only emails received at or after this time'),
		moment('receivedBefore', 'Received Before', 'Only emails received before this time'),
		text('subject', 'Subject Contains', 'Only emails whose subject holds this text', {
			placeholder: 'e.g. invoice',
			input: wantedText,
		}),
		text('to', 'To', 'An address, a domain or a part of a name among To and Cc', {
			placeholder: 'e.g. support@contoso.com',
			input: personFilter,
		}),
	],
	{ displayOptions: { show: { findBy: ['filters'] } } },
);

/**
 * The conditions with their times read.
 * @throws InvalidInput when a time is none, or the two leave no time between them.
 */
export async function toConditions(
	given: z.output<typeof filters.input>,
	source: ZoneSource,
): Promise<MessageConditions> {
	const { readStatus, hasAttachments, receivedAfter, receivedBefore, ...rest } = given;
	const times = [receivedAfter, receivedBefore].filter((time) => time !== undefined);
	const zone = times.length > 0 ? await localZone(source, undefined, times) : source.timeZone;
	const after = receivedAfter ? toMoment(receivedAfter, zone, 'receivedAfter') : undefined;
	const before = receivedBefore ? toMoment(receivedBefore, zone, 'receivedBefore') : undefined;
	if (after && before && before <= after) {
		throw new InvalidInput('must be after Received After', 'receivedBefore');
	}
	return {
		...rest,
		isRead: readStatus === undefined ? undefined : readStatus === 'read',
		hasAttachments: hasAttachments === undefined ? undefined : hasAttachments === 'true',
		receivedAfter: after,
		receivedBefore: before,
	};
}
