import { asked, own, runForOne, runStep, useMailboxes } from '../../../harness/mail';
import { failureOf, locator } from '../../../harness/steps';

useMailboxes();

/** What the standard folders of a German mailbox are called. */
const GERMAN = {
	archive: 'Archiv',
	deleteditems: 'Gelöschte Elemente',
	inbox: 'Posteingang',
	junkemail: 'Junk-E-Mail',
	sentitems: 'Gesendete Elemente',
};

function speakGerman(): void {
	for (const [name, displayName] of Object.entries(GERMAN)) {
		own().folder(name).displayName = displayName;
	}
}

const idOf = async (path: string) =>
	(await runForOne('email.getFolder', { folder: locator('name', path) })).id;
const listed = async () =>
	(await runStep('email.listFolders')).map(({ json }) => [String(json.path), String(json.id)]);

describe('The path of a folder', () => {
	it.each(['Sent-Items', 'Junk_Email', 'In-Box', 'Trash'])(
		'is its own, although a standard folder is called nearly so: %s',
		async (name) => {
			expect(await idOf(own().addFolder(name, 'msgfolderroot').displayName)).toBe(
				own().folder(name).id,
			);
		},
	);

	it.each(['Sent Items', 'SENT ITEMS', 'sentitems'])(
		'is the name of a standard folder: %s',
		async (name) => {
			speakGerman();
			expect(await idOf(name)).toBe(own().folder('sentitems').id);
		},
	);

	it.each([
		['Junk E-mail', 'junkemail'],
		['Sent', 'sentitems'],
		['trash', 'deleteditems'],
		['Spam', 'junkemail'],
		['sent_items', 'sentitems'],
		['deleted-items', 'deleteditems'],
	])('is that of a standard folder where no folder is called so: %s', async (name, standard) => {
		expect(await idOf(name)).toBe(own().folder(standard).id);
	});

	it('leads from List Folders to that folder, in a mailbox of any language', async () => {
		speakGerman();
		const archive = own().addFolder('Archive', 'msgfolderroot');
		const mine = own().addFolder('SentItems', 'msgfolderroot');
		const below = own().addFolder('2026', archive.id);
		own().addFolder('Archive', 'inbox');
		const paths = await listed();
		for (const [path = '', id] of paths) expect([path, await idOf(path)]).toEqual([path, id]);
		expect(paths).toEqual(
			expect.arrayContaining([
				['Archiv', own().folder('archive').id],
				['/Archive', archive.id],
				['Archive/2026', below.id],
				['/SentItems', mine.id],
				['Posteingang/Archive', expect.anything()],
			]),
		);
	});

	it('has no slash in front where it is that of the standard folder', async () => {
		const paths = (await listed()).map(([path = '']) => path);
		expect(paths).toEqual(expect.arrayContaining(['Archive', 'Inbox', 'Sent Items']));
		expect(paths.filter((path) => path.startsWith('/'))).toEqual([]);
	});

	it('is suggested as it leads there', async () => {
		speakGerman();
		own().addFolder('Archive', 'msgfolderroot');
		const failure = await failureOf(idOf('Nowhere'));
		expect(failure.description).toContain(' /Archive,');
	});

	it.each([
		['Zefir', 'Projects/Zephyr'],
		['Projects/Zefir', 'Projects/Zephyr'],
		['Custmers', 'Customers'],
	])('is suggested where it is nearest to what was written: %s', async (written, path) => {
		for (const name of 'ABCDEFGHI') own().addFolder(name, 'msgfolderroot');
		own().addFolder('Customers', 'msgfolderroot');
		own().addFolder('Zephyr', own().addFolder('Projects', 'msgfolderroot').id);
		expect(await failureOf(idOf(written))).toMatchObject({
			description: expect.stringContaining(`Nearest: ${path}, `),
		});
	});

	it('may begin with the English name of a standard folder', async () => {
		speakGerman();
		const { id } = own().addFolder('Customers', 'inbox');
		own().addFolder('Customers', 'archive');
		expect(await idOf('Inbox/Customers')).toBe(id);
		expect(await idOf('/inbox/customers/')).toBe(id);
		const failure = await failureOf(idOf('Inbox/Suppliers'));
		expect(failure.message).toContain('has no folder of this name');
	});

	it('costs no request more where it is found as it is', async () => {
		own().addFolder('Customers', 'inbox');
		await idOf('Inbox/Customers');
		expect(asked().filter((request) => request.endsWith('/inbox'))).toEqual([]);
	});
});

describe('A name is found however its letters are put together', () => {
	const [whole, apart] = ['Bücher', 'Bücher'.normalize('NFD')];

	it.each([
		[whole, apart],
		[apart, whole],
	])('that of a folder: %j as %j', async (name, written) => {
		const { id } = own().addFolder(name, 'inbox');
		expect(await idOf(written)).toBe(id);
		expect(await idOf(`Inbox/${written}`)).toBe(id);
	});

	it('that of a calendar', async () => {
		const { id } = await runForOne('calendar.createCalendar', { name: whole });
		const calendar = locator('name', apart);
		expect(await runForOne('calendar.deleteCalendar', { calendar })).toMatchObject({ id });
	});

	it('that of a contact folder', async () => {
		own().contacts.addFolder(whole);
		const folder = locator('name', apart);
		expect(await runStep('contact.listContacts', { folder })).toEqual([]);
	});

	it('but not with other letters', async () => {
		own().addFolder(whole, 'inbox');
		expect((await failureOf(idOf('Bucher'))).message).toContain('has no folder of this name');
	});
});
