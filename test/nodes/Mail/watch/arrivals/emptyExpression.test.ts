import type { INodeParameters } from 'n8n-workflow';
import type { TriggerBench } from '../../../../harness/trigger';
import { startTriggerBench, subjects } from '../../../../harness/trigger';

/** A variable that n8n does not have: of a plan without variables, or with its name misspelt. */
const nothing = '={{ $vars.sender }}';
const located = (mode: string) => ({ __rl: true, mode, value: nothing });
const benches: TriggerBench[] = [];

async function benchOf(node: string, parameters: INodeParameters): Promise<TriggerBench> {
	const bench = await startTriggerBench(parameters, 0, node);
	benches.push(bench);
	return bench;
}

afterEach(async () => {
	for (const bench of benches.splice(0)) await bench.stop();
});

describe('A condition of a trigger whose expression gives nothing', () => {
	it.each<[string, string, INodeParameters]>([
		['mailTrigger', 'Search Filter', { searchFilter: nothing }],
		['mailTrigger', 'Mailbox', { mailbox: nothing }],
		['mailTrigger', 'Trigger On', { event: nothing }],
		['mailTrigger', 'Folders', { folders: nothing }],
		[
			'mailTrigger',
			'Chosen Folders > Folder',
			{
				folders: 'chosen',
				chosenFolders: {
					folder: [
						{ folder: { __rl: true, mode: 'id', value: 'inbox' } },
						{ folder: located('name') },
					],
				},
			},
		],
		[
			'mailTrigger',
			'Options > Only Answers to What Was Sent',
			{ options: { onlyAnswers: nothing } },
		],
		[
			'mailTrigger',
			'Options > Only Verified Senders',
			{ options: { onlyVerifiedSenders: nothing } },
		],
		['calendarTrigger', 'Mailbox', { mailbox: nothing }],
		['calendarTrigger', 'Calendar', { calendar: located('name') }],
		['calendarTrigger', 'Only Events That Match > Organizer', { filters: { organizer: nothing } }],
		[
			'calendarTrigger',
			'Only Events That Match > My Response',
			{ filters: { responses: '={{ $vars.answers?.split(",") }}' } },
		],
		['contactTrigger', 'Mailbox', { mailbox: nothing }],
		['contactTrigger', 'Contact Folder', { folder: located('name') }],
	])('starts nothing for %s, and is named: %s', async (node, field, parameters) => {
		const bench = await benchOf(node, parameters);
		await expect(bench.activate()).rejects.toMatchObject({
			// Where a workflow cannot be switched on, n8n shows the message alone.
			message: expect.stringMatching(
				`^${field}: its expression gives nothing\\. .*Correct the expression`,
			),
			description: expect.stringMatching(
				/Correct the expression or clear the field\. If it may be empty, let the expression say so: ({{ \$vars\.sender|write) \?\? ""/,
			),
		});
	});

	it('is not told to be left empty where it is required', async () => {
		const authentication = 'mailAppOAuth2Api';
		const bench = await benchOf('mailTrigger', { authentication, mailbox: nothing });
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^Mailbox: its expression gives nothing\. .*Correct the expression\.$/,
			),
			description: expect.stringMatching(/than you mean\. Correct the expression\.$/),
		});
	});

	it.each([
		'={{ $vars.answers?.split(",") ?? [] }}',
		'={{ $vars.answer ? [$vars.answer] : [] }}',
		'={{ $vars.answer === undefined ? [] : [$vars.answer] }}',
		'={{ ($vars.answers || [ ]) }}',
	])('is as good as empty where the expression ends in an empty list: %s', async (responses) => {
		const bench = await benchOf('calendarTrigger', { filters: { responses } });
		expect(await bench.activate()).toEqual([]);
	});

	it.each([
		'={{ $vars.mispelt }} {{ $vars.sender ?? "" }}',
		'={{ $vars.sender ?? "" }}{{ $vars.mispelt }}',
		"={{ ($vars.senders || []).join('') }}",
	])('is refused where one of its expressions does not say so: %s', async (searchFilter) => {
		const bench = await benchOf('mailTrigger', { searchFilter });
		await expect(bench.activate()).rejects.toMatchObject({
			message: expect.stringContaining('Search Filter: its expression gives nothing'),
		});
	});

	it.each(['={{ $vars.sender ?? "" }}', '={{ $vars.sender ?? "" }} {{ $vars.other || null }}'])(
		'is as good as empty where the expression says so: %s',
		async (searchFilter) => {
			const bench = await benchOf('mailTrigger', { searchFilter });
			await bench.activate();
			bench.mailbox.deliver({ subject: 'Any', from: 'ann@contoso.com' });
			expect(subjects(await bench.poll())).toEqual(['Any']);
		},
	);
});

describe('A field of a trigger that is no condition, and whose expression gives nothing', () => {
	it.each<[string, INodeParameters]>([
		['mailTrigger', { whenActivated: nothing, output: nothing, body: nothing }],
		[
			'mailTrigger',
			{ options: { attachmentPrefix: nothing, heartbeat: nothing, maxMails: nothing } },
		],
		['calendarTrigger', { series: nothing, options: { heartbeat: nothing, maxEvents: nothing } }],
		['contactTrigger', { simplify: nothing, options: { maxContacts: nothing } }],
	])('is as good as empty: %s %j', async (node, parameters) => {
		const bench = await benchOf(node, parameters);
		expect(await bench.activate()).toEqual([]);
	});

	it.each<[string, string, INodeParameters]>([
		['contactTrigger', 'Trigger On: choose at least one', { event: nothing }],
		['calendarTrigger', 'Trigger On: choose at least one', { event: nothing }],
		['mailTrigger', 'Label: is required', { event: 'labelAdded', label: located('name') }],
		['mailTrigger', 'Folder: is required', { event: 'moved', folder: located('name') }],
	])(
		'starts nothing for %s where nothing would start the workflow: %s',
		async (node, message, parameters) => {
			const bench = await benchOf(node, parameters);
			await expect(bench.activate()).rejects.toMatchObject({ message });
		},
	);
});
