import type { ApiAnswer } from '../exchange';

/** A refusal in Graph's own terms; the server turns it into the error body of fact: error-body. */
export class GraphProblem extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
		this.name = 'GraphProblem';
	}
}

/** 404 with the code that a missing or stale id gets (fact: error-codes). */
export function itemNotFound(): GraphProblem {
	return new GraphProblem(
		404,
		'ErrorItemNotFound',
		'The specified object was not found in the store.',
	);
}

/** 400 with a code and text. */
export function badRequest(message: string, code = 'BadRequest'): GraphProblem {
	return new GraphProblem(400, code, message);
}

/** 403 with the code for missing rights (fact: error-codes). */
export function accessDenied(): GraphProblem {
	return new GraphProblem(
		403,
		'ErrorAccessDenied',
		'Access is denied. Check credentials and try again.',
	);
}

/** 403 for an application outside the mailboxes that Exchange confines it to (fact: application-confined). */
export function confined(): GraphProblem {
	return new GraphProblem(403, 'ErrorAccessDenied', 'Access to OData is disabled.');
}

/** What two writers get who collide; Exchange names it so (fact: write-conflict). */
export function conflict(): GraphProblem {
	return new GraphProblem(
		412,
		'ErrorIrresolvableConflict',
		'The send or update operation could not be performed because the change key passed in the ' +
			'request does not match the current change key for the item.',
	);
}

/** 501: the simulator does not know this request, so no test may take it for working. */
export function notSimulated(what: string): GraphProblem {
	return new GraphProblem(501, 'NotSimulated', `The simulator does not know ${what}.`);
}

/** The answer that carries a refusal. */
export function problemAnswer(
	problem: GraphProblem,
	about: { requestId: string; clientRequestId: string; date: string },
): ApiAnswer {
	return {
		status: problem.status,
		headers: problem.headers,
		body: {
			error: {
				code: problem.code,
				message: problem.message,
				innerError: {
					date: about.date,
					'request-id': about.requestId,
					'client-request-id': about.clientRequestId,
				},
			},
		},
	};
}
