import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after } from 'node:test';
import { createN8n, type N8n, type N8nOptions, type Role } from '../host/n8n';
import { findFreePort, LOOPBACK } from '../host/ports';
import { connectStage, openEmptyStage, type Stage } from '../host/stage';
import { printedStep } from '../host/steps';
import { type Services, startServices } from './services';

/** n8n in queue mode: the main part with the editor and the triggers, and what runs beside it. */
export interface QueueHost extends N8n, Pick<Services, 'lockExecutions'> {
	main: N8n;
	/** Answers webhooks; links of approvals lead here. */
	processor: N8n;
	workers: [N8n, N8n];
}

/** One port for each process. */
interface Ports {
	processor: number;
	workers: [number, number];
}

const closing: Array<() => Promise<void>> = [];

// What was begun last is ended first: n8n before the database.
after(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

/**
 * Starts all of it, with the package in the folder of each process, and connects both accounts.
 * @param name of the logs in artifacts/
 * @param environment variables for n8n beside its usual ones
 */
export async function openQueueStage(
	name: string,
	environment: Record<string, string> = {},
): Promise<Stage<QueueHost>> {
	const services = await startServices();
	closing.push(services.stop);
	const ports: Ports = {
		processor: await findFreePort(),
		workers: [await findFreePort(), await findFreePort()],
	};
	const stage = await openEmptyStage((options) => createQueueHost(options, services, ports), {
		port: await findFreePort(),
		step: printedStep,
		environment,
		logName: `${name}.log`,
		closing: (close) => closing.push(close),
	});
	return await connectStage(stage, printedStep);
}

function createQueueHost(options: N8nOptions, services: Services, ports: Ports): QueueHost {
	const shared = {
		...options.environment,
		...services.environment,
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		WEBHOOK_URL: `http://${LOOPBACK}:${ports.processor}/`,
	};
	/** A process with a folder of its own: in a shared one n8n takes a living worker's executions for crashed. */
	const beside = (name: string, role: Role, port: number, environment = {}): N8n => {
		const userFolder = join(options.userFolder, name);
		mkdirSync(userFolder);
		const logName = `${basename(options.logFile, '.log')}-${name}.log`;
		const logFile = join(dirname(options.logFile), logName);
		return createN8n({
			userFolder,
			logFile,
			port,
			role,
			environment: { ...shared, ...environment },
		});
	};
	const worker = (number: 0 | 1) =>
		beside(`worker-${number + 1}`, 'worker', ports.workers[number], {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(ports.workers[number]),
		});
	const main = createN8n({ ...options, environment: shared });
	const processor = beside('processor', 'webhook', ports.processor);
	const workers: [N8n, N8n] = [worker(0), worker(1)];
	const others = [processor, ...workers];
	return {
		main,
		processor,
		workers,
		lockExecutions: services.lockExecutions,
		url: main.url,
		userFolders: [main, ...others].flatMap(({ userFolders }) => userFolders),
		logFile: main.logFile,
		// The main part migrates the database; the others wait for that.
		async start() {
			await main.start();
			await Promise.all(others.map((one) => one.start()));
		},
		async stop() {
			await Promise.all([main, ...others].map((one) => one.stop()));
		},
		async kill() {
			await Promise.all([main, ...others].map((one) => one.kill()));
		},
	};
}
