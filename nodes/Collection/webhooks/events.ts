/**
 * Names that only one of the vendor's two lists of events has: registering one may be refused.
 * @see https://www.contentsnare.com/help/knowledge-base/content-snare-webhooks/
 */
const DOUBTFUL = [
	'sms_delivered',
	'sms_failed',
	'team_member_created',
	'team_member_updated',
	'team_member_destroyed',
	'team_member_create_failed',
	'team_member_update_failed',
	'team_member_destroy_failed',
];

/** Events that are named in both lists of the vendor, the most used first. */
export const SURE_EVENTS = [
	'request_completed',
	'all_fields_completed',
	'field_completed',
	'client_created',
	'request_published',
	'request_created',
	'field_approved',
	'field_rejected',
	'page_completed',
	'section_completed',
	'client_updated',
	'comment_created',
	'request_viewed',
	'request_reopened',
	'request_updated',
	'request_archived',
	'request_draft',
	'request_destroyed',
	'request_board_column_changed',
	'client_destroyed',
	'client_portal_viewed',
	'internal_comment_created',
	'email_bounced',
	'email_delivered',
	'email_spam_complained',
	'recurring_request_created',
	'recurring_request_executed',
	'recurring_request_completed',
	'recurring_request_failed',
	'recurring_request_destroyed',
	'integration_action_succeeded',
	'integration_action_failed',
	'product_item_used',
	'product_item_returned',
	'product_item_exhausted',
	'product_item_manual_purchase',
	'product_item_auto_purchase',
	'product_item_purchase_failed',
	'client_portal_group_created',
	'client_portal_group_updated',
	'client_portal_group_destroyed',
	'request_create_failed',
	'request_update_failed',
	'request_published_failed',
	'request_completed_failed',
	'request_reopen_failed',
	'request_archived_failed',
	'request_destroy_failed',
	'request_board_column_change_failed',
	'client_create_failed',
	'client_update_failed',
	'client_destroy_failed',
	'comment_create_failed',
];

/** Events that a webhook can be told about, the most used first. The newest ones may be missing. */
export const WEBHOOK_EVENTS = [...SURE_EVENTS, ...DOUBTFUL];

/** The name of an event as people read it: Request Completed. */
export function titleOf(event: string): string {
	const words = event.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
	return words.join(' ').replace(/\bSms\b/, 'SMS');
}
