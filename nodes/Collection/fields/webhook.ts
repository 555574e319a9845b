import { z } from 'zod';
import type { InputOf } from '../../shared/step/field';
import { field, narrowing, required } from '../../shared/step/field';
import { text, toggle } from '../../shared/step/fieldKinds';
import { optionalOneId, requiredText, textList } from '../../shared/step/inputSchemas';
import { titleOf, WEBHOOK_EVENTS } from '../webhooks/events';
import type { WebhookSettings } from '../webhooks/webhooks';

export const webhookId = required(
	text('webhookId', 'Webhook ID', 'ID of the webhook, as List Webhooks returns it', {
		placeholder: 'e.g. whk_Aa11Bb22Cc33Dd',
		input: optionalOneId,
		byModel: true,
	}),
);

export const webhookSettings = [
	text('url', 'URL', 'Where Content Snare sends the events; must start with https://', {
		required: true,
		placeholder: 'e.g. https://n8n.contoso.com/webhook/abc',
		input: requiredText.refine(
			(text) => URL.canParse(text) && new URL(text).protocol === 'https:',
			'must be an address that starts with https://',
		),
		byModel: true,
	}),
	field(
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: WEBHOOK_EVENTS.map((event) => ({ name: titleOf(event), value: event })).sort(
				(a, b) => a.name.localeCompare(b.name),
			),
			default: [],
			description:
				'What to send; by expression also a list of event names such as request_completed',
		},
		// Events that the list does not know yet are taken too.
		textList.pipe(z.array(z.string()).nonempty('choose at least one event')),
	),
	narrowing(toggle('enabled', 'Enabled', 'Whether events are sent now', { default: true })),
] as const;

/** The webhook under the API's names. */
export function toWebhook(settings: InputOf<typeof webhookSettings>): WebhookSettings {
	const { url, events, enabled } = settings;
	return { url, enabled, subscriptions: events };
}
