import type { IDataObject } from 'n8n-workflow';
import type { ProviderFailure } from '../../../shared/http/failures';
import type { RawMessage } from '../../email/messageOutput';
import { toMessageJson } from '../../email/messageOutput';
import type { MailSettings } from './fields';
import type { ListedMail } from './listedMail';
import type { MailboxPoll } from './mailboxPoll';
import { toMessageOutput } from './outputFields';
import type { ReadMail } from './readMail';
import { filterNeedsAttachments } from './readMail';
import type { Told } from './readTold';

/** A mail that came in, with what its headers tell, once they were read and let it through. */
export interface WantedMail extends ReadMail {
	told?: Told;
}

/** What the workflow gets of a mail, without its attachments. */
export async function outputOf(
	{ settings, graph, pause }: MailboxPoll,
	{ raw, message }: RawMessage,
	{ senderVerified, answersMessageId }: Told = {},
): Promise<IDataObject> {
	const names = settings.output === 'fields' ? ['id', ...settings.fields] : undefined;
	const kept = Object.entries(raw).filter(([name]) =>
		names ? names.includes(name) : name !== '@odata.context',
	);
	const chosen = { raw: Object.fromEntries(kept), message };
	const output = toMessageOutput(settings, graph);
	const json = await toMessageJson(chosen, output, pause, { senderVerified });
	return {
		...json,
		...(senderVerified && !output.simplify ? { senderVerified } : {}),
		...(answersMessageId === undefined ? {} : { answersMessageId }),
	};
}

/** The same with what is told of its attachments, where the output shows that. */
export function withAttachments(
	settings: MailSettings,
	json: IDataObject,
	attachments: IDataObject[],
): IDataObject {
	const isSimplified = settings.output === 'simplified';
	if (attachments.length === 0 || !(isSimplified || settings.downloadAttachments)) return json;
	if (!isSimplified) return { ...json, attachments };
	const { folderId, conversationId, id, ...shown } = json;
	return { ...shown, attachments, folderId, conversationId, id };
}

/** The item for a mail that could not be loaded, with what is known of it and may be shown. */
export async function withError(
	reader: MailboxPoll,
	{ id, received }: ListedMail,
	read: WantedMail | undefined,
	error: ProviderFailure,
): Promise<IDataObject> {
	const { searchFilter, options, event } = reader.settings;
	const isUntold = event !== 'sent' && !read?.told;
	const isUnverified = isUntold && options.onlyVerifiedSenders;
	// If only verified senders count, an unverified one must not get its text through by an error.
	const known =
		read && !isUnverified
			? await outputOf(reader, read, read.told)
			: { receivedDateTime: new Date(received).toISOString(), id };
	const isAsked = read && (read.attachments !== undefined || !filterNeedsAttachments(reader));
	const isFiltered = searchFilter.trim() !== '';
	const said = [
		`The email could not be loaded: ${error.message}. Read it with the Mail node.`,
		!isAsked && isFiltered && 'Whether it matches the Search Filter could not be told.',
		isUntold && options.onlyAnswers && 'Whether it answers one could not be told.',
		isUntold && options.leaveOutAutomatic && 'Whether a program sent it could not be told.',
		isUnverified && 'Treat its sender as not checked.',
	];
	return { error: said.filter(Boolean).join(' '), ...known };
}
