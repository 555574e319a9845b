import type { Simulator } from '../simulator/simulator';
import type { N8nClient } from './n8nClient';

/**
 * Creates a mail credential for the simulated provider and signs the mailbox in.
 *
 * @param address mailbox that signs in on the provider's page
 * @param name of the credential in n8n
 * @param more what else is entered in it, such as its outgoing policy
 * @returns the credential's id
 */
export async function connectMail(
	client: N8nClient,
	simulator: Simulator,
	address: string,
	name = 'Mail account',
	more: Record<string, unknown> = {},
): Promise<string> {
	const id = await client.createCredential(name, 'mailOAuth2Api', {
		cloud: 'custom',
		customAuthUrl: `${simulator.url}/oauth/authorize`,
		customTokenUrl: `${simulator.url}/oauth/token`,
		customApiRoot: simulator.graphRoot,
		permissions: 'mailCalendarContacts',
		clientId: 'n8n',
		clientSecret: 'n8n-secret',
		...more,
	});
	await client.connect(id, { login: address });
	return id;
}

/**
 * The same for the collection service.
 *
 * @returns the credential's id
 */
export async function connectCollection(
	client: N8nClient,
	simulator: Simulator,
	name = 'Collection account',
	more: Record<string, unknown> = {},
): Promise<string> {
	const id = await client.createCredential(name, 'collectionOAuth2Api', {
		server: 'custom',
		customAuthUrl: `${simulator.url}/oauth/authorize`,
		customTokenUrl: `${simulator.url}/oauth/token`,
		customApiRoot: simulator.collectionRoot,
		permissions: 'clientsAndRequests',
		clientId: 'n8n',
		clientSecret: 'n8n-secret',
		...more,
	});
	await client.connect(id, { login: 'collection' });
	return id;
}
