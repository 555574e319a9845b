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

/** A request, as far as repeating it goes. */
export interface Repeated extends Sought {
	method: string;
	/** Doing it twice is the same as doing it once; everything but POST is so by itself. */
	repeatable?: boolean;
	/** Takes away what the path names, as DELETE does: when it is repeated, nothing is left to be found. */
	removes?: boolean;
}

type RequestsOptions = Limits &
	Pick<Connection, 'account'> &
	Pick<FailureSite, 'texts' | 'refusalOf'>;

/** What every client does with what becomes of its requests. Throws `ProviderFailure`. */
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
		// What an attempt without an answer took away, the next one does not find.
		if (removes && unanswered && isGone(failure)) return { ...REMOVED };
		throw failure;
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
		 * @param leaveOut Is told how many entries of lists cannot be read; without it, none may be so.
		 */
		understand<T>(
			shape: Shape<T>,
			{ body }: Pick<Answer, 'body'>,
			request: Repeated,
			leaveOut?: (count: number) => void,
		): T {
			const check = isRepeatable(request) ? undefined : texts.hints.mayHaveHappened;
			const refuse = () => unreadable(texts.messages.unreadable, check);
			if (!leaveOut) return understand(shape, body, refuse);
			const { read, leftOut } = understandEntries(shape, body, refuse);
			if (leftOut > 0) leaveOut(leftOut);
			return read;
		},
		/**
		 * Makes attempts at reading bytes; returns what was made of them by the one that read them all.
		 * @param sought What the bytes are of.
		 * @param refuse What is said when none did, where that is more than what is said of any request.
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

const REMOVED: Answer = { status: 204, headers: {}, body: undefined };

function isRepeatable({ method, repeatable = method !== 'POST' }: Repeated): boolean {
	return repeatable;
}
