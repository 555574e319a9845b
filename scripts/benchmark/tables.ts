import {
	type BenchResults,
	median,
	ratioOf,
	type RowResult,
	type SideResult,
	type StartResult,
	type TriggerResult,
} from './results';

/** Cells of text under their heads. */
export interface Table {
	head: string[];
	rows: string[][];
}

const both = <T>(ours: T, theirs: T, show: (value: T) => string) =>
	`${show(ours)} / ${show(theirs)}`;
const plain = (count: number) => count.toLocaleString('en');

/** Seconds with as many digits as they bear. */
export function showSeconds(seconds: number): string {
	return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

/** A ratio as it is claimed: 8.3, 12. */
export function showRatio(ratio: number): string {
	return ratio.toFixed(ratio < 0.1 ? 2 : ratio < 10 ? 1 : 0);
}

function showBytes(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function showTime({ seconds, failure }: SideResult): string {
	return failure === undefined ? showSeconds(median(seconds)) : `fails: "${failure}"`;
}

/** How much of the provider's speed was used; nothing is said of what failed. */
function showUse({ seconds, failure }: SideResult, limit: number): string {
	return failure === undefined ? `${Math.round((100 * limit) / median(seconds))} %` : '–';
}

/** How fast the steps are. */
export function stepsTable({ rows }: BenchResults): Table {
	const shown = rows.filter(({ part }) => part === 'steps');
	return {
		head: [
			'Job',
			'Mail',
			'Microsoft Outlook',
			'Ratio',
			'Requests',
			'Bytes',
			"Provider's limit",
			'Of its speed',
		],
		rows: shown.map((row) => {
			const { title, ours, theirs, limitSeconds } = row;
			const ratio = ratioOf(row);
			return [
				title,
				showTime(ours),
				showTime(theirs),
				ratio === undefined ? '–' : showRatio(ratio),
				both(ours.requests, theirs.requests, plain),
				both(ours.bytes, theirs.bytes, showBytes),
				showSeconds(limitSeconds),
				both(ours, theirs, (side) => showUse(side, limitSeconds)),
			];
		}),
	};
}

/** What is left after something went wrong. */
export function faultsTable({ rows }: BenchResults): Table {
	const left = ({ count }: RowResult, { done, failure }: SideResult) =>
		failure === undefined ? `${done} of ${count}` : `${done} of ${count}, fails: "${failure}"`;
	return {
		head: ['While 100 emails are marked read', 'Mail', 'Microsoft Outlook', 'Seconds'],
		rows: rows
			.filter(({ part }) => part === 'faults')
			.map((row) => [
				row.title,
				left(row, row.ours),
				left(row, row.theirs),
				both(row.ours, row.theirs, ({ seconds }) => showSeconds(median(seconds))),
			]),
	};
}

/** What became of the emails that the triggers waited for, and what waiting cost. */
export function triggerTable({ trigger }: BenchResults): Table {
	if (trigger === undefined) return { head: [], rows: [] };
	const { ours, theirs } = trigger;
	const each = (title: string, show: (side: TriggerResult) => string) => [
		title,
		show(ours),
		show(theirs),
	];
	const ofAll = ({ emails }: TriggerResult['late'], count: number) =>
		`${plain(count)} of ${plain(emails)}`;
	const perPoll = ({ quiet }: TriggerResult, sum: number) => sum / Math.max(quiet.polls, 1);
	return {
		head: ['Polls once a minute', 'Mail Trigger', 'Microsoft Outlook Trigger'],
		rows: [
			each('Lost of the emails that became visible late', ({ late }) => ofAll(late, late.lost)),
			each('Lost of those that arrived in the second of a poll', ({ burst }) =>
				ofAll(burst, burst.lost),
			),
			each('Started the workflow twice', ({ late, burst }) =>
				plain(late.repeated + burst.repeated),
			),
			each('Executions that say that something failed', ({ told }) => plain(told)),
			each('Requests of a poll with nothing new, in a mailbox of 1,000 emails', (side) =>
				perPoll(side, side.quiet.requests).toFixed(1),
			),
			each('Bytes of it', (side) => showBytes(Math.round(perPoll(side, side.quiet.bytes)))),
		],
	};
}

/** What n8n pays for each package before a node does anything. */
export function startTable({ start }: BenchResults): Table {
	if (start === undefined) return { head: [], rows: [] };
	const { ours, theirs } = start;
	const each = (title: string, show: (side: StartResult) => string) => [
		title,
		show(ours),
		show(theirs),
	];
	const milliseconds = (count: number) => `${Math.round(count)} ms`;
	return {
		head: ["n8n's start", 'Mail', 'Microsoft Outlook'],
		rows: [
			each('CPU to read the package', (side) => milliseconds(side.start)),
			each('Memory that it keeps', ({ heap }) => showBytes(heap)),
			each('CPU for the first use of the node', ({ use }) => milliseconds(use)),
			each("The node's description, which the editor loads", (side) => showBytes(side.description)),
		],
	};
}

/** A table as Markdown has it. */
export function toMarkdown({ head, rows }: Table): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Wider cells would push the others out of the terminal. */
const CELL_WIDTH = 50;

/** A table for a terminal, in columns. */
export function toText({ head, rows }: Table): string {
	const cut = (cell: string) =>
		cell.length > CELL_WIDTH ? `${cell.slice(0, CELL_WIDTH - 1)}…` : cell;
	const lines = [head, ...rows].map((cells) => cells.map(cut));
	const widths = head.map((_, column) =>
		Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
	);
	return lines
		.map((cells) =>
			cells
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** All tables of a run for a terminal. */
export function renderTables(results: BenchResults): string {
	return [stepsTable(results), faultsTable(results), triggerTable(results), startTable(results)]
		.filter(({ rows }) => rows.length > 0)
		.map((table) => `\n${toText(table)}\n`)
		.join('');
}
