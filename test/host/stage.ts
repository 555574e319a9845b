import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator/simulator';
import { connectCollection, connectMail } from './accounts';
import { createN8n, type N8n, type N8nOptions } from './n8n';
import { type N8nClient, signIn } from './n8nClient';
import { installPackage, packPackage, ROOT } from './packPackage';
import type { Step } from './steps';

/** The mailbox that the demo and the end-to-end tests play in. */
export const MAILBOX = 'support@contoso.com';
/** The label that the example puts on a mail it has handled; the mailbox knows it already. */
export const MAIN_LABEL = 'Onboarding';

/** A real n8n with the package, two connected accounts, and the simulated providers. */
export interface Stage<Host extends N8n = N8n> {
	simulator: Simulator;
	n8n: Host;
	client: N8nClient;
	/** Credential id by credential type */
	credentials: Record<string, string>;
	/** Ends n8n and the simulator, and deletes their folder. Harmless when called again. */
	close(): Promise<void>;
}

/** Puts the package where a new n8n looks for it, below the user folder of each of its processes. */
export type Install = (userFolders: string[], step: Step) => Promise<void>;

/** Builds and packs the package, and installs what would be published. */
async function installPacked(userFolders: string[], step: Step): Promise<void> {
	const packed = await step(
		'Package built and packed',
		async () => await packPackage(userFolders[0] ?? ''),
		({ version, size }) => `${version}, ${Math.ceil(size / 1000)} kB`,
	);
	await step('Package installed into n8n', async () => {
		for (const folder of userFolders) await installPackage(packed.file, folder);
	});
}

export interface StageOptions {
	port: number;
	step: Step;
	install?: Install;
	environment?: Record<string, string>;
	logName?: string;
	pages?: SimulatorOptions['pages'];
	closing?: (close: () => Promise<void>) => unknown;
}

/**
 * Installs the package into a fresh n8n, and signs both accounts in.
 *
 * @param options n8n's port; how to show the steps; how the package gets there; environment
 *   variables for n8n; the name of its log in artifacts/; `pages` that the providers show besides;
 *   `closing` is given the way to end what is up so far, so that an interrupted start leaves nothing behind
 * @throws {Failure} when a step fails
 */
export async function openStage(options: StageOptions): Promise<Stage> {
	return await openStageOf(createN8n, options);
}

/**
 * The same with another n8n than one process.
 *
 * @param createHost prepares it in the folder it is given; nothing runs before its `start()`
 */
export async function openStageOf<Host extends N8n>(
	createHost: (options: N8nOptions) => Host,
	{
		port,
		step,
		install = installPacked,
		environment,
		logName = 'n8n.log',
		pages,
		closing,
	}: StageOptions,
): Promise<Stage<Host>> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-mail-collection-'));
	const logFile = join(ROOT, 'artifacts', logName);
	await rm(logFile, { force: true });
	const n8n = createHost({ userFolder: folder, logFile, port, environment });
	let simulator: Simulator | undefined;
	const close = async () => {
		await n8n.stop();
		await simulator?.stop();
		simulator = undefined;
		await rm(folder, { recursive: true, force: true });
	};
	closing?.(close);
	try {
		await install(n8n.userFolders, step);
		const providers = await step(
			'Mail and collection simulated',
			async () => (simulator = await startSimulator({ oauth: true, pages })),
			({ url }) => url,
		);
		providers.graph
			.mailbox(MAILBOX)
			.categories.push({ id: 'onboarding', displayName: MAIN_LABEL, color: 'preset4' });
		await step(
			'n8n started',
			async () => await n8n.start(),
			() => n8n.url,
		);
		const client = await step('Owner created', async () => await signIn(n8n.url));
		const mail = await step(
			'Mail account connected',
			async () => await connectMail(client, providers, MAILBOX),
			() => `${MAILBOX}, OAuth2`,
		);
		const collection = await step(
			'Collection account connected',
			async () => await connectCollection(client, providers),
			() => 'OAuth2',
		);
		const credentials = { mailOAuth2Api: mail, collectionOAuth2Api: collection };
		return { simulator: providers, n8n, client, credentials, close };
	} catch (error) {
		await close();
		throw error;
	}
}
