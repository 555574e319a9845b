import { ExecuteContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { own, provider, runForOne, runStep, useMailboxes } from '../../harness/mail';
import { locator } from '../../harness/steps';

/** What language models are not let write, and what people may: they know what they mean. */

useMailboxes();

const to = 'ann@contoso.com';

/** What stands above the output of a step, when a person runs it. */
async function hintsOf(step: string, parameters: INodeParameters): Promise<string[]> {
	const hint = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
	try {
		await runStep(step, parameters);
		return hint.mock.calls.flat().map(({ message }) => message);
	} finally {
		hint.mockRestore();
	}
}

describe('a search of a person that finds nothing', () => {
	it.each([
		[
			'email.findEmail',
			{ search: 'subject:plan and from:bob' },
			'Search: "and" as an operator has to be AND, in capital letters; to search for the word, put it in quotes. Write: subject:plan AND from:bob',
		],
		[
			'email.findEmail',
			{ search: 'isread:false' },
			'Search knows no "isread:": use the field Unread Only, or leave it out and look at isRead of each email.',
		],
		[
			'email.findEmail',
			{ search: 'From: Corner subject:plan' },
			'Search: a blank follows "From:", so the words after it are looked for in the sender, the subject and the body. Delete the blank.',
		],
		[
			'email.findEmail',
			{ findBy: 'filters', filters: { label: 'Invocie' } },
			'The mailbox has no label "Invocie". Its labels: Blue, Invoice.',
		],
		[
			'email.findEmail',
			{ findBy: 'filters', filters: { from: 'Ann OR Bob', subject: '"plan"' } },
			'From "Ann OR Bob" is looked for as it stands: write one, and run the step once for each. Subject Contains ""plan"" is looked for as it stands, with its quotes: leave them out.',
		],
		[
			'calendar.listEvents',
			{ start: '2031-03-01', text: 'Rev*' },
			'Text "Rev*" is looked for as it stands, with its *: leave them out.',
		],
		[
			'contact.findContact',
			{ search: 'Ann OR Bob' },
			'Search "Ann OR Bob" is looked for as it stands: write one, and run the step once for each.',
		],
	])('says above the output how it was understood (%s %j)', async (step, parameters, advice) => {
		for (const name of ['Blue', 'Invoice']) own().addCategory(name);
		expect(await hintsOf(step, parameters)).toEqual([advice]);
	});

	it('says nothing where nothing about it is odd', async () => {
		expect(await hintsOf('email.findEmail', { search: 'zeppelin' })).toEqual([]);
	});

	it('says nothing of a label that the mailbox has, in any case, nor where it does not tell', async () => {
		own().addCategory('Invoice');
		const labelled = { findBy: 'filters', filters: { label: 'INVOICE' } };
		expect(await hintsOf('email.findEmail', labelled)).toEqual([]);
		provider().faults.next({ path: /masterCategories/ }, { status: 404 });
		const unknown = { findBy: 'filters', filters: { label: 'Invocie' } };
		expect(await hintsOf('email.findEmail', unknown)).toEqual([]);
	});

	it('says that a blank was free text where something is found as well', async () => {
		own().deliver({ subject: 'Corner', from: to });
		expect(await hintsOf('email.findEmail', { search: 'from: corner' })).toEqual([
			expect.stringMatching(/^Search: a blank follows "from:"/),
		]);
		expect(await hintsOf('email.findEmail', { search: '"from: corner" OR corner' })).toEqual([]);
	});

	it('says that there is more, and n8n itself what a limit is', async () => {
		for (const subject of ['Salt', 'Salt', 'Salt']) own().deliver({ subject, from: to });
		const more = (limit: number) => hintsOf('email.findEmail', { search: 'salt', limit });
		expect(await more(1)).toEqual(['There are more matching emails than this one, the newest.']);
		expect(await more(2)).toEqual(['There are more matching emails than these 2, the newest.']);
	});

	it('says nothing where something is found', async () => {
		own().deliver({ subject: 'Salt and pepper', from: to });
		expect(await hintsOf('email.findEmail', { search: 'salt and pepper' })).toEqual([]);
	});
});

describe('a person', () => {
	it('may use words that stand for no value', async () => {
		const start = '2031-03-05T10:00Z';
		const event = { subject: 'TBD', location: 'same', start };
		expect(await runForOne('calendar.createEvent', event)).toMatchObject({ subject: 'TBD' });
		expect(own().calendar.events.at(-1)?.location).toEqual({ displayName: 'same' });
	});

	it('may send a template, Markdown and signs with backslashes', async () => {
		const message = 'Subject: [Your Name], {{name}}\\n**bold**\nend';
		await runForOne('email.sendEmail', { to, subject: '**Hi** &amp;', message });
		expect(own().sent.map(({ subject, bodyText }) => [subject, bodyText])).toEqual([
			['**Hi** &amp;', message],
		]);
	});

	it('may have slashes in the name of a folder', async () => {
		const made = await runForOne('email.createFolder', { name: 'In/Out' });
		expect(made.name).toBe('In/Out');
		const folder = locator('name', 'In/Out');
		const renamed = await runForOne('email.renameFolder', { folder, name: 'A/B' });
		expect(renamed.name).toBe('A/B');
	});

	it('may make two contacts of one name', async () => {
		const contact = { givenName: 'Ann', surname: 'Lee', emailAddresses: to };
		await runForOne('contact.createContact', contact);
		await runForOne('contact.createContact', contact);
		expect(own().contacts.contacts).toHaveLength(2);
	});

	it('may ask for a time that is over', async () => {
		const past = { start: '2024-03-05T10:00Z' };
		expect(await runForOne('calendar.checkAvailability', past)).toMatchObject({ available: true });
	});
});
