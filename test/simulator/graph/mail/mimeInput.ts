import type { Mailbox } from '../mailbox';
import type { MessageFields, Recipient } from '../message';
import { badRequest } from '../problem';

function readAddresses(text: string): Recipient[] {
	return text
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.map((part) => {
			const match = /^(?:"?([^"<]*)"?\s*)?<([^>]+)>$/.exec(part);
			const address = match?.[2] ?? part;
			return { emailAddress: { name: match?.[1]?.trim() || address, address } };
		});
}

/**
 * Reads the base64 MIME that sendMail takes as text/plain: headers and a single text part.
 * Throws the code that Graph has for other text (fact: error-codes).
 */
export function readMime(body: string, mailbox: Mailbox): Partial<MessageFields> {
	const packed = body.replace(/\s/g, '');
	if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) {
		throw badRequest(
			'Invalid base64 string for MIME content.',
			'ErrorMimeContentInvalidBase64String',
		);
	}
	const mime = Buffer.from(packed, 'base64').toString('utf8').replace(/\r\n/g, '\n');
	const [head = '', ...rest] = mime.split('\n\n');
	const headers = new Map<string, string>();
	for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
		const colon = line.indexOf(':');
		if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
	}
	const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
	return {
		subject: headers.get('subject') ?? '',
		toRecipients: readAddresses(headers.get('to') ?? ''),
		ccRecipients: readAddresses(headers.get('cc') ?? ''),
		bccRecipients: readAddresses(headers.get('bcc') ?? ''),
		from: readAddresses(headers.get('from') ?? mailbox.address)[0] ?? null,
		body: { contentType: isHtml ? 'html' : 'text', content: rest.join('\n\n') },
	};
}
