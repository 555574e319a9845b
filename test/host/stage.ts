import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator/simulator';
import { connectCollection, connectMail } from './accounts';
import { createN8n, type N8n } from './n8n';
import { type N8nClient, signIn } from './n8nClient';
import { installPackage, packPackage, ROOT } from './packPackage';
import type { Step } from './steps';

/** The mailbox that the demo and the end-to-end tests play in. */
export const MAILBOX = 'support@contoso.com';
/** The label that the example puts on a mail it has handled; the mailbox knows it already. */
export const MAIN_LABEL = 'Onboarding';

/** A real n8n with the package, and the simulated providers: nobody has an account yet. */
export interface EmptyStage {
	simulator: Simulator;
	n8n: N8n;
	/** Ends n8n and the simulator, and deletes their folder. Harmless when called again. */
	close(): Promise<void>;
}

/** The same with an owner, and two connected accounts. */
export interface Stage extends EmptyStage {
	client: N8nClient;
	/** Credential id by credential type */
	credentials: Record<string, string>;
}

/** Puts the package where a new n8n looks for it, below its user folder. */
export type Install = (userFolder: string, step: Step) => Promise<void>;

/** Builds and packs the package, and installs what would be published. */
async function installPacked(userFolder: string, step: Step): Promise<void> {
	const packed = await step(
		'Package built and packed',
		async () => await packPackage(userFolder),
		({ version, size }) => `${version}, ${Math.ceil(size / 1000)} kB`,
	);
	await step(
		'Package installed into n8n',
		async () => await installPackage(packed.file, userFolder),
	);
}

interface StageOptions {
	/** Where n8n listens */
	port: number;
	/** Shows the steps of the start */
	step: Step;
	/** How the package gets there */
	install?: Install;
	/** Variables for n8n */
	environment?: Record<string, string>;
	/** Name of n8n's log in artifacts/ */
	logName?: string;
	/** What the providers show besides */
	pages?: SimulatorOptions['pages'];
	/** Is given the way to end what is up so far, so that an interrupted start leaves nothing behind */
	closing?: (close: () => Promise<void>) => unknown;
}

/**
 * Installs the package into a fresh n8n, and starts it beside the simulated providers.
 *
 * @throws {Failure} when a step fails
 */
export async function openEmptyStage({
	port,
	step,
	install = installPacked,
	environment,
	logName = 'n8n.log',
	pages,
	closing,
}: StageOptions): Promise<EmptyStage> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-mail-collection-'));
	const logFile = join(ROOT, 'artifacts', logName);
	await rm(logFile, { force: true });
	const n8n = createN8n({ userFolder: folder, logFile, port, environment });
	let simulator: Simulator | undefined;
	const close = async () => {
		await n8n.stop();
		await simulator?.stop();
		simulator = undefined;
		await rm(folder, { recursive: true, force: true });
	};
	closing?.(close);
	try {
		await install(folder, step);
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
 * @throws {Failure} when a step fails
 */
export async function openStage(options: StageOptions): Promise<Stage> {
	const stage = await openEmptyStage(options);
	const { simulator, n8n } = stage;
	const { step } = options;
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
