import windowsZones from 'cldr-core/supplemental/windowsZones.json';
import { DateTime } from 'luxon';
import { badRequest } from '../problem';

/** A local time and the zone it is in; no offset in the time (fact: event-zones). */
export interface DateTimeZone {
	dateTime: string;
	timeZone: string;
}

/** The IANA names that the service lists beside the Windows ones (fact: event-zones). */
const IANA_NAMES = `Etc/GMT+12 Etc/GMT+11 Pacific/Honolulu America/Anchorage America/Santa_Isabel
America/Los_Angeles America/Phoenix America/Chihuahua America/Denver America/Guatemala
America/Chicago America/Mexico_City America/Regina America/Bogota America/New_York
America/Indiana/Indianapolis America/Caracas America/Asuncion America/Halifax America/Cuiaba
America/La_Paz America/Santiago America/St_Johns America/Sao_Paulo America/Argentina/Buenos_Aires
America/Cayenne America/Godthab America/Montevideo America/Bahia Etc/GMT+2 Atlantic/Azores
Atlantic/Cape_Verde Africa/Casablanca Etc/GMT Europe/London Atlantic/Reykjavik Europe/Berlin
Europe/Budapest Europe/Paris Europe/Warsaw Africa/Lagos Africa/Windhoek Europe/Bucharest Asia/Beirut
Africa/Cairo Asia/Damascus Africa/Johannesburg Europe/Kyiv Europe/Istanbul Asia/Jerusalem Asia/Amman
Asia/Baghdad Europe/Kaliningrad Asia/Riyadh Africa/Nairobi Asia/Tehran Asia/Dubai Asia/Baku
Europe/Moscow Indian/Mauritius Asia/Tbilisi Asia/Yerevan Asia/Kabul Asia/Karachi Asia/Tashkent
Asia/Kolkata Asia/Colombo Asia/Kathmandu Asia/Almaty Asia/Dhaka Asia/Yekaterinburg Asia/Yangon
Asia/Bangkok Asia/Novosibirsk Asia/Shanghai Asia/Krasnoyarsk Asia/Singapore Australia/Perth
Asia/Taipei Asia/Ulaanbaatar Asia/Irkutsk Asia/Tokyo Asia/Seoul Australia/Adelaide Australia/Darwin
Australia/Brisbane Australia/Sydney Pacific/Port_Moresby Australia/Hobart Asia/Yakutsk
Pacific/Guadalcanal Asia/Vladivostok Pacific/Auckland Etc/GMT-12 Pacific/Fiji Asia/Magadan
Pacific/Tongatapu Pacific/Apia Pacific/Kiritimati`.split(/\s+/);

const WINDOWS = new Map(
	windowsZones.supplemental.windowsZones.mapTimezones
		.map((entry) => entry.mapZone)
		// The zone's own line; the others are for single countries.
		.filter((zone) => zone._territory === '001')
		.map((zone) => [zone._other, zone._type]),
);

/** Names that `supportedTimeZones` gives: Windows' own by default. */
export function supportedZones(standard: 'windows' | 'iana'): string[] {
	return standard === 'windows' ? [...WINDOWS.keys()] : IANA_NAMES;
}

/**
 * The IANA name behind a zone that a client sent. Throws a 400 for names outside both lists, such
 * as Europe/Vienna (fact: event-zones-unlisted: unlisted ones are not to be relied on).
 */
export function toIana(timeZone: string): string {
	// fact: event-zone-of-utc.
	if (timeZone === 'UTC' || timeZone === 'tzone://Microsoft/Utc') return 'UTC';
	const iana = WINDOWS.get(timeZone) ?? IANA_NAMES.find((name) => name === timeZone);
	if (iana !== undefined) return iana;
	throw badRequest(
		'A valid TimeZone value must be specified. The following TimeZone value is not supported: ' +
			`'${timeZone}'.`,
		'TimeZoneNotSupportedException',
	);
}

/** The instant of a local time, in milliseconds. Throws a 400 for what is no local time. */
export function toInstant(value: { dateTime: string; timeZone?: string | null }): number {
	const { dateTime } = value;
	// The zone stands beside the time, not in it; `Z` alone is tolerated for UTC.
	const time = DateTime.fromISO(dateTime, { zone: toIana(value.timeZone ?? 'UTC') });
	const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(dateTime);
	const isUtc = /Z$/i.test(dateTime) && (value.timeZone ?? 'UTC') === 'UTC';
	if (!time.isValid || (hasOffset && !isUtc)) {
		throw badRequest(
			`Cannot convert the literal '${dateTime}' to the expected local date and time.`,
			'ErrorInvalidDateTime',
		);
	}
	return time.toMillis();
}

/** An instant as Graph writes it: local time with seven digits of fraction, and the zone. */
export function toDateTimeZone(instant: number, timeZone: string): DateTimeZone {
	const local = DateTime.fromMillis(instant, { zone: toIana(timeZone) });
	return { dateTime: `${local.toFormat("yyyy-MM-dd'T'HH:mm:ss")}.0000000`, timeZone };
}
