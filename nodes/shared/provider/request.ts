import type { Downloaded } from '../http/download';
import { exchange } from '../http/exchange';
import type { ProviderFailure, Sought } from '../http/failures';
import type { Answer, Outcome } from '../http/request';
import { isSuccess } from '../http/request';
import { mayHaveRun } from '../http/retry';
import type { Connection, Limits } from './connect';
import type { FailureSite } from './failure';
import { isGone, toFailure } from './failure';
import { turnedAwayBefore } from './lanes';
import type { Shape } from './understand';
import { understand, understandEntries, unreadable } from './understand';

/** Entries of a list, as many as were wanted. */
export interface Collected<T> {
	items: T[];
	/** True where it is known that there are no more: false, too, where it takes another request to know. */
	complete: boolean;
}

/** A request, as far as repeating it goes. */
export interface Repeated extends Sought {
	method: string;
	/** Doing it twice is the same as doing it once. By default true for everything but POST. */
	repeatable?: boolean;
	/** It deletes what the path names, so that a repeated attempt may find nothing. By default true for DELETE. */
	removes?: boolean;
	/** It changes something. By default true for what removes, and for PUT, PATCH and DELETE: a POST may read. */
	changes?: boolean;
}

type RequestsOptions = Limits &
	Pick<Connection, 'account'> &
	Pick<FailureSite, 'texts' | 'refusalOf'>;

/** What all clients do alike: repeat requests, read answers, and throw `ProviderFailure` for failed ones. */
export function createRequests(options: RequestsOptions) {
	const { clock, deadline, signal, account, texts, refusalOf } = options;

	/** Makes attempts at a request, as often as `retry.ts` says; returns its answer. */
	async function settle(
		request: Repeated,
		attempt: () => Promise<Outcome>,
		refuse = (outcome: Outcome) => failureOf(request, outcome),
	): Promise<Answer> {
		const { removes = request.method === 'DELETE' } = request;
		let unanswered = false;
		const noted = async () => {
			const outcome = await attempt();
			unanswered ||= mayHaveRun(outcome);
			return outcome;
		};
		const limits = { clock, deadline, signal, repeatable: isRepeatable(request) };
		const outcome = await exchange(noted, limits).catch(turnedAwayBefore(clock));
		if (isSuccess(outcome)) return outcome;
		const failure = refuse(outcome);
		// An earlier attempt without an answer may have deleted it already.
		if (removes && unanswered && isGone(failure))
			return { status: 204, headers: {}, body: undefined };
		if (!unanswered) throw failure;
		const doubtful = doesChange(request) && !failure.details.mayHaveHappened;
		throw (doubtful ? failure.withLeft(TAKEN_EFFECT) : failure).withDetails({ unanswered });
	}

	function failureOf(request: Repeated, outcome: Outcome): ProviderFailure {
		const sends = !isRepeatable(request);
		const sought = { path: request.path, body: request.body };
		const site = { texts, refusalOf, sends, sought, credential: account.name, now: clock.now() };
		return toFailure(outcome, site);
	}

	return {
		settle,
		/**
		 * The part of an answer that is relied upon.
		 * @param leaveOut Gets the number of list entries that cannot be read; without it, all must be readable.
		 */
		understand<T>(
			shape: Shape<T>,
			{ body }: Pick<Answer, 'body'>,
			request: Repeated,
			leaveOut?: (count: number) => void,
		): T {
			const check = isRepeatable(request) ? undefined : texts.hints.mayHaveHappened;
			const refuse = () => {
				const failure = unreadable(texts.messages.unreadable, check);
				if (check === undefined && !doesChange(request)) return failure;
				const open = failure.withDetails({ unanswered: true });
				return check === undefined ? open.withLeft(UNREAD_EFFECT) : open;
			};
			if (!leaveOut) return understand(shape, body, refuse);
			const { read, leftOut } = understandEntries(shape, body, refuse);
			if (leftOut > 0) leaveOut(leftOut);
			return read;
		},
		/**
		 * Makes attempts at reading bytes; returns what the successful one made of them.
		 * @param sought What the bytes are of.
		 * @param refuse Makes the failure where none succeeded, if more can be said than of any request.
		 */
		async read<T>(
			sought: Sought,
			attempt: () => Promise<Downloaded<T>>,
			refuse?: (outcome: Outcome) => ProviderFailure,
		): Promise<T> {
			const kept: Pick<Downloaded<T>, 'read'> = {};
			const keep = async () => {
				const { outcome, read } = await attempt();
				kept.read = read;
				return outcome;
			};
			await settle({ method: 'GET', ...sought }, keep, refuse);
			if (!kept.read) throw unreadable(texts.messages.unreadable);
			return kept.read.value;
		},
	};
}

/** Methods that always change something, and that are repeated. */
const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);
/** What a lost answer leaves open, also for the attempts that n8n's Retry On Fail makes after it. */
const TAKEN_EFFECT = 'It may have taken effect already: an answer was lost.';
/** The same of an answer that came. */
const UNREAD_EFFECT = 'It may have taken effect already: only its answer could not be read.';

function doesChange({ method, removes, changes }: Repeated): boolean {
	return changes ?? (removes === true || CHANGES.has(method));
}

function isRepeatable({ method, repeatable = method !== 'POST' }: Repeated): boolean {
	return repeatable;
}
