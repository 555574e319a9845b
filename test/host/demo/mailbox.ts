import type { SimFolder } from '../../simulator/graph/folder';
import type { Mailbox } from '../../simulator/graph/mailbox';
import type { Recipient, SimMessage } from '../../simulator/graph/message';
import { type Markup, markup, type Part } from './markup';

/** Folders that are always shown, in this order; of Outlook's others those that hold a mail. */
const ALWAYS = ['inbox', 'drafts', 'sentitems'];

/** Outlook's colours from preset0 on: https://learn.microsoft.com/graph/api/resources/outlookcategory */
const COLORS =
	'crimson darkorange chocolate gold forestgreen lightseagreen olive royalblue mediumpurple mediumvioletred ' +
	'lightsteelblue slategray darkgray dimgray black darkred orangered saddlebrown darkgoldenrod darkgreen ' +
	'teal darkolivegreen darkblue indigo maroon';
export const LABEL_STYLE = COLORS.split(' ')
	.map((color, preset) => `.preset${preset} { background: ${color}; }`)
	.join('\n');

/** Characters in a line of a frame on most screens, and how high it is at 16 pixels and 1.5 lines. */
const LINE_CHARACTERS = 60;
const LINE_PX = 24;
/** Room for a few lines, and what leaves other mails of the conversation on a screen of 1,080 pixels. */
const LOWEST_PX = 120;
const HIGHEST_PX = 640;

/** What a person looks at: a folder by well-known name or ID, and a mail by immutable ID. */
export interface Choice {
	folder?: string;
	mail?: string;
}

/** The mail of an immutable ID, also where no folder keeps it, as with the questions of Send and Wait. */
export function findMail(mailbox: Mailbox, id: string | undefined): SimMessage | undefined {
	return everyMail(mailbox).find(({ immutableId }) => immutableId === id);
}

/** The folders, the mails of the chosen one, and the conversation of the chosen or the newest mail. */
export function showMailbox(mailbox: Mailbox, choice: Choice): Record<'list' | 'reading', Markup> {
	const folder = mailbox.folderOf(choice.folder ?? '') ?? mailbox.folder('inbox');
	const mails = mailsIn(mailbox, folder);
	const chosen = findMail(mailbox, choice.mail) ?? mails[0];
	const links = foldersOf(mailbox).map((one) => {
		const current = one === folder ? markup`aria-current="page"` : '';
		return markup`<li><a id="${one.id}" href="${linkTo(one)}" ${current}>${one.displayName} ${mailsIn(mailbox, one).length}</a></li>`;
	});
	const rows = mails.map((mail) => {
		const current = mail === chosen ? markup`aria-current="true"` : '';
		const person = folder.wellKnownName === 'sentitems' ? mail.toRecipients[0] : mail.from;
		return markup`<li><a id="${mail.immutableId}" href="${linkTo(folder, mail)}" ${current}>
<span class="line"><b>${nameOf(person)}</b>${timeOf(mail)}</span>
${titleOf(mail)}
<span class="soft preview">${mail.bodyPreview}</span>
${labelsOf(mailbox, mail)}</a></li>`;
	});
	return {
		list: markup`<ul class="folders">${links}</ul>
<h3>${folder.displayName}</h3>
${rows.length > 0 ? markup`<ol class="mails">${rows}</ol>` : markup`<p class="soft">No mail is here.</p>`}`,
		reading: chosen
			? showConversation(mailbox, chosen)
			: markup`<p class="soft">The mail that you choose is shown here, with those of its conversation.</p>`,
	};
}

function everyMail({ messages, sent }: Mailbox): SimMessage[] {
	return [...new Set([...messages, ...sent])];
}

function newestFirst(mails: SimMessage[]): SimMessage[] {
	return mails
		.toReversed()
		.sort((a, b) => Date.parse(b.receivedDateTime) - Date.parse(a.receivedDateTime));
}

