import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { asked, own, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';

/** An expression that gives nothing is the most frequent mistake of beginners: the item is at hand, so the error says what it has. */

useMailboxes();

const step = 'email.getEmail';
const items = [{ json: { messageId: 'A', subject: 'Hello' } }];
const locator = (value: string) => ({ __rl: true, mode: 'id', value });

describe('A required field whose expression gives nothing', () => {
	it.each([
		['in a locator', locator('={{ $json.id }}')],
		['as a text', '={{ $json.id }}'],
	])('says which, and what the item has, %s', async (_, messageId) => {
		const failure = await failureOf(runStep(step, { messageId }, { items }));
		expect(failure).toEqual({
			message: 'Message ID: is required',
			description: '{{ $json.id }} gave nothing for this item. It has: messageId, subject.',
		});
		expect(asked()).toEqual([]);
	});

	it('says that the item is empty', async () => {
		const failure = await failureOf(
			runStep(step, { messageId: '={{ $json.id }}' }, { items: [{ json: {} }] }),
		);
		expect(failure.description).toContain('It is empty: the step before returned nothing.');
	});

	it('names a dozen at most', async () => {
		const json = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key${index}`, 1]));
		const failure = await failureOf(
			runStep(step, { messageId: '={{ $json.id }}' }, { items: [{ json }] }),
		);
		expect(failure.description).toMatch(/It has: key0, .*key11, and more\.$/);
	});

	it('shows no name that somebody may have written, and no long expression', async () => {
		const given = [{ json: { 'eve@evil.example': 1, subject: 'Hello' } }];
		const messageId = `={{ $json.id || ${"'' || ".repeat(20)}'' }}`;
		const failure = await failureOf(runStep(step, { messageId }, { items: given }));
		expect(failure.description).toBe(
			'The expression gave nothing for this item. It has: subject, and more.',
		);
	});

	it('shows names in any script, and no list of none', async () => {
		const described = async (json: IDataObject) =>
			await failureOf(runStep(step, { messageId: '={{ $json.id }}' }, { items: [{ json }] }));
		expect(await described({ Größe: 1, 名前: 2 })).toMatchObject({
			description: '{{ $json.id }} gave nothing for this item. It has: Größe, 名前.',
		});
		expect(await described({ 'eve@evil.example': 1 })).toMatchObject({
			description:
				'{{ $json.id }} gave nothing for this item. It has fields whose names are not shown here.',
		});
	});

	it('is not explained where nothing was entered, nor to a language model', async () => {
		expect((await failureOf(runStep(step, { messageId: '' }, { items }))).description).toBe('');
		const asTool = runStep(step, { messageId: '={{ $json.id }}' }, { items, asTool: true });
		expect((await failureOf(asTool)).description).toBe('');
	});

	it('works where the item has it', async () => {
		const mail = own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const given = [{ json: { id: mail.immutableId } }];
		const [item] = await runStep(step, { messageId: '={{ $json.id }}' }, { items: given });
		expect(item?.json.subject).toBe('Hello');
	});
});

describe('A condition whose expression gives nothing', () => {
	const given = [{ json: { subject: 'Hello', none: null, blank: ' ' } }];
	/** What a model wrote is all that the item of its tool holds here. */
	const nothing = [{ json: {} }];
	const find = (parameters: INodeParameters, asTool = false) =>
		failureOf(runStep('email.findEmail', parameters, { items: asTool ? nothing : given, asTool }));

	it.each([
		[
			'Filters > From',
			'{{ $json.sender }}',
			{ findBy: 'filters', filters: { from: '={{ $json.sender }}' } },
		],
		[
			'Filters > Label',
			'{{ $json.none }}',
			{ findBy: 'filters', filters: { label: '={{ $json.none }}' } },
		],
		[
			'Filters > Received After',
			'{{ $json.blank }}',
			{ findBy: 'filters', filters: { receivedAfter: '={{ $json.blank }}' } },
		],
		['Search', '{{ $json.q }}', { search: '={{ $json.q }}' }],
		// All emails would be found by no search, whatever the filters say.
		[
			'Find By',
			'{{ $json.by }}',
			{ findBy: '={{ $json.by }}', filters: { from: 'ann@contoso.com' } },
		],
		['Folder', '{{ $json.f }}', { folder: { __rl: true, mode: 'name', value: '={{ $json.f }}' } }],
	])('is refused, not left out: %s', async (label, expression, parameters) => {
		expect(await find(parameters)).toEqual({
			message: `${label}: its expression gives nothing`,
			description: `${expression} gave nothing for this item. It has: subject, none, blank. Without it the step would work with what you do not mean. Correct the expression or clear the field. If it may be empty, let the expression say so: {{ ${expression.slice(3, -3)} ?? "" }}.`,
		});
		expect(asked()).toEqual([]);
	});

	it.each(['$json["q"]?.text', '$json.r ?? $json.q', '$input.item.json.q'])(
		'is named as it may be left empty: %s',
		async (expression) => {
			const { description } = await find({ search: `={{${expression}}}` });
			expect(description.split('say so: ')[1]).toBe(`{{ ${expression} ?? "" }}.`);
		},
	);

	it.each([
		'{{ $json.q.replace("a", "b") }}',
		'{{ $json.q || $json.r }}',
		'{{ $json.q }}, {{ $json.r }}',
		'{{ $json.r }}{{ $json.q }}',
		`{{ $json.${'q'.repeat(90)} }}`,
	])('is told in words where to say that it may be left empty: %s', async (expression) => {
		const items = [{ json: { q: '' } }];
		const run = runStep('email.findEmail', { search: `=${expression}` }, { items });
		const { description } = await failureOf(run);
		expect(description.split('say so: ')[1]).toBe('write ?? "" before each }}.');
	});

	it('names an expression that reads no item as well', async () => {
		const { description } = await find({ search: '={{ $vars.nothing }}' });
		expect(description).toContain('{{ $vars.nothing }} gave nothing for this item. Without it');
	});

	it('is refused in other lists too', async () => {
		for (const [step, parameters] of Object.entries({
			'calendar.listEvents': { text: '={{ $json.q }}' },
			'contact.findPeople': { search: '={{ $json.q }}' },
			// From Now On may be meant, and everything would come.
			'email.getChanges': { folder: 'inbox', begin: '={{ $json.q }}' },
			'calendar.getEventChanges': { begin: '={{ $json.q }}' },
			'contact.getContactChanges': { begin: '={{ $json.q }}' },
		})) {
			const failure = await failureOf(runStep(step, parameters, { items: given }));
			expect(failure.message).toMatch(/: its expression gives nothing$/);
		}
	});

	it('is refused where it names what is attached: the email would go out without its file', async () => {
		const letter = { to: 'ann@contoso.com', subject: 'Offer', message: 'See the file.' };
		const start = '2099-03-02T10:00Z';
		const attachments = '={{ $binary.offer }}';
		for (const [step, parameters, label] of [
			['email.sendEmail', { ...letter, attachments }, 'Attachments'],
			['email.sendEmail', { ...letter, attachments: '={{ [$json.file] }}' }, 'Attachments'],
			['calendar.createEvent', { start, options: { attachments } }, 'Options > Attachments'],
		] as const) {
			const failure = await failureOf(runStep(step, parameters, { items: given }));
			expect(failure.message).toBe(`${label}: its expression gives nothing`);
		}
		expect(asked()).toEqual([]);
		await runStep('email.sendEmail', { ...letter, attachments: '={{ $binary.offer ?? "" }}' });
		expect(own().sent).toHaveLength(1);
	});

	it.each(['sendEmail', 'scheduleEmail', 'forwardEmail'])(
		'is refused where it says who gets an email, which would go to the others alone: %s',
		async (name) => {
			const { immutableId } = own().deliver({ subject: 'Offer', from: 'ann@contoso.com' });
			const letter = { messageId: immutableId, message: 'Hello', sendAt: '2099-03-02T10:00Z' };
			const others = { cc: 'team@contoso.com', bcc: 'archive@contoso.com' };
			const to = '={{ $json.email }}';
			const run = runStep(`email.${name}`, { ...letter, ...others, to }, { items: given });
			expect((await failureOf(run)).message).toBe('To: its expression gives nothing');
			expect(asked()).toEqual([]);
			const saysSo = { ...letter, ...others, to: '={{ $json.email ?? "" }}' };
			await runStep(`email.${name}`, saysSo, { items: given });
			await runStep('email.createDraft', { ...letter, to }, { items: given });
		},
	);

	it('is refused where it names whose time is looked at: nobody else would count as free', async () => {
		for (const [step, parameters] of Object.entries({
			'calendar.checkAvailability': { start: '2099-03-02T10:00Z', attendees: '={{ $json.q }}' },
			'calendar.findMeetingTimes': { attendees: '={{ $json.q }}' },
			'calendar.getFreeBusySchedule': { addresses: '={{ $json.q }}' },
		})) {
			const failure = await failureOf(runStep(step, parameters, { items: given }));
			expect(failure.message).toMatch(/: its expression gives nothing$/);
		}
		expect(asked()).toEqual([]);
	});

	it.each(['listEvents', 'getEventChanges'])(
		'is refused where it names the calendar to look in: %s',
		async (step) => {
			const parameters = { calendar: locator('={{ $json.calendar }}') };
			const failure = await failureOf(runStep(`calendar.${step}`, parameters, { items: given }));
			expect(failure.message).toBe('Calendar: its expression gives nothing');
			expect(asked()).toEqual([]);
		},
	);

	it.each<[string, string, INodeParameters]>([
		['Start', 'calendar.listEvents', { start: '={{ $json.q }}' }],
		['End', 'calendar.getEventChanges', { end: '={{ $json.q }}' }],
		['End', 'calendar.getFreeBusySchedule', { end: '={{ $json.q }}' }],
		['End', 'calendar.checkAvailability', { start: '2099-03-02', end: '={{ $json.q }}' }],
		[
			'Slot Duration (Minutes)',
			'calendar.checkAvailability',
			{ start: '2099-03-02', duration: '={{ $json.q }}' },
		],
		['Start', 'calendar.findMeetingTimes', { start: '={{ $json.q }}' }],
		[
			'Options > Working Days',
			'calendar.checkAvailability',
			{ start: '2099-03-02', options: { workingDays: '={{ $json.q }}' } },
		],
		[
			'Options > Working Hours Start',
			'calendar.checkAvailability',
			{ start: '2099-03-02', options: { workingHoursStart: '={{ $json.q }}' } },
		],
		[
			'Options > Working Hours End',
			'calendar.checkAvailability',
			{ start: '2099-03-02', options: { workingHoursEnd: '={{ $json.q }}' } },
		],
		['Duration (Minutes)', 'calendar.findMeetingTimes', { duration: '={{ $json.q }}' }],
		['Options > Room', 'calendar.findMeetingTimes', { options: { room: '={{ $json.q }}' } }],
		['Minimum Number of People', 'calendar.listRooms', { capacity: '={{ $json.q }}' }],
		[
			'Transcript ID',
			'calendar.getMeetingTranscript',
			{ meeting: 'A', transcriptId: '={{ $json.q }}' },
		],
		['Search In', 'contact.findContact', { search: 'Ann', property: '={{ $json.q }}' }],
		['Start', 'advanced.listActivity', { start: '={{ $json.q }}' }],
	])(
		'is refused where it says what else is looked at: %s of %s',
		async (label, name, parameters) => {
			const failure = await failureOf(runStep(name, parameters, { items: given }));
			expect(failure.message).toBe(`${label}: its expression gives nothing`);
			expect(asked()).toEqual([]);
		},
	);

	it('is left out where a person left it empty, or chose another way to find', async () => {
		own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const parameters = {
			findBy: 'filters',
			filters: { from: '', subject: '=' },
			search: '={{ $json.q }}',
		};
		expect(await runStep('email.findEmail', parameters, { items: given })).toHaveLength(1);
	});

	it.each([
		'{{ $json.sender.replace("mailto:", "") }}',
		"{{ ($json.senders || []).join('') }}",
		'{{ $json.parts.map((one) => one.replace("<", "")).join(",") }}',
		'{{ $json.sender }} {{ $json.missing ?? "" }}',
	])('is refused where its expression only cleans a value: %s', async (expression) => {
		const items = [{ json: { sender: '', parts: [] } }];
		const filters = { from: `=${expression}` };
		const found = runStep('email.findEmail', { findBy: 'filters', filters }, { items });
		expect((await failureOf(found)).message).toBe('Filters > From: its expression gives nothing');
	});

	it.each([
		'{{ $json.sender ?? "" }}',
		"{{ $json.blank || '' }}",
		'{{ $json.q ? $json.q : null }}',
		"{{ $ifEmpty($json.q, '') }}",
		'{{ $json.sender ?? "" }} {{ $json.q || "" }}',
	])('is left out where its expression says that it may be empty: %s', async (expression) => {
		own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const parameters = { findBy: 'filters', filters: { from: `=${expression}` } };
		expect(await runStep('email.findEmail', parameters, { items: given })).toHaveLength(1);
	});

	it('is left out where a language model leaves it out, and refused where its author wrote it', async () => {
		own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		const byModel = { search: "={{ $fromAI('Search', ``, 'string', '') }}" };
		const found = await runStep('email.findEmail', byModel, { items: nothing, asTool: true });
		expect(found[0]?.json.subject).toBe('Hello');
		const failure = await find(
			{ findBy: 'filters', filters: { from: '={{ $json.sender }}' } },
			true,
		);
		expect(failure.message).toBe(
			'Filters > From: its expression gives nothing. Without it the step would work with what you do not mean. Correct the expression or clear the field. If it may be empty, let the expression say so: write ?? "" before each }}.',
		);
	});

	it('holds where the item has it', async () => {
		own().deliver({ subject: 'Hello', from: 'ann@contoso.com' });
		own().deliver({ subject: 'Other', from: 'ann@contoso.com' });
		const parameters = { findBy: 'filters', filters: { subject: '={{ $json.subject }}' } };
		const found = await runStep('email.findEmail', parameters, { items: given });
		expect(found.map(({ json }) => json.subject)).toEqual(['Hello']);
	});
});

describe('What narrows a step that writes, and whose expression gives nothing', () => {
	const items = [{ json: { subject: 'Hello' } }];

	it.each(['={{ $json.mailbox }}', '={{ $json.team }}, {{ $json.mailbox }}'])(
		'is its mailbox, so that nothing leaves from another one: %s',
		async (mailbox) => {
			const parameters = { mailbox, to: 'bob@fabrikam.com', message: 'Hello' };
			const failure = await failureOf(runStep('email.sendEmail', parameters, { items }));
			expect(failure.message).toBe('Mailbox: its expression gives nothing');
			expect([own().sent, asked()]).toEqual([[], []]);
		},
	);

	it('is the own mailbox where its expression says that it may be empty', async () => {
		const mailbox = '={{ $json.mailbox ?? "" }}';
		const parameters = { mailbox, to: 'bob@fabrikam.com', message: 'Hello' };
		await runStep('email.sendEmail', parameters, { items });
		expect(own().sent).toHaveLength(1);
	});

	const source = () =>
		own().deliver({
			subject: 'Salaries',
			from: 'ann@contoso.com',
			attachments: [
				{ name: 'plan.pdf', content: 'plan' },
				{ name: 'salaries.xlsx', content: 'secret' },
			],
		}).immutableId;
	const letter = (attachmentId: string | INodeParameters): INodeParameters => ({
		to: 'bob@fabrikam.com',
		message: 'See the plan',
		options: { otherAttachments: { fromEmails: [{ messageId: source(), attachmentId }] } },
	});

	it.each([
		['as a text', '={{ $json.attachmentId }}'],
		['in a locator', { __rl: true, mode: 'id', value: '={{ $json.attachmentId }}' }],
	])('is refused, so that not all files of the other email go out: %s', async (_, attachmentId) => {
		const failure = await failureOf(runStep('email.sendEmail', letter(attachmentId), { items }));
		expect(failure.message).toBe(
			'Options > Other Attachments > Attachment ID: its expression gives nothing',
		);
		expect(failure.description).toMatch(
			/^{{ \$json\.attachmentId }} gave nothing for this item\. It has: subject\. Without it .*let the expression say so: .* \?\? "" }}\.$/,
		);
		expect([own().sent, asked()]).toEqual([[], []]);
	});

	it('is the text of a file, so that nobody gets an empty one', async () => {
		const textFiles = [{ fileName: 'notes.txt', content: '={{ $json.notes }}' }];
		const parameters = { ...letter(''), options: { otherAttachments: { textFiles } } };
		const failure = await failureOf(runStep('email.sendEmail', parameters, { items }));
		expect(failure.message).toBe(
			'Options > Other Attachments > Content: its expression gives nothing',
		);
		expect(own().sent).toEqual([]);
	});

	it('is required where one file is deleted: no expression may leave it empty', async () => {
		const given = { messageId: source(), attachmentId: '={{ $json.attachmentId }}' };
		const failure = await failureOf(runStep('email.deleteAttachment', given, { items }));
		expect(failure.message).toBe('Attachment ID: is required');
	});

	it('is refused where attachments are only read, too', async () => {
		const given = { messageId: source(), attachmentId: '={{ $json.attachmentId }}' };
		const failure = await failureOf(runStep('email.downloadAttachment', given, { items }));
		expect(failure.message).toBe('Attachment ID: its expression gives nothing');
	});

	it.each([
		['a person left it empty', ''],
		['its expression says that it may be empty', '={{ $json.attachmentId ?? "" }}'],
	])('means all files where %s', async (_, attachmentId) => {
		await runStep('email.sendEmail', letter(attachmentId), { items });
		expect(own().sent[0]?.attachments).toHaveLength(2);
	});

	it.each(['conditions', 'exceptions'])('is refused in a new rule: %s', async (part) => {
		const given = {
			name: 'To Bob',
			conditions: { subjectContains: 'plan' },
			actions: { forwardTo: 'bob@fabrikam.com' },
			[part]: { subjectContains: 'plan', fromAddresses: '={{ $json.sender }}' },
		};
		const failure = await failureOf(runStep('advanced.createRule', given, { items }));
		expect(failure.message).toMatch(/From: its expression gives nothing$/);
		expect(own().rules).toEqual([]);
	});

	const nothing = '={{ $json.none }}';
	const meeting = { subject: 'Plan', start: '2026-03-02T10:00', attendees: 'bob@fabrikam.com' };
	const rule = { rule: 'AQAAAJ5dZqA=', actions: { forwardTo: 'bob@fabrikam.com' } };
	const away: INodeParameters = { status: 'scheduled', end: '2099-03-06', message: 'Away' };
	const replied = { messageId: 'A', message: 'Hello' };
	const invited = { eventId: 'A', response: 'decline' };
	const weekly = (pattern: INodeParameters) => ({
		...meeting,
		options: { recurrence: { pattern } },
	});

	it.each<[string, string, INodeParameters]>([
		['Message', 'email.sendEmail', { to: 'bob@fabrikam.com', message: nothing }],
		[
			'Message',
			'email.scheduleEmail',
			{ to: 'bob@fabrikam.com', sendAt: '2099-03-02T10:00Z', message: nothing },
		],
		['Message', 'email.replyToEmail', { messageId: 'A', message: nothing }],
		['Options > Send At', 'email.replyToEmail', { ...replied, options: { sendAt: nothing } }],
		['Options > Send At', 'email.sendDraft', { messageId: 'A', options: { sendAt: nothing } }],
		['Options > Time Zone', 'email.sendDraft', { messageId: 'A', options: { timeZone: nothing } }],
		['Options > From', 'email.replyToEmail', { ...replied, options: { from: nothing } }],
		['Save as Draft', 'email.replyToEmail', { ...replied, saveAsDraft: nothing }],
		['Folder', 'email.restoreEmail', { messageId: 'A', folder: locator(nothing) }],
		['Parent Folder', 'email.createFolder', { name: 'A', parent: locator(nothing) }],
		['Only Verified Senders', 'email.unsubscribe', { messageId: 'A', onlyVerified: nothing }],
		['End', 'calendar.createEvent', { ...meeting, end: nothing }],
		['Attendees', 'calendar.createEvent', { ...meeting, attendees: nothing }],
		['Calendar', 'calendar.createEvent', { ...meeting, calendar: locator(nothing) }],
		...['hideAttendees', 'rooms', 'sensitivity', 'transactionId'].map(
			(name): [string, string, INodeParameters] => [
				'Options > ',
				'calendar.createEvent',
				{ ...meeting, options: { [name]: nothing } },
			],
		),
		['Stops', 'calendar.createEvent', weekly({ ends: nothing })],
		['Repeats', 'calendar.createEvent', weekly({ frequency: nothing })],
		['Repeats Every', 'calendar.createEvent', weekly({ interval: nothing })],
		['Repeats On', 'calendar.createEvent', weekly({ daysOfWeek: nothing })],
		[
			'Repeats in Week',
			'calendar.createEvent',
			weekly({ frequency: 'relativeMonthly', daysOfWeek: ['tuesday'], week: nothing }),
		],
		[
			'Options > List Change',
			'calendar.updateEvent',
			{ eventId: 'A', attendees: 'bob@fabrikam.com', options: { attendeeChange: nothing } },
		],
		[
			'Options > Send Response',
			'calendar.respondToEvent',
			{ ...invited, options: { sendResponse: nothing } },
		],
		[
			'Options > Proposed Start',
			'calendar.respondToEvent',
			{ ...invited, options: { proposedStart: nothing } },
		],
		['Contact Folder', 'contact.createContact', { givenName: 'Ann', folder: locator(nothing) }],
		[
			'List Change',
			'contact.updateContact',
			{ contact: locator('A'), emailAddresses: 'bob@fabrikam.com', listChange: nothing },
		],
		['Start', 'advanced.setAutomaticReplies', { ...away, start: nothing }],
		[
			'External Message',
			'advanced.setAutomaticReplies',
			{ ...away, externalAudience: 'all', externalMessage: nothing },
		],
		[
			'Options > Disabled',
			'advanced.createRule',
			{ name: 'A', conditions: { everyEmail: true }, ...rule, options: { switchedOff: nothing } },
		],
		[
			'Conditions > From',
			'advanced.updateRule',
			{ ...rule, conditions: { fromAddresses: nothing } },
		],
		[
			'Exceptions > From',
			'advanced.updateRule',
			{ ...rule, exceptions: { fromAddresses: nothing } },
		],
		['Method', 'advanced.apiCall', { endpoint: '/me/messages/A', method: nothing }],
		['Body', 'advanced.apiCall', { endpoint: '/me/calendars', method: 'POST', body: nothing }],
		[
			'Query Parameters > Filter',
			'advanced.apiCall',
			{ endpoint: '/me/messages', query: { $filter: nothing } },
		],
	])(
		'is refused, so that the step does no more than is meant: %s of %s',
		async (label, name, parameters) => {
			for (const none of [null, '']) {
				const given = [{ json: { none } }];
				const { message } = await failureOf(runStep(name, parameters, { items: given }));
				expect(message).toMatch(/: its expression gives nothing$/);
				expect(message).toContain(label);
			}
			expect([own().sent, own().rules, asked()]).toEqual([[], [], []]);
		},
	);

	it('is not asked for where it does not count with what was chosen, also by an expression', async () => {
		const given = [{ json: { status: 'disabled' } }];
		const parameters = { status: '={{ $json.status }}', start: '={{ $json.start }}' };
		const run = runStep('advanced.setAutomaticReplies', parameters, { items: given });
		expect((await run)[0]?.json.status).toBe('disabled');
	});

	it('does not hold a reminder: the event is reminded of as usual', async () => {
		const options = { reminder: nothing };
		await runStep('calendar.createEvent', { ...meeting, options }, { items });
		expect(own().calendar.events).toHaveLength(1);
	});

	it('does not hold the text above a forwarded email, nor one whose expression says that it may be empty', async () => {
		const messageId = source();
		const forwarded = { messageId, to: 'bob@fabrikam.com', message: nothing };
		await runStep('email.forwardEmail', forwarded, { items });
		const filed = { ...letter(''), message: '={{ $json.none ?? "" }}' };
		await runStep('email.sendEmail', filed, { items });
		expect(own().sent).toHaveLength(2);
	});

	it('does not hold who gets a copy', async () => {
		await runStep('email.sendEmail', { ...letter(''), cc: '={{ $json.cc }}' }, { items });
		expect(own().sent).toHaveLength(1);
	});
});
