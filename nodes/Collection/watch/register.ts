import type { IHookFunctions } from 'n8n-workflow';
import type { Clock } from '../../shared/http/clock';
import { systemClock } from '../../shared/http/clock';
import {
	explain,
	InvalidInput,
	ProviderFailure,
	rethrow,
	undefinedOn,
} from '../../shared/http/failures';
import { withAdviceInside } from '../../shared/watch/activation';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import type { Webhook } from '../api/records';
import { webhookShape } from '../api/records';
import { connectCollection } from '../connectCollection';
import { writes } from '../outgoing/writes';
import { isToldOf, postWebhookOnce } from '../webhooks/webhooks';
import { asTriggerError, TO_REGISTER } from './errors';
import { heardFor } from './eventMeanings';
import type { CollectionSettings } from './fields';
import { readSettings } from './fields';
import { sessionOf } from './session';

/** Bytes of the secret in the address: nobody guesses 256 bits. */
const KEY_BYTES = 32;
/** The name of the secret in the address. */
export const KEY = 'key';

/** What a person does about a registration that failed: whatever is left of it is deleted by the next one. */
const ONCE_MORE = explain({
	unavailable: 'Publish the workflow again later.',
	throttled: 'Other programs share the account: wait, and publish the workflow again.',
});

/** What a person does about a webhook that is left: Content Snare goes on sending to it. */
const LEFT = 'Its webhook stays in Content Snare: delete it with Delete Webhook.';

/** Nobody unpublishes a workflow again: of what passes by itself, the webhook is all there is to care for. */
const LEAVES_IT = rethrow('any', (failure) => {
	const passes = failure.kind === 'unavailable' || failure.kind === 'throttled';
	const hints = [passes ? undefined : failure.details.hint, LEFT];
	return failure.withDetails({ hint: hints.filter(Boolean).join(' ') });
});

/** What a changed webhook tells, if anything. */
const changedShape = webhookShape.pick({ subscriptions: true }).catch({});

interface Registrar {
	api: CollectionClient;
	/** n8n's address of the trigger, without the secret. */
	address: string;
}

/**
 * Whether Content Snare has the webhook that the trigger registered; its events are put right. Other webhooks that
 * lead to the trigger are deleted: whoever made one knows the secret in it.
 */
export async function checkExists(this: IHookFunctions, clock = systemClock): Promise<boolean> {
	return await asRegistrar(this, clock, ONCE_MORE, async (registrar) => {
		const { api, address } = registrar;
		const settings = readSettings(this);
		const session = sessionOf(this);
		const { registration } = session.ledger.extra;
		const own = await ownWebhooks(registrar);
		const kept = own.find(
			({ id, url }) => id === registration?.id && url === withKey(address, registration.key),
		);
		const others = own.filter((webhook) => webhook !== kept);
		await removeAll(api, others);
		if (!kept) return false;
		const { url, enabled } = kept;
		const isAsChosen = enabled !== false && isToldOf(kept, heardFor(settings.events));
		const path = collectionPath`/webhooks/${kept.id}`;
		const events = isAsChosen
			? heardFor(settings.events)
			: await registerKnown(
					registrar,
					settings,
					async (subscriptions) =>
						await api.put(path, { url, enabled: true, subscriptions }, changedShape),
				);
		const { registration: now } = session.ledger.extra;
		session.register(this, now && { ...now, events });
		return true;
	});
}

/** Has Content Snare send events to the trigger, with a new secret in the address. */
export async function create(this: IHookFunctions, clock = systemClock): Promise<boolean> {
	return await asRegistrar(this, clock, ONCE_MORE, async (registrar) => {
		const key = newKey();
		const settings = { url: withKey(registrar.address, key), enabled: true };
		let id = '';
		const events = await registerKnown(registrar, readSettings(this), async (subscriptions) => {
			const made = await postWebhookOnce(registrar.api, { ...settings, subscriptions });
			({ id } = made);
			return made;
		});
		sessionOf(this).register(this, { id, key, since: clock.now(), events });
		return true;
	});
}

/** Has Content Snare send nothing more to the trigger; one that is gone already is no failure. */
export async function remove(this: IHookFunctions, clock = systemClock): Promise<boolean> {
	const session = sessionOf(this);
	session.removals++;
	return await asRegistrar(this, clock, LEAVES_IT, async (registrar) => {
		await removeAll(registrar.api, await ownWebhooks(registrar));
		session.register(this, undefined);
		return true;
	});
}

