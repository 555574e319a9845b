import { z } from 'zod';

/** What a person is asked; kept with the waiting execution, so that the page shows what the mail said. */
export const questionShape = z.object({
	/** Tells the questions of one execution apart. */
	id: z.string(),
	subject: z.string(),
	/** Plain text; line breaks are kept. */
	message: z.string(),
	responseType: z.enum(['approval', 'freeText']),
	approveLabel: z.string(),
	/** Missing where the question can only be approved. */
	declineLabel: z.string().optional(),
	/** Lets the person say why they decline. */
	askReason: z.boolean(),
});
export type Question = Omit<ParkedQuestion, 'id'>;
export type ParkedQuestion = z.infer<typeof questionShape>;

/** What a link of the mail stands for; signed together with the link. */
export const choiceShape = z.enum(['approve', 'decline', 'answer']);
export type Choice = z.infer<typeof choiceShape>;

/** Name of the signed query parameter that holds the choice. */
export const CHOICE_PARAMETER = 'choice';

/** The choices that a question offers, in the order they are shown. */
export function choicesOf({ responseType, declineLabel }: Question): Choice[] {
	if (responseType === 'freeText') return ['answer'];
	return declineLabel === undefined ? ['approve'] : ['approve', 'decline'];
}
