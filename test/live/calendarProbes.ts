import { listAt, textAt, valueAt } from './client';
import { type FactId, type Finding, type MailboxSite, MARK, type Probe } from './probe';

const DAY = 24 * 3_600_000;

/** `2026-11-30`, so many days from today. */
function day(site: MailboxSite, days: number): string {
	return new Date(site.client.now + days * DAY).toISOString().slice(0, 10);
}

function midnight(site: MailboxSite, days: number, timeZone = 'UTC') {
	return { dateTime: `${day(site, days)}T00:00:00`, timeZone };
}

async function createEvent(site: MailboxSite, fact: FactId, more: object): Promise<string> {
	const { client, path, calendar } = site;
	const event = await client.fetch('POST', `${path}/calendars/${await calendar()}/events`, {
		subject: `${MARK} ${fact}`,
		isReminderOn: false,
		...more,
	});
	return textAt(event, 'id');
}

/** Where the changes of the calendar begin, for the next two weeks. */
async function changesPath(site: MailboxSite): Promise<string> {
	const range = `startDateTime=${day(site, 0)}T00:00:00Z&endDateTime=${day(site, 14)}T00:00:00Z`;
	return `${site.path}/calendars/${await site.calendar()}/calendarView/delta?${range}`;
}

/** The occurrences of a series among entries. */
function partsOf(master: string, entries: unknown[]): unknown[] {
	return entries.filter((entry) => textAt(entry, 'seriesMasterId') === master);
}

const COUNT = 4;

/** Makes a series of four days; when the changes tell of all of it, what comes after can be asked. */
async function openSeries(site: MailboxSite, fact: FactId) {
	const { client } = site;
	const recurrence = {
		pattern: { type: 'daily', interval: 1 },
		range: { type: 'numbered', startDate: day(site, 2), numberOfOccurrences: COUNT },
	};
	const start = { dateTime: `${day(site, 2)}T09:00:00`, timeZone: 'UTC' };
	const end = { dateTime: `${day(site, 2)}T09:30:00`, timeZone: 'UTC' };
	const master = await createEvent(site, fact, { start, end, recurrence });
	const { parts, deltaLink } = await client.until(5, async () => {
		const round = await client.list(await changesPath(site));
		const parts = partsOf(master, round.entries);
		return parts.length === COUNT ? { parts, ...round } : undefined;
	});
	const ids = parts.map((part) => textAt(part, 'id'));
	/** All that is told once something happened. */
	const follow = async () => {
		let link = deltaLink;
		const entries: unknown[] = [];
		const look = async () => {
			const round = await client.list(link);
			link = round.deltaLink;
			entries.push(...round.entries);
			return entries.length > 0 || undefined;
		};
		await client.until(5, look);
		await client.pause(10_000);
		await look();
		return entries;
	};
	return { master, ids, follow };
}

/** A series of which one occurrence got another subject, and what was told of it. */
async function changeOccurrence(site: MailboxSite, fact: FactId) {
	const { master, ids, follow } = await openSeries(site, fact);
	const [, changed = ''] = ids;
	const subject = `${MARK} ${fact} changed`;
	await site.client.fetch('PATCH', `${site.path}/events/${changed}`, { subject });
	const parts = partsOf(master, await follow());
	const exception = parts.find((part) => textAt(part, 'type') === 'exception');
	return { changed, parts, exception };
}

/** How calendars tell of changes. */
export const calendarProbes: Array<Probe<MailboxSite>> = [
	{
		fact: 'calendar-delta-select',
		async ask(site): Promise<Finding> {
			const { client } = site;
			const start = midnight(site, 3);
			const end = { ...start, dateTime: start.dateTime.replace('T00', 'T01') };
			await createEvent(site, 'calendar-delta-select', { start, end });
			const { status, code, body } = await client.send(
				'GET',
				`${await changesPath(site)}&$select=subject`,
			);
			if (status === 400) return { reading: 'refused', evidence: { status, code } };
			const [event] = listAt(body, 'value');
			const names = Object.keys(Object(event)).length;
			if (event === undefined) return { reading: undefined, evidence: { status, names } };
			const isWhole = valueAt(event, 'body') !== undefined;
			return { reading: isWhole ? 'ignored' : 'honoured', evidence: { status, names } };
		},
	},
	{
		fact: 'changed-occurrences',
		async ask(site): Promise<Finding> {
			const { client, path } = site;
			const { master } = await openSeries(site, 'changed-occurrences');
			const query = '$select=exceptionOccurrences&$expand=exceptionOccurrences';
			const { status, code } = await client.send('GET', `${path}/events/${master}?${query}`);
			const reading = status === 200 ? 'there' : status === 400 ? 'refused' : undefined;
			return { reading, evidence: { status, code } };
		},
	},
	{
		fact: 'exception-form',
		async ask(site): Promise<Finding> {
			const { exception, parts } = await changeOccurrence(site, 'exception-form');
			const names = Object.keys(Object(exception)).length;
			const evidence = { names, parts: parts.length };
			if (exception === undefined) return { reading: undefined, evidence };
			const isFull = valueAt(exception, 'subject') !== undefined;
			return { reading: isFull ? 'full' : 'thin', evidence };
		},
	},
	{
		fact: 'exception-id',
		async ask(site): Promise<Finding> {
			const { exception, changed, parts } = await changeOccurrence(site, 'exception-id');
			const evidence = { parts: parts.length };
			if (exception === undefined) return { reading: undefined, evidence };
			return { reading: textAt(exception, 'id') === changed ? 'same' : 'other', evidence };
		},
	},
	{
		fact: 'series-again',
		async ask(site): Promise<Finding> {
			const { parts } = await changeOccurrence(site, 'series-again');
			const count = new Set(parts.map((part) => textAt(part, 'id'))).size;
			const reading = { [COUNT]: 'whole', 1: 'changed' }[count];
			return { reading, evidence: { count } };
		},
	},
	{
		fact: 'occurrence-tombstone',
		async ask(site): Promise<Finding> {
			const { ids, follow } = await openSeries(site, 'occurrence-tombstone');
			const [, gone = ''] = ids;
			await site.client.fetch('DELETE', `${site.path}/events/${gone}`);
			const removed = (await follow()).filter((entry) => valueAt(entry, '@removed') !== undefined);
			const isTold = removed.some((entry) => textAt(entry, 'id') === gone);
			const reading = isTold ? 'removed' : 'none';
			return { reading, evidence: { removed: removed.length } };
		},
	},
	{
		fact: 'all-day-window',
		async ask(site): Promise<Finding> {
			const { client, path, calendar } = site;
			// Twelve or thirteen hours ahead of UTC.
			const zone = 'New Zealand Standard Time';
			const id = await createEvent(site, 'all-day-window', {
				isAllDay: true,
				start: midnight(site, 7, zone),
				end: midnight(site, 8, zone),
			});
			const isIn = async (days: number) => {
				const range = `startDateTime=${day(site, days)}T13:30:00Z&endDateTime=${day(site, days)}T20:00:00Z`;
				const where = `${path}/calendars/${await calendar()}/calendarView?${range}&$select=id`;
				const { entries } = await client.list(where);
				return entries.some((entry) => textAt(entry, 'id') === id);
			};
			const evidence = { before: await isIn(6), within: await isIn(7) };
			const isByInstant = evidence.before && !evidence.within;
			const isByDay = evidence.within && !evidence.before;
			const reading = isByInstant ? 'by-instant' : isByDay ? 'by-day' : undefined;
			return { reading, evidence };
		},
	},
];
