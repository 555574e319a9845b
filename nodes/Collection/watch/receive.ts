import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Clock } from '../../shared/http/clock';
import { systemClock } from '../../shared/http/clock';
import { isTooDeep } from '../../shared/http/depth';
import { advisedInstead } from '../../shared/watch/triggerErrors';
import { lookOnce, UNLIMITED } from '../../shared/watch/watch';
import { connectCollection } from '../connectCollection';
import { readDeliveredEvent } from './deliveredEvent';
import { asTriggerError, TO_READ } from './errors';
import { heardFor } from './eventMeanings';
import { readSettings } from './fields';
import { KEY } from './register';
import { sessionOf } from './session';
import { watchDelivery } from './watchAccount';

/**
 * The longest delivery that is looked at, in characters: it may hold all answers of a long form. What it says is read
 * with the account anyway.
 */
const MAX_LENGTH = 1_000_000;

/** What is said of an event that could not be read for a moment: nobody can run a step again. */
const TOLD_LATER = 'With Recover Missed Events on, the event comes later if a list shows it.';

/**
 * Takes a delivery of Content Snare. It is answered at once; then what it is about is read, and the
 * workflow gets what is new there.
 */
export async function receive(
	this: IWebhookFunctions,
	clock: Clock = systemClock,
): Promise<IWebhookResponseData> {
	const session = sessionOf(this);
	if (
		!isSameSecret(Reflect.get(this.getQueryData(), KEY), session.ledger.extra.registration?.key)
	) {
		return answer(this, 404);
	}
	const body = this.getBodyData();
	if (isTooDeep(body) || JSON.stringify(body ?? {}).length > MAX_LENGTH) return answer(this, 413);
	const received = answer(this, 200);
	const delivered = readDeliveredEvent(body);
	if (!delivered) return received;
	const items = await session.inTurn(async () => {
		try {
			const settings = readSettings(this);
			if (!heardFor(settings.events).includes(delivered.event)) return [];
			const api = await connectCollection(this, { effects: [], clock });
			const teller = { api, settings, store: this.helpers.prepareBinaryData };
			const watch = watchDelivery(teller, delivered, clock);
			const look = await lookOnce(session.ledger, watch, UNLIMITED, { isLate: () => false });
			session.store(this, look.ledger);
			return look.items;
		} catch (error) {
			// The sender was answered already: an execution shows the failure.
			const cause = advisedInstead(error, TOLD_LATER);
			return [{ json: {}, error: asTriggerError(this.getNode(), cause, TO_READ) }];
		}
	});
	return items.length > 0 ? { ...received, workflowData: [items] } : received;
}

function answer(context: IWebhookFunctions, status: number): IWebhookResponseData {
	context.getResponseObject().writeHead(status).end();
	return { noWebhookResponse: true };
}

/** Compares in a time that tells nothing of the secret but its length. */
function isSameSecret(given: unknown, secret: string | undefined): boolean {
	if (typeof given !== 'string' || !secret || given.length !== secret.length) return false;
	let difference = 0;
	for (let at = 0; at < secret.length; at++) {
		difference |= given.charCodeAt(at) ^ secret.charCodeAt(at);
	}
	return difference === 0;
}
