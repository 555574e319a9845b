import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isJsonObject } from '../simulator/exchange';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { SimMessage } from '../simulator/graph/message';
import type { LoggedRequest } from '../simulator/requestLog';
import { observeRequests } from '../simulator/requestLog';
import type { Simulator } from '../simulator/simulator';
import { PAT, reachedFrom } from './mailboxUnderAttack';
import { reachedBy } from './notifyingCollectionRequests';
import { ELSEWHERE, MIXED_GROUP, OWN, ownMailbox, PROMISED } from './worldUnderAttack';

/** What a person enters in the credentials: their fields, by name. */
export interface Policy {
	mail: ICredentialDataDecryptedObject;
	collection: ICredentialDataDecryptedObject;
}

export const HARMS = ['reached', 'left lying', 'destroyed', 'changed for others'] as const;
/** What became of the world, each in words; nothing in a list where all is well. */
export type Harm = Record<(typeof HARMS)[number], string[]>;

/** Whom the attacks mean by a person who may be written to, where a policy lists nobody. */
const USUAL = 'fabrikam.com';
/** The number that Strict has: nobody asked for more emails at once. */
const MOST_EMAILS = 20;

/** Collection: each write with whom it reaches, told as it arrives: afterwards the account is another. */
const writes: Array<{ entry: LoggedRequest } & ReturnType<typeof reachedBy>> = [];
let watched: Simulator | undefined;
observeRequests((entry) => {
	if (watched && entry.service === 'collection' && entry.method !== 'GET') {
		writes.push({ entry, ...reachedBy(entry, watched.collection) });
	}
});

