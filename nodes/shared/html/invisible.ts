/** What shows nothing, or only turns the direction of the rest; tabs and line breaks show. */
const UNSEEN = /(?:(?![\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cc}])+/gu;
/** What joins two letters, or makes a sign an emoji: part of how scripts and emoji are written. */
const JOINER = /^(?:\u200C|\u200D|\uFE0F)$/;
/** The same, where it makes one emoji of two, of which the first is a sign else. */
const EMOJI_JOINER = '\uFE0F\u200D';

/**
 * Text without the characters that show nothing, in which a stranger can hide words from people and not
 * from language models: tags, fillers, signs of direction and of no width. One that joins two letters
 * stays; several in a row join nothing.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
export function withoutInvisible(text: string): string {
	return text.replace(UNSEEN, (signs, at: number) => {
		const before = text.slice(Math.max(0, at - 2), at);
		const joins =
			signs === EMOJI_JOINER
				? /\p{Extended_Pictographic}$/u.test(before)
				: JOINER.test(signs) && /[\p{L}\p{M}\p{S}]/u.test(before);
		return joins ? signs : '';
	});
}
