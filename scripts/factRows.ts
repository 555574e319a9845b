import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { filesBelow, ROOT } from './sources';

/** What the providers do, as data: docs/facts/README.md says how a row is written. */
const FOLDER = 'docs/facts';

/** How a row is known, the surest first. */
export const KNOWN = ['documented', 'observed', 'disputed', 'assumed'] as const;

const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const rowSchema = z
	.object({
		id,
		known: z.enum(KNOWN),
		states: z.string().min(1),
		sources: z
			.array(
				z
					.object({
						at: z.string().min(1),
						/** When it was written; where that is not told, when it was read. */
						date: z.string().regex(/^(read )?\d{4}(-\d\d){0,2}$/),
					})
					.strict(),
			)
			.nonempty(),
		readings: z
			.array(z.object({ id, says: z.string().min(1) }).strict())
			.min(2)
			.optional(),
		/** The reading that the nodes rest on, and that the simulator follows unless it is told otherwise. */
		restsOn: id.optional(),
	})
	.strict()
	.superRefine(({ known, readings = [], restsOn }, context) => {
		const refuse = (message: string) => context.addIssue({ code: 'custom', message });
		if (known === 'disputed' && readings.length === 0) refuse('is disputed, and has no readings');
		if (known === 'documented' && readings.length > 0) refuse('is documented, and has readings');
		const ids = readings.map((reading) => reading.id);
		if (new Set(ids).size < ids.length) refuse('has two readings of one ID');
		if (readings.length > 0 && !ids.includes(restsOn ?? ''))
			refuse('rests on none of its readings');
		if (readings.length === 0 && restsOn) refuse('rests on a reading, and has none');
	});

const subjectSchema = z.object({ subject: z.string().min(1), rows: z.array(rowSchema) }).strict();

export type Row = z.output<typeof rowSchema>;

/** One file of rows. */
export interface Subject extends z.output<typeof subjectSchema> {
	file: string;
}

/** Every file of rows. Throws where one is not written as it must be. */
export function readSubjects(): Subject[] {
	return filesBelow(FOLDER, '.json').map((file) => {
		const read = subjectSchema.safeParse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));
		if (!read.success) throw new Error(`${file}: ${read.error.message}`);
		return { file, ...read.data };
	});
}

/** Every row. */
export function readRows(): Row[] {
	return readSubjects().flatMap(({ rows }) => rows);
}

/** A reading of a row: of what it is one, and which. */
export interface Reading {
	fact: string;
	as: string;
}

/** Rows that the simulator can read in more than one way, and those ways, the one that the nodes rest on first. */
export function readSwitches(): Array<{ fact: string; readings: string[] }> {
	return readRows().flatMap(({ id: fact, readings, restsOn }) => {
		if (!readings || restsOn === undefined) return [];
		const others = readings.map((reading) => reading.id).filter((one) => one !== restsOn);
		return [{ fact, readings: [restsOn, ...others] }];
	});
}