/** Sent Items shows every mail that left. */
function mailsIn(mailbox: Mailbox, { id, wellKnownName }: SimFolder): SimMessage[] {
	const sent = wellKnownName === 'sentitems' ? mailbox.sent : [];
	const kept = mailbox.messages.filter(({ parentFolderId }) => parentFolderId === id);
	return newestFirst([...new Set([...kept, ...sent])]);
}

function foldersOf(mailbox: Mailbox): SimFolder[] {
	const others = mailbox.folders.filter(
		(folder) =>
			!folder.isHidden &&
			!ALWAYS.includes(folder.wellKnownName ?? '') &&
			(folder.wellKnownName === undefined || mailsIn(mailbox, folder).length > 0),
	);
	return [...ALWAYS.flatMap((name) => mailbox.folderOf(name) ?? []), ...others];
}

function showConversation(mailbox: Mailbox, { conversationId }: SimMessage): Markup {
	const mails = everyMail(mailbox).filter((mail) => mail.conversationId === conversationId);
	return markup`${newestFirst(mails).map((mail, index) => showMail(mailbox, mail, index + 1))}`;
}

function showMail(mailbox: Mailbox, mail: SimMessage, number: number): Markup {
	const people = [...mail.toRecipients, ...mail.ccRecipients].map(withAddress).join(', ');
	const files = mail.attachments.filter(({ isInline }) => !isInline).map(({ name }) => name);
	const source = `/mail?${new URLSearchParams({ id: mail.immutableId })}`;
	return markup`<article>
<h3>${titleOf(mail)}</h3>
<p class="soft">${mail.from ? withAddress(mail.from) : 'Nobody yet'} to ${people || 'nobody yet'}, ${timeOf(mail)}${mail.isDraft ? ', draft' : ''}</p>
${labelsOf(mailbox, mail)}
${files.length > 0 ? markup`<p class="soft">Attached: ${files.join(', ')}</p>` : ''}
${
	mail.body.contentType === 'text'
		? markup`<p class="text">${mail.body.content}</p>`
		: markup`<iframe title="Text of mail ${number}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${source}" height="${frameHeight(mail)}"></iframe>`
}
</article>`;
}

/** About as high as the text of a mail, in pixels: a frame that runs nothing cannot say how high it is. */
function frameHeight({ bodyText }: SimMessage): number {
	const lines = bodyText.split('\n').map(({ length }) => Math.ceil(length / LINE_CHARACTERS) || 1);
	const height = lines.reduce((sum, count) => sum + count, 0) * LINE_PX;
	return Math.min(Math.max(height, LOWEST_PX), HIGHEST_PX);
}

function linkTo({ wellKnownName, id }: SimFolder, mail?: SimMessage): string {
	const query = new URLSearchParams({ folder: wellKnownName ?? id });
	if (mail === undefined) return `/?${query}`;
	query.set('mail', mail.immutableId);
	return `/?${query}#reading`;
}

function withAddress({ emailAddress: { name, address } }: Recipient): string {
	return name === address ? address : `${name} <${address}>`;
}

function nameOf(person: Recipient | null | undefined): string {
	return person?.emailAddress.name || person?.emailAddress.address || 'Nobody yet';
}

function titleOf({ subject }: SimMessage): string {
	return subject || '(no subject)';
}

function timeOf({ receivedDateTime }: SimMessage): Markup {
	return showTime(Date.parse(receivedDateTime));
}

/** A moment as a clock on this machine shows it. */
export function showTime(moment: number): Markup {
	const date = new Date(moment);
	return markup`<time datetime="${date.toISOString()}">${date.toLocaleTimeString('en-GB')}</time>`;
}

function labelsOf({ categories }: Mailbox, mail: SimMessage): Part {
	return mail.categories.map((name) => {
		const color = categories.find(({ displayName }) => displayName === name)?.color ?? 'none';
		return markup`<span class="label"><span class="mark ${color}"></span>${name}</span>`;
	});
}
