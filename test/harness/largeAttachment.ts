/**
 * Sends a large attachment and downloads it again in a process of its own, which holds no simulator,
 * and prints the process's memory before and its peaks in between, in bytes.
 *
 * Arguments: address of the simulator, an access token, size of the file in bytes.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../simulator/simulator';
import type { ExecuteOptions } from './executeNode';
import { executeNode } from './executeNode';

const PIECE = 1_000_000;
const SAMPLE_MS = 10;

const [url = '', token = '', size = ''] = process.argv.slice(2);
const simulator = {
	url,
	graphRoot: `${url}/graph`,
	tokens: { issue: () => ({ access_token: token, token_type: 'Bearer' }) },
} as unknown as Simulator;

function* pieces(total: number) {
	for (let sent = 0; sent < total; sent += PIECE) {
		yield Buffer.alloc(Math.min(PIECE, total - sent), sent / PIECE);
	}
}

async function run(
	operation: string,
	parameters: INodeParameters,
	options?: Partial<ExecuteOptions>,
) {
	const { items } = await executeNode({
		node: 'mail',
		simulator,
		parameters: { resource: 'email', operation, ...parameters },
		...options,
	});
	return items;
}

async function storeFile(total: number) {
	return await Container.get(BinaryDataService).store(
		{ type: 'execution', workflowId: 'workflow-1', executionId: 'input' },
		Readable.from(pieces(total)),
		{ data: '', mimeType: 'application/octet-stream', fileName: 'large.bin' },
	);
}

function memory(): number {
	return process.memoryUsage().rss;
}

/** The most memory that the process has while the task runs. */
async function peakOf<T>(task: () => Promise<T>): Promise<{ peak: number; value: T }> {
	global.gc?.();
	let peak = memory();
	const timer = setInterval(() => (peak = Math.max(peak, memory())), SAMPLE_MS);
	try {
		return {
			value: await task(),
			get peak() {
				return peak;
			},
		};
	} finally {
		clearInterval(timer);
	}
}

const mail = { to: 'ann@contoso.com', subject: 'Large', attachments: 'data' };

async function measure(total: number) {
	// Everything is loaded before memory counts.
	await run('sendEmail', { ...mail, attachments: '' });
	const binary = { data: await storeFile(total) };
	global.gc?.();
	const idle = memory();
	const sent = await peakOf(
		async () => await run('sendEmail', mail, { items: [{ json: {}, binary }] }),
	);
	const messageId = String(sent.value[0]?.json.id);
	const loaded = await peakOf(async () => await run('downloadAttachment', { messageId }));
	const data = loaded.value[0]?.binary?.data;
	if (!data?.id) throw new Error('Nothing was downloaded');
	const hash = createHash('sha256');
	for await (const piece of await Container.get(BinaryDataService).getAsStream(data.id))
		hash.update(piece);
	const expected = createHash('sha256');
	for (const piece of pieces(total)) expected.update(piece);
	const same = hash.digest('hex') === expected.digest('hex');
	return { idle, sending: sent.peak, loading: loaded.peak, same };
}

void measure(Number(size)).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
