import type { DateTime } from 'luxon';
import { z } from 'zod';
import type { Clock } from '../../shared/http/clock';
import { InvalidInput, undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import type { Notices } from '../../shared/step/notices';
import { hasOffset, isDateAlone, isValid, toMoment, zoneOrUtc } from '../../shared/text/moments';
import { guessesOf } from './guesses';
import { mailPath } from './paths';
import type { GraphClient } from './types';
import { ianaOf } from './zones';

const shape = z.object({ value: z.string().nullish() });

/**
 * The zone that the owner of the mailbox has chosen in Outlook. Undefined where it may not be read, as that
 * of other people's mailboxes, and for a custom zone, which has no rules elsewhere.
 * @see https://learn.microsoft.com/graph/api/user-get-mailboxsettings
 */
const readMailboxZone = rememberPerRun(async (graph: GraphClient) => {
	const setting = await graph
		.get(mailPath`/mailboxSettings/timeZone`, shape)
		.catch(undefinedOn('forbidden'));
	return setting?.value ? ianaOf(setting.value) : undefined;
});

/** Where `localZone` gets zones from. */
export interface ZoneSource {
	graph: GraphClient;
	/** The workflow's zone, an IANA name. */
	timeZone: string;
	/** Whether a language model wrote the times. */
	notices?: Pick<Notices, 'forModel'>;
}

/**
 * The zone in which times without offset are meant, and in which a step puts its times out: the chosen one, else
 * the mailbox's, else the workflow's. Where all given times have an offset, the mailbox is not asked, unless
 * something else goes by the clock of the zone.
 * @param chosen The zone that the user chose for the step.
 * @param given The times as they were written.
 * @param byClock Whether something else does: the times of shown events, a series, working hours, whole days.
 * @throws ProviderFailure where the mailbox does not answer: a guess would move a meeting.
 * @throws InvalidInput where a language model means a zone that nobody knows.
 */
export async function localZone(
	{ graph, timeZone, notices }: ZoneSource,
	chosen: string | undefined,
	given: Array<string | undefined> = [],
	byClock = false,
): Promise<string> {
	if (chosen !== undefined) return chosen;
	const times = given.filter((time) => time !== undefined);
	if (!byClock && times.length > 0 && times.every(hasOffset)) return zoneOrUtc(timeZone);
	const zone = await readMailboxZone(graph);
	if (zone !== undefined) return zone;
	if (notices?.forModel && times.some((time) => !hasOffset(time) && !isDateAlone(time))) {
		throw new InvalidInput(
			'The time zone of this mailbox is not known here: write each time with its offset, as 2026-03-02T10:00+01:00',
		);
	}
	return times.every(hasOffset) ? zoneOrUtc(timeZone) : timeZone;
}

/**
 * Reads something by the zone of `localZone`, which times of events go by. The zone that the mailbox had last is checked
 * in the same batch; where it is another one now, it reads again.
 * @param read Changes nothing.
 */
export async function readInZone<T>(
	source: ZoneSource,
	chosen: string | undefined,
	given: Array<string | undefined>,
	read: (zone: string) => Promise<T>,
): Promise<T> {
	if (chosen !== undefined) return await read(chosen);
	const guesses = guessesOf(source.graph);
	const { zone: guess } = guesses;
	const asking = localZone(source, chosen, given, true);
	const reading = guess === undefined ? undefined : read(guess);
	await Promise.allSettled([asking, reading]);
	const zone = await asking;
	guesses.zone = zone;
	return await (zone === guess && reading ? reading : read(zone));
}

/**
 * The time at which something is to happen, in the zone of `localZone`. Graph would do at once what was due in the
 * past.
 * @param hint The advice where it is over.
 * @throws InvalidInput for a day without a time of day, and for what is over.
 */
export async function laterTime(
	source: ZoneSource & { clock: Clock; now: DateTime },
	given: string,
	{ field, zone: chosen, hint }: { field: string; zone: string | undefined; hint: string },
): Promise<DateTime<true>> {
	if (isDateAlone(given)) {
		throw new InvalidInput(
			'says no time of day',
			field,
			'Write when on that day, as 2026-03-02T09:00.',
		);
	}
	const asking = localZone(source, chosen, [given], true);
	// With an offset, nothing but how the time is shown goes by the zone.
	const asked = hasOffset(given) ? asking.catch(undefinedOn('any')) : asking;
	const zone = (await asked) ?? zoneOrUtc(source.timeZone);
	const at = toMoment(given, zone, field);
	const shown = at.setZone(zone);
	if (at.toMillis() > source.clock.now()) return isValid(shown) ? shown : at;
	throw new InvalidInput(
		`is in the past: it is ${source.now.setZone(zone).toFormat("yyyy-MM-dd'T'HH:mm")} in ${zone}`,
		field,
		hint,
	);
}
