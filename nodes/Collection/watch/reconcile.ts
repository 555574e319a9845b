import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { isTimeout, systemClock } from '../../shared/http/clock';
import { ProviderFailure, recover } from '../../shared/http/failures';
import { shortHash } from '../../shared/text/shortHash';
import {
	activates,
	endActivation,
	endFailedPoll,
	isFirstPoll,
} from '../../shared/watch/activation';
import { startBudget } from '../../shared/watch/budget';
import { advisedForPolls, passes, pollTookTooLong } from '../../shared/watch/triggerErrors';
import { lookOnce, UNLIMITED } from '../../shared/watch/watch';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import { webhookShape } from '../api/records';
import { connectCollection } from '../connectCollection';
import { asTriggerError, TO_READ } from './errors';
import { readSettings } from './fields';
import type { AccountExtra, AccountLedger } from './knownThings';
import { nothingKnown } from './knownThings';
import { listsFor } from './lists';
import { sessionOf } from './session';
import { watchLists } from './watchAccount';

/** The most events that one look hands over, where a later look goes on from there. */
const MOST = 100;

/** As many events as an error names. */
const MOST_NAMED = 5;

const TOO_SLOW = { whenTooSlow: 'choose Load: Details Only, or fewer events' };

/**
 * Looks for events that Content Snare did not deliver, or delivered while n8n was down: compares the lists with what
 * the trigger knows. The first look of an activation only learns what is there.
 * @returns null when there is nothing new.
 */
export async function reconcile(
	this: IPollFunctions,
	clock = systemClock,
): Promise<INodeExecutionData[][] | null> {
	const budget = startBudget(this, clock);
	try {
		const session = sessionOf(this);
		session.followPoll(this);
		const { removals } = session;
		const { deadline, signal } = budget;
		const items = await session.inTurn(async () => {
			// Also where the look fails or is overtaken: n8n 2.41 calls what comes after that an update, or a start.
			if (activates(this)) {
				session.store(this, nothingKnown(''));
				await this.__commitCursor?.();
			}
			const settings = readSettings(this);
			const kinds = settings.reconcile ? listsFor(settings.events) : [];
			const api = await connectCollection(this, { effects: [], deadline, signal, clock });
			const teller = { api, settings, store: this.helpers.prepareBinaryData };
			const most = settings.reconcileEvery > 0 ? MOST : Infinity;
			// Beside the first poll, n8n 2.41 looks for the webhook or makes it. Before an update it took it off.
			const isUnsure = isFirstPoll(this) && this.getActivationMode() !== 'update';
			const finding = isUnsure ? undefined : findUnsent(api, session.ledger.extra);
			const watch = watchLists(teller, kinds, clock, { failing: session.failing, most, finding });
			const limits = { ...UNLIMITED, most, width: 1, mayBeCut: true };
			const [look, unsent] = await Promise.all([
				lookOnce(toContinue(this, session.ledger), watch, limits, budget),
				finding,
			]);
			// n8n no longer takes the items: once stored as known, they would be told to nobody.
			if (budget.isOver()) throw pollTookTooLong(this, TOO_SLOW);
			// A publishing overtook this look, and n8n drops its items: the next look finds them.
			if (session.removals > removals) return [];
			// What one list told is stored, although another one could not be read.
			session.store(this, look.ledger);
			if (look.items.length > 0) return look.items;
			// With durable cursors, n8n stores by itself what a scheduled poll left that succeeded, and what comes with
			// items. Without them it stores only the latter.
			await this.__commitCursor?.();
			const failure = look.failure ?? unsent?.failure;
			if (failure !== undefined) throw failure;
			return [];
		});
		endActivation(this);
		return items.length > 0 ? [items] : null;
	} catch (error) {
		const goesOn = budget.isStarting && passes(error);
		const cause = isTimeout(error) ? pollTookTooLong(this, TOO_SLOW) : advisedForPolls(this, error);
		return endFailedPoll(this, asTriggerError(this.getNode(), cause, TO_READ), goesOn);
	} finally {
		budget.end();
	}
}

/**
 * The failure that Content Snare sends nothing more, or less than it was asked for; undefined where it does send, or
 * nobody can say.
 */
async function findUnsent(
	api: CollectionClient,
	{ registration }: AccountExtra,
): Promise<{ failure: ProviderFailure; isGone: boolean } | undefined> {
	if (!registration) return undefined;
	const { id, key, events = [] } = registration;
	let isGone = false;
	const webhook = await api.get(collectionPath`/webhooks/${id}`, webhookShape).catch(
		recover('any', ({ kind }) => {
			isGone = kind === 'notFound';
			return { enabled: !isGone, url: key, subscriptions: events };
		}),
	);
	const isOn = webhook.enabled !== false && (webhook.url ?? key).includes(key);
	const { subscriptions = events } = webhook;
	const missing = events.filter((event) => !subscriptions.includes(event));
	if (isOn && missing.length === 0) return undefined;
	const more = missing.length > MOST_NAMED ? [`${missing.length - MOST_NAMED} more`] : [];
	const what = isOn ? `no ${[...missing.slice(0, MOST_NAMED), ...more].join(', ')}` : 'nothing';
	const failure = new ProviderFailure(
		'rejected',
		`Content Snare sends this trigger ${what} any more`,
		{
			hint: 'Its webhook was deleted, switched off or changed there. Unpublish the workflow and publish it again.',
		},
	);
	return { failure, isGone };
}

/** The ledger to go on from: an empty one for another account. */
function toContinue(context: IPollFunctions, ledger: AccountLedger): AccountLedger {
	const { id, name } = context.getNode().credentials?.collectionOAuth2Api ?? {};
	const scope = shortHash(id ?? name ?? '');
	return ledger.scope === scope ? ledger : nothingKnown(scope);
}
