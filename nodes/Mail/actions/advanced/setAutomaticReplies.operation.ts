import { DateTime } from 'luxon';
import { InvalidInput, recover } from '../../../shared/http/failures';
import type { InputOf } from '../../../shared/step/field';
import { changed } from '../../../shared/step/field';
import { choice, requiredChoice } from '../../../shared/step/fieldKinds';
import { toMoment } from '../../../shared/text/moments';
import { checkModelText, showsSomething } from '../../email/modelText';
import { externalMessage, schedule, whileOn } from '../../fields/automaticReplies';
import { message, messageFormat } from '../../fields/message';
import { endsTooEarly, readEnd } from '../../fields/range';
import { localZone } from '../../graph/localZone';
import { toGraphTime } from '../../graph/zones';
import { repliesItem, toReplyText, writeReplies } from '../../mailbox/automaticReplies';
import type { MailContext } from '../../operation';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-update-mailboxsettings */
export const setAutomaticReplies = defineMailOperation({
	label: 'Set Automatic Replies',
	action: 'Set the automatic replies',
	summary: 'Switch automatic replies on or off, or schedule them',
	returns: 'how they are set now: whether they are on, when, for whom, and their messages',
	toolText:
		'Everybody who writes gets them, those outside only where a person chose so. Get Automatic Replies shows what is set now.',
	permission: ['MailboxSettings.ReadWrite'],
	effects: ['updateSettings'],
	output: repliesItem,
	fields: [
		requiredChoice('status', 'Replies', 'Whether people who write to the mailbox get an answer', {
			page: 'mail.md#automatic-replies-rules-and-mail-tips',
			options: {
				disabled: { name: 'Off', description: 'Nobody is answered; the messages stay' },
				alwaysEnabled: { name: 'On', description: 'Until they are switched off' },
				scheduled: { name: 'On for a Time', description: 'From start to end' },
			},
			byModel:
				'disabled: nobody is answered; alwaysEnabled: until switched off; scheduled: from start to end',
		}),
		...schedule,
		changed(message, {
			displayName: 'Message',
			displayOptions: whileOn,
			placeholder: 'e.g. I am back on Monday. In the meantime Ann helps you: ann@contoso.com',
			description:
				'What colleagues are answered: plain text, or HTML that begins and ends with a tag',
			byModel: 'What colleagues are answered, plain text or HTML; empty when off',
		}),
		changed(messageFormat, { displayOptions: whileOn }),
		choice(
			'externalAudience',
			'Reply to External Senders',
			'Who of those outside the organization gets an answer',
			{
				displayOptions: whileOn,
				options: {
					all: { name: 'Anybody', description: 'Everybody who writes, strangers too' },
					contactsOnly: { name: 'Contacts Only', description: 'Contacts of the mailbox' },
					none: { name: 'Nobody', description: 'Only colleagues are answered' },
				},
				default: 'none',
			},
		),
		externalMessage,
	],
	inTurnBy: () => 'automaticReplies',
	async run({ status, externalAudience, messageFormat: format, ...given }, context) {
		const { graph, now } = context;
		if (status === 'disabled') {
			return [{ json: await writeReplies(graph, { status }, { format: 'text', now }) }];
		}
		if (status === 'alwaysEnabled' && (given.start ?? given.end) !== undefined) {
			throw new InvalidInput('must be "On for a Time" (scheduled) for a Start or End', 'status');
		}
		checkModelText(context, given.message, format);
		checkModelText(context, given.externalMessage, format, 'externalMessage');
		const internalReplyMessage = toReplyText(given.message, format);
		const isEmpty = context.notices.forModel && !(await showsSomething(given.message, format));
		if (internalReplyMessage === undefined || isEmpty) {
			throw new InvalidInput('is required', 'message', 'Write the text of the automatic reply.');
		}
		const external = toReplyText(given.externalMessage, format) ?? internalReplyMessage;
		const texts = {
			internalReplyMessage,
			externalAudience,
			// What is meant for colleagues is not laid where others may be let in later.
			...(externalAudience !== 'none' && { externalReplyMessage: external }),
		};
		const write = async ({ zone, ...times }: Partial<Awaited<ReturnType<typeof readTimes>>>) =>
			await writeReplies(graph, { status, ...texts, ...times }, { format: 'text', now, zone });
		if (status !== 'scheduled') return [{ json: await write({}) }];
		const times = await readTimes(given, context);
		const json = await write(times).catch(
			recover('rejected', async (failure) => {
				// The provider may have let it wait until what is now had begun.
				if (given.start !== undefined) throw failure;
				const later = await readTimes(given, context);
				const { dateTime } = later.scheduledStartDateTime;
				if (dateTime === times.scheduledStartDateTime.dateTime) throw failure;
				return await write(later);
			}),
		);
		return [{ json }];
	},
});

/** A request may be under way so long before Graph looks whether the start is ahead (fact: automatic-replies). */
const UNDER_WAY = { seconds: 30 };

/**
 * From when to when they are on, in the mailbox's zone. Without a start, or with one that was a moment ago, they begin
 * with the next full minute that the request is likely to come before.
 * @throws InvalidInput, naming the field, for what is not ahead, or an end that is not after the start.
 */
async function readTimes({ start, end }: InputOf<typeof schedule>, context: MailContext) {
	if (end === undefined) throw new InvalidInput('is required', 'end', 'Say when they end.');
	const zone = await localZone(context, undefined, [start, end]);
	const now = DateTime.fromMillis(context.clock.now(), { zone });
	const soonest = now.plus(UNDER_WAY).startOf('minute').plus({ minutes: 1 });
	const given = start === undefined ? soonest : toMoment(start, zone, 'start');
	const last = readEnd(end, zone);
	if (given < now.startOf('minute')) {
		throw new InvalidInput('is in the past', 'start', 'Leave it empty to begin now.');
	}
	// What an expression calls now is over when it is read.
	const first = given < now ? soonest : given;
	if (last <= first) throw endsTooEarly(first, start);
	return {
		scheduledStartDateTime: toGraphTime(first, zone),
		scheduledEndDateTime: toGraphTime(last, zone),
		zone,
	};
}
