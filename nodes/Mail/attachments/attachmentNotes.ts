import type { Attachment } from './attachment';

/** The type of what holds a whole email, signed or encrypted: RFC 8551, 3.2 and 3.5. */
const SMIME = /^(?:multipart\/signed|application\/(?:x-)?pkcs7-mime)\b/i;
/** The same of Microsoft's own encryption (fact: rpmsg-files). */
const RPMSG = /^application\/x-microsoft-rpmsg-message\b/i;

const SMIME_NOTE =
	'The email is signed or encrypted (S/MIME), and its files are inside this one. Microsoft does not take them out.';
const RPMSG_NOTE =
	'The email is encrypted by Microsoft, and its text and files are inside this one. Only Outlook opens it: ask the sender for a copy that is not encrypted.';

/** The note beside an attachment that holds the whole email; empty for any other one (fact: smime-files). */
export function emailInsideNote({ contentType }: Pick<Attachment, 'contentType'>): {
	note?: string;
} {
	if (RPMSG.test(contentType ?? '')) return { note: RPMSG_NOTE };
	return SMIME.test(contentType ?? '') ? { note: SMIME_NOTE } : {};
}

/** Defender's name for an attachment that stands in place of a file which it has not scanned yet (fact: scanned-late). */
const PLACEHOLDER = /^(?:ATP|Safe Attachments) Scan In Progress(?:\.eml)?$/i;

/** The note in place of such a file. */
export const STILL_SCANNED =
	'Microsoft still scans this file for malware. Read the email again in some minutes. If it stays so, ask the sender for the file.';

/** Whether an attachment only stands in place of a file that Microsoft still scans. */
export function isPlaceholder({ name }: Pick<Attachment, 'name'>): boolean {
	return PLACEHOLDER.test(name ?? '');
}
