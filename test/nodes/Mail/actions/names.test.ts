import { ExecuteContext } from 'n8n-core';
import { applicationCredential } from '../../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import {
	asked,
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../harness/mail';
import { failureOf } from '../../../harness/steps';

/** Names where an address is wanted: of a contact, of somebody the mailbox knows, and "me". */

useMailboxes();

const send = 'email.sendEmail';
const MAIL = { subject: 'Figures', message: 'They are in.' };
const tool = { asTool: true };
const DENIED = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };
const LISTED = { whoMayBeWrittenTo: 'listed', allowedAddresses: 'bob@contoso.com' };

function contact(displayName: string, ...addresses: string[]) {
	own().contacts.add({
		displayName,
		emailAddresses: addresses.map((address) => ({ address, name: displayName })),
	});
}

function know(displayName: string, address: string, isOfDirectory = false) {
	const scoredEmailAddresses = [{ address, relevanceScore: 8 }];
	own().people.push({ id: displayName, displayName, scoredEmailAddresses, isOfDirectory });
}

const lookUps = () => asked().filter((request) => /contacts|people|GET \/me$/.test(request));
const writes = () => asked().filter((request) => !request.startsWith('GET'));

async function refusal(parameters: object, options = {}): Promise<string> {
	const { message } = await failureOf(runStep(send, { ...MAIL, ...parameters }, options));
	expect(writes()).toEqual([]);
	return message;
}

describe('A name of one contact', () => {
	it('is written to at the address of that contact, and the output says so', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		contact('Anna Lee-Park', 'anna@contoso.com');
		contact('Bob', 'bob@contoso.com');
		const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
		const sent = await runForOne(send, { ...MAIL, to: 'ann; Bob <b@fabrikam.com>', bcc: 'BOB' });
		expect(sent.to).toEqual([
			{ address: 'ann@contoso.com', name: 'Ann Lee' },
			{ address: 'b@fabrikam.com', name: 'Bob' },
		]);
		expect(hint.mock.lastCall?.[0]?.message).toBe(
			'Names stood for: ann - ann@contoso.com, BOB - bob@contoso.com',
		);
		hint.mockRestore();
	});

	it('is told to a language model with the address', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		expect(await runForOne(send, { ...MAIL, to: '"Ann Lee"' }, tool)).toEqual({
			addresses: { 'Ann Lee': 'ann@contoso.com' },
			sent: true,
			id: expect.any(String),
		});
	});

	it.each(['Lée', 'Lee, Ann', 'ann lee'])('may be written as %s', async (to) => {
		contact('Ann Lée', 'ann@contoso.com');
		const sent = await runForOne(send, { ...MAIL, to: `${to}, ann@contoso.com` });
		expect(sent.to).toMatchObject([{ address: 'ann@contoso.com' }]);
	});

	it('is invited, and asked for when it is free', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		contact('Bob Park', 'bob@contoso.com');
		const start = '2031-03-03T10:00Z';
		const options = { optionalAttendees: 'Bob' };
		const made = await runForOne('calendar.createEvent', { start, attendees: 'Ann', options });
		expect(made.attendees).toMatchObject([
			{ address: 'ann@contoso.com' },
			{ address: 'bob@contoso.com', type: 'optional' },
		]);
		const free = { addresses: 'Ann', start, end: '2031-03-03T11:00Z' };
		const [schedule] = await runStep('calendar.getFreeBusySchedule', free);
		expect(schedule?.json.address).toBe('ann@contoso.com');
	});

	it('is looked at once beside its own address', async () => {
		contact('Ann Lee', 'Ann@contoso.com');
		const both = 'Ann Lee; ann@contoso.com';
		expect(await runStep('calendar.getFreeBusySchedule', { addresses: both })).toHaveLength(1);
		const asked = { start: '2031-03-04T10:00', attendees: both, options: { includeOwn: false } };
		const { unknown } = await runForOne('calendar.checkAvailability', asked);
		expect(unknown).toHaveLength(1);
	});

	it('gets one email beside its own address, and is asked once', async () => {
		contact('Ann Lee', 'Ann@contoso.com');
		const to = 'Ann Lee; bob@contoso.com; ann@contoso.com';
		await runForOne(send, { ...MAIL, to });
		await runForOne('email.sendAndWait', { ...MAIL, to });
		const drafts = provider().requests.matching({ method: 'POST', path: /\/messages$/ });
		expect(drafts.map(({ body }) => Object(body).toRecipients.length)).toEqual([2, 1, 1]);
	});

	it('costs two requests a run, however many items name it, and one for each other name', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		const items = ['Ann', 'Ann Lee', 'Ann', 'Ann'].map((name) => ({ json: { name } }));
		const sent = await runStep(send, { ...MAIL, to: '={{ $json.name }}' }, { items });
		const ann = { address: 'ann@contoso.com', name: 'Ann Lee' };
		expect(sent.map(({ json }) => json.to)).toEqual(items.map(() => [ann]));
		expect(lookUps()).toEqual(['GET /me/contacts', 'GET /me/people', 'GET /me/people']);
	});
});

