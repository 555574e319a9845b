import type { Consume, Downloaded } from '../../shared/http/download';
import { download } from '../../shared/http/download';
import { ProviderFailure } from '../../shared/http/failures';
import type { Outcome, Send } from '../../shared/http/request';
import { isSuccess, REDIRECTS } from '../../shared/http/request';
import { UNAUTHORIZED } from '../../shared/http/thrown';
import type { Connection, Limits } from '../../shared/provider/connect';
import { kindOf } from '../../shared/provider/failure';

interface FileReaderOptions extends Omit<Connection, 'account'>, Limits {
	/** Without any credential. */
	sendAnonymous: Send;
}

/** Redirects that are followed: storage services use one or two. */
const MAX_REDIRECTS = 5;
/** HTTP answers that a request without a sign-in gets: 401, 403, and 404 where files are hidden. */
const SIGN_IN_NEEDED = new Set([401, 403, 404]);

/** Content Snare's own hosts, which alone may see its tokens. */
const OWN_HOST = /^([a-z0-9-]+\.)*contentsnare\.com$/i;

/**
 * Reads an uploaded file, streamed. Whether file addresses need the token is not documented: they
 * are asked without it first, and with it only on the provider's own hosts. Redirects are followed
 * here, and never with the token.
 */
export function createFileReader(options: FileReaderOptions) {
	const { origin, send, sendAnonymous } = options;
	const root = new URL(origin.root);

	/** Tells whether the token may be sent there. */
	function isOwn(address: URL): boolean {
		if (origin.holds(address)) return true;
		return (
			address.protocol === 'https:' &&
			address.port === '' &&
			OWN_HOST.test(address.hostname) &&
			OWN_HOST.test(root.hostname)
		);
	}

	function check(link: string, base?: URL): URL {
		const address = origin.outside(link, base);
		if (address) return address;
		// Content Snare gave it: no field is at fault.
		throw new ProviderFailure('rejected', 'The address of a file is not an https address', {
			hint: 'Open the request in Content Snare to see the file.',
		});
	}

	async function read<T>(
		address: URL,
		consume: Consume<T>,
		sender: Send,
		redirects = 0,
	): Promise<Downloaded<T>> {
		const request = { method: 'GET' as const, url: address.href };
		const asking = redirects > 0 && isOwn(address) ? withoutSignIn(sender) : sender;
		const answer = await download(asking, request, consume, options);
		const { outcome } = answer;
		if (!('status' in outcome) || !REDIRECTS.has(outcome.status)) return answer;
		const { location } = outcome.headers;
		if (location === undefined || redirects >= MAX_REDIRECTS) return answer;
		return await read(check(location, address), consume, sendAnonymous, redirects + 1);
	}

	/** One attempt at a file. */
	return async function readFile<T>(link: string, consume: Consume<T>): Promise<Downloaded<T>> {
		const address = check(link);
		const answer = await read(address, consume, sendAnonymous);
		const status = 'status' in answer.outcome ? answer.outcome.status : undefined;
		if (status === undefined || !SIGN_IN_NEEDED.has(status) || !isOwn(address)) return answer;
		return await read(address, consume, send);
	};
}

/**
 * A request without a sign-in may be sent on to the page for signing in. That is no file, and counts as a refusal. An
 * uploaded HTML file would come as an attachment, as a browser must not open it at the provider's host.
 */
function withoutSignIn(send: Send): Send {
	return async (request) => {
		const outcome = await send(request);
		if (!isSuccess(outcome)) return outcome;
		const { 'content-type': type = '', 'content-disposition': handedOut } = outcome.headers;
		const isPage = type.startsWith('text/html') && handedOut === undefined;
		return isPage ? { ...outcome, status: UNAUTHORIZED } : outcome;
	};
}

/** What is said about a file that cannot be read. */
export function fileFailure(outcome: Outcome): ProviderFailure {
	const isAnswered = 'status' in outcome;
	const kind = isAnswered ? kindOf(outcome.status) : 'unavailable';
	const details = isAnswered ? { httpCode: outcome.status } : { providerCode: outcome.network };
	const passes = kind === 'unavailable' || kind === 'throttled';
	return new ProviderFailure(passes ? kind : 'rejected', 'The file could not be downloaded', {
		...details,
		hint: passes
			? 'Run the step again later.'
			: 'The address may have expired or the file may be deleted: run the step again.',
	});
}
