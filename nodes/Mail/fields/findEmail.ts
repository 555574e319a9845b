import type { z } from 'zod';
import { changed, collection, field, optionalChoice } from '../../shared/field';
import { optionalFlag, optionalIdText, optionalText, wantedText } from '../../shared/inputSchemas';
import { moment, toMoment } from '../../shared/moments';
import type { MessageConditions } from '../email/messageConditions';
import { personFilter } from '../email/personText';
import { importance } from './message';

/** Typed conditions on a mail. */
export const filters = collection(
	{
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		displayOptions: { show: { findBy: ['filters'] } },
		description: 'Conditions that all have to hold',
	},
	[
		field(
			{
				displayName: 'Body Contains',
				name: 'bodyWords',
				type: 'string',
				default: '',
				placeholder: 'e.g. contract renewal',
				description:
					'Words that all have to stand in the body. Bodies are read and compared one by one, so add a date or a sender to be quick.',
			},
			wantedText,
		),
		field(
			{
				displayName: 'Conversation ID',
				name: 'conversationId',
				type: 'string',
				default: '',
				description:
					'Only emails of this conversation, as another step returns it in "conversationId"',
			},
			optionalIdText,
		),
		field(
			{
				displayName: 'From',
				name: 'from',
				type: 'string',
				default: '',
				placeholder: 'e.g. ann@contoso.com, @contoso.com or Ann',
				description: "The sender's whole address, a domain beginning with @, or a part of the name",
			},
			personFilter,
		),
		field(
			{
				displayName: 'Has Attachments',
				name: 'hasAttachments',
				type: 'boolean',
				default: true,
				description: 'Whether the email has attachments; images inside the text do not count',
			},
			optionalFlag,
		),
		changed(importance, { default: 'high', description: 'Only emails of this importance' }),
		field(
			{
				displayName: 'Label',
				name: 'label',
				type: 'string',
				default: '',
				placeholder: 'e.g. Invoice',
				description: 'Only emails that carry this label (category), by its whole name',
			},
			optionalText,
		),
		optionalChoice({
			displayName: 'Read Status',
			name: 'readStatus',
			type: 'options',
			options: [
				{ name: 'Read', value: 'read' },
				{ name: 'Unread', value: 'unread' },
			],
			default: 'unread',
			description: 'Only emails that were read, or only those that were not',
		}),
		field(
			{
				displayName: 'Received After',
				name: 'receivedAfter',
				type: 'dateTime',
				default: '',
				description: 'Only emails received at or after this time',
			},
			moment,
		),
		field(
			{
				displayName: 'Received Before',
				name: 'receivedBefore',
				type: 'dateTime',
				default: '',
				description: 'Only emails received before this time',
			},
			moment,
		),
		field(
			{
				displayName: 'Subject Contains',
				name: 'subject',
				type: 'string',
				default: '',
				placeholder: 'e.g. invoice',
				description: 'Only emails whose subject holds this text',
			},
			wantedText,
		),
		field(
			{
				displayName: 'To',
				name: 'to',
				type: 'string',
				default: '',
				placeholder: 'e.g. support@contoso.com',
				description: 'An address, a domain or a part of a name among To and Cc',
			},
			personFilter,
		),
	],
);

/**
 * The conditions with their times read.
 * @throws InvalidInput when a time is none.
 */
export function toConditions(
	{ readStatus, receivedAfter, receivedBefore, ...rest }: z.output<typeof filters.input>,
	zone: string,
): MessageConditions {
	return {
		...rest,
		isRead: readStatus === undefined ? undefined : readStatus === 'read',
		receivedAfter: receivedAfter ? toMoment(receivedAfter, zone, 'receivedAfter') : undefined,
		receivedBefore: receivedBefore ? toMoment(receivedBefore, zone, 'receivedBefore') : undefined,
	};
}
