import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core reads these once, when it is first loaded: everything it writes goes to a folder of this
// test process, and nothing of the machine's own n8n is touched.
const folder = mkdtempSync(path.join(tmpdir(), 'n8n-harness-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'harness';
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
process.env.N8N_LOG_LEVEL = 'silent';

/** Removes what n8n-core wrote. */
export async function removeHarnessFolder(): Promise<void> {
	await rm(folder, { recursive: true, force: true });
}
