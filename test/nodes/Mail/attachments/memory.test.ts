import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { own, provider, useMailboxes } from '../../../harness/mail';

useMailboxes();

const MEGABYTE = 1024 * 1024;
const SIZE = 60 * MEGABYTE;
/** What the process may need above idle for a file of any size. */
const LIMIT = 150 * MEGABYTE;

const harness = path.resolve(__dirname, '../../../harness');

it('a file of 60 MB goes up and down with memory flat', async () => {
	own().maxMessageBytes = 2 * SIZE;
	const { access_token: token } = provider().tokens.issue(OWN_MAILBOX);
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[
			'--expose-gc',
			'--require',
			path.join(harness, 'loadTypeScript.cjs'),
			path.join(harness, 'largeAttachment.ts'),
			provider().url,
			token,
			String(SIZE),
		],
		{ timeout: 100_000 },
	);
	const { idle, sending, loading, same } = JSON.parse(stdout);
	const above = (peak: number) => Math.round((peak - idle) / MEGABYTE);
	process.stdout.write(
		`Memory above idle for 60 MB: ${above(sending)} MB sending, ${above(loading)} MB loading\n`,
	);
	expect(same).toBe(true);
	expect(sending - idle).toBeLessThan(LIMIT);
	expect(loading - idle).toBeLessThan(LIMIT);
	expect(own().sent.at(-1)?.attachments[0]?.content.length).toBe(SIZE);
	// Each byte goes over the line once in either direction; what comes on top is JSON.
	const { all, bytesOut } = provider().requests;
	expect(bytesOut).toBeLessThan(SIZE * 1.01);
	expect(all.reduce((sum, { bytesIn }) => sum + bytesIn, 0)).toBeLessThan(SIZE * 1.01);
}, 120_000);
