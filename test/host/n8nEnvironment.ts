import { LOOPBACK } from './ports';

/** Variables of the caller that would change which n8n this is. */
const FOREIGN =
	/^(N8N_|DB_|EXECUTIONS_|WEBHOOK_URL$|NODES_|CREDENTIALS_|QUEUE_|npm_|NODE_OPTIONS$)/;

/**
 * Settings with which n8n saves what a trigger remembers and the execution in one transaction; off
 * by default.
 */
export const DURABLE_CURSORS = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/**
 * The environment of an n8n that is ours alone: on loopback, on SQLite, with no call home.
 *
 * @param options folder and the two ports (editor and API; task broker)
 * @returns the whole environment for the child process
 */
export function n8nEnvironment({
	userFolder,
	port,
	brokerPort,
}: {
	userFolder: string;
	port: number;
	brokerPort: number;
}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	return {
		...Object.fromEntries(kept),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_PORT: String(port),
		N8N_PROTOCOL: 'http',
		N8N_EDITOR_BASE_URL: `http://${LOOPBACK}:${port}/`,
		WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		DB_TYPE: 'sqlite',
		// n8n answers 503 to everything after its database was slower than this, 5 s unless set: on a machine on
		// which four n8ns start, a disk is. What blocks n8n is measured in test/e2e/holds.test.ts.
		DB_PING_TIMEOUT_MS: '60000',
		GENERIC_TIMEZONE: 'UTC',
		N8N_LOG_LEVEL: 'info',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		// The list of verified packages lives on n8n's server; ours is installed by hand.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_REINSTALL_MISSING_PACKAGES: 'false',
	};
}