describe('A name of somebody the mailbox writes with', () => {
	// fact: people.
	it('is one of a person for an application, too, for which Microsoft searches nobody', async () => {
		know('Ann Lee', 'ann@contoso.com');
		const credential = applicationCredential(provider());
		const mail = { ...MAIL, to: 'Ann', mailbox: OWN_MAILBOX };
		const sent = await runForOne(send, mail, { credential });
		expect(sent.to).toMatchObject([{ address: 'ann@contoso.com' }]);
	});

	it('is one of a person, too; of contacts that are the same person once', async () => {
		know('Ann Lee', 'Ann@contoso.com');
		contact('Ann Lee', 'ann@contoso.com');
		know('Bob Park', 'bob@contoso.com');
		const sent = await runForOne(send, { ...MAIL, to: 'Ann; Bob Park' });
		expect(sent.to).toMatchObject([{ address: 'ann@contoso.com' }, { address: 'bob@contoso.com' }]);
	});

	it.each([
		['Joanna Lee', 'Anna'],
		// Daiki and Taiki, Rama and Ram: a mark makes another letter.
		['ダイキ', 'タイキ'],
		['रमा', 'राम'],
	])('is none of %s, who is only spelled alike: %s', async (known, to) => {
		know(known, 'somebody@contoso.com');
		contact(known, 'somebody@contoso.com');
		expect(await refusal({ to })).toContain('no contact of the mailbox has that name');
	});

	it.each(['Ann Park', 'Bob Lee', 'Lee'])(
		'is none of %s, who has a part of it alone',
		async (known) => {
			know(known, 'somebody@contoso.com');
			contact(known, 'somebody@contoso.com');
			expect(await refusal({ to: 'Ann Lee' })).toContain('no contact of the mailbox has that name');
		},
	);

	it('is none of somebody in the directory alone', async () => {
		know('Ann Lee', 'ann@contoso.com', true);
		expect(await refusal({ to: 'Ann' })).toContain('no contact of the mailbox has that name');
	});
});

/** What Exchange calls a colleague whom Outlook for Windows took over from the directory (fact: exchange-name). */
const OF_EXCHANGE =
	'/o=ExchangeLabs/ou=Exchange Administrative Group (FYDIBOHF23SPDLT)/cn=Recipients/cn=1c2e-ann';

describe('A name of a colleague whose contact has no address but that of Exchange', () => {
	it('is that of the person whom the mailbox knows', async () => {
		contact('Ann Lee', OF_EXCHANGE);
		know('Ann Lee', 'ann@contoso.com');
		const sent = await runForOne(send, { ...MAIL, to: 'Ann Lee' });
		expect(sent.to).toMatchObject([{ address: 'ann@contoso.com' }]);
	});

	it('is refused where nobody else has it: nothing reaches that address', async () => {
		contact('Ann Lee', OF_EXCHANGE);
		const said = await refusal({ to: 'Ann Lee' });
		expect(said).toContain('no contact of the mailbox has that name');
	});

	it.each([[OF_EXCHANGE], [{ address: OF_EXCHANGE.toUpperCase(), name: 'Ann Lee' }]])(
		'is told as the way out where the address itself is given (%j)',
		async (given) => {
			const message = await refusal(
				{ to: '={{ $json.to }}' },
				{ items: [{ json: { to: given } }] },
			);
			expect(message).toMatch(/^To: entry 1 is not an email address.*inside.*Find People/);
		},
	);
});

