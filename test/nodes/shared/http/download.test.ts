import { getEventListeners, once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, get } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { z } from 'zod';
import type { Consume } from '../../../../nodes/shared/http/download';
import { download } from '../../../../nodes/shared/http/download';
import type { HttpRequest, Outcome, Send } from '../../../../nodes/shared/http/request';
import { createVirtualClock } from '../../../harness/virtualClock';

/** Where the virtual clock starts. */
const START = 1_800_000_000_000;

const request: HttpRequest = { method: 'GET', url: 'https://host.example/file' };

/** Reads on a clock of its own, or the given one. */
async function read<T>(
	send: Send,
	consume: Consume<T>,
	limits: Partial<Parameters<typeof download>[3]> = {},
) {
	const { outcome, read: made } = await download(send, request, consume, {
		clock: createVirtualClock(),
		...limits,
	});
	return { outcome, value: made?.value };
}

const answering = (status: number, body: unknown) => async (): Promise<Outcome> => ({
	status,
	headers: { 'content-type': 'text/plain' },
	body,
});

async function readText(bytes: AsyncIterable<unknown>): Promise<string> {
	let text = '';
	for await (const chunk of bytes) text += String(chunk);
	return text;
}

/** Bytes that break off after these pieces. */
function breakingOff(...pieces: string[]): Readable {
	async function* generate() {
		yield* pieces;
		throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
	}
	return Readable.from(generate());
}

