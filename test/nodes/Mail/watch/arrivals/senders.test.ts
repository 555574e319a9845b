import type { INodeParameters } from 'n8n-workflow';
import { forged, found, fromColleague, fromOutside } from '../../../../harness/exchangeHeaders';
import type { TriggerBench } from '../../../../harness/trigger';
import { startTriggerBench } from '../../../../harness/trigger';

// fact: headers-order.
describe('who really wrote a mail that arrives', () => {
	let bench: TriggerBench;

	async function arrive(parameters: INodeParameters) {
		bench = await startTriggerBench(parameters);
		await bench.activate();
		const failed = found({ compauth: 'fail reason=001' });
		const mails = {
			real: fromOutside(found()),
			colleague: fromColleague(),
			forged: fromOutside(failed, [forged(found())]),
			unknown: [],
		};
		for (const [subject, internetMessageHeaders] of Object.entries(mails)) {
			bench.mailbox.deliver({ subject, from: 'ann@example.com', internetMessageHeaders });
		}
		const items = await bench.poll();
		return items.map(({ json }) => [json.subject, json.senderVerified]).sort();
	}

	afterEach(() => bench.stop());

	it('is told with Check Sender', async () => {
		expect(await arrive({ options: { checkSender: true } })).toEqual([
			['colleague', 'pass'],
			['forged', 'fail'],
			['real', 'pass'],
			['unknown', 'none'],
		]);
	});

	it('starts no workflow with Only Verified Senders, unless Microsoft found that it is who it says', async () => {
		expect(await arrive({ options: { onlyVerifiedSenders: true } })).toEqual([
			['colleague', 'pass'],
			['real', 'pass'],
		]);
		expect(await bench.poll()).toEqual([]);
	});

	// The first poll has forty in hand before it knows that they fail; the others it tries once.
	it('lets nothing of an email through where that cannot be asked', async () => {
		const options = { onlyVerifiedSenders: true };
		bench = await startTriggerBench({ mailbox: 'me@contoso.com', options });
		await bench.activate();
		const body = { contentType: 'text' as const, content: 'Wire 10,000 to me.' };
		const internetMessageHeaders = fromOutside(found({ compauth: 'fail reason=001' }));
		const mail = { subject: 'Pay me', from: 'boss@contoso.com', body, internetMessageHeaders };
		const ids = Array.from({ length: 41 }, () => bench.mailbox.deliver(mail).immutableId);
		const counts = [];
		const notes = [];
		const { faults } = bench.simulator;
		const path = /\/messages\/[^/]+$/;
		for (let poll = 1; poll <= 6; poll++) {
			faults.clear();
			// The first poll has listed the emails whole; the others read each, and then its headers.
			if (poll > 1) faults.next({ path, times: 20 }, { delayMs: 0 });
			faults.next({ path, times: Infinity }, { status: 500 });
			const items = await bench.poll();
			counts.push(items.length);
			notes.push(...items.map(({ json }) => json));
		}
		expect(counts).toEqual([1, 0, 0, 0, 40, 0]);
		expect(notes.map(({ id }) => id).sort()).toEqual(ids.sort());
		for (const note of notes) {
			expect(note).toEqual({
				error: expect.stringMatching(/could not be loaded.*Treat its sender as not checked\.$/),
				receivedDateTime: expect.any(String),
				id: expect.any(String),
				mailbox: 'me@contoso.com',
			});
		}
	});

	it('does not concern what was sent: there an error shows what is known', async () => {
		bench = await startTriggerBench({ event: 'sent', options: { onlyVerifiedSenders: true } });
		const { readings, faults } = bench.simulator;
		readings.choose({ fact: 'expand-in-list', as: 'refused' });
		await bench.activate();
		bench.mailbox.deliver({ subject: 'Offer', from: 'me@contoso.com' }, { folder: 'sentitems' });
		const notes = [];
		for (let poll = 1; poll <= 5; poll++) {
			faults.clear();
			const path = poll < 5 ? /\/messages\/[^/]+$/ : /\/attachments$/;
			faults.next({ path, times: Infinity }, { status: 500 });
			notes.push(...(await bench.poll()).map(({ json }) => json));
		}
		const error = expect.stringMatching(/Mail node\.$/);
		expect(notes).toEqual([expect.objectContaining({ subject: 'Offer', error })]);
	});

	it('is told beside the raw mail too', async () => {
		const options = { onlyVerifiedSenders: true };
		expect(await arrive({ output: 'fields', fields: 'subject', options })).toEqual([
			['colleague', 'pass'],
			['real', 'pass'],
		]);
	});

	it('is not asked for where nobody wants to know, nor where the filter wants no such mail', async () => {
		await arrive({});
		const asks = () =>
			bench.simulator.requests.all.filter(({ url, body }) =>
				`${url} ${JSON.stringify(body)}`.includes('internetMessageHeaders'),
			);
		expect(asks()).toEqual([]);
		await bench.stop();
		expect(await arrive({ searchFilter: 'subject:other', options: { checkSender: true } })).toEqual(
			[],
		);
		expect(asks()).toEqual([]);
		await bench.stop();
		await arrive({ options: { checkSender: true } });
		expect(asks()).not.toEqual([]);
	});
});
