/**
 * Resolves credentials with n8n's isolated expression engine, its default since version 2, and
 * prints them. A process of its own: the engine is an ES module that starts once per process.
 *
 * stdin: [type, data][] as JSON
 */
import { text } from 'node:stream/consumers';
import { Expression } from 'n8n-workflow';
import type { CredentialName } from '../harness/credentials';
import { resolveCredential } from '../harness/credentials';

async function main(): Promise<void> {
	const cases = JSON.parse(await text(process.stdin)) as Array<
		[CredentialName, Record<string, string>]
	>;
	await Expression.initExpressionEngine({
		engine: 'vm',
		// Long enough for a busy machine; the rest is as n8n has it.
		bridgeTimeout: 60_000,
		bridgeMemoryLimit: 128,
		maxCodeCacheSize: 1024,
		poolSize: 1,
		sharedCaller: true,
	});
	const resolved = cases.map(([type, data]) => resolveCredential(type, data));
	console.log(JSON.stringify({ engine: Expression.getActiveImplementation(), resolved }));
	await Expression.disposeExpressionEngine();
}

void main();
