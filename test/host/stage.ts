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

/** Variable that holds the folder of n8n's logs, where it is not artifacts/. */
export const LOGS = 'N8N_LOGS';

/** A real n8n with the package, and the simulated providers: nobody has an account yet. */
export interface EmptyStage<Host extends N8n = N8n> {
	simulator: Simulator;
	n8n: Host;
	/** Ends n8n and the simulator, and deletes their folder. Harmless when called again. */
	close(): Promise<void>;
}

/** The same with an owner, and two connected accounts. */
export interface Stage<Host extends N8n = N8n> extends EmptyStage<Host> {
	client: N8nClient;
	/** Credential id by credential type */
	credentials: Record<string, string>;
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
	/** Where n8n listens */
	port: number;
	/** Shows the steps of the start */
	step: Step;
	/** How the package gets there */
	install?: Install;
	/** Variables for n8n */
	environment?: Record<string, string>;
	/** Name of n8n's log in the folder of logs */
	logName?: string;
	/** What the providers show besides */
	pages?: SimulatorOptions['pages'];
	/** Is given the way to end what is up so far, so that an interrupted start leaves nothing behind */
	closing?: (close: () => Promise<void>) => unknown;
}

/**
 * Installs the package into a fresh n8n, and starts it beside the simulated providers.
 *
 * @param createHost prepares n8n in the folder it is given; nothing runs before its `start()`
 * @throws {Failure} when a step fails
 */
export async function openEmptyStage<Host extends N8n>(
	createHost: (options: N8nOptions) => Host,
	options: StageOptions,
): Promise<EmptyStage<Host>> {
	const { port, step, install = installPacked, environment, pages } = options;
	const folder = await mkdtemp(join(tmpdir(), 'n8n-mail-collection-'));
	const logs = process.env[LOGS] ?? join(ROOT, 'artifacts');
	const logFile = join(logs, options.logName ?? 'n8n.log');
	await rm(logFile, { force: true });
	const n8n = createHost({ userFolder: folder, logFile, port, environment });
	let simulator: Simulator | undefined;
	const close = async () => {
		await n8n.stop();
		await simulator?.stop();
		simulator = undefined;
		await rm(folder, { recursive: true, force: true });
	};
	options.closing?.(close);
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
		return { simulator: providers, n8n, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Makes the owner of an empty stage, and signs both accounts in.
 *
 * @throws {Failure} when a step fails; the stage is closed then
 */
export async function connectStage<Host extends N8n>(
	stage: EmptyStage<Host>,
	step: Step,
): Promise<Stage<Host>> {
	const { simulator, n8n } = stage;
	try {
		const client = await step('Owner created', async () => await signIn(n8n.url));
		const mail = await step(
			'Mail account connected',
			async () => await connectMail(client, simulator, MAILBOX),
			() => `${MAILBOX}, OAuth2`,
		);
		const collection = await step(
			'Collection account connected',
			async () => await connectCollection(client, simulator),
			() => 'OAuth2',
		);
		const credentials = { mailOAuth2Api: mail, collectionOAuth2Api: collection };
		return { ...stage, client, credentials };
	} catch (error) {
		await stage.close();
		throw error;
	}
}

/**
 * Installs the package into a fresh n8n of one process, and signs both accounts in.
 *
 * @throws {Failure} when a step fails
 */
export async function openStage(options: StageOptions): Promise<Stage> {
	return await connectStage(await openEmptyStage(createN8n, options), options.step);
}
