import type { StepNotes } from './stepTable';

const MAIL = 'the email, small and flat';
const SENT = 'ID, conversation ID and Internet message ID of the email, and whether it was sent';
const FOLDER = 'ID, name, parent and numbers of emails of the folder';
const ATTACHMENT = 'ID, name, type and size of each attachment';

const READ = ['Mail.Read'];
const WRITE = ['Mail.ReadWrite'];
const SEND = ['Mail.ReadWrite', 'Mail.Send'];

/**
 * What the steps of the Mail node return, and the delegated permissions they need at least.
 * @see https://learn.microsoft.com/graph/permissions-reference
 */
export const mailSteps: Record<string, StepNotes> = {
	'email.addAttachment': [ATTACHMENT, WRITE],
	'email.addLabel': [
		'ID and labels of the email',
		[...WRITE, 'MailboxSettings.Read', 'MailboxSettings.ReadWrite for Create Missing Labels'],
	],
	'email.copyEmail': ['the copy, small and flat', WRITE],
	'email.createDraft': [SENT, WRITE],
	'email.createFolder': [FOLDER, WRITE],
	'email.createLabel': ['ID, name and color of the label', ['MailboxSettings.ReadWrite']],
	'email.deleteAttachment': ['the ID, and that it was deleted', WRITE],
	'email.deleteEmail': ['the ID, and that it was deleted', WRITE],
	'email.deleteFolder': ['the ID, and that it was deleted', WRITE],
	'email.downloadAttachment': ['each file, with name, type and size', READ],
	'email.downloadEmail': ['the email as an .eml file', READ],
	'email.findEmail': ['one item for each email, small and flat, newest first', READ],
	'email.forwardEmail': [SENT, SEND],
	'email.getEmail': [MAIL, READ],
	'email.getFolder': [FOLDER, READ],
	'email.listAttachments': [ATTACHMENT, READ],
	'email.listFolders': ['one item for each folder of all levels, with its path', READ],
	'email.listLabels': ['ID, name and color of each label', ['MailboxSettings.Read']],
	'email.moveEmail': ['the email in its new place, small and flat', WRITE],
	'email.removeLabel': ['ID and labels of the email', WRITE],
	'email.renameFolder': [FOLDER, WRITE],
	'email.replyToEmail': [SENT, SEND],
	'email.sendAndWait': ['the answer, once a person has given it', SEND],
	'email.sendDraft': [SENT, SEND],
	'email.sendEmail': [SENT, SEND],
	'email.updateDraft': [SENT, WRITE],
	'email.updateEmail': [MAIL, WRITE],
};
