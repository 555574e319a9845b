import { jsonParse } from 'n8n-workflow';
import type { Clock } from './clock';
import { onAbort } from './clock';
import type { ByteStream, HttpRequest, Outcome, Send } from './request';
import { isReadable, isSuccess, TIMEOUT_MS } from './request';
import { codeOf, withCauses } from './thrown';

/**
 * The longest that reading a file may take, in milliseconds: 150 MB, the largest attachment there is, at 256 KB a
 * second. The HTTP client's own timeout ends with the headers. After them, `download` limits each silence to
 * `TIMEOUT_MS` itself.
 */
const LONGEST_READ_MS = 600_000;

/** The most that is read of an error's body, in characters: providers' errors are about 1,000. */
const MAX_ERROR_LENGTH = 65_536;

/** What became of an attempt at reading bytes. */
export interface Downloaded<T> {
	outcome: Outcome;
	/** What the reader made of the bytes, once it has read them. */
	read?: { value: T };
}

/** Makes something of bytes and the headers they came with. */
export type Consume<T> = (bytes: ByteStream, headers: Record<string, string>) => Promise<T>;

/**
 * Makes one attempt at reading bytes: hands the answer's body to `consume` as a stream. A connection that breaks or
 * hangs while the bytes are read counts as no answer.
 * @param signal once it is aborted, the connection is given up.
 * @throws what `consume` throws for reasons of its own.
 */
export async function download<T>(
	send: Send,
	request: HttpRequest,
	consume: Consume<T>,
	{ clock, signal }: { clock: Clock; signal?: AbortSignal },
): Promise<Downloaded<T>> {
	const outcome = await send({ ...request, encoding: 'stream' });
	if (!('status' in outcome) || !isReadable(outcome.body)) return { outcome };
	const { status, headers, body: bytes } = outcome;
	const broken: { code?: string } = {};
	bytes.on('error', (error: NodeJS.ErrnoException) => {
		broken.code = error.code ?? 'STREAM_BROKEN';
	});
	const giveUp = () =>
		bytes.destroy(Object.assign(new Error('Reading took too long'), { code: 'ETIMEDOUT' }));
	const latest = clock.now() + LONGEST_READ_MS;
	let lastHeard = clock.now();
	// `on` would set the bytes flowing before there is a reader.
	bytes.prependListener('data', () => {
		lastHeard = clock.now();
	});
	const finished = new AbortController();
	const untilTooLong = async () => {
		for (;;) {
			const left = Math.min(latest, lastHeard + TIMEOUT_MS) - clock.now();
			if (left <= 0) return;
			await clock.wait(left, finished.signal);
		}
	};
	untilTooLong().then(giveUp, () => undefined);
	const stopListening = signal ? onAbort(signal, giveUp) : undefined;
	const attempt = async (): Promise<Downloaded<T>> => {
		if (!isSuccess(outcome)) return { outcome: { status, headers, body: await readError(bytes) } };
		const value = await consume(bytes, headers);
		// The reader may have taken the break for the end of the file: then it has only a part.
		if (broken.code !== undefined) return { outcome: { network: broken.code } };
		return { outcome: { status, headers, body: undefined }, read: { value } };
	};
	try {
		return await attempt().catch((error: unknown) => {
			// A broken connection fails whoever reads from it. A reader that fails with another code, as where the disk is
			// full, breaks the connection itself: Node then gives ECONNRESET for the rest.
			const [own = broken.code] = [...withCauses(error)].flatMap((one) => codeOf(one) ?? []);
			if (broken.code === undefined || own !== broken.code) throw error;
			return { outcome: { network: broken.code } };
		});
	} finally {
		finished.abort();
		stopListening?.();
		bytes.destroy();
	}
}

async function readError(bytes: ByteStream): Promise<unknown> {
	let text = '';
	// So that a character which is split between two pieces stays whole.
	bytes.setEncoding('utf8');
	for await (const chunk of bytes) {
		text += String(chunk);
		if (text.length > MAX_ERROR_LENGTH) break;
	}
	return jsonParse<unknown>(text, { fallbackValue: text });
}

/** All bytes of a stream that is known to be small. */
export async function readWhole(bytes: ByteStream): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of bytes) pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces);
}
