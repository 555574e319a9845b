/**
 * `npm run test:soak`: kills n8n with -9 at random moments while mails arrive, with n8n's usual
 * settings and with durable cursors, and prints where the mails are. Ends with 1 when a mail is in
 * no execution, or in two. `--mails`, `--kills`, `--seed` and `--only usual|durable` change it.
 */
import { parseArgs } from 'node:util';
import { closeOnSignal, reportFailure } from './ending';
import { Failure } from './failure';
import { describeLedger, playKills } from './killing';
import { DURABLE_CURSORS } from './n8nEnvironment';
import { findFreePort } from './ports';
import { openStage } from './stage';
import { printedStep } from './steps';

const MODES: Record<string, Record<string, string>> = { usual: {}, durable: DURABLE_CURSORS };

let closeEarly = async (): Promise<void> => undefined;
const isEnding = closeOnSignal(async () => await closeEarly());

function readPlan() {
	const { values } = parseArgs({
		options: {
			mails: { type: 'string', default: '300' },
			kills: { type: 'string', default: '20' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			only: { type: 'string' },
		},
	});
	const count = (name: 'mails' | 'kills' | 'seed'): number => {
		const number = Number(values[name]);
		if (Number.isInteger(number) && number > 0) return number;
		throw new Failure(`--${name} takes a whole number above 0, not "${values[name]}".`);
	};
	if (values.only !== undefined && !Object.hasOwn(MODES, values.only)) {
		throw new Failure(`--only takes ${Object.keys(MODES).join(' or ')}, not "${values.only}".`);
	}
	const modes = Object.entries(MODES).filter(([name]) => name === (values.only ?? name));
	return { mails: count('mails'), kills: count('kills'), seed: count('seed'), modes };
}

async function main(): Promise<void> {
	const { modes, ...plan } = readPlan();
	for (const [name, environment] of modes) {
		console.log(`\nn8n killed with -9, ${name} settings, seed ${plan.seed}\n`);
		const stage = await openStage({
			port: await findFreePort(),
			step: printedStep,
			environment,
			closing: (close) => (closeEarly = close),
		});
		try {
			const ledger = await playKills(stage, {
				...plan,
				report: (line) => console.log(`  ${line}`),
			});
			console.log(`\n${describeLedger(ledger)}\nseed ${plan.seed}, ${name} settings`);
			if (ledger.missing.length + ledger.repeated.length > 0) process.exitCode = 1;
		} finally {
			await stage.close();
		}
	}
}

main().catch((error: unknown) => {
	if (!isEnding()) reportFailure(error);
});
