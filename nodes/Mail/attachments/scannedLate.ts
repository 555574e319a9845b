import type { Attachment } from './attachment';

/** Defender's name for an attachment that stands in place of a file which it has not scanned yet (fact: scanned-late). */
const PLACEHOLDER = /^(?:ATP|Safe Attachments) Scan In Progress(?:\.eml)?$/i;

/** The note in place of such a file. */
export const STILL_SCANNED =
	'Microsoft still scans this file for malware. Read the email again in some minutes. If it stays so, ask the sender for the file.';

/** Whether an attachment only stands in place of a file that Microsoft still scans. */
export function isPlaceholder({ name }: Pick<Attachment, 'name'>): boolean {
	return PLACEHOLDER.test(name ?? '');
}
