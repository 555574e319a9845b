import { explain } from '../shared/failures';
import type { CollectionClient } from './api/client';
import { collectionPath } from './api/paths';
import { createOnce } from './createOnce';
import type { Webhook } from './records';
import { webhookShape } from './records';

/** Events that a webhook can be told about. The newest ones may be missing. */
export const WEBHOOK_EVENTS = [
	'all_fields_completed',
	'client_create_failed',
	'client_created',
	'client_destroy_failed',
	'client_destroyed',
	'client_portal_group_created',
	'client_portal_group_destroyed',
	'client_portal_group_updated',
	'client_portal_viewed',
	'client_update_failed',
	'client_updated',
	'comment_create_failed',
	'comment_created',
	'email_bounced',
	'email_delivered',
	'email_spam_complained',
	'field_approved',
	'field_completed',
	'field_rejected',
	'integration_action_failed',
	'integration_action_succeeded',
	'internal_comment_created',
	'page_completed',
	'product_item_auto_purchase',
	'product_item_exhausted',
	'product_item_manual_purchase',
	'product_item_purchase_failed',
	'product_item_returned',
	'product_item_used',
	'recurring_request_completed',
	'recurring_request_created',
	'recurring_request_destroyed',
	'recurring_request_executed',
	'recurring_request_failed',
	'request_archived',
	'request_archived_failed',
	'request_board_column_change_failed',
	'request_board_column_changed',
	'request_completed',
	'request_completed_failed',
	'request_create_failed',
	'request_created',
	'request_destroy_failed',
	'request_destroyed',
	'request_draft',
	'request_published',
	'request_published_failed',
	'request_reopen_failed',
	'request_reopened',
	'request_update_failed',
	'request_updated',
	'request_viewed',
	'section_completed',
	'sms_delivered',
	'sms_failed',
	'team_member_create_failed',
	'team_member_created',
	'team_member_destroy_failed',
	'team_member_destroyed',
	'team_member_update_failed',
	'team_member_updated',
];

/** What a webhook is made of. */
export interface WebhookSettings {
	url: string;
	enabled: boolean;
	subscriptions: string[];
}

/** What to do where the API refuses a webhook: mostly it knows one of the events not. */
export const REFUSED_HINT = 'Events are names such as request_completed or client_created.';

/** Registers a webhook, at most once: after a lost answer it is looked up by address and events. */
export async function postWebhookOnce(
	api: CollectionClient,
	settings: WebhookSettings,
): Promise<Webhook> {
	const wanted = [...settings.subscriptions].sort().join();
	return await createOnce({
		what: 'webhook',
		create: async () =>
			await api
				.post(collectionPath`/webhooks`, settings, webhookShape)
				.catch(explain({ rejected: REFUSED_HINT })),
		async lookUp() {
			const [found] = await api.list(collectionPath`/webhooks`, webhookShape, {
				where: ({ url, subscriptions }) =>
					url === settings.url && [...(subscriptions ?? [])].sort().join() === wanted,
				limit: 1,
			});
			return found;
		},
		hint: 'Run List Webhooks before running the step again.',
	});
}
