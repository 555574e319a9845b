import type { DateTime } from 'luxon';
import { z } from 'zod';
import { InvalidInput } from '../../shared/failures';
import { changed, choice, collection, field, fixedCollection, whenEmpty } from '../../shared/field';
import { flag, optionalText } from '../../shared/inputSchemas';
import { locator } from '../../shared/locator';
import { moment, toMoment } from '../../shared/moments';
import { itemModes, optionalItemId } from './itemId';
import { message, subject } from './message';

export const questionSubject = changed(subject, { placeholder: 'e.g. May this answer go out?' });

export const questionText = changed(message, {
	required: true,
	placeholder: 'e.g. The agent wants to answer Contoso.',
	description: 'What is asked; every character of it is shown',
});

/** How a question is written: never HTML because of what others wrote into it. */
export const questionFormat = choice({
	displayName: 'Message Format',
	name: 'messageFormat',
	type: 'options',
	default: 'text',
	description: 'How the message is written; in front of a tool it is always text',
	options: [
		{
			name: 'HTML',
			value: 'html',
			description:
				'Simple tags without attributes format the message; everything else is shown as it is written',
		},
		{ name: 'Text', value: 'text', description: 'Everything is shown as it is written' },
	],
});

/** What can be answered. */
export const responseType = choice({
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	default: 'approval',
	description: 'What the person can answer',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'One button, or one for yes and one for no',
		},
		{ name: 'Free Text', value: 'freeText', description: 'A text of their own' },
	],
});

/** Which buttons there are, and what they say. */
export const approvalOptions = collection(
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		placeholder: 'Add Option',
		displayOptions: { show: { responseType: ['approval'] } },
		description: 'Which buttons there are, and what they say',
	},
	[
		field(
			{
				displayName: 'Approve Label',
				name: 'approveLabel',
				type: 'string',
				default: 'Approve',
				description: 'What the button for yes says',
			},
			optionalText.transform((label) => label ?? 'Approve'),
		),
		field(
			{
				displayName: 'Ask for a Reason',
				name: 'askReason',
				type: 'boolean',
				default: true,
				description:
					'Whether the person can say why they decline; an AI agent reads it as their feedback',
			},
			flag.default(true),
		),
		field(
			{
				displayName: 'Decline Label',
				name: 'declineLabel',
				type: 'string',
				default: 'Decline',
				description: 'What the button for no says',
			},
			optionalText.transform((label) => label ?? 'Decline'),
		),
		choice({
			displayName: 'Type of Approval',
			name: 'approvalType',
			type: 'options',
			default: 'double',
			description: 'Whether the person can also decline',
			options: [
				{ name: 'Approve Only', value: 'single' },
				{ name: 'Approve and Decline', value: 'double' },
			],
		}),
	],
);

/** The mail that is asked about; undefined when the question is about none. */
export const inReplyTo = whenEmpty(
	field(
		locator({
			displayName: 'Reply in Conversation of Message ID',
			name: 'inReplyTo',
			description:
				'The email to ask about: the question quotes it and joins its conversation, but goes only to the addresses in To',
			...itemModes('an email', 'searchEmails'),
		}),
		optionalItemId,
	),
	'the question is about no email',
);

/** How long to wait, and what happens then; undefined when there is no limit. */
export const limitWaitTime = fixedCollection(
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		placeholder: 'Add Limit',
		description: 'When to go on without an answer; waits without end when left out',
	},
	'values',
	{
		displayName: 'Limit',
		fields: [
			field(
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					default: 1,
					description: 'How many minutes, hours or days to wait',
				},
				z.coerce.number().positive('must be more than 0').default(1),
			),
			choice({
				displayName: 'Limit Type',
				name: 'limitType',
				type: 'options',
				default: 'afterTimeInterval',
				description: 'How the deadline is given',
				options: [
					{ name: 'After Time Interval', value: 'afterTimeInterval' },
					{ name: 'At Specified Time', value: 'atSpecifiedTime' },
				],
			}),
			field(
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'The moment to go on at, in the time zone of the workflow',
				},
				moment,
			),
			choice({
				displayName: 'Unit',
				name: 'resumeUnit',
				type: 'options',
				default: 'hours',
				description: 'Unit of the amount',
				options: [
					{ name: 'Days', value: 'days' },
					{ name: 'Hours', value: 'hours' },
					{ name: 'Minutes', value: 'minutes' },
				],
			}),
			choice({
				displayName: 'Without an Answer',
				name: 'unanswered',
				type: 'options',
				default: 'decline',
				description: 'What happens when the time is over',
				options: [
					{
						name: 'Continue as Declined',
						value: 'decline',
						description: 'The output says approved: false and timedOut: true',
					},
					{
						name: 'Pass the Input On',
						value: 'input',
						description:
							'What came in stands in the output too, beside the same decision; never in front of a tool',
					},
				],
			}),
		],
	},
);

/**
 * The moment at which waiting ends.
 * @throws InvalidInput when it is missing or over already.
 */
export function toDeadline(
	limit: NonNullable<z.output<typeof limitWaitTime.input>>,
	now: DateTime,
	zone: string,
): Date {
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime } = limit;
	if (limitType === 'afterTimeInterval') return now.plus({ [resumeUnit]: resumeAmount }).toJSDate();
	if (!maxDateAndTime) throw new InvalidInput('is required', 'maxDateAndTime');
	const deadline = toMoment(maxDateAndTime, zone, 'maxDateAndTime');
	if (deadline > now) return deadline.toJSDate();
	throw new InvalidInput('must be in the future', 'maxDateAndTime');
}
