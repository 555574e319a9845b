import type { AddressView } from './addresses';
import { toAddressView } from './addresses';
import type { Address, FilterableMail } from './mail';
import type { PropertyOf } from './properties';
import type { WordPattern } from './words';
import { holdsWords, toSearchable } from './words';

/** A mail as conditions see it; each part is made ready for comparing once, when first asked for. */
export class MailView {
	private readonly texts = new Map<PropertyOf<'text'>['name'], string[]>();
	private readonly views = new Map<Address, AddressView>();

	constructor(readonly mail: FilterableMail) {}

	/** Whether the words stand together in the subject, the body, or one attachment's name. */
	holdsWords(property: PropertyOf<'text'>['name'], words: WordPattern): boolean {
		const texts =
			this.texts.get(property) ?? this.textsOf(property).map((text) => toSearchable(text));
		this.texts.set(property, texts);
		return texts.some((text) => holdsWords(text, words.folded));
	}

	/** Whether the words stand together in one of the parts that a word alone is looked for in. */
	holdsAnywhere(words: WordPattern): boolean {
		return (
			this.holdsWords('subject', words) ||
			this.addresses('from').some(
				({ nameWords, addressWords }) =>
					holdsWords(nameWords, words.folded) || holdsWords(addressWords, words.accented),
			) ||
			this.holdsWords('body', words)
		);
	}

	addresses(property: PropertyOf<'address'>['name']): AddressView[] {
		return this.addressesOf(property).map((address) => {
			const view = this.views.get(address) ?? toAddressView(address);
			this.views.set(address, view);
			return view;
		});
	}

	/** In milliseconds since the epoch; undefined where the mail has no such time. */
	time(property: PropertyOf<'date'>['name']): number | undefined {
		const { receivedDateTime, sentDateTime } = this.mail;
		const time = Date.parse((property === 'received' ? receivedDateTime : sentDateTime) ?? '');
		return Number.isNaN(time) ? undefined : time;
	}

	private textsOf(property: PropertyOf<'text'>['name']): string[] {
		switch (property) {
			case 'subject':
				return [this.mail.subject];
			case 'body':
				return [this.mail.body];
			case 'attachment':
				return this.mail.attachments;
		}
	}

	/** Graph's composition of the collective properties. */
	private addressesOf(property: PropertyOf<'address'>['name']): Address[] {
		const { from, sender, to, cc, bcc } = this.mail;
		switch (property) {
			case 'from': {
				const author = from ?? sender;
				return author ? [author] : [];
			}
			case 'to':
				return to;
			case 'cc':
				return cc;
			case 'bcc':
				return bcc;
			case 'recipients':
				return [...to, ...cc, ...bcc];
			case 'participants':
				return [...this.addressesOf('from'), ...to, ...cc, ...bcc];
		}
	}
}
