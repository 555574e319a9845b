import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Clock } from '../../shared/clock';
import { systemClock } from '../../shared/clock';
import { isTooDeep } from '../../shared/depth';
import type { CollectionClient } from '../api/client';
import { connectCollection } from '../connectCollection';
import { asTriggerError, TO_READ } from './errors';
import type { TriggerSettings } from './fields';
import { readSettings } from './fields';
import type { Look } from './look';
import { lookAgain, lookAtBody, withRequest } from './look';
import type { Notice } from './notice';
import { readNotice } from './notice';
import { KEY } from './register';
import type { TriggerSession } from './session';
import { sessionOf } from './session';
import { newsIn } from './settle';
import type { Told } from './tell';
import { tell } from './tell';
import { heardFor } from './told';

/**
 * The largest delivery that is looked at, in characters: all answers of a long form are in one, and
 * what it says is read with the account anyway.
 */
const MAX_LENGTH = 1_000_000;

/** A delivery on its way to the workflow. */
interface Delivery {
	context: IWebhookFunctions;
	session: TriggerSession;
	settings: TriggerSettings;
	notice: Notice;
	clock: Clock;
}

/**
 * Takes a delivery of Content Snare. It is answered at once; then what it is about is read, and the
 * workflow gets what is new there.
 */
export async function receive(
	this: IWebhookFunctions,
	clock: Clock = systemClock,
): Promise<IWebhookResponseData> {
	const session = sessionOf(this);
	if (!isSameSecret(Reflect.get(this.getQueryData(), KEY), session.registration?.key)) {
		return answer(this, 404);
	}
	const body = this.getBodyData();
	if (isTooDeep(body) || JSON.stringify(body ?? {}).length > MAX_LENGTH) return answer(this, 413);
	const received = answer(this, 200);
	const notice = readNotice(body);
	if (!notice) return received;
	const items = await session.inTurn(async () => {
		try {
			const settings = readSettings(this);
			if (!heardFor(settings.events).includes(notice.event)) return [];
			return await handle({ context: this, session, settings, notice, clock });
		} catch (error) {
			// The sender has its answer, so that the failure is told by an execution.
			return [{ json: {}, error: asTriggerError(this.getNode(), error, TO_READ) }];
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

/** What a delivery brings to the workflow; remembered once all of it is there. */
async function handle(delivery: Delivery): Promise<INodeExecutionData[]> {
	const { context, session, settings, notice, clock } = delivery;
	const { memory } = session;
	const content = JSON.stringify([notice.event, notice.body]);
	if (memory.wasHeard(content, clock.now())) return [];
	const api = await connectCollection(context, { clock });
	const look = settings.readAgain ? await lookFor(delivery, api) : lookAtBody(notice);
	if (look.isFalse) return [];
	const isHearsay = look.sightings.length === 0;
	const told = isHearsay ? [hearsay(notice, look)] : newsOf(delivery, look);
	const chosen = told.filter(({ event }) => settings.events.includes(event));
	const store = context.helpers.prepareBinaryData;
	const items = await Promise.all(
		chosen.map(async (one) => await tell({ api, settings, store }, one)),
	);
	for (const sighting of look.sightings) memory.note(sighting);
	if (isHearsay) memory.noteHeard(content, clock.now());
	session.store(context);
	return items.filter((item) => item !== undefined);
}

/** What the account reads of the things that a delivery names; more than one of them only for news. */
async function lookFor({ session, notice }: Delivery, api: CollectionClient): Promise<Look> {
	const look = await lookAgain(api, notice);
	const isNews = newsIn(session.memory, look.sightings, notice.event).length > 0;
	return isNews ? await withRequest(api, look, notice) : look;
}

/** What is new about the things that were looked at. */
function newsOf({ session, settings, notice }: Delivery, look: Look): Told[] {
	const { memory } = session;
	return newsIn(memory, look.sightings, notice.event).map(
		({ event, sighting: { kind, id, states } }) => {
			// That something is gone says nothing where nobody knew that it was there.
			const isSure = states.there !== 'gone' || memory.isNew(kind, id) === false;
			const confirmed = settings.readAgain && isSure;
			const told = { event, id, confirmed, reconciled: false, look };
			return confirmed ? told : { ...told, delivered: notice.body };
		},
	);
}

/** What rests on the delivery alone: nothing can be read of it but the things that it names. */
function hearsay({ event, id, body }: Notice, look: Look): Told {
	return { event, id, confirmed: false, reconciled: false, look, delivered: body };
}
