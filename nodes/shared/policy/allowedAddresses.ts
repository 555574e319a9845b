import { toEmailAddress } from '../emailAddress';
import { InvalidInput } from '../failures';

/** Those who may be written to. */
export interface AllowedAddresses {
	/** Whether an address, as a provider names it, is listed, by itself or by its domain. */
	has(address: string): boolean;
}

/** A domain, also as `@example.com` and `*@example.com`; there is no sign for those below one. */
const DOMAIN = /^(?:\*?@)?([^\s@<>()[\],;:"\\.*]+(?:\.[^\s@<>()[\],;:"\\.*]+)+)$/;

/**
 * Local parts in which a server may read the address of somebody else: routes of old
 * (https://www.rfc-editor.org/rfc/rfc5321#appendix-C) and Exchange's encapsulated addresses
 * (https://learn.microsoft.com/exchange/mail-flow-best-practices/non-smtp-address).
 */
const ROUTED = /[%!]|^imcea/i;

/**
 * Reads a list of addresses and domains with commas, semicolons or line breaks between them.
 * @throws InvalidInput for an entry that is neither: a list that is read wrongly would let the wrong ones in.
 */
export function readAllowedAddresses(text: string, label: string): AllowedAddresses {
	const entries = text
		.split(/[,;\n]/)
		.map((entry) => entry.trim().toLowerCase())
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
				'Write name@example.com or example.com, with commas between them.',
			);
		}
	}
	return {
		has: (given) => addresses.has(given.toLowerCase()) || isOfDomain(given, domains),
	};
}

/** Whether an address belongs to one of the domains (in lower case) and to nobody behind it. */
export function isOfDomain(given: string, domains: ReadonlySet<string>): boolean {
	const address = toEmailAddress(given)?.toLowerCase();
	if (address === undefined || address !== given.toLowerCase()) return false;
	const [local = '', domain = ''] = address.split('@');
	return domains.has(domain) && !ROUTED.test(local);
}
