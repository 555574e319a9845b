import { type BenchResults, median, ratioOf, type RowResult, type TriggerResult } from './results';
import { showRatio, showSeconds } from './tables';

/** In the units of the picture, which a phone shows one by one. */
const WIDTH = 420;
const MARGIN = 14;
/** Bars end here; their labels stand behind. */
const BARS_END = 300;
const HEAD = 70;
const ROW = 54;
const BAR = 12;
/** More nobody compares at a glance. */
const MOST_ROWS = 8;
/** Below the bars: the axis, and what the triggers lost. */
const AXIS = 26;
const LOST = 84;
/** A picture with a ground of its own is the same by day and by night. */
const COLOURS = {
	ground: '#ffffff',
	frame: '#d1d1d1',
	text: '#1b1b1b',
	ours: '#0f6cbd',
	theirs: '#a19f9d',
	limit: '#1b1b1b',
	lost: '#a4262c',
};
const FONT = "font-family='Segoe UI, Helvetica, Arial, sans-serif'";

const escape = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function text(x: number, y: number, words: string, more = ''): string {
	return `<text x="${x}" y="${y}" ${more}>${escape(words)}</text>`;
}

function bar(y: number, length: number, colour: string): string {
	return `<rect x="${MARGIN}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="2" fill="${colour}"/>`;
}

/** A row: both bars in times of ours, and a line at what the provider needs at least. */
function renderRow(row: RowResult, y: number, unit: number): string[] {
	const { title, ours, theirs, limitSeconds } = row;
	const ratio = ratioOf(row);
	const seconds = median(ours.seconds);
	const limit = MARGIN + (unit * limitSeconds) / seconds;
	const behind = (length: number) => MARGIN + length + 6;
	return [
		text(MARGIN, y + 12, title, 'font-weight="600"'),
		bar(y + 18, unit, COLOURS.ours),
		text(behind(unit), y + 28, showSeconds(seconds)),
		...(ratio === undefined
			? [text(MARGIN, y + 44, 'Microsoft Outlook fails')]
			: [
					bar(y + 34, unit * ratio, COLOURS.theirs),
					text(
						behind(unit * ratio),
						y + 44,
						`${showRatio(ratio)} × (${showSeconds(median(theirs.seconds))})`,
					),
				]),
		`<line x1="${limit.toFixed(1)}" x2="${limit.toFixed(1)}" y1="${y + 16}" y2="${y + 32}" stroke="${COLOURS.limit}" stroke-width="2"/>`,
	];
}

function legend(y: number): string[] {
	const entry = (x: number, colour: string, words: string) => [
		`<rect x="${x}" y="${y - 10}" width="10" height="10" rx="2" fill="${colour}"/>`,
		text(x + 15, y, words),
	];
	return [
		...entry(MARGIN, COLOURS.ours, 'Mail'),
		...entry(MARGIN + 66, COLOURS.theirs, 'Microsoft Outlook'),
		`<line x1="${MARGIN + 228}" x2="${MARGIN + 228}" y1="${y - 12}" y2="${y + 2}" stroke="${COLOURS.limit}" stroke-width="2"/>`,
		text(MARGIN + 236, y, "the provider's limit"),
	];
}

/** A line for each second multiple, from the first row down to its number. */
function axis(y: number, unit: number, longest: number): string[] {
	const step = longest > 12 ? 5 : 2;
	const ticks = Array.from({ length: Math.floor(longest / step) + 1 }, (_, tick) => tick * step);
	return ticks.flatMap((times) => {
		const x = (MARGIN + unit * times).toFixed(1);
		return [
			`<line x1="${x}" x2="${x}" y1="${HEAD}" y2="${y}" stroke="${COLOURS.frame}"/>`,
			text(Number(x), y + 14, `${times} ×`, 'font-size="11" text-anchor="middle"'),
		];
	});
}

/** How many of the emails each trigger lost, as bars of all that there were. */
function renderLost({ ours, theirs }: NonNullable<BenchResults['trigger']>, y: number): string[] {
	const all = ours.late.emails + ours.burst.emails;
	const of = ({ late, burst }: TriggerResult) => late.lost + burst.lost;
	const line = (name: string, lost: number, at: number) => [
		bar(at, ((BARS_END - MARGIN) * lost) / all, COLOURS.lost),
		text(MARGIN + ((BARS_END - MARGIN) * lost) / all + 6, at + 10, `${name}: ${lost}`),
	];
	return [
		text(MARGIN, y + 22, `Emails that the trigger lost, of ${all}`, 'font-weight="600"'),
		...line('Mail Trigger', of(ours), y + 34),
		...line('Outlook Trigger', of(theirs), y + 56),
	];
}

/** The rows that say how fast, as bars in times of ours; an SVG document. */
export function renderPlot(results: BenchResults): string {
	const steps = results.rows.filter(({ part }) => part === 'steps');
	// Of a job in several sizes the largest one.
	const jobOf = (id: string) => id.replace(/-\d+$/, '');
	const sizeOf = (id: string) => Number(/-(\d+)$/.exec(id)?.[1] ?? 0);
	const rows = steps
		.filter(
			({ id }) => !steps.some((one) => jobOf(one.id) === jobOf(id) && sizeOf(one.id) > sizeOf(id)),
		)
		.slice(0, MOST_ROWS);
	const longest = Math.max(1, ...rows.map((row) => ratioOf(row) ?? 1));
	const unit = (BARS_END - MARGIN) / longest;
	const bars = HEAD + ROW * rows.length;
	const lost = results.trigger ? renderLost(results.trigger, bars + AXIS) : [];
	const height = bars + AXIS + (lost.length > 0 ? LOST : 0) + MARGIN;
	return `${[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" ${FONT} font-size="13.5" fill="${COLOURS.text}">`,
		'<title>How long each job takes, in times of what Mail needs</title>',
		`<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6" fill="${COLOURS.ground}" stroke="${COLOURS.frame}"/>`,
		text(
			MARGIN,
			26,
			'The same job, in times of what Mail needs',
			'font-size="16" font-weight="600"',
		),
		...legend(50),
		...axis(bars, unit, longest),
		...rows.flatMap((row, index) => renderRow(row, HEAD + ROW * index, unit)),
		...lost,
		'</svg>',
	].join('\n')}\n`;
}
