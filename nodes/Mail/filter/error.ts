import { InvalidInput } from '../../shared/failures';

/** A change to the filter's text that would make it valid: what stands from start to end becomes text. */
export interface Edit {
	start: number;
	end: number;
	text: string;
}

/** A filter that cannot be evaluated; the message is for the person who wrote it. */
export class SearchFilterError extends InvalidInput {
	override name = 'SearchFilterError';

	/**
	 * @param message Position, reason and, where there is one, the nearest valid form of the piece.
	 * @param position Where the piece at fault begins, counted from 0.
	 * @param nearest The nearest filter that is accepted, in full.
	 */
	constructor(
		message: string,
		readonly position: number,
		readonly nearest?: string,
	) {
		super(message);
	}
}

/** What the reading of a filter stumbles over, before anyone has looked for the nearest valid form. */
export class FilterFault extends Error {
	override name = 'FilterFault';

	/**
	 * @param reason One or two sentences for the user.
	 * @param position Where the piece at fault begins, counted from 0.
	 * @param edits Changes that may help, the likeliest first.
	 */
	constructor(
		reason: string,
		readonly position: number,
		readonly edits: Edit[] = [],
	) {
		super(reason);
	}
}

/** Longest piece of a filter that an error repeats, in characters: enough to recognise it. */
const SHOWN_PIECE = 40;

/** A piece of the filter as an error shows it: in quotes, on one line, shortened. */
export function shown(piece: string): string {
	const characters = [...piece.replace(/\s+/g, ' ')];
	const cut = characters.length > SHOWN_PIECE;
	return `"${characters.slice(0, SHOWN_PIECE).join('')}${cut ? '…' : ''}"`;
}
