import { InvalidInput } from '../http/failures';
import { toEmailAddress } from '../text/emailAddress';

/** Those who may be written to. */
export interface AllowedAddresses {
	/** Whether an address, as a provider names it, is listed, by itself or by its domain. */
	has(address: string): boolean;
	/** Whether the address itself, in lower case, is listed. */
	isListed(address: string): boolean;
}

/** A domain, also as `@example.com` and `*@example.com`. No sign stands for the domains below one. */
const DOMAIN = /^(?:\*?@)?([^\s@<>()[\],;:"\\.*]+(?:\.[^\s@<>()[\],;:"\\.*]+)+)$/;

/** A local part of letters, digits and signs between dots: https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3 */
const DOT_ATOM = /^[a-z0-9$&'*+=?^_`{|}~-]+(?:\.[a-z0-9$&'*+=?^_`{|}~-]+)*$/;
/**
 * Local parts in which a server may read the address of somebody else. `DOT_ATOM` leaves out other signs for that (`%`
 * and `!` of the routes of old, https://www.rfc-editor.org/rfc/rfc5321#appendix-C, `/` of X.400, `#` of guests). These
 * are Exchange's encapsulated addresses
 * (https://learn.microsoft.com/exchange/mail-flow-best-practices/non-smtp-address) and encoded words (RFC 2047).
 */
const ROUTED = /^imcea|=\?/;

/**
 * An address as it is compared: with the letters of ASCII in lower case. In lower case, other signs may become another
 * letter, such as the Kelvin sign a k.
 */
export function addressKey(address: string): string {
	return address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Reads a list of addresses and domains with commas, semicolons or line breaks between them.
 * @param hint What to write in place of an entry that is neither.
 * @throws InvalidInput for an entry that is neither: a list that is read wrongly would let the wrong ones in.
 */
export function readAllowedAddresses(
	text: string,
	label: string,
	hint = 'Write name@example.com or example.com, comma-separated.',
): AllowedAddresses {
	const entries = text
		.split(/[,;\n]/)
		.map((entry) => addressKey(entry.trim()))
		.filter((entry) => entry !== '');
	const domains = new Set<string>();
	const addresses = new Set<string>();
	for (const [index, entry] of entries.entries()) {
		const domain = DOMAIN.exec(entry)?.[1];
		const address = toEmailAddress(entry);
		if (domain !== undefined) domains.add(domain);
		else if (address !== undefined) addresses.add(address);
		else {
			throw new InvalidInput(
				`${label} in the credential: entry ${index + 1} is neither an address nor a domain`,
				undefined,
				hint,
			);
		}
	}
	return {
		isListed: (given) => addresses.has(given),
		has: (given) => addresses.has(addressKey(given)) || isOfDomain(given, domains),
	};
}

/** Whether a plain address belongs to one of the domains (in lower case), and cannot be read as somebody else's. */
export function isOfDomain(given: string, domains: ReadonlySet<string>): boolean {
	if (toEmailAddress(given) !== given) return false;
	const [local = '', domain = ''] = addressKey(given).split('@');
	return domains.has(domain) && DOT_ATOM.test(local) && !ROUTED.test(local);
}
