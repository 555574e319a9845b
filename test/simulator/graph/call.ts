import type { z } from 'zod';
import type { Reading } from '../../../scripts/factRows';
import type { ApiAnswer, ApiRequest } from '../exchange';
import type { IdKind } from './ids';
import type { Mailbox, ShareRights } from './mailbox';
import { accessDenied, badRequest, conflict, GraphProblem } from './problem';
import { camelKeys } from './schemas';
import type { GraphWorld } from './world';

/** What a request asks for by its Prefer header. */
export interface Preferences {
	immutableIds: boolean;
	bodyType: 'text' | 'html';
	timeZone: string | undefined;
	maxPageSize: number | undefined;
}

/** One request or batch part, on its way through a handler. */
export interface GraphCall {
	request: ApiRequest;
	query: URLSearchParams;
	/** Decoded path parameters. */
	params: Record<string, string>;
	prefer: Preferences;
	/** Preferences that were honoured; they go into Preference-Applied. */
	applied: string[];
	/** Format of the ids in the answer. */
	ids: IdKind;
	world: GraphWorld;
	/** The mailbox that the path names. */
	mailbox: Mailbox;
	/** The mailbox of the token's owner. */
	caller: Mailbox;
	/** Scopes of the token; empty: everything. */
	scope: string;
	/** Nobody signed in: the scopes are those of an application. */
	application: boolean;
	/** The caller's rights when the mailbox is somebody else's. */
	rights: ShareRights | undefined;
	/** The API's root with version: links are built on it. */
	root: string;
	/** The simulator's own address. */
	origin: string;
	now: number;
}

export type GraphHandler = (call: GraphCall) => ApiAnswer | Promise<ApiAnswer>;

/** Handlers by `METHOD /path`; `:name` is a parameter. Paths are below `/me` or `/users/{id}`. */
export type GraphRoutes = Record<string, GraphHandler>;

/** Reads a Prefer header: several preferences may stand in one, by comma (fact: prefer-combined). */
export function readPreferences(header: string | undefined): Preferences {
	const text = header ?? '';
	const size = /odata\.maxpagesize\s*=\s*"?(\d+)"?/i.exec(text);
	return {
		immutableIds: /IdType\s*=\s*"ImmutableId"/i.test(text),
		bodyType: /outlook\.body-content-type\s*=\s*"?text"?/i.test(text) ? 'text' : 'html',
		timeZone: /outlook\.timezone\s*=\s*"([^"]*)"/i.exec(text)?.[1],
		maxPageSize: size === null ? undefined : Number(size[1]),
	};
}

/** A path parameter. Throws when the route has none of that name: a fault of the simulator. */
export function param(call: GraphCall, name: string): string {
	const value = call.params[name];
	if (value === undefined) throw new Error(`The route has no parameter "${name}"`);
	return value;
}

/** The request's body as JSON. Throws Graph's 400 when it is none. */
export function readJsonBody(call: GraphCall): unknown {
	const { body, headers } = call.request;
	if (body.length === 0) return undefined;
	if (!(headers['content-type'] ?? '').toLowerCase().includes('json')) {
		throw badRequest('Entity only allows writes with a JSON Content-Type header.');
	}
	try {
		return JSON.parse(body.toString('utf8'));
	} catch (error) {
		if (error instanceof SyntaxError) throw badRequest('Unable to read JSON request payload.');
		throw error;
	}
}

/** Checks a value against what the service accepts; the refusal names the property. */
export function check<T extends z.ZodTypeAny>(schema: T, value: unknown): z.output<T> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const names = issue?.code === 'unrecognized_keys' ? issue.keys : [issue?.path.join('.') ?? ''];
	// The text that unknown properties get (fact: patch-unknown).
	throw badRequest(
		`Set action is invalid for property: ${names.join(', ')}. ${issue?.message ?? ''}`,
		'ErrorInvalidPropertySet',
	);
}

/** The request's body, checked. */
export function readBody<T extends z.ZodTypeAny>(call: GraphCall, schema: T): z.output<T> {
	const value = readJsonBody(call);
	if (value === undefined) throw badRequest('Empty Payload. JSON content expected.');
	return check(schema, value);
}

/** An action's body, checked; names may begin with a capital (fact: action-names). */
export function readAction<T extends z.ZodTypeAny>(call: GraphCall, schema: T): z.output<T> {
	return check(schema, camelKeys(readJsonBody(call) ?? {}));
}

/** Refuses what a cloud may not have: a row whose readings are `there`, `segment` and `not-found`. */
export function checkInCloud(
	call: GraphCall,
	{ fact }: Pick<Reading, 'fact'>,
	action: string,
): void {
	const { readings } = call.world;
	if (readings.is({ fact, as: 'segment' })) {
		throw badRequest(`Resource not found for the segment '${action}'.`);
	}
	if (readings.is({ fact, as: 'not-found' })) throw new GraphProblem(404, 'UnknownError', '');
}

/** Refuses an If-Match of another version (fact: cancel-waiting, fact: event-if-match, fact: item-if-match). */
export function checkMatch(call: GraphCall, etag: string): void {
	const match = call.request.headers['if-match'];
	if (match !== undefined && match !== '*' && match !== etag) throw conflict();
}

/** Whether the token's scopes hold one of those named. Tokens without scopes hold all. */
export function hasScope(call: GraphCall, ...names: string[]): boolean {
	if (call.scope === '') return true;
	const held = call.scope.split(' ').map((scope) => scope.split('/').at(-1)?.toLowerCase());
	return names.some((name) => held.includes(name.toLowerCase()));
}

/**
 * Refuses settings and rules to those who may not see or change them. Consumer mailboxes gave 403 (fact: settings-personal),
 * and so do those of others, even to administrators (fact: settings-of-others).
 */
export function checkSettings(call: GraphCall, access: 'Read' | 'ReadWrite'): void {
	const scopes = ['MailboxSettings.ReadWrite'];
	if (access === 'Read') scopes.push('MailboxSettings.Read');
	const refused = call.mailbox.personal || call.mailbox !== call.caller;
	if (refused || !hasScope(call, ...scopes)) throw accessDenied();
}

/**
 * Refuses what the caller may not do in the area (fact: shared-scopes): read-only tokens do not write, and
 * a mailbox of somebody else needs its owner's share.
 */
export function checkAccess(
	call: GraphCall,
	area: 'mail' | 'calendar' | 'contacts',
	access: 'read' | 'readWrite',
): void {
	const prefix = { mail: 'Mail', calendar: 'Calendars', contacts: 'Contacts' }[area];
	const scopes = [`${prefix}.ReadWrite`, `${prefix}.ReadWrite.Shared`];
	if (access === 'read') scopes.push(`${prefix}.Read`, `${prefix}.Read.Shared`);
	if (!hasScope(call, ...scopes)) throw accessDenied();
	if (call.mailbox === call.caller) return;
	const right = call.rights?.[area];
	if (right === undefined || (access === 'readWrite' && right === 'read')) throw accessDenied();
}