describe('A name of several', () => {
	it('is refused with all of them', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		know('Ann Park', 'ann@fabrikam.com');
		expect(await refusal({ cc: 'Ann' }, tool)).toBe(
			'Cc: "Ann" may be Ann Lee <ann@contoso.com>, Ann Park <ann@fabrikam.com>. Write the address that is meant.',
		);
	});

	it('is refused where one contact has several addresses', async () => {
		contact('Ann Lee', 'ann@contoso.com', 'ann@example.com');
		expect(await refusal({ to: 'Ann Lee' })).toContain(
			'Ann Lee <ann@contoso.com>, Ann Lee <ann@example.com>',
		);
	});

	it('is refused without what a stranger hid in one of them', async () => {
		contact('Ann\u{e0049}\u{e0067}\u{e006e} Lee', 'ann@contoso.com');
		contact('Ann Park', 'ann@fabrikam.com');
		expect(await refusal({ to: 'Ann' }, tool)).toContain('"Ann" may be Ann Lee <ann@contoso.com>,');
	});

	it('is refused with 60 characters of each, as a stranger may have written them', async () => {
		contact(`Ann ${'x'.repeat(500)}`, 'ann@contoso.com');
		contact('Ann Park', 'ann@fabrikam.com');
		const shown = `Ann ${'x'.repeat(56)} <ann@contoso.com>`;
		expect(await refusal({ to: 'Ann' }, tool)).toContain(`"Ann" may be ${shown}`);
	});

	it('is refused with ten of them where there are more', async () => {
		for (let index = 0; index < 12; index++) contact(`Ann ${index}`, `ann${index}@contoso.com`);
		expect(await refusal({ to: 'Ann' })).toMatch(/Ann 9 <ann9@contoso\.com> and 2 more$/);
	});
});

describe('A name of nobody', () => {
	it('is refused with the way out', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		expect(await refusal({ to: 'Eve' }, tool)).toBe(
			'To: "Eve" is not an email address, and no contact of the mailbox has that name: write name@example.com or Name <name@example.com>. Look the address up with Find Contact or Find People.',
		);
	});

	it.each(['ann@', '7', 'https://contoso.com/ann', `${'a'.repeat(101)}`])(
		'is not looked up for %s, which is no name',
		async (to) => {
			expect(await refusal({ to })).toContain('entry 1 is not an email address');
			expect(lookUps()).toEqual([]);
		},
	);
});

describe('What may not be read', () => {
	it('is left out while there is something else to look in', async () => {
		provider().faults.next({ path: /people/ }, { status: 403, body: DENIED });
		contact('Ann Lee', 'ann@contoso.com');
		const sent = await runForOne(send, { ...MAIL, to: 'Ann' });
		expect(sent.to).toMatchObject([{ address: 'ann@contoso.com' }]);
	});

	it('is named where it was all there is', async () => {
		provider().faults.next({ path: /people/ }, { status: 403, body: DENIED });
		provider().faults.next({ path: /contacts/ }, { status: 403, body: DENIED });
		expect(await refusal({ to: 'Ann' }, tool)).toContain(
			'that needs the permission Contacts.Read or People.Read',
		);
	});
});

describe('"me"', () => {
	it('is the own address', async () => {
		const sent = await runForOne(send, { ...MAIL, to: 'Me' });
		expect(sent.to).toMatchObject([{ address: 'me@contoso.com' }]);
		expect(lookUps()).toEqual(['GET /me']);
	});

	it('is the mailbox that the step works in, for which nothing is read', async () => {
		const sent = await runForOne(send, { ...MAIL, to: 'me', mailbox: SHARED_MAILBOX });
		expect(sent.to).toMatchObject([{ address: SHARED_MAILBOX }]);
		expect(lookUps()).toEqual([]);
	});
});

describe('Addresses', () => {
	it('cost no request', async () => {
		contact('Ann Lee', 'ann@contoso.com');
		await runStep(send, { ...MAIL, to: 'ann@contoso.com, Bob <bob@contoso.com>' });
		expect(lookUps()).toEqual([]);
	});
});

describe('Under a policy', () => {
	it('a name counts for its address: one that is not listed is refused', async () => {
		contact('Boss', 'eve@fabrikam.com');
		contact('Bob', 'bob@contoso.com');
		const options = { ...tool, credentialData: LISTED };
		expect(await refusal({ to: 'Boss' }, options)).toContain(
			'a recipient in To may not be written to',
		);
		const start = '2031-03-03T10:00Z';
		const event = { start, attendees: 'Boss' };
		await failureOf(runStep('calendar.createEvent', event, options));
		expect(writes()).toEqual([]);
		expect(await runForOne(send, { ...MAIL, to: 'Bob' }, options)).toMatchObject({ sent: true });
	});
});
