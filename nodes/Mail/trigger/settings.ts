import type { Locator } from '../../shared/inputSchemas';
import type { MessageOutput } from '../email/messageOutput';

/** What the user chose in the Mail Trigger, validated. */
export interface TriggerSettings {
	/** Address or ID of a shared mailbox; the own one when undefined. */
	mailbox?: string;
	/** In the provider's syntax; empty for every mail. */
	searchFilter: string;
	/** `incoming`: everything that came in, wherever it lies; `chosen`: the folders below. */
	folders: 'incoming' | 'chosen';
	chosenFolders: Locator[];
	includeSubfolders: boolean;
	output: MessageOutput;
	downloadAttachments: boolean;
	/** Binary fields are named by it and a number from 0. */
	attachmentPrefix: string;
	/** In bytes; a mail with a larger attachment is skipped. Undefined for no limit. */
	maxAttachmentSize?: number;
	emitSkipped: boolean;
	markAsRead: boolean;
	/** Mails delivered by one poll at most. */
	maxMails: number;
	/** `new`: what arrives from then on; `sinceLast`: also what came since it was last active. */
	whenActivated: 'new' | 'sinceLast';
	/** The oldest that `sinceLast` goes back, in milliseconds. */
	maxAge: number;
}
