import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import type { IDataObject, INodeParameters, IWebhookData } from 'n8n-workflow';
import { eventItem } from '../../nodes/Collection/watch/eventItem';
import type { Clock } from '../../nodes/shared/http/clock';
import type { Simulator } from '../simulator/simulator';
import type { CollectionStage, CollectionTriggerBench } from './collectionTriggerBench';
import { openCollectionTrigger } from './collectionTriggerBench';
import * as code from './collectionTriggerCode';
import { countRequests } from './network';
import { createSkippingClock } from './skippingClock';
import { createWorkflow } from './workflow';

export type { CollectionTriggerBench };

/** n8n's own contexts; deliveries reach the trigger over real HTTP. */
export const realCollectionStage: CollectionStage = {
	code,
	loadCode() {
		let loaded = code;
		jest.isolateModules(() => {
			loaded = jest.requireActual<typeof code>('./collectionTriggerCode');
		});
		return loaded;
	},
	async listen(handle) {
		const server = createServer((request, response) => {
			const read = async () => {
				const body: unknown = await json(request);
				const url = new URL(request.url ?? '/', 'http://n8n');
				const query = Object.fromEntries(url.searchParams);
				handle({
					isTest: url.pathname.startsWith('/webhook-test/'),
					request: Object.assign(request, { body, query, params: {} }),
					response,
					refuse: () => response.destroy(),
				});
			};
			void read();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return {
			root: `http://127.0.0.1:${port}`,
			async stop() {
				server.closeAllConnections();
				await new Promise((resolve) => server.close(resolve));
			},
		};
	},
	async open({ root, ...options }) {
		const setup = await createWorkflow({ node: 'collectionTrigger', ...options });
		const { workflow, node, additionalData } = setup;
		node.webhookId = 'hook-1';
		Object.assign(additionalData, {
			webhookBaseUrl: `${root}/webhook`,
			webhookTestBaseUrl: `${root}/webhook-test`,
		});
		const key = `node:${node.name}`;
		return {
			webhook({ request, response }, mode) {
				Object.assign(additionalData, { httpRequest: request, httpResponse: response });
				const data = { workflowId: workflow.id, node: node.name } as unknown as IWebhookData;
				const context = new WebhookContext(workflow, node, additionalData, mode, data, [], null);
				countRequests(context);
				return context;
			},
			hook(mode, activation, isTest) {
				const data = { isTest } as unknown as IWebhookData;
				const context = new HookContext(workflow, node, additionalData, mode, activation, data);
				countRequests(context);
				return context;
			},
			poll(activation, commit, staticData, emitError) {
				const context = new PollContext(
					workflow,
					node,
					additionalData,
					'trigger',
					activation,
					undefined,
					emitError,
					commit,
					undefined,
					staticData,
				);
				countRequests(context);
				return context;
			},
			save: () => JSON.parse(JSON.stringify(workflow.staticData[key] ?? {})) as IDataObject,
			hasChanged: () => workflow.staticData.__dataChanged === true,
		};
	},
};

export async function startCollectionTrigger(
	simulator: Simulator,
	parameters: INodeParameters,
	clock: Clock = createSkippingClock(Date.now()),
	options?: { durable?: boolean },
): Promise<CollectionTriggerBench> {
	return await openCollectionTrigger(realCollectionStage, simulator, parameters, clock, options);
}

/** What started the workflow is what `eventItem` says, to the last key and in its order. */
export function expectDescribedEvents({ executions }: CollectionTriggerBench): void {
	for (const { json: item, error } of executions.flat()) {
		if (error) continue;
		const read = eventItem.parse(item);
		expect(JSON.stringify(read)).toBe(JSON.stringify(item));
	}
}
