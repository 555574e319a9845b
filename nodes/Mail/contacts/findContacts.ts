import { mapWithPauses } from '../../shared/http/pauses';
import { pauseInRun, rememberPerRun } from '../../shared/provider/perRun';
import { normalizeText } from '../../shared/text/normalizeText';
import { foldText } from '../filter/words';
import { filterText } from '../graph/odata';
import type { GraphClient } from '../graph/types';
import type { Contact } from './contact';
import { CONTACT_SELECT, contactShape, contactsPath, versionedContact } from './contact';

/** Contacts of a page where all are read: without photos they are small. */
export const CONTACTS_A_PAGE = 500;

type ContactProperty = 'any' | 'name' | 'email' | 'company' | 'phone';

/**
 * Contacts that hold a text. Graph filters by a whole address, and knows no other filter on addresses. Any other
 * text is compared here, as Graph's filters and `$search` on contacts return wrong contacts.
 * @returns `complete` is false when there are more than `limit`.
 * @see https://learn.microsoft.com/graph/api/user-list-contacts
 */
export async function findContacts(
	graph: GraphClient,
	wanted: string,
	property: ContactProperty,
	{ folder, limit = Infinity }: { folder?: string; limit?: number },
): Promise<{ contacts: Contact[]; complete: boolean }> {
	if (property === 'email' && /^[^@\s]+@[^@\s]+$/.test(wanted)) {
		const $filter = `emailAddresses/any(a:a/address eq ${filterText(wanted)})`;
		const query = { $select: CONTACT_SELECT, $filter };
		const found = await graph.collect(contactsPath(folder), versionedContact, { limit, query });
		return { contacts: found.items, complete: found.complete };
	}
	const matches = matcher(wanted, property);
	const known = await readFolded(graph, folder ?? '', property);
	// Many items look for somebody in what was read once: nothing else makes them wait.
	await pauseInRun(graph);
	const contacts = known.filter(matches).map(({ contact }) => contact);
	return { contacts: contacts.slice(0, limit), complete: contacts.length <= limit };
}

const readAll = rememberPerRun(
	async (graph: GraphClient, folder: string): Promise<Contact[]> =>
		await graph.list(contactsPath(folder || undefined), contactShape, {
			query: { $select: CONTACT_SELECT },
			pageSize: CONTACTS_A_PAGE,
		}),
);

interface FoldedContact {
	contact: Contact;
	/** The properties to search in, as `foldTexts` makes them. */
	texts: string;
	/** The digits of its phone numbers, as `digitsOf` reads them. */
	phones: string[];
}

/** The contacts of a folder, prepared for any search; read once in a run. */
const readFolded = rememberPerRun(
	async (graph: GraphClient, folder: string, property: ContactProperty) =>
		await mapWithPauses(await readAll(graph, folder), (contact): FoldedContact => {
			const { displayName, givenName, middleName, surname, nickName } = contact;
			const texts = {
				name: [displayName, givenName, middleName, surname, nickName],
				email: (contact.emailAddresses ?? []).map(({ address }) => address),
				company: [contact.companyName],
				phone: [],
			};
			const searched = property === 'any' ? Object.values(texts).flat() : texts[property];
			const { mobilePhone, businessPhones, homePhones } = contact;
			const phones = [mobilePhone, ...(businessPhones ?? []), ...(homePhones ?? [])];
			return {
				contact,
				texts: foldTexts(searched),
				phones: phones.map((phone) => digitsOf(phone ?? '')),
			};
		}),
);

/** What separates the words of `Ann Lee <ann@contoso.com>` and `"Lee, Ann"`. */
const BETWEEN_WORDS = /[\s,;"“”„*()<>]+/;

/** Texts in the form in which `holdsWordsOf` looks for words in them. */
export function foldTexts(texts: Array<string | null | undefined>): string {
	return foldText(texts.join(' '), 'accents');
}

/** Tests whether folded texts hold all words of a text together, whatever its case and accents. */
export function holdsWordsOf(wanted: string): (folded: string) => boolean {
	// `Lee, Ann` is Ann Lee.
	const split = foldText(wanted, 'accents').split(BETWEEN_WORDS);
	const words = [...new Set(split)].filter((word) => word !== '');
	// A whole address, whose domain has an ending, must not match as a part of somebody else's.
	const whole = words.filter((word) => /^[^@]+@[^@]+\../.test(word));
	return (folded) => {
		if (words.length === 0 || !words.every((word) => folded.includes(word))) return false;
		const all = whole.length > 0 ? folded.split(BETWEEN_WORDS) : [];
		return whole.every((word) => all.includes(word));
	};
}

function matcher(wanted: string, property: ContactProperty): (known: FoldedContact) => boolean {
	const holds = holdsWordsOf(wanted);
	// Digits in a name or address are no phone number. In a search for phones alone, `tel:` may stand in front of one.
	const isPhone = property === 'phone' || !/[\p{L}@]/u.test(wanted);
	const digits = isPhone ? digitsOf(wanted) : '';
	const hasPhone = ({ phones }: FoldedContact) => phones.some((phone) => endsAlike(phone, digits));
	if (property === 'phone') return hasPhone;
	const looksForPhone = property === 'any' && digits !== '';
	return (known) => holds(known.texts) || (looksForPhone && hasPhone(known));
}

/** The digits of a number, full-width ones too, without the zero that `+49 (0)30` has in between. */
function digitsOf(phone: string): string {
	return normalizeText(phone, 'NFKC').replace(/\(0\)|\D/g, '');
}

/** Fewer digits than these say nothing about a phone number. */
const MIN_DIGITS = 4;

/** Whether two phone numbers end alike: they are written with and without country code and zeros in front. */
function endsAlike(known: string, wanted: string): boolean {
	const [shortKnown, shortWanted] = [known, wanted].map((digits) => digits.replace(/^0+/, ''));
	if (!shortKnown || !shortWanted || wanted.length < MIN_DIGITS) return false;
	// The last four digits may begin with a zero.
	if (known.endsWith(wanted)) return true;
	if (Math.min(shortKnown.length, shortWanted.length) < MIN_DIGITS) return false;
	return shortKnown.endsWith(shortWanted) || shortWanted.endsWith(shortKnown);
}
