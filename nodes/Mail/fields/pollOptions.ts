import { number } from '../../shared/step/fieldKinds';
import { wholeNumber } from '../../shared/step/inputSchemas';

/** The default of a heartbeat that is added: one a day. */
const DEFAULT_HEARTBEAT_HOURS = 24;
const HOUR_MS = 3_600_000;

/** How long nothing may start the workflow until a sign of life does; read in milliseconds. */
export const heartbeat = number(
	'heartbeat',
	'Heartbeat Every (Hours)',
	'Starts the workflow with an item that has only heartbeat, polledAt, quietSince, polls, failedPolls and lastFailure after this many hours without anything else. If no heartbeat arrives, the trigger has stopped.',
	{
		page: 'mail-trigger.md#does-it-still-poll',
		typeOptions: { minValue: 1 },
		default: DEFAULT_HEARTBEAT_HOURS,
		input: wholeNumber({ min: 1 }).transform((hours) =>
			hours === undefined ? undefined : hours * HOUR_MS,
		),
	},
);

const USUAL_ITEMS = 50;
const MOST_ITEMS = 1_000;

/** How much of what is new one execution gets. */
export function mostPerPoll<const Name extends string>(name: Name, label: string, what: string) {
	return number(name, label, what, {
		typeOptions: { minValue: 1, maxValue: MOST_ITEMS },
		default: USUAL_ITEMS,
		input: wholeNumber({ min: 1, max: MOST_ITEMS }).transform((given = USUAL_ITEMS) => given),
	});
}
