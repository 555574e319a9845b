import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, getCredentialAllowedDomains } from 'n8n-workflow';
import type { CredentialName } from '../harness/credentials';
import { credentialTypes, resolveCredential } from '../harness/credentials';
import { applicationCredential, connectedCredential } from '../harness/credentialsHelper';
import { createWorkflow } from '../harness/workflow';
import { startSimulator } from '../simulator/simulator';

/** What n8n's context gives a node of a type when it asks for the credential. */
async function credentialFor(nodeType: string, node: 'mail' | 'collection', type: CredentialName) {
	const simulator = await startSimulator();
	try {
		const account = node === 'mail' ? 'me@contoso.com' : 'collection';
		const credential =
			type === 'mailAppOAuth2Api'
				? applicationCredential(simulator)
				: connectedCredential(type, simulator, account);
		const made = await createWorkflow({ node, parameters: {}, credential });
		const user = { ...made.node, type: nodeType };
		const context = new ExecuteContext(
			made.workflow,
			user,
			made.additionalData,
			'internal',
			createRunExecutionData({ resultData: { runData: {} } }),
			0,
			[],
			{ main: [] },
			{ node: user, data: { main: [] }, source: null },
			[],
		);
		return await context.getCredentials(type, 0);
	} finally {
		await simulator.stop();
	}
}

describe.each([
	{ node: 'mail', type: 'mailOAuth2Api' },
	{ node: 'mail', type: 'mailAppOAuth2Api' },
	{ node: 'collection', type: 'collectionOAuth2Api' },
] as const)('the credential $type', ({ node, type }) => {
	it('is given to its node, and to the same node as a tool', async () => {
		for (const name of [node, `${node}Tool`]) {
			const given = await credentialFor(`n8n-nodes-mail-collection.${name}`, node, type);
			expect(given).toHaveProperty('clientId');
		}
	});

	it.each(['n8n-nodes-base.httpRequest', 'n8n-nodes-base.httpRequestTool'])(
		'is not given to %s, which could send the token anywhere',
		async (other) => {
			await expect(credentialFor(other, node, type)).rejects.toThrow(
				'restricted to specific nodes',
			);
		},
	);

	it('allows the HTTP Request node no address where n8n does not know that restriction', () => {
		const allowed = () =>
			getCredentialAllowedDomains({
				node: {
					id: 'other',
					name: 'HTTP Request',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4,
					position: [0, 0],
					parameters: {},
				},
				credentialData: resolveCredential(type),
			});
		expect(allowed).toThrow('prevent use within an HTTP Request node');
	});

	it('has no request of its own for a connection test, which could be redirected', () => {
		expect(credentialTypes[type].test).toBeUndefined();
	});
});
