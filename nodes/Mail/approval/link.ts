import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { choiceShape } from './question';

type Signer = Pick<IWebhookFunctions, 'getSignedResumeUrl'>;

/** What a link says; n8n signs all of it. */
const linkShape = z.object({
	choice: choiceShape,
	/** ID of the question it was sent with. */
	question: z.string(),
	/** Its owner, as the index among the approvers: an address would stand in the logs of servers. */
	approver: z.coerce.number().int().nonnegative(),
});
export type Link = z.infer<typeof linkShape>;

/** The signed address of the page for a choice. */
export function signedLink(context: Signer, { choice, question, approver }: Link): string {
	return context.getSignedResumeUrl({ choice, question, approver: String(approver) });
}

/**
 * Reads the query of an opened link.
 * @returns undefined for one that was not signed like this. n8n 2.14 and newer refuse it before;
 * older ones leave that to the node.
 */
export function readLink(context: Signer, query: IDataObject): Link | undefined {
	const link = linkShape.safeParse(query);
	if (!link.success) return undefined;
	const signed = new URL(signedLink(context, link.data)).searchParams.get('signature');
	return signed !== null && query.signature === signed ? link.data : undefined;
}

/** Tells n8n to check signatures itself, as it does only when told before 2.14. */
export function requireSignatures(context: object): void {
	const demand: unknown = Reflect.get(context, 'setSignatureValidationRequired');
	if (typeof demand === 'function') Reflect.apply(demand, context, []);
}
