import type { ApiAnswer, ApiRequest } from '../exchange';

/** Whoever runs mailing lists: their hosts are the first part of a path. */
export class MailingLists {
	/** The links by which somebody left a list, each as often as it was asked. */
	left: string[] = [];

	reset(): void {
		this.left = [];
	}

	/** Takes what RFC 8058 has a reader send, and nothing that tells more of the reader (section 3.1). */
	serve({ method, path, headers, body }: ApiRequest): ApiAnswer {
		const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
		if (method !== 'POST' || !isForm || String(body) !== 'List-Unsubscribe=One-Click') {
			return { status: 400 };
		}
		if (headers.authorization !== undefined || headers.cookie !== undefined) return { status: 403 };
		this.left.push(`https:/${path}`);
		return { status: 200, body: 'You left the list.' };
	}
}
