import { z } from 'zod';

/** What one side did in a row; the sums are those of its last run. */
const sideResult = z.object({
	/** Of the steps alone, by n8n's own clock; one for each run */
	seconds: z.array(z.number()).nonempty(),
	/** Requests over the line; a batch is one */
	requests: z.number(),
	/** Bodies of requests and answers together */
	bytes: z.number(),
	/** Emails or files that were really done, looked up at the provider */
	done: z.number(),
	/** What n8n says where the execution failed */
	failure: z.string().optional(),
});

const rowResult = z.object({
	id: z.string(),
	title: z.string(),
	/** `steps` says how fast, `faults` what is left after something went wrong */
	part: z.enum(['steps', 'faults']),
	/** Emails or files that there are to do */
	count: z.number(),
	/** The least time that the provider allows for it */
	limitSeconds: z.number(),
	ours: sideResult,
	theirs: sideResult,
});

/** Emails of one kind that a trigger waited for. */
const delivered = z.object({ emails: z.number(), lost: z.number(), repeated: z.number() });

/** A trigger after the emails of the plan. */
const triggerResult = z.object({
	/** Became visible some seconds after they were received */
	late: delivered,
	/** Arrived in the second of a poll */
	burst: delivered,
	/** Executions that n8n lists as failed: whoever looks there learns that something is missing */
	told: z.number(),
	/** While nothing arrived */
	quiet: z.object({ polls: z.number(), requests: z.number(), bytes: z.number() }),
});

/** What n8n pays for the package of a node before the node does anything. */
const startResult = z.object({
	/** Milliseconds of CPU in which n8n reads the package at its start */
	start: z.number(),
	/** Bytes that it keeps of it */
	heap: z.number(),
	/** Milliseconds of CPU for the first use of the node */
	use: z.number(),
	/** Characters of the node's description, which the editor loads */
	description: z.number(),
});

/** Everything that a run measured, and on what. */
export const benchResults = z.object({
	n8n: z.string(),
	node: z.string(),
	cores: z.number(),
	/** The way to the provider and back, and what a request takes there, in milliseconds */
	line: z.object({ roundTripMs: z.number(), serviceMs: z.number() }),
	/** Of the whole run, with the start of n8n */
	seconds: z.number(),
	rows: z.array(rowResult),
	trigger: z.object({ ours: triggerResult, theirs: triggerResult }).optional(),
	start: z.object({ ours: startResult, theirs: startResult }).optional(),
});

export type BenchResults = z.infer<typeof benchResults>;
export type RowResult = z.infer<typeof rowResult>;
export type SideResult = z.infer<typeof sideResult>;
export type StartResult = z.infer<typeof startResult>;
export type TriggerResult = z.infer<typeof triggerResult>;

/** The middle one of some numbers; between the middle two of an even number. */
export function median(numbers: number[]): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** How many times as long the other side takes; undefined where one of them failed. */
export function ratioOf({ ours, theirs }: RowResult): number | undefined {
	if (ours.failure !== undefined || theirs.failure !== undefined) return undefined;
	return median(theirs.seconds) / median(ours.seconds);
}