describe('download', () => {
	it('leaves an answer that has no bytes as it is', async () => {
		const refused = { status: 401, headers: {}, body: undefined };
		const { outcome, value } = await read(async () => refused, readText);
		expect([outcome, value]).toEqual([refused, undefined]);
	});

	it('asks for a stream, hands it over, and closes it in the end', async () => {
		const asked: HttpRequest[] = [];
		const bytes = Readable.from(['one ', 'two']);
		const { outcome, value } = await read(async (sent) => {
			asked.push(sent);
			return await answering(200, bytes)();
		}, readText);
		expect(asked).toEqual([{ ...request, encoding: 'stream' }]);
		expect([outcome, value]).toEqual([
			{ status: 200, headers: { 'content-type': 'text/plain' }, body: undefined },
			'one two',
		]);
		expect(bytes.destroyed).toBe(true);
	});

	it('keeps the bytes for a reader that takes its time to begin', async () => {
		const { value } = await read(answering(200, Readable.from(['one ', 'two'])), async (bytes) => {
			await new Promise((resolve) => setImmediate(resolve));
			return await readText(bytes);
		});
		expect(value).toBe('one two');
	});

	it('closes the connection when its reader has enough', async () => {
		const bytes = Readable.from(['one ', 'two']);
		const { value } = await read(answering(200, bytes), async () => 'enough');
		expect(value).toBe('enough');
		expect(bytes.destroyed).toBe(true);
	});

	it('reads the body of a refusal, whole characters and all, and does not hand it over', async () => {
		const text = Buffer.from('{"error":{"message":"Überlauf"}}');
		const cut = text.indexOf(0xc3) + 1;
		const bytes = Readable.from([text.subarray(0, cut), text.subarray(cut)], { objectMode: false });
		const consume = jest.fn(readText);
		const { outcome } = await read(answering(404, bytes), consume);
		expect(outcome).toMatchObject({ status: 404, body: { error: { message: 'Überlauf' } } });
		expect(consume).not.toHaveBeenCalled();
	});

	it('a refusal that is no JSON is text, and read only so far', async () => {
		const endless = Readable.from(
			(function* () {
				for (;;) yield 'x'.repeat(10_000);
			})(),
		);
		const { outcome } = await read(answering(500, endless), readText);
		expect(outcome).toMatchObject({ status: 500, body: expect.stringMatching(/^x{65536,80000}$/) });
		expect(endless.destroyed).toBe(true);
	});

	it('bytes that break off are no answer', async () => {
		const { outcome, value } = await read(answering(200, breakingOff('one')), readText);
		expect([outcome, value]).toEqual([{ network: 'ECONNRESET' }, undefined]);
	});

	it('bytes that break off for a reason without a code are no answer', async () => {
		const bytes = new Readable({ read: () => bytes.destroy(new Error('gone')) });
		const { outcome, value } = await read(answering(200, bytes), readText);
		expect([outcome, value]).toEqual([{ network: 'STREAM_BROKEN' }, undefined]);
	});

	it('leaves nothing behind on the signal and the clock once the bytes are read', async () => {
		const clock = createVirtualClock();
		const { signal } = new AbortController();
		await read(answering(200, Readable.from(['one'])), readText, { clock, signal });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		await expect(clock.runUntil(new Promise(() => undefined))).rejects.toThrow(
			'Nothing is left to wait for',
		);
		expect(clock.now()).toBe(START);
	});

	it('bytes that break off are no answer to a reader either that does not notice', async () => {
		const { outcome, value } = await read(
			answering(200, breakingOff('one')),
			async (bytes) => await readText(bytes).catch(() => 'part'),
		);
		expect([outcome, value]).toEqual([{ network: 'ECONNRESET' }, undefined]);
	});

	it('bytes that stop coming are no answer after two minutes of silence', async () => {
		const clock = createVirtualClock();
		const hanging = new Readable({ read: () => undefined });
		void clock.wait(60_000).then(() => hanging.push('one'));
		const { outcome } = await clock.runUntil(read(answering(200, hanging), readText, { clock }));
		expect(outcome).toEqual({ network: 'ETIMEDOUT' });
		expect(clock.now()).toBe(START + 180_000);
		expect(hanging.destroyed).toBe(true);
	});

	it.each<[string, Consume<unknown>]>([
		['one after the other', readText],
		['as a pipe', async (bytes) => await readText(bytes.pipe(new PassThrough()))],
		[
			'as they come',
			async (bytes) =>
				await new Promise((resolve) => bytes.on('data', () => undefined).on('end', resolve)),
		],
	])('bytes that keep coming, read %s, are no answer after ten minutes', async (_, consume) => {
		const clock = createVirtualClock();
		const slow = new Readable({ read: () => undefined });
		const drip = async (): Promise<void> => {
			await clock.wait(100_000);
			if (slow.push('x')) await drip();
		};
		void drip();
		const reading = read(answering(200, slow), consume, { clock });
		await clock.pass(599_999);
		expect(slow.destroyed).toBe(false);
		await clock.pass(1);
		expect(slow.destroyed).toBe(true);
		if (consume === readText) expect((await reading).outcome).toEqual({ network: 'ETIMEDOUT' });
	});

	it('bytes that begin to come when nobody waits for them any more are given up', async () => {
		const hanging = new Readable({ read: () => undefined });
		const signal = AbortSignal.abort(new Error('too late'));
		const { outcome } = await read(answering(200, hanging), readText, { signal });
		expect(outcome).toEqual({ network: 'ETIMEDOUT' });
		expect(hanging.destroyed).toBe(true);
	});

	it('bytes that nobody waits for any more are given up', async () => {
		const hanging = new Readable({ read: () => undefined });
		hanging.push('one');
		const given = new AbortController();
		const reading = read(answering(200, hanging), readText, { signal: given.signal });
		await new Promise((resolve) => setImmediate(resolve));
		given.abort();
		expect((await reading).outcome).toEqual({ network: 'ETIMEDOUT' });
		expect(hanging.destroyed).toBe(true);
	});

	it("the reader's own error is thrown on, and the connection closed", async () => {
		const bytes = Readable.from(['one']);
		const failed = read(answering(200, bytes), async () => {
			throw new RangeError('disk full');
		});
		await expect(failed).rejects.toThrow('disk full');
		expect(bytes.destroyed).toBe(true);
	});

	it("the reader's own error is thrown on where it breaks the connection, too, as on a full disk", async () => {
		const server = createServer((_, response) => response.end(Buffer.alloc(5_000_000)));
		server.listen(0);
		await once(server, 'listening');
		const { port } = z.object({ port: z.number() }).parse(server.address());
		const ask = async () => await new Promise<IncomingMessage>((resolve) => get({ port }, resolve));
		const readOnly = await open(__filename);
		// n8n stores a file and clears up in this way. Node closes the answer where nothing can be written.
		const failed = read(
			async () => await answering(200, await ask())(),
			async (bytes) => await writeFile(readOnly, bytes).finally(async () => await readOnly.close()),
		);
		const error: unknown = await failed.catch((thrown: unknown) => thrown);
		server.close();
		expect(error).toMatchObject({ code: 'EBADF' });
	});

	it('no answer stays no answer', async () => {
		const { outcome } = await read(async () => ({ network: 'ETIMEDOUT' }), readText);
		expect(outcome).toEqual({ network: 'ETIMEDOUT' });
	});

	it.each([undefined, null, 'text', { a: 1 }, { pipe: readText }, { destroy: readText }])(
		'an answer without a stream (%j) has no value',
		async (body) => {
			const { outcome, value } = await read(answering(200, body), readText);
			expect([outcome, value]).toEqual([expect.objectContaining({ status: 200 }), undefined]);
		},
	);
});
