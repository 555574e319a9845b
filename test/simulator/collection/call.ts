import type { z } from 'zod';
import type { ApiAnswer, ApiRequest } from '../exchange';
import { CollectionProblem, unprocessable } from './problem';
import type { CollectionWorld } from './world';

/** One request on its way through a handler. */
export interface CollectionCall {
	request: ApiRequest;
	query: URLSearchParams;
	params: Record<string, string>;
	world: CollectionWorld;
	/** Throws 403 where the token lacks a scope (fact: collection-scopes). */
	demand: (scope: string) => void;
}

export interface CollectionRoute {
	/** Scope that the token must hold; undefined: any token (fact: collection-scopes). */
	scope?: string;
	handle: (call: CollectionCall) => ApiAnswer;
}

/** Routes by `METHOD /path` below `/partner_api/v1`; `:id` is a parameter. */
export type CollectionRoutes = Record<string, CollectionRoute>;

/** The request's JSON body, checked. Throws 400 for broken JSON, 422 naming each wrong key. */
export function readInput<T extends z.ZodTypeAny>(call: CollectionCall, schema: T): z.output<T> {
	let value: unknown;
	try {
		value = JSON.parse(call.request.body.toString('utf8') || '{}');
	} catch (error) {
		if (error instanceof SyntaxError) throw new CollectionProblem(400, ['Malformed JSON']);
		throw error;
	}
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw unprocessable(
		...result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
	);
}

/** The entry of the id in the path. Throws 404. */
export function findById<T extends { id: string }>(
	call: CollectionCall,
	entries: T[],
	what: string,
): T {
	const found = entries.find((entry) => entry.id === call.params.id);
	if (found === undefined) throw new CollectionProblem(404, [`${what} not found`]);
	return found;
}
