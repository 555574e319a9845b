import { withoutInvisible } from '../../shared/html/invisible';
import { InvalidInput, undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { toEmailAddress } from '../../shared/text/emailAddress';
import { contactShape, contactsPath } from '../contacts/contact';
import { CONTACTS_A_PAGE } from '../contacts/findContacts';
import { findPeople } from '../contacts/people';
import type { Recipient } from '../email/messageProperties';
import { OWN } from '../email/messageProperties';
import { onceEach } from '../email/recipients';
import { foldText } from '../filter/words';
import { ownAddress } from '../graph/ownAddress';
import type { GraphClient } from '../graph/types';

/** The mailbox in whose contacts and people names are looked up. */
interface Mailbox {
	graph: GraphClient;
	/** As the step names it; left out for the account's own. */
	mailbox?: string;
}

/** How many people an error lists for a name. */
const MAX_TOLD = 10;
/** How many characters of such a person's name an error repeats: a stranger may have written it. */
const MAX_TOLD_NAME = 60;

/**
 * Looks up names of recipients anywhere in the input of a step, and puts addresses in their place. Where all
 * recipients have addresses, it asks nothing.
 * @returns the address of each name.
 * @throws InvalidInput for a name of nobody, or of several people: it lists these, as they are the mailbox's own.
 */
export async function settleNames(input: unknown, where: Mailbox): Promise<Record<string, string>> {
	const names = namesIn(input, '');
	const settled = names.map(async ({ recipient, field }) => {
		const name = recipient.emailAddress.address;
		const found = await lookUp(where, name, field);
		Object.assign(recipient, { emailAddress: found, isName: undefined });
		return [name, found.address];
	});
	const addresses = await Promise.all(settled);
	// The address of a name may stand in its list already.
	for (const { list } of names) list.splice(0, list.length, ...onceEach(list));
	return Object.fromEntries(addresses);
}

interface Named {
	recipient: Recipient;
	field: string;
	/** The recipients beside it. */
	list: Recipient[];
}

function namesIn(value: unknown, field: string, list: Recipient[] = []): Named[] {
	if (isRecipient(value)) return value.isName ? [{ recipient: value, field, list }] : [];
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		const all = entries.every(isRecipient) ? entries : undefined;
		return entries.flatMap((entry) => namesIn(entry, field, all));
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, name));
}

function isRecipient(value: unknown): value is Recipient {
	return typeof value === 'object' && value !== null && 'emailAddress' in value;
}

/**
 * The recipient that a name stands for: the mailbox itself for `me`; otherwise the one address that all contacts
 * and people share who have all words of the name.
 */
export async function lookUp(
	where: Mailbox,
	name: string,
	field: string,
): Promise<Recipient['emailAddress']> {
	if (name.toLowerCase() === OWN) {
		const address = await ownAddress(where);
		if (address !== undefined) return { address };
		throw new InvalidInput('"me" cannot be told here: write the address', field);
	}
	const { found, isRead } = await findNamed(where.graph, name, where.mailbox ?? '');
	const [first, ...others] = found;
	if (first && others.length === 0) return { ...first };
	throw first ? severalHave(name, found, field) : nobodyHas(name, field, isRead);
}

/** Those who have all words of a name, and whether the account may read such a list; looked up once in a run. */
const findNamed = rememberPerRun(async (graph: GraphClient, name: string, mailbox: string) => {
	const people = { search: name, includeDirectory: false, mailbox: mailbox || undefined };
	const [contacts, known] = await Promise.all([
		readContacts(graph).catch(undefinedOn('forbidden')),
		findPeople(graph, people).catch(undefinedOn('forbidden')),
	]);
	const others = (known?.people ?? []).map((person) => ({
		...person,
		words: wordsOf(person.name),
	}));
	const wanted = wordsOf(name);
	const found = new Map<string, { address: string; name: string }>();
	for (const { address, words, ...person } of [...(contacts ?? []), ...others]) {
		// A contact of a colleague may have no address that takes mail (fact: exchange-name).
		if (address === undefined || toEmailAddress(address) === undefined) continue;
		const isMeant = wanted.length > 0 && wanted.every((word) => words.includes(word));
		const key = address.toLowerCase();
		if (isMeant && !found.has(key)) found.set(key, { address, name: person.name });
	}
	const isRead = contacts !== undefined || known !== undefined;
	return { found: [...found.values()], isRead };
});

/** The addresses of the contacts, each with the contact's name and all words of its names; read once in a run. */
const readContacts = rememberPerRun(async (graph: GraphClient) => {
	const $select = 'id,displayName,givenName,middleName,surname,nickName,emailAddresses';
	const options = { query: { $select }, pageSize: CONTACTS_A_PAGE };
	const contacts = await graph.list(contactsPath(undefined), contactShape, options);
	return contacts.flatMap(({ emailAddresses, ...contact }) => {
		const { displayName, givenName, middleName, surname, nickName } = contact;
		const all = [displayName, givenName, middleName, surname, nickName];
		const names = all.flatMap((given) => given || []);
		const named = { name: names[0] ?? '', words: wordsOf(names.join(' ')) };
		return (emailAddresses ?? []).map(({ address }) => ({
			...named,
			address: address ?? undefined,
		}));
	});
});

function wordsOf(text: string): string[] {
	return foldText(text, 'accents')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== '');
}

function severalHave(name: string, found: Array<{ address: string; name: string }>, field: string) {
	const told = found
		.slice(0, MAX_TOLD)
		.map(({ name, address }) => `${withoutInvisible(name).slice(0, MAX_TOLD_NAME)} <${address}>`);
	const rest = found.length > MAX_TOLD ? ` and ${found.length - MAX_TOLD} more` : '';
	return new InvalidInput(
		`"${name}" may be ${told.join(', ')}${rest}`,
		field,
		'Write the address that is meant.',
	);
}

function nobodyHas(name: string, field: string, isRead: boolean): InvalidInput {
	const form = 'write name@example.com or Name <name@example.com>';
	if (!isRead) {
		return new InvalidInput(
			`"${name}" is not an email address: ${form}`,
			field,
			'Names cannot be looked up here: that needs the permission Contacts.Read or People.Read.',
		);
	}
	return new InvalidInput(
		`"${name}" is not an email address, and no contact of the mailbox has that name: ${form}`,
		field,
		name.includes(',')
			? 'Write semicolons between several.'
			: 'Look the address up with Find Contact or Find People.',
	);
}
