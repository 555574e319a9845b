import { readFileSync } from 'node:fs';
import path from 'node:path';
import { KNOWN, readSubjects, type Row } from './factRows';
import { filesBelow, ROOT } from './sources';

/** Between the two stands what is made from the file or folder that the first one names. */
const BLOCK = /<!-- From (docs\/facts[^ ]*) -->\n[\s\S]*?<!-- End -->/g;

/** Pages of which rows are a part. */
export const FACT_PAGES = filesBelow('docs', '.md').filter((file) =>
	read(file).includes('<!-- From docs/facts'),
);

/** The page with the rows of the files that it names. */
export function renderFacts(page: string): string {
	const subjects = readSubjects();
	return read(page).replace(BLOCK, (_block, source: string) => {
		const rows = subjects.find(({ file }) => file === source)?.rows;
		if (!rows && source !== 'docs/facts')
			throw new Error(`${page} names ${source}, which is not there`);
		const text = rows ? rows.map(renderRow).join('\n') : renderCounts();
		return `<!-- From ${source} -->\n\n${text}\n\n<!-- End -->`;
	});
}

/** The page that says what each claim rests on. */
export const CLAIMS_PAGE = 'docs/dev/claims.md';

/** That page, with how each row in it is known. Throws where a row is not there. */
export function renderClaims(): string {
	const rows = new Map(readSubjects().flatMap(({ rows }) => rows.map((row) => [row.id, row])));
	return read(CLAIMS_PAGE).replace(/`([a-z0-9-]+)` \((\w+)\)/g, (_match, id: string) => {
		const row = rows.get(id);
		if (row === undefined) throw new Error(`${CLAIMS_PAGE} names ${id}, which is not there`);
		return `\`${id}\` (${row.known})`;
	});
}

function read(file: string): string {
	return readFileSync(path.join(ROOT, file), 'utf8');
}

function renderRow({ id, known, states, sources, readings = [], restsOn }: Row): string {
	const from = sources.map(({ at, date }) => `${at} (${date})`).join('; ');
	const marked = (one: string) => (one === restsOn ? `**${one}**` : one);
	return [
		`- \`${id}\` ${states} _${known}: ${from}_`,
		...readings.map((reading) => `  - ${marked(reading.id)}: ${reading.says}`),
	].join('\n');
}

/** Rows by provider, and by how they are known. */
function renderCounts(): string {
	const providers = new Map<string, Row[]>();
	for (const { file, rows } of readSubjects()) {
		const provider = path.posix.basename(path.posix.dirname(file));
		providers.set(provider, [...(providers.get(provider) ?? []), ...rows]);
	}
	const lines = [...providers].map(([provider, rows]) => {
		const counts = KNOWN.map((known) => rows.filter((row) => row.known === known).length);
		const switches = rows.filter(({ readings }) => readings).length;
		return `- ${provider}: ${KNOWN.map((known, index) => `${counts[index]} ${known}`).join(', ')}; ${switches} with several readings`;
	});
	return lines.join('\n');
}
