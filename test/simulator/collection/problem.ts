/** A refusal of the Collection API; its body is a list of messages (fact: collection-errors, fact: collection-status). */
export class CollectionProblem extends Error {
	constructor(
		readonly status: number,
		readonly messages: string[],
		readonly headers: Record<string, string> = {},
	) {
		super(messages.join(' '));
		this.name = 'CollectionProblem';
	}
}

/** 404 for an id that does not exist. */
export function notFound(what: string): CollectionProblem {
	return new CollectionProblem(404, [`${what} not found`]);
}

/** 422 for input that cannot be used. */
export function unprocessable(...messages: string[]): CollectionProblem {
	return new CollectionProblem(422, messages);
}