/** What n8n calls when the workflow is switched on and off. */
export const lifecycle = { checkExists, create, delete: remove };

async function asRegistrar<T>(
	context: IHookFunctions,
	clock: Clock,
	explained: (error: unknown) => Promise<never>,
	task: (registrar: Registrar) => Promise<T>,
): Promise<T> {
	try {
		const address = context.getNodeWebhookUrl('default') ?? '';
		const api = await connectCollection(context, {
			effects: [writes.createWebhook, writes.updateWebhook, writes.deleteWebhook],
			forTrigger: true,
			clock,
		});
		return await task({ api, address }).catch(explained);
	} catch (error) {
		throw withAdviceInside(asTriggerError(context.getNode(), error, TO_REGISTER));
	}
}

/** The webhooks that lead to the trigger, whatever secret they carry. */
async function ownWebhooks({ api, address }: Registrar): Promise<Webhook[]> {
	return await api.list(collectionPath`/webhooks`, webhookShape, {
		where: ({ url }) => url?.split('?', 1)[0] === address,
	});
}

async function removeAll(api: CollectionClient, webhooks: Webhook[]): Promise<void> {
	for (const { id } of webhooks) {
		await api.remove(collectionPath`/webhooks/${id}`).catch(undefinedOn('notFound'));
	}
}

function withKey(address: string, key: string): string {
	return `${address}?${KEY}=${key}`;
}

function newKey(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES))).toString('base64url');
}

/** A webhook that a person makes in Content Snare would start no workflow. */
const WITHOUT_RULES =
	'Give the trigger a credential of its own, with For AI Agents: Strict off and Allowed Recipients "Anyone".';

/**
 * Registers the chosen events. Content Snare may refuse some without saying which. These are found by halves, with
 * webhooks that send nothing and are deleted at once. Refused events that nobody chose by name are left out.
 * @returns those that it took, and those that were chosen by name.
 * @throws InvalidInput with the names of chosen ones; the failure itself where none of them is to blame.
 */
async function registerKnown(
	registrar: Registrar,
	{ events: chosen, named }: CollectionSettings,
	register: (events: string[]) => Promise<Pick<Webhook, 'subscriptions'>>,
): Promise<string[]> {
	const events = heardFor(chosen);
	const registering = register(events).catch(explain({ policy: WITHOUT_RULES }));
	const { subscriptions: taken = events } = await registering.catch(async (error: unknown) => {
		if (!(error instanceof ProviderFailure) || error.kind !== 'rejected') throw error;
		const refused = await refusedOf(registrar, events);
		if (refused.length === 0 || refused.length === events.length) {
			throw error.withHint(
				`Content Snare may not know ${events.join(', ')}, or not take the address of this n8n. That has to be on the internet, and start with https://.`,
			);
		}
		const missing = refused.filter((event) => named.includes(event));
		if (missing.length === 0) {
			const known = events.filter((event) => !refused.includes(event));
			const { subscriptions = known } = await register(known);
			return { subscriptions };
		}
		throw new InvalidInput(
			`Content Snare does not know ${missing.join(', ')}`,
			undefined,
			'Take it out of Events or More Events, and publish the workflow again.',
		);
	});
	return events.filter((event) => taken.includes(event) || named.includes(event));
}

async function refusedOf(registrar: Registrar, events: string[]): Promise<string[]> {
	const half = Math.ceil(events.length / 2);
	const halves = events.length > 1 ? [events.slice(0, half), events.slice(half)] : [];
	const refused: string[] = [];
	for (const part of halves) {
		if (await isTaken(registrar, part)) continue;
		refused.push(...(part.length === 1 ? part : await refusedOf(registrar, part)));
	}
	return refused;
}

async function isTaken({ api, address }: Registrar, subscriptions: string[]): Promise<boolean> {
	const settings = { url: withKey(address, newKey()), enabled: false, subscriptions };
	const tried = await postWebhookOnce(api, settings).catch(undefinedOn('rejected'));
	if (tried) await removeAll(api, [tried]);
	return tried !== undefined;
}
