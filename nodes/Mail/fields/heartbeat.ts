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
