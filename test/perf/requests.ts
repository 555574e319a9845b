/**
 * What Find Email and the polls of the triggers cost, in requests, parts of batches and bytes answered:
 * `npm run perf -- requests`. None of it depends on the machine.
 */
import { EVERYTHING, startCalendarBench } from '../harness/calendar';
import { EVERYTHING as CONTACT_EVENTS } from '../harness/contactModel';
import { locator } from '../harness/locator';
import { own, provider, runStep, useMailboxes } from '../harness/mail';
import type { TriggerBench } from '../harness/trigger';
import { SECOND, startTriggerBench } from '../harness/trigger';
import type { RequestLog } from '../simulator/requestLog';

/** A mail of everyday length, in characters. */
const BODY = 'All work and no play makes Jack a dull boy. '.repeat(40);
const MAIL = { from: 'ann@contoso.com', toRecipients: ['me@contoso.com'], body: BODY };
const DAY = 24 * 60;

useMailboxes();

const benches: TriggerBench[] = [];

afterAll(async () => {
	await Promise.all(benches.map(async (bench) => await bench.stop()));
});

function show(what: string, requests: RequestLog): void {
	const calls = requests.all.filter(({ service }) => service === 'graph');
	const parts = calls.reduce((sum, call) => sum + (call.parts?.length ?? 0), 0);
	process.stdout.write(
		`${what}: ${calls.length} requests, ${parts} parts, ${requests.bytesOut} bytes answered\n`,
	);
}

it.each([
	['one folder', { folder: locator('id', 'inbox') }],
	['whole mailbox', {}],
])('Find Email of 1,000 mails in %s', async (where, parameters) => {
	for (let mail = 0; mail < 1_000; mail++) {
		own().deliver({ ...MAIL, subject: `mail ${mail}` });
	}
	const find = { findBy: 'filters', limit: 1_000, ...parameters };
	for (const time of ['first', 'again']) {
		provider().requests.clear();
		expect(await runStep('email.findEmail', find)).toHaveLength(1_000);
		show(`Find Email, ${where}, ${time}`, provider().requests);
	}
});

async function poll(bench: TriggerBench, what: string, expected: number): Promise<void> {
	bench.simulator.requests.clear();
	expect(await bench.poll({ after: SECOND })).toHaveLength(expected);
	show(what, bench.simulator.requests);
}

it.each([
	['received', { event: 'received' }, {}, 'inbox'],
	['received, no body', { event: 'received', body: 'none' }, {}, 'inbox'],
	['sent', { event: 'sent' }, {}, 'sentitems'],
	['flagged', { event: 'flagged' }, { flag: { flagStatus: 'flagged' as const } }, 'inbox'],
])('Mail Trigger, %s', async (name, parameters, fields, folder) => {
	const options = { maxMails: 1_000 };
	const bench = await startTriggerBench({ ...parameters, options });
	benches.push(bench);
	const arrive = (count: number) => {
		for (let mail = 0; mail < count; mail++) {
			bench.mailbox.deliver({ ...MAIL, ...fields, subject: `mail ${mail}` }, { folder });
		}
	};
	arrive(name === 'flagged' ? 2_000 : 20);
	await bench.activate();
	bench.time.now += SECOND;
	arrive(1);
	await bench.poll();
	for (const count of [0, 1, 20, 50, 100]) {
		arrive(count);
		await poll(bench, `Mail Trigger, ${name}, ${count} new`, count);
	}
});

it.each([20, 200, 2_000])('Calendar Trigger with %i events', async (events) => {
	const options = { maxEvents: 1_000 };
	const bench = await startCalendarBench({ event: [...EVERYTHING], options });
	benches.push(bench);
	const body = { contentType: 'text' as const, content: 'Please bring your notes. '.repeat(40) };
	const attendees = ['ann@contoso.com', 'pat@example.com'];
	for (let event = 0; event < events; event++) {
		bench.add(`Meeting ${event}`, DAY + Math.floor((event * 60 * DAY) / events), {
			body,
			attendees,
		});
	}
	await bench.activate();
	await bench.poll();
	for (const count of [0, 1, Math.min(events, 100)]) {
		for (const event of bench.calendar.events.slice(0, count)) {
			bench.calendar.edit(event, { subject: `${event.subject}, changed` });
		}
		await poll(bench, `Calendar Trigger, ${events} events, ${count} changed`, count);
	}
});

it('Calendar Trigger with events without a description', async () => {
	const bench = await startCalendarBench({ event: [...EVERYTHING], options: { maxEvents: 1_000 } });
	benches.push(bench);
	const attendees = ['ann@contoso.com', 'pat@example.com'];
	for (let event = 0; event < 100; event++)
		bench.add(`Meeting ${event}`, DAY + event, { attendees });
	await bench.activate();
	await bench.poll();
	for (const event of bench.calendar.events) {
		bench.calendar.edit(event, { subject: `${event.subject}, changed` });
	}
	await poll(bench, 'Calendar Trigger, 100 changed without a description', 100);
});

it.each([20, 2_000])('Contact Trigger with %i contacts', async (contacts) => {
	const options = { maxContacts: 1_000 };
	const bench = await startTriggerBench({ event: CONTACT_EVENTS, options }, 0, 'contactTrigger');
	benches.push(bench);
	const store = bench.mailbox.contacts;
	for (let contact = 0; contact < contacts; contact++) {
		store.add({ displayName: `Contact ${contact}`, companyName: 'Contoso' });
	}
	await bench.activate();
	await bench.poll();
	for (const count of [0, 1, Math.min(contacts, 100)]) {
		for (const contact of store.contacts.slice(0, count)) {
			contact.change({ companyName: `Contoso ${count}` }, new Date(bench.time.now).toISOString());
		}
		await poll(bench, `Contact Trigger, ${contacts} contacts, ${count} changed`, count);
	}
});