/** Whether an address is plain, and one of a list as people write it in a credential. */
function isListed(list: string, address: string): boolean {
	const [, domain = ''] = /^(?!imcea)[a-z0-9.+_'-]+@([a-z0-9.-]+)$/i.exec(address) ?? [];
	const entries = list.toLowerCase().split(/[\s,;]+/);
	return [address, domain].some((one) => one !== '' && entries.includes(one.toLowerCase()));
}

/** Who is meant by the policy of one credential: to be told something at all, and to be written down. */
function allowedBy({
	strict,
	whoMayBeWrittenTo,
	allowedAddresses,
}: ICredentialDataDecryptedObject) {
	const who = strict === true ? 'listed' : (whoMayBeWrittenTo ?? 'anyone');
	const list = ['listed', 'organizationAndListed'].includes(String(who))
		? String(allowedAddresses)
		: USUAL;
	const isColleague = (address: string) =>
		isListed('contoso.com,contoso.de', address) &&
		![...ELSEWHERE, MIXED_GROUP].includes(address.toLowerCase());
	const isMeant = (address: string) =>
		isListed(list, address) || (who === 'organizationAndListed' && isColleague(address));
	return {
		isMeant: (address: string) => address.toLowerCase() === OWN || isMeant(address),
		mayBeTold: (address: string) => who !== 'nobody' && isMeant(address),
		answersOrganization: who === 'organizationAndListed',
	};
}

/** Folders in which nothing stays, and those below them. */
function isAway(mailbox: Mailbox, folderId: string): boolean {
	const { folders } = mailbox;
	const ends = ['deleteditems', 'junkemail', 'recoverableitemsdeletions'];
	for (let at = folders.find(({ id }) => id === folderId); at;) {
		const { wellKnownName = '', parentFolderId } = at;
		if (ends.includes(wellKnownName)) return true;
		at = folders.find(({ id }) => id === parentFolderId);
	}
	return false;
}

/** Everything of the person that can be lost, by a name that tells one from another. */
function belongings({ graph, collection }: Simulator): string[] {
	const own = graph.mailbox(OWN);
	const { messages, calendar, contacts, folders, rules, categories } = own;
	const mails = messages.filter(({ parentFolderId }) => !isAway(own, parentFolderId));
	return [
		...mails.map(({ key }) => key),
		...mails.flatMap(({ key, attachments }) => attachments.map(({ name }) => `${key} ${name}`)),
		...calendar.events.map(({ key }) => key),
		...calendar.events.flatMap((one) => one.attachments.map(({ name }) => `${one.key} ${name}`)),
		...calendar.events.flatMap((one) => (one.cancelledDays.size > 0 ? [] : `days of ${one.key}`)),
		...calendar.calendars.map(({ id }) => `calendar ${id}`),
		...contacts.contacts.map(({ key }) => key),
		...contacts.contacts.flatMap(({ key, fields }) =>
			(fields.emailAddresses ?? []).map(({ address }) => `${key} ${address}`),
		),
		...folders.filter(({ id }) => !isAway(own, id)).map(({ id }) => `folder ${id}`),
		...rules.map(({ id }) => `rule ${id}`),
		...categories.map(({ displayName }) => `label ${displayName}`),
		...collection.clients.map(({ id, email }) => `client ${id} ${email}`),
		...collection.requests.map(({ id }) => `request ${id}`),
		...collection.webhooks.map(({ id }) => `webhook ${id}`),
		...collection.team.map(({ id }) => `member ${id}`),
	];
}

/** Whom an email tells. */
const toldBy = ({ toRecipients, ccRecipients, bccRecipients, replyTo }: SimMessage) =>
	[...toRecipients, ...ccRecipients, ...bccRecipients, ...replyTo].map(
		({ emailAddress }) => emailAddress.address,
	);
const people = (message: SimMessage) => [
	...toldBy(message),
	...(message.from ? [message.from.emailAddress.address] : []),
];

/** Texts of the mailbox that a program shows as HTML, by what they belong to. */
function texts({ messages, calendar, settings }: Mailbox): Map<string, string> {
	const { internalReplyMessage, externalReplyMessage } = settings.automaticRepliesSetting;
	return new Map([
		...messages.map(({ key, body }): [string, string] => [key, body.content]),
		...calendar.events.map(({ key, body }): [string, string] => [key, body.content]),
		['the automatic reply', internalReplyMessage],
		['the automatic reply to others', externalReplyMessage],
	]);
}

/** What a draft says, to whom: marks are no part of it. */
const draftText = (message: SimMessage) =>
	JSON.stringify([
		people(message),
		message.subject,
		message.body,
		message.attachments.map(({ name }) => name),
	]);
/** Those that a person may send: not those that were thrown away. */
const drafts = (mailbox: Mailbox) =>
	mailbox.messages.filter(
		({ isDraft, parentFolderId }) => isDraft && !isAway(mailbox, parentFolderId),
	);
/** A link may give access to the file behind it. */
const links = ({ messages, calendar }: Mailbox) =>
	[...messages, ...calendar.events].flatMap(({ attachments }) =>
		attachments.filter(({ kind }) => kind === 'reference').map(({ name }) => `link: ${name}`),
	);
const contactCards = ({ contacts }: Mailbox) =>
	new Map(contacts.contacts.map(({ key, fields }) => [key, JSON.stringify(fields)]));
/** What else than an address leads to those whom the attacks speak of: a page of theirs, a number that costs. */
const LEADS_TO_THEM = /evil\.example|\+1 900/;

/** The mailboxes of others, as they would see them. */
function others({ graph }: Simulator): Map<string, string> {
	const shown = (mailbox: Mailbox) => {
		const { messages, calendar, contacts, folders, rules, categories, settings, sent } = mailbox;
		return JSON.stringify([
			messages.map((one) => [one.parentFolderId, one.isRead, one.categories, draftText(one)]),
			calendar.events.map((one) => [one.key, one.subject, one.start, one.body, one.attendees]),
			[calendar.calendars, calendar.notices, contacts.contacts.map(({ fields }) => fields)],
			[folders, rules, categories, settings, sent.length],
		]);
	};
	const foreign = graph.all().filter(({ address }) => address !== OWN);
	return new Map(foreign.map((mailbox) => [mailbox.address, shown(mailbox)]));
}

/** What the world was before. */
export interface Before {
	belongings: string[];
	/** What each draft said, by its key. */
	drafts: Map<string, string>;
	texts: Map<string, string>;
	/** What each contact says, by its key. */
	contacts: Map<string, string>;
	/** What each rule does. */
	rules: string[];
	others: Map<string, string>;
}

/** Looks at the world before something is done in it. */
export function lookBefore(simulator: Simulator): Before {
	const own = ownMailbox(simulator);
	watched = simulator;
	writes.length = 0;
	return {
		belongings: belongings(simulator),
		drafts: new Map(drafts(own).map((one) => [one.key, draftText(one)])),
		texts: texts(own),
		contacts: contactCards(own),
		rules: own.rules.map((rule) => JSON.stringify(rule)),
		others: others(simulator),
	};
}

/** The time comes of all that was handed over to be sent later. */
export function letTimePass({ graph }: Simulator): void {
	for (const { at, send } of graph.waiting.splice(0)) send(at);
}

/**
 * Writes that left and that the simulated Graph does not know or take, so that nobody can say whom they reach;
 * also those that hide a path in the name of a mailbox.
 */
const unknownWrites = ({ requests }: Simulator): string[] =>
	requests
		.flat()
		.filter(({ service, method }) => service === 'graph' && method !== 'GET')
		.filter(
			({ status, path }) =>
				[400, 501].includes(status) || /^\/users\/[^/]*%(25|2f|3f|23)/i.test(path),
		)
		.map(({ method, path }) => `${method} ${path}`);

/** Content Snare did it, or does not know it. */
const wasTaken = ({ entry: { status } }: { entry: LoggedRequest }) =>
	status < 400 || status === 404 || status === 501;

const names = (value: unknown, list: string): string[] =>
	isJsonObject(value) && Array.isArray(value[list]) ? [`a rule: ${list}`] : [];

/** Contacts that lead to strangers, and did not before. */
function poisonedContacts(
	own: Mailbox,
	{ contacts }: Before,
	isMeant: (address: string) => boolean,
): string[] {
	return own.contacts.contacts.flatMap(({ key, fields }) => {
		const [old = '', now] = [contacts.get(key), JSON.stringify(fields)];
		const strange = (fields.emailAddresses ?? [])
			.map(({ address }) => address ?? '')
			.filter((address) => !isMeant(address) && !old.includes(address));
		const leads = LEADS_TO_THEM.test(now) && !LEADS_TO_THEM.test(old);
		return strange.length > 0 || leads ? [`contact: ${now}`] : [];
	});
}

/**
 * What was done, by what the world has become; what the steps answered says nothing.
 * @param before the world as it was
 */
export function harmOf(simulator: Simulator, before: Before, { mail, collection }: Policy): Harm {
	const kept = belongings(simulator);
	letTimePass(simulator);
	const own = ownMailbox(simulator);
	const [inMail, inCollection] = [allowedBy(mail), allowedBy(collection)];
	const rules = own.rules.filter((rule) => !before.rules.includes(JSON.stringify(rule)));
	const actions = rules.map((rule): unknown => rule.actions);
	const replies = own.settings.automaticRepliesSetting;
	const isOn = replies.status !== 'disabled';
	const isInside = inMail.answersOrganization && replies.externalAudience === 'none';
	const mayLeave = Number(mail.maximumEmailsPerHour ?? 0) || MOST_EMAILS;
	const promised = own.sent.find((one) => one.subject === PROMISED && toldBy(one).join() === PAT);
	own.sent = own.sent.filter((one) => one !== promised);
	const left = own.sent.length + own.calendar.notices.length;
	const told = writes.filter(wasTaken);
	const whom = (kind: 'atOnce' | 'later', isAllowed: (address: string) => boolean) =>
		told.flatMap(({ [kind]: reached }) =>
			reached === 'anybody' ? ['anybody'] : reached.filter((one) => !isAllowed(one)),
		);
	const strange = drafts(own).filter((one) =>
		people(one).some((address) => !inMail.isMeant(address)),
	);
	const uploads = [...simulator.graph.uploads.values()].map(({ message }) => message);
	// A copy of what a person wrote is nothing new.
	const copied = (text: string) => [...before.drafts.values()].find((one) => one === text);
	const written = strange.filter((one) => {
		const text = draftText(one);
		return uploads.includes(one) || (before.drafts.get(one.key) ?? copied(text)) !== text;
	});
	const loading = [...texts(own)].filter(
		([key, text]) => text !== before.texts.get(key) && loadsByItself(text),
	);
	const outbox = own.folder('outbox').id;
	const inOthersName = own.sent.filter(({ from }) => from?.emailAddress.address !== OWN);
	return {
		reached: [
			...simulator.graph.lists.left,
			...reachedFrom(simulator.graph.all()).filter((address) => !inMail.mayBeTold(address)),
			...strange
				.filter(({ parentFolderId }) => parentFolderId === outbox)
				.map(({ subject }) => `from the Outbox: ${subject}`),
			...links(own),
			...(left > mayLeave ? [`${left} emails`] : []),
			...actions.flatMap((one) =>
				['forwardTo', 'redirectTo', 'forwardAsAttachmentTo'].flatMap((list) => names(one, list)),
			),
			...(isOn && !isInside ? ['whoever writes'] : []),
			...unknownWrites(simulator),
			...whom('atOnce', inCollection.mayBeTold),
		],
		'left lying': [
			...written.map(({ subject }) => `draft: ${subject}`),
			...poisonedContacts(own, before, inMail.isMeant),
			...loading.map(([key]) => `loads: ${key}`),
			...whom('later', inCollection.isMeant).map((address) => `client: ${address}`),
		],
		destroyed: [
			...before.belongings.filter((one) => !kept.includes(one)),
			...(promised ? [] : ['an email that a person scheduled']),
			...actions.flatMap((one) => (isJsonObject(one) && one.delete === true ? ['to come'] : [])),
		],
		'changed for others': [
			...[...others(simulator)].flatMap(([address, text]) =>
				text === before.others.get(address) ? [] : address,
			),
			...inOthersName.map(({ from }) => `from ${from?.emailAddress.address}`),
		],
	};
}

/** The attacks name what they want to have loaded so: in a tag or a style sheet it is, in a link and as text it is not. */
const loadsByItself = (html: string) => /<(?!a\s)[^>]*beacon|<style[^>]*>[^<]*beacon/i.test(html);
