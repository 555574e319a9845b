import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryKeyData, IDataObject, IWorkflowSettings } from 'n8n-workflow';
import { createBinaryFiles } from '../../../../nodes/shared/step/binary';
import { createExecuteContext } from '../../../harness/executeContext';
import type { Simulator } from '../../../simulator/simulator';
import { startSimulator } from '../../../simulator/simulator';

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator();
});
afterAll(async () => {
	await simulator.stop();
});

async function readPieces(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
	const read: Buffer[] = [];
	for await (const piece of pieces) read.push(piece);
	return read;
}

const contextWith = async (binary?: IBinaryKeyData) =>
	await createExecuteContext({ simulator, items: [{ json: {}, ...(binary && { binary }) }] });

async function keepIn(mode: 'filesystem' | 'default') {
	await contextWith();
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

describe.each(['filesystem', 'default'] as const)(
	'a file, with binary data kept in "%s"',
	(mode) => {
		beforeAll(async () => {
			await keepIn(mode);
		});

		/** The file as a step before would have stored it. */
		async function stored(content: Buffer, fileName = 'note.txt', mimeType = 'text/plain') {
			const context = await contextWith();
			const data = await context.helpers.prepareBinaryData(content, fileName, mimeType);
			expect(data.id === undefined).toBe(mode === 'default');
			return createBinaryFiles(await contextWith({ file: data }), 0);
		}

		it('has its name, type and size, and is read whole', async () => {
			const files = await stored(Buffer.from('Grüße'));
			expect(files.fields()).toEqual(['file']);
			const file = await files.file('file');
			expect(file).toMatchObject({
				name: 'note.txt',
				mimeType: 'text/plain',
				size: 7,
			});
			expect((await file.read()).toString()).toBe('Grüße');
		});

		it('is read piece by piece, and again from the beginning', async () => {
			const content = Buffer.from(Array.from({ length: 700_001 }, (_, index) => index % 251));
			const file = await (await stored(content)).file('file');
			expect(file.size).toBe(content.length);
			for (let round = 0; round < 2; round++) {
				const pieces = await readPieces(file.pieces(300_000));
				expect(Buffer.concat(pieces).equals(content)).toBe(true);
				const lengths = pieces.map(({ length }) => length);
				if (mode === 'filesystem') expect(lengths).toEqual([300_000, 300_000, 100_001]);
			}
		});

		it('may be empty', async () => {
			const file = await (await stored(Buffer.alloc(0))).file('file');
			expect(file.size).toBe(0);
			expect(await file.read()).toHaveLength(0);
			expect(Buffer.concat(await readPieces(file.pieces(300_000)))).toHaveLength(0);
		});

		it('is stored from bytes and from a stream, and opened again', async () => {
			const files = createBinaryFiles(await contextWith(), 0);
			for (const bytes of [
				Buffer.from('hello'),
				Readable.from([Buffer.from('hel'), Buffer.from('lo')]),
			]) {
				const data = await files.store(bytes, 'hello.txt', 'text/plain');
				expect(data).toMatchObject({ fileName: 'hello.txt', mimeType: 'text/plain' });
				const opened = await files.open(data);
				expect(opened.size).toBe(5);
				expect((await opened.read()).toString()).toBe('hello');
			}
		});
	},
);

describe('a binary field', () => {
	it('without a name or type of its own takes that of the field, and any bytes', async () => {
		const context = await contextWith({ file: { data: 'QQ==', mimeType: '', fileName: '' } });
		await expect(createBinaryFiles(context, 0).file('file')).resolves.toMatchObject({
			name: 'file',
			mimeType: 'application/octet-stream',
		});
	});

	it('without a name has the ending that n8n knows: nobody could open a PDF called data', async () => {
		const pdf = await (await contextWith()).helpers.prepareBinaryData(Buffer.from('%PDF-1.7'));
		const context = await contextWith({ data: pdf });
		await expect(createBinaryFiles(context, 0).file('data')).resolves.toMatchObject({
			name: 'data.pdf',
			mimeType: 'application/pdf',
		});
	});

	it.each([
		['content', 'pdf', 'content.pdf'],
		['invoice.pdf', 'pdf', 'invoice.pdf'],
		['archive.tar.gz', 'gz', 'archive.tar.gz'],
		['Dr. Lee', 'pdf', 'Dr. Lee.pdf'],
		['Offer v1.2 final', 'pdf', 'Offer v1.2 final.pdf'],
		['LICENSE', undefined, 'LICENSE'],
		['content', 'bin', 'content'],
	])(
		'named %j, as HTTP Request names it after its address, is called with %j: %s',
		async (fileName, fileExtension, name) => {
			const data = { data: 'QQ==', mimeType: 'application/pdf', fileName, fileExtension };
			const files = createBinaryFiles(await contextWith({ data }), 0);
			await expect(files.file('data')).resolves.toMatchObject({ name });
		},
	);

	it.each(['other', '__proto__', 'constructor', ''])(
		'"%s" that is not there is an error that names those that are',
		async (field) => {
			const context = await contextWith({ file: { data: 'QQ==', mimeType: 'text/plain' } });
			await expect(createBinaryFiles(context, 0).file(field)).rejects.toMatchObject({
				name: 'InvalidInput',
				message: `There is no binary field "${field}" in this item`,
				hint: 'The item has: file',
			});
		},
	);

	it('of an item without files is an error that says how to take those of an earlier step', async () => {
		await expect(createBinaryFiles(await contextWith(), 0).file('data')).rejects.toMatchObject({
			hint: expect.stringContaining('$("Name of the step").item.binary.data'),
		});
	});

	it('whose file n8n deleted meanwhile, or keeps elsewhere now, is an error that names the file', async () => {
		await keepIn('filesystem');
		const { helpers } = await contextWith();
		const kept = await helpers.prepareBinaryData(Buffer.from('hello'), 'note.txt', 'text/plain');
		const elsewhere = createBinaryFiles(await contextWith({ file: { ...kept, id: 's3:a' } }), 0);
		const files = createBinaryFiles(await contextWith({ file: kept }), 0);
		const opened = await files.file('file');
		await Container.get(BinaryDataService).deleteManyByBinaryDataId([kept.id ?? '']);
		for (const read of [
			async () => await elsewhere.file('file'),
			async () => await files.file('file'),
			async () => await opened.read(),
			async () => await readPieces(opened.pieces(300_000)),
		]) {
			await expect(read()).rejects.toMatchObject({
				name: 'InvalidInput',
				message: 'n8n cannot read the file "note.txt" from its storage',
				hint: expect.stringContaining('run the step that makes the file again'),
			});
		}
	});

	it('in an item without any binary data says so', async () => {
		await expect(createBinaryFiles(await contextWith(), 0).file('file')).rejects.toMatchObject({
			hint: expect.stringContaining('no binary data'),
		});
		expect(createBinaryFiles(await contextWith(), 0).fields()).toEqual([]);
	});
});

describe('a file in the JSON, where n8n holds it with Execution Logic v2', () => {
	const settings = { binaryMode: 'combined' } as const;

	beforeAll(async () => {
		await keepIn('filesystem');
	});

	/** A file as a step before would have stored it. */
	const stored = async (name: string) =>
		await (await contextWith()).helpers.prepareBinaryData(Buffer.from('hello'), name, 'text/plain');
	const filesIn = async (json: IDataObject, { binaryMode }: IWorkflowSettings = settings) =>
		createBinaryFiles(
			await createExecuteContext({ simulator, items: [{ json }], settings: { binaryMode } }),
			0,
		);

	it('is one of all, and is found by its name and by its path', async () => {
		const files = await filesIn({ _files: { data: { ...(await stored('a.txt')) } }, more: 1 });
		expect(files.fields()).toEqual(['data']);
		for (const field of ['data', '_files.data']) {
			const file = await files.file(field);
			expect(file).toMatchObject({ name: 'a.txt', mimeType: 'text/plain', size: 5 });
			expect((await file.read()).toString()).toBe('hello');
		}
	});

	it('of a form goes by the name of its field, several in their order', async () => {
		const [one, two, three] = await Promise.all(['a.txt', 'b.txt', 'c.txt'].map(stored));
		const files = await filesIn({ Photo: { ...one }, Papers: [{ ...two }, { ...three }] });
		expect(files.fields()).toEqual(['Photo', 'Papers[0]', 'Papers[1]']);
		await expect(files.file('Papers[1]')).resolves.toMatchObject({ name: 'c.txt' });
	});

	it('is none where nobody stored it, or with the usual Execution Logic', async () => {
		const forged = { mimeType: 'text/plain', data: 'QQ==', fileName: 'a.txt' };
		expect((await filesIn({ _files: { forged }, forged })).fields()).toEqual([]);
		const kept = { _files: { data: { ...(await stored('a.txt')) } } };
		expect((await filesIn(kept, { binaryMode: 'separate' })).fields()).toEqual([]);
	});
});
