import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, ErrorReporter, InstanceSettings } from 'n8n-core';
import type {
	INode,
	INodeParameters,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { shippedNode } from '../../scripts/shippedClasses';
import type { CredentialName } from './credentials';
import { credentialTypes } from './credentials';
import type { HarnessCredential } from './credentialsHelper';
import { MemoryCredentialsHelper } from './credentialsHelper';

/** The credential that a node works with unless told otherwise: the first that it names. */
export function credentialOf(node: string): CredentialName {
	const [first] = shippedNode(node).description.credentials ?? [];
	const name = Object.keys(credentialTypes).find(isCredential);
	function isCredential(type: string): type is CredentialName {
		return type === first?.name;
	}
	if (!name) throw new Error(`${node} has no credential`);
	return name;
}

/** A tool that runs only after a human review. */
export interface ReviewedTool {
	name: string;
	/** Node type within this package. */
	type: string;
	parameters: INodeParameters;
	/** Switched off in the editor. */
	disabled?: boolean;
}

interface NodeSetup {
	/** As workflows store it. */
	node: string;
	parameters: INodeParameters;
	credential: HarnessCredential;
	/** Names the credential for n8n, and so the lanes that its requests share. */
	credentialId?: string;
	/** Another one that the node had before, and that n8n keeps beside it (n8n-io/n8n/pull/34937). */
	keptCredential?: CredentialName;
	continueOnFail?: boolean;
	/** Runs it as the tool of an AI agent: n8n gives it a node type of its own. */
	asTool?: boolean;
	/** Runs it between an AI agent and these tools, as a human review. */
	reviews?: ReviewedTool[];
	/** IANA name; UTC unless given. */
	timezone?: string;
	/** Further ones of the workflow. */
	settings?: IWorkflowSettings;
	staticData?: object;
	/** ID of the workflow. */
	workflowId?: string;
	/** Those of the node: that of its kind unless given. */
	nodeId?: string;
	nodeName?: string;
	/** The name of another node that has the same ID. */
	twin?: string;
	/** Another node of the workflow, of the same kind unless given. */
	beside?: Pick<INode, 'id' | 'name'> & Partial<Pick<INode, 'type'>>;
}

/** A mail node names the credential that it works with. */
function withAuthentication({ parameters, credential: { type } }: NodeSetup): INodeParameters {
	return type === 'mailAppOAuth2Api' ? { authentication: type, ...parameters } : parameters;
}

/** Binary data in files, as n8n keeps it unless told otherwise; made once in a test process. */
async function startBinaryData(): Promise<void> {
	const service = new BinaryDataService(
		Container.get(BinaryDataConfig),
		Container.get(ErrorReporter),
		Container.get(Logger),
	);
	Container.set(BinaryDataService, service);
	await service.init();
}

let binaryData: Promise<void> | undefined;
let executions = 0;

/** A workflow of one node, and what n8n's contexts need beside it. */
export async function createWorkflow(setup: NodeSetup) {
	await (binaryData ??= startBinaryData());
	// n8n reads it from its database when it starts.
	Container.get(InstanceSettings).hmacSignatureSecret = 'harness';
	const nodeType = shippedNode(setup.node);
	const node: INode = {
		id: setup.nodeId ?? `node-${setup.node}`,
		name: setup.nodeName ?? nodeType.description.displayName,
		type: `n8n-nodes-mail-collection.${setup.node}${setup.reviews ? 'HitlTool' : setup.asTool ? 'Tool' : ''}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: withAuthentication(setup),
		continueOnFail: setup.continueOnFail,
		credentials: {
			...(setup.keptCredential && { [setup.keptCredential]: { id: 'kept', name: 'Before' } }),
			[setup.credential.type]: { id: setup.credentialId ?? 'credential-1', name: 'My account' },
		},
	};
	const reviewed = (setup.reviews ?? []).map(({ name, type, parameters, disabled }): INode => ({
		id: `tool-${name}`,
		name,
		type: `n8n-nodes-mail-collection.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		disabled,
	}));
	const twins = setup.twin === undefined ? [] : [{ ...node, name: setup.twin }];
	const others = setup.beside ? [{ ...node, ...setup.beside }] : [];
	const workflow = new Workflow({
		id: setup.workflowId ?? 'workflow-1',
		name: 'Onboarding',
		nodes: [node, ...twins, ...others, ...reviewed],
		connections: Object.fromEntries(
			reviewed.map(({ name }) => [
				name,
				{ ai_tool: [[{ node: node.name, type: 'ai_tool' as const, index: 0 }]] },
			]),
		),
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: (type) =>
				type.endsWith('.collectionTool') ? shippedNode('collection') : nodeType,
			getKnownTypes: () => ({}),
		},
		settings: { ...setup.settings, timezone: setup.timezone ?? 'UTC' },
		staticData: { [`node:${node.name}`]: setup.staticData ?? {} },
	});
	const additionalData = {
		credentialsHelper: new MemoryCredentialsHelper(setup.credential),
		executionId: `execution-${++executions}`,
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: 'http://127.0.0.1/webhook-test',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
	// The workflow adds defaults and drops hidden parameters, as it does in n8n.
	const prepared = workflow.getNode(node.name);
	if (!prepared) throw new Error(`The workflow has no node "${node.name}"`);
	return { workflow, node: prepared, nodeType, additionalData };
}
