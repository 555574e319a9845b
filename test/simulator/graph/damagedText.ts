import { z } from 'zod';
import type { ApiAnswer } from '../exchange';
import { GraphProblem } from './problem';

const withText = z.object({ body: z.object({}) });
const entries = z.object({ value: z.array(z.object({ id: z.string().optional() }).passthrough()) });

/** A list that shows a text which nobody can read is not made (fact: damaged-text). */
export function checkTexts(answer: ApiAnswer, isDamaged: (id: string) => boolean): ApiAnswer {
	for (const { id = '', ...entry } of entries.parse(answer.body).value) {
		if (withText.safeParse(entry).success && isDamaged(id)) {
			throw new GraphProblem(500, 'InternalServerError', 'Error while processing response.');
		}
	}
	return answer;
}

/** One thing says what is wrong with it (fact: damaged-text). */
export function checkText(answer: ApiAnswer, isDamaged: boolean): ApiAnswer {
	if (!isDamaged || !withText.safeParse(answer.body).success) return answer;
	const says = 'Content conversion failed., Content conversion: Body conversion failed.';
	throw new GraphProblem(500, 'ErrorContentConversionFailed', says);
}
