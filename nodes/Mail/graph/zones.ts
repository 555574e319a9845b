import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';
import { WINDOWS_ZONES } from './windowsZones';

/** A local time and its zone: https://learn.microsoft.com/graph/api/resources/datetimetimezone */
export interface GraphTime {
	/** Without offset, such as `2026-03-02T10:00:00`. */
	dateTime: string;
	/** A Windows name, or UTC. */
	timeZone: string;
}

export const graphTimeShape = z.object({
	dateTime: z.string().nullish(),
	timeZone: z.string().nullish(),
});

/** The zones of Windows, each with all its IANA names, the main one first. */
const zones = WINDOWS_ZONES.split('\n').map((line) => {
	const [windows = '', names = ''] = line.split('=');
	return { windows, names: names.split(' ') };
});

const byWindows = new Map(zones.map((zone) => [zone.windows.toLowerCase(), zone]));
const byName = new Map(
	zones.flatMap(({ windows, names }) =>
		names.map((iana) => [iana.toLowerCase(), { iana, windows }]),
	),
);

/** What Exchange calls UTC in some events (fact: event-zone-of-utc). */
const UTC_OF_EXCHANGE = /^tzone:\/\/microsoft\/utc$/;

/**
 * The IANA name of a zone by its IANA name in any case, or its Windows name; undefined for what is
 * none of them, such as a custom zone of a mailbox.
 */
export function ianaOf(zone: string): string | undefined {
	const key = zone.trim().toLowerCase().replace(UTC_OF_EXCHANGE, 'utc');
	const known = byName.get(key)?.iana ?? byWindows.get(key)?.names[0];
	const isGuessed = Object.hasOwn(MEANT, key.toUpperCase());
	return known ?? (!isGuessed && IANAZone.isValidZone(key) ? zone.trim() : undefined);
}

/**
 * Abbreviations, and the zone that people mean by them. They are no names of zones, yet JavaScript takes
 * some, as Java once did: BST for Bangladesh, AST for Alaska
 * (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/time/ZoneId.html#SHORT_IDS).
 */
const MEANT: Record<string, string> = {
	ACT: 'Australia/Darwin',
	AET: 'Australia/Sydney',
	AGT: 'America/Argentina/Buenos_Aires',
	ART: 'America/Argentina/Buenos_Aires',
	AST: 'America/Halifax',
	BET: 'America/Sao_Paulo',
	BST: 'Europe/London',
	CAT: 'Africa/Maputo',
	CDT: 'America/Chicago',
	CEST: 'Europe/Berlin',
	CNT: 'America/St_Johns',
	CST: 'America/Chicago',
	CTT: 'Asia/Shanghai',
	EAT: 'Africa/Nairobi',
	ECT: 'America/Guayaquil',
	EDT: 'America/New_York',
	EEST: 'Europe/Athens',
	IET: 'America/Indiana/Indianapolis',
	IST: 'Asia/Kolkata',
	JST: 'Asia/Tokyo',
	MDT: 'America/Denver',
	MIT: 'Pacific/Apia',
	NET: 'Asia/Yerevan',
	NST: 'America/St_Johns',
	PDT: 'America/Los_Angeles',
	PLT: 'Asia/Karachi',
	PNT: 'America/Phoenix',
	PRT: 'America/Puerto_Rico',
	PST: 'America/Los_Angeles',
	SST: 'Pacific/Pago_Pago',
	VST: 'Asia/Ho_Chi_Minh',
	WEST: 'Europe/Lisbon',
};

/** The IANA name of the zone that an abbreviation may mean; undefined for what is none. */
export function meantZone(abbreviation: string): string | undefined {
	const key = abbreviation.trim().toUpperCase();
	return Object.hasOwn(MEANT, key) ? MEANT[key] : undefined;
}

/**
 * The Windows name of an IANA zone, which every mailbox knows; undefined where Windows has none.
 * Graph knows only about a hundred IANA names:
 * https://learn.microsoft.com/graph/api/resources/datetimetimezone
 */
export function windowsOf(iana: string): string | undefined {
	return byName.get(iana.toLowerCase())?.windows;
}

/** The entry of the `Prefer` header by which Graph gives times in this zone. */
export function zonePreference(iana: string): string {
	return `outlook.timezone="${windowsOf(iana) ?? 'UTC'}"`;
}

/**
 * A moment as Graph takes it: local time of the zone, or UTC where Windows does not know the zone. In the hour
 * that the zone's clock shows twice it is UTC, too, as local time would mean two moments.
 */
export function toGraphTime(moment: DateTime, iana: string): GraphTime {
	const timeZone = windowsOf(iana) ?? 'UTC';
	// By the rules of the zone that Graph is told: where these differ from the IANA zone's, the moment stays.
	const local = moment.setZone(ianaOf(timeZone));
	const isRepeated = local.getPossibleOffsets().length > 1;
	return {
		dateTime: (isRepeated ? local.toUTC() : local).toFormat("yyyy-MM-dd'T'HH:mm:ss"),
		timeZone: isRepeated ? 'UTC' : timeZone,
	};
}

/** Midnight of a day, as the start or end of an all-day event: the day stays, whatever the zone. */
export function toGraphDay(day: DateTime, iana: string): GraphTime {
	return { dateTime: `${day.toFormat('yyyy-MM-dd')}T00:00:00`, timeZone: windowsOf(iana) ?? 'UTC' };
}

/**
 * The moment that Graph means, in the zone that is asked for.
 * @param which Of a time that the clock of Graph's zone shows twice.
 * @returns undefined for a zone that only the mailbox knows, and for what is no time.
 */
export function fromGraphTime(
	time: z.output<typeof graphTimeShape> | null | undefined,
	iana: string,
	which: 'first' | 'last' = 'first',
): DateTime<true> | undefined {
	const zone = time ? ianaOf(time.timeZone ?? 'UTC') : undefined;
	if (!time?.dateTime || zone === undefined) return undefined;
	const moments = DateTime.fromISO(time.dateTime, { zone }).getPossibleOffsets();
	const moment = moments.at(which === 'first' ? 0 : -1)?.setZone(iana);
	return moment?.isValid ? moment : undefined;
}

/** A moment as steps put it out: ISO 8601 with the offset of its zone, to the second. */
export function toIso(moment: DateTime<true>): string {
	return moment.toISO({ suppressMilliseconds: true });
}
