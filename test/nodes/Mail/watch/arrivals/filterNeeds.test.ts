import type { PropertyName } from '../../../../../nodes/Mail/filter/properties';
import type { TriggerBench } from '../../../../harness/trigger';
import { SECOND, startTriggerBench, subjects } from '../../../../harness/trigger';

/** For each property a value that the mail below has, and none that an empty mail has. */
const VALUES: Record<PropertyName, string> = {
	attachment: ':report',
	bcc: ':carl',
	body: ':payable',
	cc: ':dora',
	from: ':billing',
	hasAttachments: ':true',
	importance: ':high',
	kind: ':email',
	participants: ':carl',
	received: '>2000-01-01',
	recipients: ':dora',
	sent: '>2000-01-01',
	size: '>5000',
	subject: ':invoice',
	to: ':ann',
};

describe('what a search filter reads', () => {
	const { size, ...others } = VALUES;
	const ofAllOthers = Object.entries(others).map(([name, value]) => `${name}${value}`);
	let bench: TriggerBench | undefined;
	afterEach(async () => await bench?.stop());

	it.each([`size${size}`, ofAllOthers.join(' AND '), 'payable'])(
		'is asked for, whatever the output: %s',
		async (searchFilter) => {
			bench = await startTriggerBench({
				searchFilter,
				output: 'fields',
				fields: 'isRead',
				body: 'none',
			});
			await bench.activate();
			bench.time.now += SECOND;
			bench.mailbox.deliver({
				subject: 'Invoice',
				from: 'billing@contoso.com',
				toRecipients: ['ann@contoso.com'],
				ccRecipients: ['dora@contoso.com'],
				bccRecipients: ['carl@contoso.com'],
				body: 'payable '.repeat(1_000),
				importance: 'high',
				attachments: [{ name: 'report.pdf', content: 'x' }],
			});
			const [item] = await bench.poll();
			expect(item?.json).toEqual({ id: expect.any(String), isRead: false });
		},
	);

	it('counts a PDF that is marked as inline as an attachment, and an image inside the text not', async () => {
		const options = { maxAttachmentSize: 0 };
		bench = await startTriggerBench({ searchFilter: 'hasAttachments:true', options });
		await bench.activate();
		bench.time.now += SECOND;
		for (const name of ['invoice.pdf', 'logo.png']) {
			const attachments = [{ name, content: 'x', isInline: true }];
			bench.mailbox.deliver({ subject: name, from: 'billing@contoso.com', attachments });
		}
		expect(subjects(await bench.poll())).toEqual(['invoice.pdf']);
	});

	it.each([
		['-kind:meetings', ['Invoice']],
		['kind:meetings', ['Talk', 'Accepted: Talk', 'Canceled: Talk']],
	])('knows what meetings send from other email: %s', async (searchFilter, found) => {
		bench = await startTriggerBench({ searchFilter, output: 'fields', fields: 'subject' });
		await bench.activate();
		const from = 'ann@contoso.com';
		const seeds = [
			{ subject: 'Talk', invitedBy: from },
			{ subject: 'Invoice' },
			{ subject: 'Accepted: Talk', ofMeeting: 'eventMessageResponse' as const },
			{ subject: 'Canceled: Talk', ofMeeting: 'eventMessage' as const },
		];
		for (const seed of seeds) {
			bench.time.now += SECOND;
			bench.mailbox.deliver({ from, ...seed });
		}
		expect(subjects(await bench.poll()).sort()).toEqual([...found].sort());
	});

	it('counts no link to a file in the cloud as a part of the size', async () => {
		bench = await startTriggerBench({ searchFilter: 'size>5000' });
		await bench.activate();
		bench.time.now += SECOND;
		for (const kind of ['reference', 'file'] as const) {
			bench.mailbox.deliver({
				subject: kind,
				from: 'billing@contoso.com',
				attachments: [{ name: 'report.pdf', kind, size: 9_000 }],
			});
		}
		expect(subjects(await bench.poll())).toEqual(['file']);
	});
});
