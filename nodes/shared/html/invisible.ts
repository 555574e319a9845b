/** Characters that show nothing, or only turn the direction of others; tabs and line breaks are none. */
const UNSEEN = /(?:(?![\t-\r])[\p{Default_Ignorable_Code_Point}\p{Cc}])+/gu;
/** Characters that join two letters, or make a sign an emoji: scripts and emoji need them. */
const JOINER = /^(?:\u200C|\u200D|\uFE0F)$/;
/** Two of them in a row, which make one emoji of a sign and an emoji behind it. */
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
