import type { KeyAndCertificate } from '../harness/certificate';
import type { Simulator } from '../simulator/simulator';
import type { StoredWorkflow } from './exampleWorkflow';
import type { N8nClient } from './n8nClient';

/** What is entered for an application of the simulated provider, beside how it proves who it is. */
export function applicationFields(simulator: Simulator, clientId: string) {
	return {
		cloud: 'custom',
		customTokenUrl: `${simulator.url}/oauth/contoso.com/oauth2/v2.0/token`,
		customApiRoot: simulator.graphRoot,
		clientId,
		whichMailboxes: 'any',
	};
}

/**
 * Registers an application with a certificate at the provider, and creates the credential for it.
 *
 * @param mailboxes what it may reach
 * @param more what else is entered, such as the outgoing policy
 * @returns the credential's id
 */
export async function connectApplication(
	client: N8nClient,
	simulator: Simulator,
	{ clientId, key, mailboxes }: { clientId: string; key: KeyAndCertificate; mailboxes: string[] },
	more: Record<string, unknown> = {},
): Promise<string> {
	simulator.applications.register({ clientId, certificates: [key.certificate], mailboxes });
	return await client.createCredential(clientId, 'mailAppOAuth2Api', {
		...applicationFields(simulator, clientId),
		clientCredentialType: 'certificate',
		privateKeyPem: key.privateKey,
		certificatePem: key.certificate,
		...more,
	});
}

/** The same workflow, whose mail nodes work as an application in a mailbox that is named. */
export function asApplication(
	workflow: StoredWorkflow,
	credentialId: string,
	mailbox: string,
): StoredWorkflow {
	const nodes = workflow.nodes.map((node) => {
		const { mailOAuth2Api, ...others } = node.credentials ?? {};
		if (mailOAuth2Api === undefined) return node;
		const mailAppOAuth2Api = { id: credentialId, name: 'Application' };
		return {
			...node,
			parameters: { authentication: 'mailAppOAuth2Api', mailbox, ...node.parameters },
			credentials: { ...others, mailAppOAuth2Api },
		};
	});
	return { ...workflow, nodes };
}
