/** Characters of a transaction ID: 128 bits in hexadecimal. */
const LENGTH = 32;

/**
 * An ID by which Graph knows a request for a new event again, so that repeating it makes no second
 * one: https://learn.microsoft.com/graph/api/resources/event
 * @param runKey What stays the same when the request is repeated.
 * @param request What is asked for: another event has another ID.
 */
export async function createTransactionId(runKey: string, request: object): Promise<string> {
	const text = new TextEncoder().encode(JSON.stringify([runKey, request]));
	const digest = await crypto.subtle.digest('SHA-256', text);
	return Buffer.from(digest).toString('hex').slice(0, LENGTH);
}
