import { explain } from '../../shared/http/failures';
import type { CollectionClient } from '../api/client';
import { createOnce } from '../api/createOnce';
import { collectionPath } from '../api/paths';
import type { Webhook } from '../api/records';
import { webhookShape } from '../api/records';

export interface WebhookSettings {
	url: string;
	enabled: boolean;
	subscriptions: string[];
}

/** What to do where the API refuses a webhook: mostly it knows one of the events not. */
export const REFUSED_HINT = 'Events are names such as request_completed or client_created.';

/** Whether a webhook is told of these events, and of no others. */
export function isToldOf({ subscriptions }: Webhook, events: string[]): boolean {
	return [...(subscriptions ?? [])].sort().join() === [...events].sort().join();
}

/** Registers a webhook, at most once: after a lost answer it is looked up by address and events. */
export async function postWebhookOnce(
	api: CollectionClient,
	settings: WebhookSettings,
): Promise<Webhook> {
	return await createOnce({
		what: 'webhook',
		create: async () =>
			await api
				.post(collectionPath`/webhooks`, settings, webhookShape)
				.catch(explain({ rejected: REFUSED_HINT })),
		async lookUp() {
			const [found] = await api.list(collectionPath`/webhooks`, webhookShape, {
				where: (webhook) =>
					webhook.url === settings.url &&
					webhook.enabled === settings.enabled &&
					isToldOf(webhook, settings.subscriptions),
				limit: 1,
			});
			return found;
		},
		hint: 'Run List Webhooks before running the step again.',
	});
}
