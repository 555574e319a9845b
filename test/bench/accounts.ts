import { connectMail } from '../host/accounts';
import type { N8nClient } from '../host/n8nClient';
import type { Simulator } from '../simulator/simulator';
import type { Side } from './sides';

/**
 * Signs a mailbox in for the nodes that n8n brings along. The editor offers the addresses of
 * Microsoft's clouds alone; the credential itself takes any, as n8n's API stores it.
 */
async function connectOutlook(
	client: N8nClient,
	simulator: Simulator,
	address: string,
): Promise<string> {
	const id = await client.createCredential('Outlook account', 'microsoftOutlookOAuth2Api', {
		authUrl: `${simulator.url}/oauth/authorize`,
		accessTokenUrl: `${simulator.url}/oauth/token`,
		graphApiBaseUrl: simulator.graphRoot,
		clientId: 'n8n',
		clientSecret: 'n8n-secret',
	});
	await client.connect(id, { login: address });
	return id;
}

/**
 * Signs a mailbox in for one of the two sides.
 *
 * @returns the credential's id by its type, for `withAccounts`
 */
export async function connectSide(
	{ client, simulator }: { client: N8nClient; simulator: Simulator },
	side: Side,
	address: string,
): Promise<Record<string, string>> {
	const connect = side.name === 'ours' ? connectMail : connectOutlook;
	return { [side.credentialType]: await connect(client, simulator, address) };
}
