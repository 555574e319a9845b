import { InvalidInput } from '../../shared/http/failures';

/** A filter that cannot be evaluated; the message is for the person who wrote it. */
export class SearchFilterError extends InvalidInput {
	override name = 'SearchFilterError';
	/** The reason and the proposal, without the place. */
	readonly advice: string;

	/**
	 * @param reason What is wrong, in one or two sentences.
	 * @param position Where the piece at fault begins, counted from 0; the message counts from 1, as people do.
	 * @param proposal A valid filter that asks for the same; missing where it would be a guess.
	 */
	constructor(
		reason: string,
		readonly position: number,
		readonly proposal?: string,
	) {
		const advice = proposal === undefined ? '' : ` Write: ${proposal}`;
		super(`Search Filter, position ${position + 1}: ${reason}${advice}`);
		this.advice = `${reason}${advice}`;
	}
}

/** The refusal of a value; `offset` is where in its text the fault lies. */
export function valueFault(
	{ start, quoted }: { start: number; quoted: boolean },
	reason: string,
	offset = 0,
): SearchFilterError {
	return new SearchFilterError(reason, start + (quoted ? 1 : 0) + offset);
}

/** Longest piece of a filter that an error repeats, in characters: enough to recognise it. */
const SHOWN_PIECE = 40;

/** A piece of the filter as an error shows it: in quotes, on one line, shortened. */
export function shown(piece: string): string {
	const characters = [...piece.replace(/\s+/g, ' ')];
	const cut = characters.length > SHOWN_PIECE;
	return `"${characters.slice(0, SHOWN_PIECE).join('')}${cut ? '…' : ''}"`;
}
