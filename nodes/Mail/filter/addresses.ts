import { shown, valueFault } from './error';
import type { Address } from './mail';
import type { Value } from './token';
import type { WordPattern } from './words';
import { foldText, readWords, toSearchable } from './words';

/** An address of a mail, made ready for comparing. */
export interface PreparedAddress {
	/** In the form of `toAddressText`; the domain in ASCII. */
	local: string;
	domain: string;
	/** Words of the display name and of the address, in the form of `toSearchable`. */
	nameWords: string;
	addressWords: string;
}

export function prepareAddress({ name, address }: Address): PreparedAddress {
	const text = toAddressText(address);
	const at = text.lastIndexOf('@');
	return {
		local: at < 0 ? text : text.slice(0, at),
		domain: at < 0 ? '' : toAsciiDomain(text.slice(at + 1)),
		nameWords: toSearchable(name ?? ''),
		addressWords: toSearchable(text, 'case'),
	};
}

/** Case and width do not matter in an address, accents do. */
function toAddressText(text: string): string {
	return foldText(text, 'case').trim();
}

type AddressTest = (address: PreparedAddress) => boolean;

/**
 * What an address has to be: a full address, `@domain`, `*@domain`, `*domain` or `*.domain`, else a
 * local part, a domain or the words of a display name. Whatever looks like a domain or an address is
 * never looked for in the display name, where anyone may write anything.
 *
 * @throws {SearchFilterError} Where the value is none of these.
 */
export function readAddress(value: Value): AddressTest {
	const text = toAddressText(value.text);
	if (text.startsWith('*')) return readLeadingWildcard(value, text.slice(1));
	if (text.includes('@')) return readAtSign(value, text);
	const words = readWords(value);
	if (/\s/.test(text)) return ({ nameWords }) => nameWords.includes(words.folded);
	return readSingleWord(text, words);
}

/** `*@contoso.com`: that domain. `*contoso.com`: its subdomains too. `*.contoso.com`: only those. */
function readLeadingWildcard(value: Value, rest: string): AddressTest {
	const hasSign = /^[@.]/.test(rest);
	const domain = toDomain(hasSign ? rest.slice(1) : rest);
	// One label is the beginning of a domain, not a domain that anyone has.
	if (domain === undefined || (!hasSign && !domain.includes('.'))) {
		const reason =
			'a * in front can be followed only by a domain, as in *@contoso.com or *contoso.com.';
		throw valueFault(value, `${shown(value.text)}: ${reason}`);
	}
	if (rest.startsWith('@')) return (address) => address.domain === domain;
	if (rest.startsWith('.')) return (address) => address.domain.endsWith(`.${domain}`);
	return (address) => isInDomain(address.domain, domain);
}

/** What may stand on either side of the @, as far as it is told apart from several addresses. */
const ONE_ADDRESS = /^[^\s@*<>()[\],;:"\\]*$/;

function readAtSign(value: Value, text: string): AddressTest {
	const prefix = text.endsWith('*');
	const bare = prefix ? text.slice(0, -1) : text;
	const at = bare.indexOf('@');
	const local = bare.slice(0, at);
	const after = bare.slice(at + 1);
	const domain = toDomain(after);
	const isOne = ONE_ADDRESS.test(local) && ONE_ADDRESS.test(after);
	if (isOne && prefix && local !== '') {
		return (address) => `${address.local}@${address.domain}`.startsWith(bare);
	}
	if (!isOne || prefix || domain === undefined) {
		const reason = 'is not one address; give an address, a domain or a name.';
		throw valueFault(value, `${shown(value.text)} ${reason}`);
	}
	if (local === '') return (address) => address.domain === domain;
	return (address) => address.local === local && address.domain === domain;
}

/** A local part, a domain, or a word of the display name; `word*` begins one of them. */
function readSingleWord(text: string, words: WordPattern): AddressTest {
	const prefix = text.endsWith('*');
	const bare = prefix ? text.slice(0, -1) : text;
	const local = foldText(bare, 'accents');
	const domain = toDomain(bare);
	const looksLikeDomain = /\S\.\S/.test(bare);
	return (address) => {
		const ownLocal = foldText(address.local, 'accents');
		if (prefix ? ownLocal.startsWith(local) : ownLocal === local) return true;
		// Read from the start of one of its labels.
		if (prefix && `.${address.domain}`.includes(`.${bare}`)) return true;
		if (!prefix && domain && isInDomain(address.domain, domain)) return true;
		return !looksLikeDomain && address.nameWords.includes(words.folded);
	};
}

/** The domain itself or one below it; a single label (a top-level domain) stands for itself alone. */
function isInDomain(domain: string, wanted: string): boolean {
	return domain === wanted || (wanted.includes('.') && domain.endsWith(`.${wanted}`));
}

/** A domain in ASCII, or undefined where the text is none. */
function toDomain(text: string): string | undefined {
	const domain = toAsciiDomain(text);
	const isDomain = domain.split('.').every((label) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(label));
	return isDomain ? domain : undefined;
}

/** Longest domain of an address, in characters: RFC 5321, 4.5.3.1.2. */
const MAX_DOMAIN_LENGTH = 255;

/** International names are compared in their ASCII form (IDNA); the root's dot at the end is dropped. */
function toAsciiDomain(text: string): string {
	const domain = text.replace(/\.$/, '');
	// The time to make the ASCII form grows with the square of the length.
	if (domain.length > MAX_DOMAIN_LENGTH) return domain;
	if (!/[^\p{ASCII}]/u.test(domain) || /[\s/?#@:\\]/.test(domain)) return domain;
	try {
		return new URL(`http://${domain}`).hostname;
	} catch {
		// Not a name that a server can have; compared as it is written.
		return domain;
	}
}
