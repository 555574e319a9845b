import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../scripts/sources';

/** Files on disk, or texts as if they lay at a path. */
type LintOrder = { patterns: string[] } | { texts: Array<{ path: string; text: string }> };

export interface LintAnswer {
	/** How many files or texts were linted. */
	linted: number;
	/** One line for each finding, warnings included. */
	lines: string[];
}

const LINT_TIMEOUT_MS = 120_000;

/**
 * Runs `findings.mjs`; the scanner leaves a temporary folder behind, which goes with ours.
 * @param cwd folder whose files or paths are meant
 * @returns an answer for each order
 */
export async function lint(
	rules: 'scanner' | 'own',
	orders: LintOrder[],
	cwd = ROOT,
): Promise<LintAnswer[]> {
	const scratch = await mkdtemp(path.join(tmpdir(), 'lint-'));
	try {
		const printed = await runFindings(JSON.stringify({ rules, cwd, orders }), scratch);
		return JSON.parse(printed) as LintAnswer[];
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

async function runFindings(order: string, scratch: string): Promise<string> {
	return await new Promise((resolve, reject) => {
		const child = execFile(
			process.execPath,
			[path.join(__dirname, 'findings.mjs')],
			{
				cwd: ROOT,
				// Under NODE_ENV=test the nodes-base plugin takes every file for one of its own fixtures.
				env: { ...process.env, NODE_ENV: 'production', TMPDIR: scratch },
				timeout: LINT_TIMEOUT_MS,
				maxBuffer: Infinity,
			},
			(error, stdout, stderr) => {
				if (error) reject(new Error(`Linting failed: ${stderr || error.message}`));
				else resolve(stdout);
			},
		);
		child.stdin?.end(order);
	});
}
