import { changed, narrowing, renamed } from '../../shared/step/field';
import { message } from './message';
import { rangeEnd, rangeStart } from './range';

/** For fields that count while automatic replies are on. */
export const whileOn = { show: { status: ['alwaysEnabled', 'scheduled'] } };
const whileScheduled = { show: { status: ['scheduled'] } };

export const schedule = [
	changed(rangeStart, {
		displayOptions: whileScheduled,
		description:
			'When they begin, such as 2026-03-02T08:00; local time of the mailbox unless it has an offset. Leave empty for now.',
		byModel: 'For scheduled: when they begin, as 2026-03-02T08:00, local time; empty for now',
	}),
	changed(rangeEnd, {
		displayOptions: whileScheduled,
		description:
			'When they end, such as 2026-03-06T18:00; a date alone means its whole day. They cannot end in the past.',
		byModel: 'For scheduled: when they end, as 2026-03-06T18:00; a date alone means its whole day',
	}),
] as const;

export const externalMessage = changed(narrowing(renamed(message, 'externalMessage')), {
	displayName: 'External Message',
	// n8n shows a field where the first choice that it depends on comes from a model. Here, it comes from a person.
	displayOptions: { show: { externalAudience: ['all', 'contactsOnly'], ...whileOn.show } },
	placeholder: 'Empty: the same message',
	description: 'What those outside are answered. Leave empty for the same message.',
	byModel: 'What those outside are answered, plain text or HTML; empty for the same message',
});
