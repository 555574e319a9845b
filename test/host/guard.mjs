/**
 * Runs one command and ends it together with whoever started it: the starter holds the other
 * end of stdin, and that closes even when the starter is killed. Started as the leader of its
 * own process group, so that one signal reaches the command and everything it started.
 */
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers';

const GRACE_MS = 10_000;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

const signalGroup = (signal) => process.kill(-process.pid, signal);

process.on('SIGTERM', () => undefined); // the command got the signal too, and ends by itself
process.stdin.on('end', () => {
	signalGroup('SIGTERM');
	setTimeout(() => signalGroup('SIGKILL'), GRACE_MS);
});
process.stdin.resume();
child.on('error', (error) => {
	console.error(String(error));
	signalGroup('SIGKILL');
});
child.on('exit', (code, signal) => {
	console.log(`ended with ${signal ?? `code ${code}`}`);
	signalGroup('SIGKILL');
});
