import type { z } from 'zod';
import { changed, collection, field, optionalChoice } from '../../shared/field';
import { optionalIdText, optionalText, wantedText } from '../../shared/inputSchemas';
import { moment, toMoment } from '../../shared/moments';
import type { MessageConditions } from '../email/messageConditions';
import { personFilter } from '../email/personText';
import type { ZoneSource } from '../graph/localZone';
import { localZone } from '../graph/localZone';
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
				placeholder: 'e.g. AAQkAGI2...',
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
		optionalChoice({
			displayName: 'Has Attachments',
			name: 'hasAttachments',
			type: 'options',
			options: [
				{ name: 'Either', value: 'either' },
				{ name: 'No', value: 'false' },
				{ name: 'Yes', value: 'true' },
			],
			default: 'true',
			description:
				'Only emails with attachments, or only those without; images inside the text do not count',
		}),
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
				{ name: 'Either', value: 'either' },
				{ name: 'Read', value: 'read' },
				{ name: 'Unread', value: 'unread' },
			],
			default: 'unread',
			description: 'Only emails that were read, or only those that were not',
		}),
		field(
			{
				displayName: 'Received After (YYYY-MM-DDTHH:MM)',
				name: 'receivedAfter',
				type: 'dateTime',
				default: '',
				description: 'Only emails received at or after this time',
			},
			moment,
		),
		field(
			{
				displayName: 'Received Before (YYYY-MM-DDTHH:MM)',
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
export async function toConditions(
	{
		readStatus,
		hasAttachments,
		receivedAfter,
		receivedBefore,
		...rest
	}: z.output<typeof filters.input>,
	source: ZoneSource,
): Promise<MessageConditions> {
	const times = [receivedAfter, receivedBefore].filter((time) => time !== undefined);
	const zone = times.length > 0 ? await localZone(source, undefined, times) : source.timeZone;
	return {
		...rest,
		isRead: readStatus === undefined ? undefined : readStatus === 'read',
		hasAttachments: hasAttachments === undefined ? undefined : hasAttachments === 'true',
		receivedAfter: receivedAfter ? toMoment(receivedAfter, zone, 'receivedAfter') : undefined,
		receivedBefore: receivedBefore ? toMoment(receivedBefore, zone, 'receivedBefore') : undefined,
	};
}
