import { fromOutside } from '../../../../harness/exchangeHeaders';
import { failureOf } from '../../../../harness/steps';
import type { TriggerBench } from '../../../../harness/trigger';
import { SECOND, startTriggerBench } from '../../../../harness/trigger';

let bench: TriggerBench;
afterEach(() => bench.stop());

async function start(options: { leaveOutAutomatic?: boolean }, event = 'received') {
	bench = await startTriggerBench({ event, options });
	await bench.activate();
	bench.time.now += SECOND;
}

const PASSED = 'spf=pass smtp.mailfrom=example.com; compauth=pass reason=100';
const arrive = (subject: string, ...headers: Array<[name: string, value: string]>) =>
	bench.mailbox.deliver({
		subject,
		from: 'ann@example.com',
		internetMessageHeaders: fromOutside(
			PASSED,
			headers.map(([name, value]) => ({ name, value })),
		),
	});
const asksForHeaders = () =>
	JSON.stringify(bench.simulator.requests.all).includes('internetMessageHeaders');
const poll = async () => (await bench.poll()).map(({ json }) => json.subject);

describe('Leave Out Automatic Emails', () => {
	it.each<[string, [name: string, value: string]]>([
		['an out-of-office reply', ['Auto-Submitted', 'auto-replied']],
		['a notification', ['auto-submitted', ' Auto-Generated; owner=ann']],
		['a word of its own', ['Auto-Submitted', 'notify']],
		['an email to which nobody answers', ['Return-Path', '<>']],
	])('leaves out %s', async (subject, header) => {
		await start({ leaveOutAutomatic: true });
		arrive(subject, header);
		arrive('Hello');
		expect(await poll()).toEqual(['Hello']);
		expect(await poll()).toEqual([]);
	});

	// (fact: receipt-class)
	it.each(['REPORT.IPM.Note.IPNRN', 'Report.IPM.Note.IPNNRN', 'REPORT.IPM.Schedule.Meeting.DR'])(
		'leaves out a report, which says so in its class alone: %s',
		async (value) => {
			await start({ leaveOutAutomatic: true });
			const mail = { subject: 'Read: Hello', from: 'ann@example.com' };
			const singleValueExtendedProperties = [{ id: 'String 0x001A', value }];
			const internetMessageHeaders = fromOutside(PASSED, [
				{ name: 'Return-Path', value: 'ann@example.com' },
				{ name: 'Content-Type', value: 'application/ms-tnef' },
			]);
			bench.mailbox.deliver({ ...mail, internetMessageHeaders, singleValueExtendedProperties });
			const note = [{ id: 'String 0x001A', value: 'IPM.Note' }];
			bench.mailbox.deliver({ ...mail, subject: 'Hello', singleValueExtendedProperties: note });
			expect(await poll()).toEqual(['Hello']);
		},
	);

	it.each<[string, [name: string, value: string]]>([
		['an email that says it is none', ['Auto-Submitted', 'No']],
		['one that says so with a comment', ['Auto-Submitted', 'no (a person wrote it)']],
		['one with an address to return to', ['Return-Path', '<ann@example.com>']],
		['one that wants no replies of programs', ['X-Auto-Response-Suppress', 'All']],
	])('lets %s start the workflow', async (subject, header) => {
		await start({ leaveOutAutomatic: true });
		arrive(subject, header);
		expect(await poll()).toEqual([subject]);
	});

	it('costs nothing where it is off, and then leaves nothing out', async () => {
		await start({});
		arrive('Away', ['Auto-Submitted', 'auto-replied']);
		expect(await poll()).toEqual(['Away']);
		expect(asksForHeaders()).toBe(false);
	});

	it('asks for the headers of emails that come in, and not of sent ones', async () => {
		await start({ leaveOutAutomatic: true });
		arrive('Hello');
		await poll();
		expect(asksForHeaders()).toBe(true);
		await bench.stop();
		await start({ leaveOutAutomatic: true }, 'sent');
		bench.mailbox.deliver({ subject: 'Report', from: 'me@contoso.com' }, { folder: 'sentitems' });
		expect(await poll()).toEqual(['Report']);
		expect(asksForHeaders()).toBe(false);
	});

	it('is named by the test step where it is why nothing matches', async () => {
		await start({ leaveOutAutomatic: true });
		arrive('Away', ['Auto-Submitted', 'auto-replied']);
		const { description } = await failureOf(bench.poll({ mode: 'manual' }));
		expect(description).toContain('Leave Out Automatic Emails');
	});
});
