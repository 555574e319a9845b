import type { PreparedAddress } from './addresses';
import { prepareAddress } from './addresses';
import type { Address, FilterableMail } from './mail';
import type { PropertyOf } from './properties';
import type { WordPattern } from './words';
import { toSearchable } from './words';

type TextPart = PropertyOf<'text'>['reads'][number];

/** The parts that a word without a property is looked for in. */
export const ANYWHERE = ['subject', 'from', 'sender', 'body'] as const;

/** A mail as conditions see it; each part is made ready for comparing once, when first asked for. */
export class PreparedMail {
	private readonly texts = new Map<TextPart, string[]>();
	private readonly known = new Map<Address, PreparedAddress>();

	constructor(readonly mail: FilterableMail) {}

	/** Whether the words stand together in the subject, the body, or one attachment's name. */
	holdsWords(part: TextPart, { folded }: WordPattern): boolean {
		const texts =
			this.texts.get(part) ?? [this.mail[part]].flat().map((text) => toSearchable(text));
		this.texts.set(part, texts);
		return texts.some((text) => text.includes(folded));
	}

	/** Whether the words stand together in one of the parts of `ANYWHERE`. */
	holdsAnywhere(words: WordPattern): boolean {
		return (
			this.holdsWords('subject', words) ||
			this.addresses(['from', 'sender']).some(
				({ nameWords, addressWords }) =>
					nameWords.includes(words.folded) || addressWords.includes(words.accented),
			) ||
			this.holdsWords('body', words)
		);
	}

	/** The addresses in these parts; the sender is one of them only where no author is given. */
	addresses(parts: ReadonlyArray<PropertyOf<'address'>['reads'][number]>): PreparedAddress[] {
		return parts
			.filter((part) => part !== 'sender' || !this.mail.from)
			.flatMap((part) => this.mail[part] ?? [])
			.map((address) => {
				const prepared = this.known.get(address) ?? prepareAddress(address);
				this.known.set(address, prepared);
				return prepared;
			});
	}

	/** In milliseconds since the epoch; undefined where the mail has no such time. */
	time(part: PropertyOf<'date'>['reads'][number]): number | undefined {
		const time = Date.parse(this.mail[part] ?? '');
		return Number.isNaN(time) ? undefined : time;
	}
}
