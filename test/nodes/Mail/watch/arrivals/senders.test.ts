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
