import type { RefusalKind, Sought } from '../http/failures';
import {
	presentableCode,
	presentableRequestId,
	presentableText,
	ProviderFailure,
} from '../http/failures';
import type { Answer, Outcome } from '../http/request';
import { REDIRECTS } from '../http/request';
import { INSUFFICIENT_STORAGE, mayHaveRun, retryAfterMs } from '../http/retry';
import { NO_TOKEN } from '../http/thrown';
import { UNREADABLE_HINT } from './understand';

/** What users of one provider read when something fails. */
export interface FailureTexts {
	/** What went wrong: by kind, or where there is no answer (`lost`, `unreached`), or none that makes sense. */
	messages: Record<RefusalKind | 'lost' | 'unreached' | 'unreadable', string>;
	/** What to do next. That for `auth` follows the advice on how to renew the credential. */
	hints: Record<RefusalKind, string | undefined> & Record<'lost' | 'mayHaveHappened', string>;
	/** How to renew a refused credential with which nobody signs in. */
	renewal?: (credential: string) => string;
}

/** What a provider says of a request that it did not fulfil. */
export interface Refusal {
	kind: RefusalKind;
	/** In place of the message of the kind. */
	message?: string;
	/** More exact than the hint of the kind. */
	hint?: string;
	code?: unknown;
	requestId?: unknown;
	/** The provider's own words, where they say more than the kind. */
	reason?: unknown;
}

export interface FailureSite {
	texts: FailureTexts;
	/** Reads what the provider says. */
	refusalOf(answer: Answer): Refusal;
	/** The request cannot be repeated without doing its work twice. */
	sends: boolean;
	sought?: Sought;
	/** The credential's name, as the user knows it. */
	credential: string;
	/** Milliseconds since the epoch. */
	now: number;
}

const UNREACHED_HINT = 'Check the network of the n8n server, then run the step again.';
const NOT_RENEWED = [
	'The sign-in could not be renewed for the moment: nothing was done',
	'Run the step again later.',
] as const;
const REDIRECT_HINT =
	'It answered with a redirect, which is not followed: enter the final address in the credential.';

/** Turns an outcome that is not a success into the failure the user sees. */
export function toFailure(outcome: Outcome, site: FailureSite): ProviderFailure {
	const { messages, hints } = site.texts;
	const mayHaveBegun = site.sends && mayHaveRun(outcome);
	if (!('status' in outcome)) {
		const { network, unreadable } = outcome;
		const [message, hint] = unreadable
			? [messages.unreadable, mayHaveBegun ? hints.mayHaveHappened : UNREADABLE_HINT]
			: mayHaveBegun
				? [messages.lost, hints.lost]
				: network === NO_TOKEN
					? NOT_RENEWED
					: [messages.unreached, UNREACHED_HINT];
		return new ProviderFailure('unavailable', message, {
			mayHaveHappened: mayHaveBegun,
			hint,
			providerCode: presentableCode(unreadable?.code) ?? network,
			requestId: presentableRequestId(unreadable?.requestId),
		});
	}
	if (outcome.notConnected) {
		// Nobody has signed in yet: `auth` would say that the sign-in has ended.
		return new ProviderFailure('auth', `The credential "${site.credential}" is not connected`, {
			hint: `Open the credential "${site.credential}", press "Connect" and sign in.`,
		});
	}
	const { kind, code, requestId, ...said } = site.refusalOf(outcome);
	// Another kind than the status means comes from the provider's own words: then it was not done.
	const mayHaveHappened = mayHaveBegun && kind === 'unavailable';
	const message = said.message ?? messages[kind];
	const pause = retryAfterMs(outcome.headers, site.now);
	const isAuth = kind === 'auth';
	const renewal = (site.texts.renewal ?? signInAgain)(site.credential);
	const usual = isAuth
		? [renewal, hints.auth].filter(Boolean).join(' ')
		: REDIRECTS.has(outcome.status)
			? REDIRECT_HINT
			: withPause(hints[kind], pause);
	const reason = isAuth
		? `the credential "${site.credential}" was refused`
		: presentableText(said.reason);
	const sought = kind === 'notFound' && said.message === undefined ? site.sought : undefined;
	const details = {
		httpCode: outcome.status,
		providerCode: presentableCode(code),
		requestId: presentableRequestId(requestId),
		retryAfterMs: pause,
		mayHaveHappened,
		isHintOfKind: said.hint === undefined,
		hint: mayHaveHappened ? hints.mayHaveHappened : (said.hint ?? usual),
	};
	return new ProviderFailure(kind, reason ? `${message}: ${reason}` : message, details, sought);
}

/** Units of a pause, the longest first, in milliseconds; shorter pauses are told in the next one. */
const UNITS = [
	{ name: 'hour', ms: 3_600_000 },
	{ name: 'minute', ms: 60_000 },
	{ name: 'second', ms: 1_000 },
];

/** A hint that begins with how long the provider asks to wait. */
function withPause(hint: string | undefined, pause = 0): string | undefined {
	const unit = UNITS.find(({ ms }) => pause >= 2 * ms) ?? UNITS.at(-1);
	if (pause === 0 || unit === undefined) return hint;
	const count = Math.ceil(pause / unit.ms);
	const asked = `The provider asks to wait ${count} ${unit.name}${count === 1 ? '' : 's'}.`;
	return [asked, hint].filter(Boolean).join(' ');
}

/** The buttons of n8n's credential: the first one where it is connected, the second one where it is not. */
function signInAgain(credential: string): string {
	return `Open the credential "${credential}", press "Switch account" (or "Connect") and sign in again.`;
}

/** The kind of failure that a status means, unless the provider says more. */
export function kindOf(status: number): RefusalKind {
	if (status === 401) return 'auth';
	if (status === 403) return 'forbidden';
	if (status === 404 || status === 410) return 'notFound';
	if (status === 409 || status === 412) return 'conflict';
	if (status === 429) return 'throttled';
	if (status === INSUFFICIENT_STORAGE) return 'rejected';
	return status === 408 || status >= 500 ? 'unavailable' : 'rejected';
}

/** True where nothing has the ID. What is no ID at all is a bad request (400). */
export function isGone({ kind, details }: ProviderFailure): boolean {
	return kind === 'notFound' && details.httpCode !== 400;
}
