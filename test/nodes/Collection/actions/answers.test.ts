import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	API,
	arrived,
	pat,
	provider,
	runForOne,
	runStep,
	useCollection,
	world,
} from '../../../harness/collection';
import { readBinary } from '../../../harness/executeNode';
import { createSkippingClock } from '../../../harness/skippingClock';
import { failureOf, locator } from '../../../harness/steps';
import { isActive } from '../../../simulator/activity';
import type { PageSeed } from '../../../simulator/collection/model';

useCollection();

/** Twelve pages of five sections of five fields: 300 fields. */
const LARGE: PageSeed[] = Array.from({ length: 12 }, (_, page) => ({
	name: `Page ${page}`,
	sections: Array.from({ length: 5 }, (_, section) => ({
		name: `Section ${section}`,
		fields: Array.from({ length: 5 }, (_, field) => ({
			name: `Field ${page}.${section}.${field}`,
		})),
	})),
}));

const SMALL: PageSeed[] = [
	{
		name: 'Business',
		sections: [
			{
				name: 'Basics',
				fields: [
					{ name: 'Legal name', required: true },
					{ name: 'Directors', type: 'table', columns: ['Name', 'Born'] },
					{ name: 'Services', type: 'checkbox', options: ['Tax', 'Audit'] },
					{ name: 'Logo', type: 'image' },
					{ name: 'Statements', type: 'file' },
					{ name: 'Empty' },
					{ name: 'Team only', internal: true },
				],
			},
		],
	},
];

function answered() {
	const request = world().addRequest({
		name: 'Onboarding',
		status: 'published',
		clients: [pat()],
		pages: SMALL,
	});
	world().answer(request, 'Legal name', { text: 'Contoso Ltd' });
	world().answer(
		request,
		'Directors',
		{ row: { Name: 'Pat', Born: '1980' } },
		{ row: { Name: 'Sam', Born: '1990' } },
	);
	world().answer(request, 'Services', { text: ['Tax', 'Audit'] });
	world().answer(request, 'Logo', { file: { filename: 'logo.png', content: 'PNG' } });
	world().answer(
		request,
		'Statements',
		{ file: { filename: 'may.pdf', content: 'MAY', place: 'elsewhere' } },
		{ file: { filename: 'june.pdf', content: 'JUNE', place: 'elsewhere' } },
	);
	world().answer(request, 'Team only', { text: 'Important' });
	return request;
}

