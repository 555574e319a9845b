import type { Recipient, SimMessage } from '../message';

function addresses(recipients: Recipient[]): string {
	return recipients
		.map(({ emailAddress: { name, address } }) =>
			name === address ? address : `"${name}" <${address}>`,
		)
		.join(', ');
}

function encodeWords(text: string): string {
	return /^[\x20-\x7e]*$/.test(text)
		? text
		: `=?utf-8?B?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

function wrap(bytes: Buffer): string {
	// Lines of encoded data hold at most 76 characters (RFC 2045, section 6.8).
	return (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
}

/** A mail as the .eml file that `/$value` gives (fact: mail-value). */
export function renderMime(message: SimMessage): Buffer {
	const boundary = `_000_${message.key.replace(/\W/g, '')}_`;
	const lines = [
		...(message.from === null ? [] : [`From: ${addresses([message.from])}`]),
		`To: ${addresses(message.toRecipients)}`,
		...(message.ccRecipients.length === 0 ? [] : [`Cc: ${addresses(message.ccRecipients)}`]),
		`Subject: ${encodeWords(message.subject)}`,
		`Date: ${new Date(message.sentDateTime).toUTCString()}`,
		`Message-ID: ${message.internetMessageId}`,
		...message.internetMessageHeaders.map(({ name, value }) => `${name}: ${value}`),
		'MIME-Version: 1.0',
		`Content-Type: multipart/mixed; boundary="${boundary}"`,
		'',
		`--${boundary}`,
		`Content-Type: text/${message.body.contentType === 'html' ? 'html' : 'plain'}; charset="utf-8"`,
		'Content-Transfer-Encoding: base64',
		'',
		wrap(Buffer.from(message.body.content, 'utf8')),
	];
	for (const attachment of message.attachments.filter(({ kind }) => kind === 'file')) {
		const disposition = attachment.isInline ? 'inline' : 'attachment';
		lines.push(
			`--${boundary}`,
			`Content-Type: ${attachment.contentType ?? 'application/octet-stream'}`,
			`Content-Disposition: ${disposition}; filename="${encodeWords(attachment.name)}"`,
			...(attachment.contentId === null ? [] : [`Content-ID: <${attachment.contentId}>`]),
			'Content-Transfer-Encoding: base64',
			'',
			wrap(attachment.content),
		);
	}
	lines.push(`--${boundary}--`, '');
	return Buffer.from(lines.join('\r\n'), 'utf8');
}
