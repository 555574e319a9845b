import { z } from 'zod';

const storedFile = z.object({
	fileName: z.string().optional(),
	/** Where n8n keeps it; n8n 1 may have none, and keep it here. */
	id: z.string().optional(),
	/** Its bytes in base64, or the name of the place where they are. */
	data: z.string(),
});
const binaryFiles = z.record(storedFile);
const nodeRuns = z.record(
	z.array(
		z.object({
			executionTime: z.number().default(0),
			error: z.object({ message: z.string(), description: z.string().nullish() }).nullish(),
			data: z
				.object({
					main: z
						.array(
							z
								.array(z.object({ json: z.record(z.unknown()), binary: binaryFiles.optional() }))
								.nullable(),
						)
						.optional(),
				})
				.nullish(),
		}),
	),
);
// A new execution has no data yet.
const executionData = z
	.object({
		resultData: z.object({
			runData: nodeRuns.default({}),
			error: z.object({ message: z.string(), description: z.string().nullish() }).nullish(),
		}),
	})
	.default({ resultData: {} });

export type StoredFile = z.infer<typeof storedFile>;

export interface NodeRun {
	/** Of the first output */
	items: Array<Record<string, unknown>>;
	/** The files of those items, by file name */
	files: Map<string, StoredFile>;
	/** How long it took by n8n's own clock */
	milliseconds: number;
	error?: string;
}

export interface ExecutionDetails {
	/** What stopped the whole execution */
	error?: string;
	/** The last run of each node, by its name */
	nodes: Map<string, NodeRun>;
}

/**
 * Reads the data of an execution as n8n's API gives it.
 *
 * @param text a JSON array in which every string inside objects and arrays is the index of
 *   another element (so that shared and circular parts are written once)
 */
export function readExecutionData(text: string): ExecutionDetails {
	const { resultData } = executionData.parse(unflatten(text));
	const nodes = new Map<string, NodeRun>();
	for (const [name, runs] of Object.entries(resultData.runData)) {
		const run = runs.at(-1);
		const items = run?.data?.main?.[0] ?? [];
		const files = items.flatMap(({ binary }) => Object.values(binary ?? {}));
		nodes.set(name, {
			items: items.map(({ json }) => json),
			files: new Map(files.map((file) => [file.fileName ?? '', file])),
			milliseconds: run?.executionTime ?? 0,
			error: wordsOf(run?.error),
		});
	}
	return { error: wordsOf(resultData.error), nodes };
}

function wordsOf(error?: { message: string; description?: string | null } | null) {
	return error ? [error.message, error.description].filter(Boolean).join(' ') : undefined;
}

function unflatten(text: string): unknown {
	const parts = z.array(z.unknown()).parse(JSON.parse(text));
	const known = new Map<number, unknown>();

	function read(index: number): unknown {
		if (known.has(index)) return known.get(index);
		const part = parts[index];
		if (Array.isArray(part)) {
			const list: unknown[] = [];
			known.set(index, list);
			for (const entry of part) list.push(follow(entry));
			return list;
		}
		if (typeof part === 'object' && part !== null) {
			const object: Record<string, unknown> = {};
			known.set(index, object);
			for (const [key, entry] of Object.entries(part)) object[key] = follow(entry);
			return object;
		}
		return part;
	}

	function follow(entry: unknown): unknown {
		return typeof entry === 'string' ? read(Number(entry)) : entry;
	}

	return read(0);
}
