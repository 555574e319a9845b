/** A JSON object as it comes from or goes to the wire. */
export type JsonObject = Record<string, unknown>;

/** One request as every simulated provider sees it; also what a batch part is turned into. */
export interface ApiRequest {
	method: string;
	/** Path below the API's root, still percent-encoded, without query: `/me/messages`. */
	path: string;
	/** Path and query as sent. */
	url: string;
	query: URLSearchParams;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: Buffer;
}

/** What a simulated provider answers. A Buffer goes out as it is, anything else as JSON. */
export interface ApiAnswer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** Whether a value is a plain JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a property of whatever it is given; undefined when there is none. */
export function property(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * The request's body for the log: parsed when it is JSON, text when it is text, else the bytes.
 * Broken JSON is shown as text.
 */
export function readableBody(body: Buffer, contentType: string | undefined): unknown {
	if (body.length === 0) return undefined;
	const type = contentType ?? '';
	if (type.includes('json')) {
		const text = body.toString('utf8');
		try {
			return JSON.parse(text);
		} catch (error) {
			if (error instanceof SyntaxError) return text;
			throw error;
		}
	}
	if (type.startsWith('text/')) return body.toString('utf8');
	if (type.includes('x-www-form-urlencoded')) {
		return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
	}
	return body;
}

/** The bytes an answer's body has on the wire. */
export function bodyBytes(body: unknown): Buffer {
	if (body === undefined) return Buffer.alloc(0);
	return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body), 'utf8');
}

/** Query as a plain record; a repeated name keeps its values joined by a comma. */
export function queryRecord(query: URLSearchParams): Record<string, string> {
	const record: Record<string, string> = {};
	for (const name of new Set(query.keys())) record[name] = query.getAll(name).join(',');
	return record;
}

const pauses = new Set<() => void>();

/** Resolves after so many milliseconds of real time; 0 still lets other requests in between. */
export function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		if (milliseconds <= 0) {
			setImmediate(resolve);
			return;
		}
		const end = (): void => {
			clearTimeout(timer);
			pauses.delete(end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		pauses.add(end);
	});
}

/** Ends every pause at once. */
export function endPauses(): void {
	for (const end of [...pauses]) end();
}
