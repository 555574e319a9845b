import type { DateTime } from 'luxon';
import { z } from 'zod';
import { InvalidInput } from '../../shared/http/failures';
import { changed, collection, fixedCollection, whenEmpty } from '../../shared/step/field';
import { choice, locator, moment, number, text, toggleOn } from '../../shared/step/fieldKinds';
import { optionalText } from '../../shared/step/inputSchemas';
import { toMoment, zoneOrUtc } from '../../shared/text/moments';
import { itemModes, optionalItemId } from './itemId';
import { message, subject } from './message';

export const questionSubject = changed(subject, { placeholder: 'e.g. May this answer go out?' });

export const questionText = changed(message, {
	required: true,
	placeholder: 'e.g. The agent wants to answer Contoso.',
	description: 'What is asked; every character of it is shown',
});

/** How a question is written: never HTML because of what others wrote into it. */
export const questionFormat = choice(
	'messageFormat',
	'Message Format',
	'How the message is written; in front of a tool it is always text',
	{
		default: 'text',
		options: {
			html: {
				name: 'HTML',
				description:
					'Simple tags without attributes format the message; everything else is shown as it is written',
			},
			text: { name: 'Text', description: 'Everything is shown as it is written' },
		},
	},
);

export const responseType = choice('responseType', 'Response Type', 'What the person can answer', {
	page: 'approvals.md',
	default: 'approval',
	options: {
		approval: { name: 'Approval', description: 'One button, or one for yes and one for no' },
		// Under its own name customForm, n8n takes nothing but multipart/form-data (webhook-helpers, 2.41.1).
		form: { name: 'Custom Form', description: 'Fields that you choose' },
		freeText: { name: 'Free Text', description: 'A text of their own' },
	},
});

/** The label that an author gave a button; undefined for the usual one, which the question says in its language. */
const ownLabel = (usual: string) =>
	optionalText.transform((label) => (label === usual ? undefined : label));

export const approvalOptions = collection(
	'approvalOptions',
	'Approval Options',
	'Which buttons there are, and what they say',
	[
		text('approveLabel', 'Approve Label', 'What the button for yes says', {
			default: 'Approve',
			input: ownLabel('Approve'),
		}),
		toggleOn(
			'askReason',
			'Ask for a Reason',
			'Whether the person can say why they decline; an AI agent reads it as their feedback',
		),
		text('declineLabel', 'Decline Label', 'What the button for no says', {
			default: 'Decline',
			input: ownLabel('Decline'),
		}),
		text(
			'text',
			'Text to Approve',
			'A text that the person may change before they approve it; the output holds it as they left it. Not in front of a tool: n8n runs it with what the agent wrote.',
			{ typeOptions: { rows: 4 }, placeholder: 'e.g. Dear Ann, thank you for...' },
		),
		choice('approvalType', 'Type of Approval', 'Whether the person can also decline', {
			default: 'double',
			options: [
				{ name: 'Approve Only', value: 'single' },
				{ name: 'Approve and Decline', value: 'double' },
			],
		}),
	],
	{ displayOptions: { show: { responseType: ['approval'] } } },
);

export const questionLanguage = choice(
	'language',
	'Language',
	'The language of what the step itself says in the email and on its page; your own texts stay as they are',
	{
		default: 'automatic',
		options: {
			automatic: {
				name: 'Automatic',
				description: 'The page as the browser of the person wants it, the email in English',
			},
			de: 'Deutsch',
			en: 'English',
			es: 'Español',
			fr: 'Français',
			nl: 'Nederlands',
		},
	},
);

export const inReplyTo = whenEmpty(
	locator(
		'inReplyTo',
		'Reply in Conversation of Message ID',
		'The email to ask about: the question joins its conversation without quoting it, and goes only to the addresses in To',
		{
			...itemModes('an email', 'searchEmails'),
			input: optionalItemId,
		},
	),
	'the question is about no email',
);

export const limitWaitTime = fixedCollection(
	'limitWaitTime',
	'Limit Wait Time',
	'When to go on without an answer. Leave out to wait without end.',
	{
		displayName: 'Limit',
		name: 'values',
		fields: [
			number('resumeAmount', 'Amount', 'How many minutes, hours or days to wait', {
				default: 1,
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				input: z.coerce
					.number({ invalid_type_error: 'must be a number' })
					.positive('must be more than 0')
					.default(1),
			}),
			choice('limitType', 'Limit Type', 'How the deadline is given', {
				default: 'afterTimeInterval',
				options: { afterTimeInterval: 'After Time Interval', atSpecifiedTime: 'At Specified Time' },
			}),
			moment(
				'maxDateAndTime',
				'Max Date and Time',
				'The moment to go on at, in the time zone of the workflow',
				{ displayOptions: { show: { limitType: ['atSpecifiedTime'] } } },
			),
			choice('resumeUnit', 'Unit', 'Unit of the amount', {
				default: 'hours',
				displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				options: { days: 'Days', hours: 'Hours', minutes: 'Minutes' },
			}),
			choice('unanswered', 'Without an Answer', 'What happens when the time is over', {
				default: 'decline',
				options: {
					decline: {
						name: 'Continue as Declined',
						description: 'The output says approved: false and timedOut: true',
					},
					input: {
						name: 'Pass the Input On',
						description:
							'Also pass the input data through, with the decision. Not available in front of a tool.',
					},
				},
			}),
		],
	},
	{ placeholder: 'Add Limit' },
);

/** The year that n8n stores where it waits without end (its WAIT_INDEFINITELY). */
const NEVER = 3000;

/**
 * The moment at which waiting ends, and whether the input goes on then. In front of a tool, the input is what the agent
 * wrote: it must not stand where a decision is read.
 * @param isGate Whether the step stands in front of a tool.
 * @throws InvalidInput when it is missing or over already, and for an amount of time that n8n can't store.
 */
export function toDeadline(
	limit: NonNullable<z.output<typeof limitWaitTime.input>>,
	{ now, timeZone: zone }: { now: DateTime; timeZone: string },
	isGate: boolean,
) {
	const at = toEnd(limit, now, zone).toISOString();
	return { at, zone: zoneOrUtc(zone), passOn: limit.unanswered === 'input' && !isGate };
}

function toEnd(
	{ limitType, resumeAmount, resumeUnit, maxDateAndTime }: Parameters<typeof toDeadline>[0],
	now: DateTime,
	zone: string,
): Date {
	if (limitType === 'afterTimeInterval') {
		const deadline = now.plus({ [resumeUnit]: resumeAmount });
		if (deadline.year < NEVER) return deadline.toJSDate();
		throw new InvalidInput('is too long', 'resumeAmount');
	}
	if (!maxDateAndTime) throw new InvalidInput('is required', 'maxDateAndTime');
	const deadline = toMoment(maxDateAndTime, zone, 'maxDateAndTime');
	if (deadline > now) return deadline.toJSDate();
	throw new InvalidInput('must be in the future', 'maxDateAndTime');
}
