import {
	asked,
	expectOnlyShared,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

// Holds under each reading of fact: mail-tips-limit.

useMailboxes();

const step = 'advanced.getMailTips';
const ann = () => provider().graph.mailbox('ann@contoso.com');

describe('Get Mail Tips', () => {
	it('says who is away and until when, and what else stands in the way', async () => {
		Object.assign(ann().tips, {
			mailboxFull: true,
			deliveryRestricted: true,
			isModerated: true,
			customMailTip: '<p>Write to the team</p>',
		});
		Object.assign(ann().settings.automaticRepliesSetting, {
			status: 'scheduled',
			internalReplyMessage: '<p>On holiday</p>',
		});
		const item = await runForOne(step, { addresses: 'Ann Lee <Ann@contoso.com>' });
		expect(item).toMatchObject({
			address: 'Ann@contoso.com',
			automaticReply: { message: 'On holiday' },
			mailboxFull: true,
			maxMessageSize: 36_700_160,
			deliveryRestricted: true,
			moderated: true,
			scope: 'internal',
			tip: 'Write to the team',
		});
		expect(JSON.stringify(item.automaticReply)).toContain('"start":"2020-01-23T');
	});

	it('says nothing of replies where nobody is away', async () => {
		ann();
		const item = await runForOne(step, { addresses: 'ann@contoso.com' });
		expect(item).toMatchObject({ mailboxFull: false, deliveryRestricted: false });
		expect(item.automaticReply).toBeUndefined();
	});

	it('says how many of a group are outsiders', async () => {
		provider().graph.externalMembers.set('team@contoso.com', 4);
		const item = await runForOne(step, { addresses: 'team@contoso.com' });
		expect(item).toMatchObject({ totalMembers: 5, externalMembers: 4 });
	});

	it('gives each address an item and a problem of its own, in any number', async () => {
		const people = Array.from({ length: 60 }, (_, index) => `person${index}@contoso.com`);
		for (const address of people.slice(0, 59)) provider().graph.mailbox(address);
		const items = await runStep(step, { addresses: people.join('; ') });
		expect(items.map(({ json }) => json.address)).toEqual(people);
		expect(items.map(({ json }) => json.problem).filter(Boolean)).toEqual([
			'The recipient is unknown.',
		]);
		expect(asked()).toEqual(['POST /me/getMailTips', 'POST /me/getMailTips']);
	});

	it('says that nothing is known where the answer leaves an address out', async () => {
		provider().faults.next({}, { status: 200, body: { value: [null, {}] } });
		const items = await runStep(step, { addresses: 'ann@contoso.com' });
		expect(items.map(({ json }) => json)).toEqual([
			{ address: 'ann@contoso.com', problem: 'Nothing is known about it' },
		]);
	});

	it('asks from a shared mailbox', async () => {
		ann();
		await runForOne(step, { addresses: 'ann@contoso.com', mailbox: SHARED_MAILBOX });
		expectOnlyShared();
	});

	it.each([
		['', 'Email Addresses: is required'],
		[
			'Ann',
			'Email Addresses: entry 1 is not an email address ("Ann"): write name@example.com or Name <name@example.com>',
		],
	])('refuses %j with this reason alone, and asks nobody', async (addresses, message) => {
		expect((await failureOf(runStep(step, { addresses }))).message).toBe(message);
		expect(asked()).toEqual([]);
	});

	it('names the permission where it is missing', async () => {
		provider().faults.next({}, { status: 403 });
		own();
		const failure = await failureOf(runStep(step, { addresses: 'ann@contoso.com' }));
		expect(failure.description).toMatch(/^Get Mail Tips needs Mail\.Read\./);
	});
});
