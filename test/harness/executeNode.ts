import { Container } from '@n8n/di';
import { BinaryDataService, ExecuteContext, SupplyDataContext } from 'n8n-core';
import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes } from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Simulator } from '../simulator/simulator';
import { OWN_MAILBOX } from './account';
import type { CredentialName } from './credentials';
import type { HarnessCredential } from './credentialsHelper';
import { connectedCredential } from './credentialsHelper';
import { executeOn } from './executeOn';
import { expectDescribedOutput } from './expectDescribedOutput';
import { countRequests } from './network';
import { withTries } from './stepStage';
import { runSignal } from './testRuns';
import type { ReviewedTool } from './workflow';
import { createWorkflow, credentialOf } from './workflow';

/** A file of an input item: stored by n8n as a node before would have stored it. */
export interface InputFile {
	content: Buffer | string;
	fileName?: string;
	mimeType?: string;
}

export interface ExecuteOptions {
	node: 'mail' | 'collection';
	parameters: INodeParameters;
	simulator: Simulator;
	/** One empty item unless given. */
	items?: Array<
		Pick<INodeExecutionData, 'json' | 'binary' | 'error'> & { files?: Record<string, InputFile> }
	>;
	/** Mailbox address; `collection` for the Collection node. */
	account?: string;
	continueOnFail?: boolean;
	/** Runs it as often when it fails, as n8n does with Retry On Fail. */
	tries?: number;
	/** Runs it as the tool of an AI agent. */
	asTool?: boolean;
	/** n8n's record of the run, which the calls of a tool may share; one of its own unless given. */
	record?: IExecuteData;
	/** Runs it before there is an execution, as n8n's MCP Server Trigger runs its tools. */
	beforeExecution?: boolean;
	/** Runs it inside of another node, as sub-agents, and AI Agents before their version 3, run their tools. */
	insideAnother?: boolean;
	/** Runs it between an AI agent and these tools, as a human review. */
	reviews?: ReviewedTool[];
	timezone?: string;
	/** What the user saved in the credential, over the simulator's own. */
	credentialData?: ICredentialDataDecryptedObject;
	/** A credential that lives longer than one run. */
	credential?: HarnessCredential;
	credentialId?: string;
	/** Another one that n8n keeps beside it. */
	keptCredential?: CredentialName;
	/** One of its own for each run unless given. */
	executionId?: string;
	abortSignal?: AbortSignal;
	/** The node's clock; the machine's unless given. */
	clock?: Clock;
	/** How long a request and its answer are under way on that clock, in milliseconds. */
	latencyMs?: number;
}

export { OWN_MAILBOX };

export interface ExecuteResult {
	/** The items of the first output. */
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	/** When a parked execution goes on; undefined when it was not parked. */
	waitTill?: Date;
	/** What n8n keeps for the step while it waits, and puts out when nobody answers. */
	parked: INodeExecutionData[];
	executionId?: string;
}

/** What n8n stored of each file so far: property tests give the same one to thousands of runs. */
const storedFiles = new WeakMap<InputFile, Promise<IBinaryData>>();

async function store(file: InputFile): Promise<IBinaryData> {
	const { content, fileName, mimeType = 'application/octet-stream' } = file;
	const known =
		storedFiles.get(file) ??
		Container.get(BinaryDataService).store(
			{ type: 'execution', workflowId: 'workflow-1', executionId: 'input' },
			Buffer.from(content),
			{ data: '', mimeType, fileName },
		);
	storedFiles.set(file, known);
	return await known;
}

/**
 * Runs a node in n8n's own ExecuteContext: once, or again after a failure as often as asked for.
 * @returns the items of its first output. Rejects with the error the node throws.
 */
export async function executeNode(options: ExecuteOptions): Promise<ExecuteResult> {
	const { node: name, parameters, simulator, items = [{ json: {} }] } = options;
	const account = options.account ?? (name === 'mail' ? OWN_MAILBOX : 'collection');
	const { workflow, node, nodeType, additionalData } = await createWorkflow({
		node: name,
		parameters,
		credential:
			options.credential ??
			connectedCredential(credentialOf(name), simulator, account, options.credentialData),
		credentialId: options.credentialId,
		keptCredential: options.keptCredential,
		continueOnFail: options.continueOnFail,
		asTool: options.asTool,
		reviews: options.reviews,
		timezone: options.timezone,
	});
	if (options.executionId) additionalData.executionId = options.executionId;
	if (options.beforeExecution) additionalData.executionId = undefined;
	const input = await Promise.all(
		items.map(async ({ files, ...given }): Promise<INodeExecutionData> => {
			// Each call of a tool has an object of its own.
			const item = { ...given, json: { ...given.json } };
			if (!files) return item;
			const stored = await Promise.all(
				Object.entries(files).map(async ([field, file]) => [field, { ...(await store(file)) }]),
			);
			return { ...item, binary: { ...item.binary, ...Object.fromEntries(stored) } };
		}),
	);
	const runData = createRunExecutionData({ resultData: { runData: {} } });
	const own: IExecuteData = { node, data: { main: [input] }, source: null };
	const executeData = options.record ?? own;
	const execute = async (): Promise<INodeExecutionData[][]> => {
		const { clock, latencyMs = 0 } = options;
		const trip = async () => await clock?.wait(latencyMs / 2);
		const signal = runSignal(options.abortSignal);
		const run = [workflow, node, additionalData, 'internal', runData, 0] as const;
		const given = { main: [input] };
		const context = options.insideAnother
			? insideAnother()
			: new ExecuteContext(...run, input, given, executeData, [], signal);
		countRequests(context, { simulator: options.simulator, trip });
		if (clock) return await executeOn[name](context, clock);
		if (!nodeType.execute) throw new Error(`${name} cannot be executed`);
		const answered = await nodeType.execute.call(context);
		if (!Array.isArray(answered)) throw new Error(`${name} did not return items`);
		return answered;

		function insideAnother(): IExecuteFunctions {
			const { AiTool } = NodeConnectionTypes;
			const tool = new SupplyDataContext(...run, input, given, AiTool, executeData, [], signal);
			tool.addInputData(AiTool, [input]);
			// n8n itself hands it to the node in the place of the other one.
			return tool as unknown as IExecuteFunctions;
		}
	};
	const outputs = await withTries(options.tries ?? 1, execute);
	expectDescribedOutput(name, parameters, outputs[0] ?? [], options.asTool);
	const parked = executeData.data.main?.[0] ?? [];
	const { executionId } = additionalData;
	return { items: outputs[0] ?? [], outputs, waitTill: runData.waitTill, parked, executionId };
}

/** The bytes behind a binary field of an output item. */
export async function readBinary(
	item: INodeExecutionData | undefined,
	field: string,
): Promise<Buffer> {
	const data = item?.binary?.[field];
	if (!data) throw new Error(`The item has no binary field "${field}"`);
	return await Container.get(BinaryDataService).getAsBuffer(data);
}
