import type { ProviderFailure } from '../../shared/http/failures';
import type { HttpRequest } from '../../shared/http/request';
import { again } from '../../shared/provider/again';
import type { Limits } from '../../shared/provider/connect';

/** Exchange saved nothing, as another change collided (fact: write-conflict). Other codes: something is there already. */
export const SAVE_CONFLICTS: ReadonlySet<string> = new Set([
	'ErrorIrresolvableConflict',
	'ConcurrentItemSave',
]);

/** HTTP 409 Conflict; a change that collided may have it, too. */
const CLASH = 409;
/** How often a request is made in all. */
const MAX_TRIES = 4;
/** Pause before the second try, in milliseconds, doubled each time. */
const FIRST_PAUSE_MS = 500;

interface Collides extends Pick<HttpRequest, 'method'> {
	path: string;
	headers?: Record<string, string>;
	/** Written by the user, so that it may send. */
	freeform?: boolean;
}

/** What sends an email by itself. That it has not left where it collides is not told, so that it is made once. */
const SENDS =
	/\/(?:microsoft\.graph\.)?(?:send|sendMail|reply|replyAll|forward|cancel|accept|decline|tentativelyAccept)(?:[/?]|$)/i;

/** Repeats a request that collided. Exchange also refuses requests that only read in this way (fact: read-conflict). */
export async function pastConflicts<T>(
	{ clock, signal, deadline = Infinity }: Limits,
	act: () => Promise<T>,
	most = MAX_TRIES,
): Promise<T> {
	const pause = (tries: number) => FIRST_PAUSE_MS * 2 ** (tries - 1);
	return await again(
		act,
		(failure, tries) =>
			isSaveConflict(failure) && tries < most && clock.now() + pause(tries) <= deadline,
		async (tries) => await clock.wait(pause(tries), signal),
	);
}

/**
 * How often a request that collides is made in all. One that builds on what was read before (`unlessChanged.ts`) is
 * made once, as whoever changes that reads it anew; and so is one that sends, or may, as a user wrote it.
 */
export function mostTries({ method, path, freeform, headers = {} }: Collides): number {
	const isBuiltOn = Object.keys(headers).some((name) => /^if-/i.test(name));
	const maySend = method === 'POST' && (freeform || SENDS.test(path));
	return isBuiltOn || maySend ? 1 : MAX_TRIES;
}

/** True where something has the name or ID already, unlike a change that collided. */
export function isClash(failure: ProviderFailure): boolean {
	return failure.details.httpCode === CLASH && !isSaveConflict(failure);
}

/** Whether it was not done, as another change collided. */
function isSaveConflict({ kind, details }: ProviderFailure): boolean {
	return kind === 'conflict' && SAVE_CONFLICTS.has(details.providerCode ?? '');
}