describe('Get Answers', () => {
	const step = 'request.getAnswers';

	it('reads a request of 12 pages and 300 fields in 1 + 12 reads', async () => {
		const request = world().addRequest({ name: 'Large', clients: [pat()], pages: LARGE });
		for (const [index, field] of world().fields(request).entries()) {
			world().answer(request, field.id, { text: `Answer ${index}` });
		}
		const fields = await runStep(step, { request: locator('id', request.id), output: 'fields' });
		expect(fields).toHaveLength(300);
		expect(fields.map(({ json }) => json.value)).toEqual(
			Array.from({ length: 300 }, (_, index) => `Answer ${index}`),
		);
		expect(arrived()).toHaveLength(13);
		expect(fields[299]?.json).toMatchObject({
			request_id: request.id,
			request: 'Large',
			page: 'Page 11',
			section: 'Section 4',
			field: 'Field 11.4.4',
			status: 'done',
		});
	});

	it('returns the other answers when one has a form that is not documented', async () => {
		const { id } = answered();
		const odd = { required: 'true', internal: 0, answers: [{ link: {}, rejection_comment: [] }] };
		const fields = [
			{ id: 1, name: 'Staff', type: 'number', values_flat: 12, values: [12], ...odd },
			{ id: 2, name: 'Listed', values_flat: false, field_columns: 'none', values: 'none' },
			{ id: 3, name: 'Legal name', values_flat: 'Contoso Ltd' },
			{ id: 4, name: 'Website', values_flat: null, values: ['example.com'] },
			{ id: 5, name: 'Days', values_flat: null, values: ['Monday', 'Friday'] },
			{ id: 6, name: 'Rating', values_flat: null, values: [0] },
			{ id: 7, name: 'Agreed', values_flat: null, values: [true, null] },
			{ id: 8, name: 'Sites', values_flat: null, values: [{ value: 'example.com' }] },
		];
		const body = { id: 'pag_1', name: 'Business', sections: [{ id: 'sec_1', fields }] };
		provider().faults.next({ path: /\/pages\// }, { status: 200, body });
		const rows = await runStep(step, {
			request: locator('id', id),
			output: 'fields',
			options: { answeredOnly: true },
		});
		expect(rows.map(({ json }) => [json.field, json.value ?? json.values])).toEqual([
			['Staff', '12'],
			['Listed', 'false'],
			['Legal name', 'Contoso Ltd'],
			['Website', 'example.com'],
			['Days', 'Monday, Friday'],
			['Rating', '0'],
			['Agreed', 'true'],
			['Sites', [{ value: 'example.com' }]],
		]);
	});

	const EXPORT = 'https://app.contentsnare.com/exports/6.csv';

	it('takes empty texts, and a table of empty rows, for no answer', async () => {
		const { id } = answered();
		const field_columns = [
			{ id: 'col_1', name: 'Name' },
			{ id: 'col_2', name: 'Born' },
		];
		const row = (name: string, born: string | null) => ({
			row: [
				{ field_column_id: 'col_1', text: name },
				{ field_column_id: 'col_2', text: born },
			],
		});
		const fields = [
			{ id: 1, name: 'Logo', values: [''], values_flat: '' },
			{ id: 2, name: 'Links', values: ['', ''], values_flat: null },
			{ id: 3, name: 'Staff', field_columns, answers: [row('', null), row('', '')] },
			// fact: table-values
			{
				...{ id: 6, name: 'Board', field_columns, answers: [row('', null)] },
				...{ values: [EXPORT], values_flat: EXPORT },
			},
			{ id: 4, name: 'Directors', field_columns, answers: [row('Pat', null), row('', '')] },
			{ id: 5, name: 'Days', values: ['Monday', ''], values_flat: null, answers: [{ row: [] }] },
		];
		const body = { id: 'pag_1', name: 'Business', sections: [{ id: 'sec_1', fields }] };
		provider().faults.next({ path: /\/pages\// }, { status: 200, body });
		const rows = await runStep(step, {
			request: locator('id', id),
			output: 'fields',
			options: { answeredOnly: true },
		});
		expect(rows.map(({ json }) => [json.field, json.rows ?? json.value])).toEqual([
			['Directors', [{ Name: 'Pat', Born: '' }]],
			['Days', 'Monday'],
		]);
	});

	it('tells the rows of a table in its text, and no address of an export', async () => {
		const { id } = answered();
		const columns = [
			{ id: 'col_1', name: 'Name' },
			{ id: 'col_2', name: 'Born' },
		];
		const row = (...cells: Array<string | null>) => ({
			row: cells.map((text, at) => ({ field_column_id: columns[at]?.id, text })),
		});
		// fact: table-values
		const exported = { values: [EXPORT], values_flat: EXPORT };
		const answers = [row('Pat', '1980'), row('Sam', null)];
		const table = { id: 1, name: 'Board', type: 'table', field_columns: columns, answers };
		const fields = [{ ...table, ...exported }];
		const body = { id: 'pag_1', name: 'Business', sections: [{ id: 'sec_1', fields }] };
		provider().faults.next({ path: /\/pages\// }, { status: 200, body });
		const [item] = await runStep(step, { request: locator('id', id), output: 'fields' });
		expect(item?.json).toMatchObject({ value: 'Pat, 1980; Sam', rows: [{ Born: '1980' }, {}] });
		expect(item?.json).not.toHaveProperty('values');
	});

	it('returns pages, sections and fields nested in one item', async () => {
		const { id } = answered();
		const json = await runForOne(step, { request: locator('id', id) });
		expect(json).toMatchObject({ id, name: 'Onboarding', pages: [{ name: 'Business' }] });
		const fields: unknown = JSON.parse(JSON.stringify(json.pages))[0].sections[0].fields;
		expect(fields).toMatchObject([
			{ name: 'Legal name', value: 'Contoso Ltd', type: 'text', status: 'done', required: true },
			{
				name: 'Directors',
				rows: [
					{ Name: 'Pat', Born: '1980' },
					{ Name: 'Sam', Born: '1990' },
				],
			},
			{ name: 'Services', values: ['Tax', 'Audit'] },
			{ name: 'Logo', files: [{ name: 'logo.png', size: 3 }] },
			{ name: 'Statements', files: [{ name: 'may.pdf' }, { name: 'june.pdf' }] },
			{ name: 'Empty', status: 'todo' },
		]);
	});

	it('says what the client was told to fill in, and whether a page is done', async () => {
		const told = { name: 'Statement', instructions: 'All of 2025, as PDF', required: true };
		const page = { name: 'Bank', sections: [{ name: 'Accounts', fields: [told] }] };
		const added = world().addRequest({ name: 'Tax', status: 'published', pages: [page] });
		const whole = () => runForOne(step, { request: locator('id', added.id) });
		const field = { name: 'Statement', instruction_text: 'All of 2025, as PDF' };
		const sections = [{ fields: [field] }];
		expect(await whole()).toMatchObject({ pages: [{ is_done: false, sections }] });
		world().answer(added, 'Statement', { text: 'attached' });
		const answered = { is_done: true, is_approved: false, sections };
		expect(await whole()).toMatchObject({ pages: [answered] });
		const hidden = { id: 'fld_1', name: 'Old', instruction_text: 'x', show_instruction: false };
		const body = { id: 'pag_1', sections: [{ id: 'sec_1', fields: [hidden] }] };
		provider().faults.next({ path: /\/pages\// }, { status: 200, body });
		expect(JSON.stringify(await whole())).not.toContain('"instruction_text":"x"');
	});

	// The node has n8n hide them: a file may open by its address alone (fact: file-values).
	it('tells the addresses of files where they are hidden, and nowhere else', async () => {
		const { id } = answered();
		const fields = await runStep(step, { request: locator('id', id), output: 'fields' });
		const shown = fields.map(({ json }) => ({ ...json, files: undefined }));
		expect(JSON.stringify(fields)).toContain('/files/');
		expect(JSON.stringify(shown)).not.toContain('/files/');
		expect(shown).toMatchObject(
			expect.arrayContaining([
				expect.objectContaining({ field: 'Logo', value: 'logo.png' }),
				expect.objectContaining({
					...{ field: 'Statements', value: 'may.pdf, june.pdf', values: ['may.pdf', 'june.pdf'] },
				}),
			]),
		);
	});

	it('leaves out what has no answer, and adds internal fields, on demand', async () => {
		const { id } = answered();
		const fields = await runStep(step, {
			request: locator('id', id),
			output: 'fields',
			options: { answeredOnly: true, includeInternal: true },
		});
		expect(fields.map(({ json }) => json.field)).toEqual([
			'Legal name',
			'Directors',
			'Services',
			'Logo',
			'Statements',
			'Team only',
		]);
	});

	it('takes a page whose answers look different from what is documented', async () => {
		const { id, pages } = answered();
		provider().faults.next(
			{ path: `${API}/pages/${pages[0]?.id}` },
			{
				status: 200,
				body: {
					id: 7,
					sections: [
						{
							id: 8,
							fields: [{ id: 9, values_flat: 'x', answers: [{ attachment: {}, row: 'odd' }] }],
						},
					],
				},
			},
		);
		const [field] = await runStep(step, { request: locator('id', id), output: 'fields' });
		expect(field?.json).toMatchObject({ field_id: '9', value: 'x', page: '', section: '' });
	});

	it('keeps the cells of columns of one name, each under a name of its own', async () => {
		const columns = ['Amount', 'Amount', 'Amount 2', 'Amount', 'Amount 1'];
		const pages = [{ name: 'P', sections: [{ name: 'S', fields: [{ name: 'T', columns }] }] }];
		const request = world().addRequest({ name: 'R', clients: [pat()], pages });
		const field = world().answer(request, 'T', { row: { Amount: '' } });
		for (const [index, cell] of (field.answers[0]?.row ?? []).entries()) cell.text = `${index}`;
		const [item] = await runStep(step, { request: locator('id', request.id), output: 'fields' });
		expect(item?.json.rows).toEqual([
			{ Amount: '0', 'Amount 3': '1', 'Amount 2': '2', 'Amount 4': '3', 'Amount 1': '4' },
		]);
	});

	it('leaves out for a model what a client wrote that no model can read, and says what', async () => {
		const seeded = answered();
		const request = { request: locator('id', seeded.id) };
		const long = 'x'.repeat(100_000);
		world().answer(seeded, 'Services', { text: long });
		for (const output of ['nested', 'fields']) {
			const told = await runStep(step, { ...request, output }, { asTool: true });
			const text = JSON.stringify(told);
			expect(text).not.toContain(long);
			expect(text).toContain('Contoso Ltd');
			expect(text).toContain('june.pdf');
			expect(told.at(-1)?.json.more).toBe(
				'Answers are left out, as they are too long: Services. A person can read them in Content Snare.',
			);
			expect(JSON.stringify(await runStep(step, { ...request, output }))).toContain(long);
		}
	});

	it('says so when there is no such request', async () => {
		const { message } = await failureOf(runStep(step, { request: locator('id', 'req_1') }));
		expect(message).toContain('nothing with this ID');
	});
});

describe('The item of an answer, of a file, or of an event about a field', () => {
	it.each(['={{ $json }}', '={{ JSON.stringify($json) }}'])(
		'stands for its field, page or request where one of them is wanted: %s',
		async (item) => {
			const { id } = answered();
			const request = locator('id', id);
			const [answer] = await runStep('request.getAnswers', { request, output: 'fields' });
			const [file] = await runStep('request.downloadFiles', { request });
			const { page_id: pageId, field_id: fieldId } = answer?.json ?? {};
			const event = {
				event: 'field_done',
				field: answer?.json,
				request: { name: 'A', id },
				id: 'x',
			};
			for (const json of [answer?.json ?? {}, file?.json ?? {}, event]) {
				const items = [{ json }];
				const review = { fieldId: item, decision: 'approve' };
				const whole = { request: locator('id', item) };
				expect(await runForOne('request.reviewField', review, { items })).toMatchObject({
					id: json === file?.json ? file.json.field_id : fieldId,
				});
				expect(await runForOne('request.getRequest', whole, { items })).toMatchObject({ id });
			}
			const template = locator('list', world().sectionTemplates[1]?.id ?? '');
			const part = { pageId: item, template };
			await runStep('request.addSection', part, { items: [{ json: answer?.json ?? {} }] });
			expect(provider().requests.matching({ method: 'POST' })[0]?.body).toMatchObject({
				page_id: pageId,
			});
		},
	);
});

describe('Download Files', () => {
	const step = 'request.downloadFiles';

	it('gives one item for each file, with its place and its bytes', async () => {
		const { id } = answered();
		const items = await runStep(step, { request: locator('id', id) });
		expect(items.map(({ json }) => json)).toMatchObject([
			{ request_id: id, page: 'Business', field: 'Logo', file_name: 'logo.png', size: 3 },
			{ field: 'Statements', file_name: 'may.pdf' },
			{ field: 'Statements', file_name: 'june.pdf' },
		]);
		const bytes = await Promise.all(items.map(async (item) => await readBinary(item, 'data')));
		expect(bytes.map(String)).toEqual(['PNG', 'MAY', 'JUNE']);
		expect(items[0]?.binary?.data).toMatchObject({ mimeType: 'image/png', fileName: 'logo.png' });
	});

	it('sends the token to the API alone, and only where it is asked for', async () => {
		const { id } = answered();
		await runStep(step, { request: locator('id', id) });
		const files = provider().requests.all.filter(({ service }) => service === 'files');
		const signedIn = files.map(({ url, headers, status }) => ({
			api: url.includes('/collection/'),
			token: headers.authorization !== undefined,
			status,
		}));
		expect(signedIn.filter(({ api }) => !api)).toEqual([
			{ api: false, token: false, status: 200 },
			{ api: false, token: false, status: 200 },
		]);
		expect(signedIn.filter(({ api }) => api)).toEqual([
			{ api: true, token: false, status: 401 },
			{ api: true, token: true, status: 200 },
		]);
	});

	it('follows a redirect to another host without the token', async () => {
		const seen: Array<string | undefined> = [];
		const storage = createServer((request, response) => {
			seen.push(request.headers.authorization);
			response.end('STORED');
		});
		await new Promise<void>((ready) => storage.listen(0, '127.0.0.1', ready));
		const { port } = storage.address() as AddressInfo;
		const { id } = answered();
		const redirectTo = `http://127.0.0.1:${port}/stored`;
		provider().faults.next({ path: /^\/files\/.*logo/ }, { status: 401 });
		provider().faults.next({ path: /^\/files\/.*logo/ }, { redirectTo });
		const [item] = await runStep(step, { request: locator('id', id), fields: 'Logo' });
		storage.closeAllConnections();
		await new Promise((closed) => storage.close(closed));
		expect(String(await readBinary(item, 'data'))).toBe('STORED');
		expect(seen).toEqual([undefined]);
	});

	it('reads a file again when the connection breaks in the middle of it', async () => {
		const request = world().addRequest({ name: 'R', clients: [pat()], pages: SMALL });
		const content = Buffer.alloc(300_000, 'x');
		world().answer(request, 'Logo', {
			file: { filename: 'big.png', content, place: 'elsewhere' },
		});
		provider().faults.next({ path: /^\/files\// }, { bodyCutAfterBytes: 100_000 });
		const [item] = await runStep(step, { request: locator('id', request.id) });
		expect((await readBinary(item, 'data')).equals(content)).toBe(true);
	});

	it('downloads 40 files, no more than four at a time', async () => {
		const request = world().addRequest({ name: 'Large', clients: [pat()], pages: LARGE });
		const fields = world().fields(request).slice(0, 40);
		for (const [index, { id }] of fields.entries()) {
			const file = { filename: `${index}.txt`, content: `file ${index}` };
			world().answer(request, id, { file: { ...file, place: 'elsewhere' } });
		}
		const items = await runStep(step, { request: locator('id', request.id) });
		expect(items).toHaveLength(40);
		const files = provider().requests.all.filter(({ service }) => service === 'files');
		expect(files).toHaveLength(40);
		const overlaps = files.map(
			({ startedAt }) =>
				files.filter((other) => other.startedAt < startedAt && other.endedAt > startedAt).length,
		);
		expect(Math.max(...overlaps)).toBeLessThanOrEqual(4);
		expect(arrived().filter((request) => request.startsWith('GET /pages'))).toHaveLength(12);
	});

	it('downloads the files of chosen fields, into a field of one’s choice', async () => {
		const { id } = answered();
		const items = await runStep(step, {
			request: locator('id', id),
			fields: 'LOGO',
			binaryField: 'logo',
		});
		expect(items.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['logo']]);
	});

	it.each([
		['Logo, large', ['Logo, large']],
		['Logo, Photo', ['Logo', 'Photo']],
		['={{ ["Logo, large", "Photo"] }}', ['Logo, large', 'Photo']],
		['["Photo", "logo, LARGE"]', ['Logo, large', 'Photo']],
	])('takes a name that holds a comma for one field: %s', async (fields, names) => {
		const all = ['Logo', 'Logo, large', 'Photo'].map((name) => ({ name, type: 'file' }));
		const pages = [{ name: 'P', sections: [{ name: 'S', fields: all }] }];
		const request = world().addRequest({ name: 'R', clients: [pat()], pages });
		for (const { name } of all) {
			world().answer(request, name, { file: { filename: 'a.png', content: 'x' } });
		}
		const items = await runStep(step, { request: locator('id', request.id), fields });
		expect(items.map(({ json }) => json.field)).toEqual(names);
	});

	it('refuses fields that are neither text nor a list', async () => {
		const fields = '={{ { name: "Logo" } }}';
		const { message } = await failureOf(runStep(step, { request: locator('id', 'x'), fields }));
		expect(message).toMatch(/^Fields: must be text, or a list of texts/);
	});

	it('names a field that the request does not have', async () => {
		const { id } = answered();
		const { message } = await failureOf(
			runStep(step, { request: locator('id', id), fields: 'Photo' }),
		);
		expect(message).toMatch(/^Fields: the request has no such field/);
	});

	it('gives no items when nothing was uploaded', async () => {
		const { id } = world().addRequest({ name: 'R', clients: [pat()], pages: SMALL });
		expect(await runStep(step, { request: locator('id', id) })).toEqual([]);
	});

	it('keeps names from leaving their folder', async () => {
		const request = world().addRequest({ name: 'R', clients: [pat()], pages: SMALL });
		const file = { filename: '../../etc/pass\u0000wd', content: 'x' };
		world().answer(request, 'Logo', { file: { ...file, place: 'elsewhere' } });
		const item = await runForOne(step, { request: locator('id', request.id) });
		expect(item.file_name).toBe('passwd');
	});

	it('reads nothing any more once it has failed', async () => {
		const { id } = answered();
		provider().faults.next({ path: /^\/files\/.*june/ }, { status: 410 });
		provider().faults.next({ path: /^\/files\/.*may/ }, { delayMs: 100 });
		await failureOf(runStep(step, { request: locator('id', id) }));
		expect(isActive()).toBe(false);
	});

	it('says so when a file is gone', async () => {
		const { id } = answered();
		provider().faults.next({ path: /^\/files\/.*june/ }, { status: 410 });
		const { message, description } = await failureOf(runStep(step, { request: locator('id', id) }));
		expect(message).toBe('The file could not be downloaded');
		expect(description).toMatch(
			/run the step again\. It was uploaded to "Statements": to get the others, name their fields in Fields\. \(HTTP 410\)$/,
		);
	});

	it.each([{ status: 502 }, { status: 429, headers: { 'retry-after': '900' } }])(
		'says that a file may be had later where its address is overloaded: %j',
		async (fault) => {
			const { id } = answered();
			provider().faults.next({ path: /^\/files\/.*june/, times: Infinity }, fault);
			const clock = createSkippingClock();
			const read = runStep(step, { request: locator('id', id) }, { clock });
			expect((await failureOf(read)).description).toMatch(/^Run the step again later\. It was up/);
		},
	);

	it('says which file has no address, and Get Answers lists it all the same', async () => {
		const { id, pages } = answered();
		const attachment = { filename: 'scan.pdf', byte_size: 7, url: null };
		const field = { id: 3, name: 'Scan', answers: [{ attachment }, { attachment: {} }] };
		const body = { id: 1, sections: [{ id: 2, fields: [field] }] };
		const path = `${API}/pages/${pages[0]?.id}`;
		const request = locator('id', id);
		provider().faults.next({ path, times: 2 }, { status: 200, body });
		const [read] = await runStep('request.getAnswers', { request, output: 'fields' });
		expect(read?.json.files).toEqual([{ name: 'scan.pdf', size: 7 }]);
		expect(await failureOf(runStep(step, { request }))).toMatchObject({
			message: 'Content Snare gives no address for "scan.pdf"',
			description: expect.stringMatching(/Open the request.*uploaded to "Scan"/),
		});
	});

	it.each([
		'ftp://files.example.com/x',
		'file:///etc/passwd',
		'not an address',
		'https://user:secret@files.example.com/x',
	])('refuses the address %s', async (url) => {
		const { id, pages } = answered();
		provider().faults.next(
			{ path: `${API}/pages/${pages[0]?.id}` },
			{
				status: 200,
				body: {
					id: 1,
					sections: [
						{ id: 2, fields: [{ id: 3, answers: [{ attachment: { filename: 'x', url } }] }] },
					],
				},
			},
		);
		const failure = await failureOf(runStep(step, { request: locator('id', id) }));
		expect(failure.message).toContain('not an https address');
		expect(JSON.stringify(failure)).not.toContain('secret');
	});
});
