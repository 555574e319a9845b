import { renderClaim } from '../../scripts/benchmark/docs';
import { renderPlot } from '../../scripts/benchmark/plot';
import {
	type BenchResults,
	benchResults,
	median,
	type RowResult,
	type SideResult,
} from '../../scripts/benchmark/results';
import {
	faultsTable,
	renderTables,
	showRatio,
	startTable,
	stepsTable,
	toMarkdown,
	toText,
	triggerTable,
} from '../../scripts/benchmark/tables';
import { limitSeconds } from './limit';
import { ROWS } from './rows';

const LINE = { roundTripMs: 50, serviceMs: 20 };

const side = (more: Partial<SideResult> = {}): SideResult => ({
	seconds: [1],
	requests: 5,
	bytes: 2_000,
	done: 100,
	...more,
});
const row = (id: string, more: Partial<RowResult> = {}): RowResult => ({
	id,
	title: `Row ${id}`,
	part: 'steps',
	count: 100,
	limitSeconds: 0.5,
	ours: side(),
	theirs: side({ seconds: [8, 9], requests: 100, bytes: 3_000_000 }),
	...more,
});
const FAILED = row('send', {
	title: 'Send <60> MB',
	theirs: side({ failure: 'At most | 4MB.', done: 0 }),
});
const arrived = (emails: number, lost: number, repeated = 0) => ({ emails, lost, repeated });
const RESULTS: BenchResults = benchResults.parse({
	n8n: '2.41.1',
	node: '24.21.0',
	cores: 2,
	line: LINE,
	seconds: 500,
	rows: [
		row('move-1000'),
		row('mark-1000', { theirs: side({ seconds: [20] }) }),
		row('label-1000', { theirs: side({ seconds: [0.5] }) }),
		FAILED,
		row('fault-503', { part: 'faults', theirs: side({ done: 50, failure: 'Unavailable' }) }),
	],
	trigger: {
		ours: {
			late: arrived(150, 0),
			burst: arrived(100, 0),
			told: 0,
			quiet: { polls: 2, requests: 2, bytes: 1_200 },
		},
		theirs: {
			late: arrived(150, 12, 1),
			burst: arrived(100, 31, 2),
			told: 1,
			quiet: { polls: 3, requests: 3, bytes: 900 },
		},
	},
	start: {
		ours: { start: 19.4, heap: 784_488, use: 130, description: 290_000 },
		theirs: { start: 88, heap: 19_600_000, use: 98.4, description: 190_000 },
	},
});

describe("the provider's limit", () => {
	it('lets batches of twenty follow each other, four parts of each at once', () => {
		const least = limitSeconds([{ requests: 1_000, way: 'batched' }], LINE);
		expect(least).toBeCloseTo(50 * (0.05 + 5 * 0.02));
	});

	it('lets single requests travel four at once, or in turn where each needs the one before', () => {
		expect(limitSeconds([{ requests: 20, way: 'sideBySide' }], LINE)).toBeCloseTo(5 * 0.07);
		expect(limitSeconds([{ requests: 3, way: 'inTurn' }], LINE)).toBeCloseTo(3 * 0.07);
	});

	it('adds the phases of a job up; chunks of a file pay for the line alone', () => {
		const [send] = ROWS.filter(({ id }) => id === 'send-60');
		expect(limitSeconds(send?.least ?? [], LINE)).toBeCloseTo(3 * 0.07 + 15 * 0.05);
	});
});

describe('the middle of the runs', () => {
	it('is the middle one, or lies between the middle two', () => {
		expect([median([9, 1, 2]), median([8, 9]), median([4])]).toEqual([2, 8.5, 4]);
	});
});

describe('the tables of a run', () => {
	it('say how long each side took, how often that is ours, and how near the limit', () => {
		expect(stepsTable(RESULTS).rows[0]).toEqual([
			...[
				'Row move-1000',
				'1.00 s',
				'8.50 s',
				'8.5',
				'5 / 100',
				'2.0 kB / 3.0 MB',
				'0.50 s',
				'50 % / 6 %',
			],
		]);
	});

	it('say where we are the slower ones, also by how much', () => {
		expect(stepsTable(RESULTS).rows[2]?.[3]).toBe('0.5');
		expect([0.037, 0.96, 8.5, 79.6].map(showRatio)).toEqual(['0.04', '1.0', '8.5', '80']);
	});

	it('give the words of what failed, and no ratio', () => {
		const [, , theirs, ratio, , , , use] = stepsTable(RESULTS).rows[3] ?? [];
		expect([theirs, ratio, use]).toEqual(['fails: "At most | 4MB."', '–', '50 % / –']);
	});

	it('say what was done before something went wrong', () => {
		const [fault] = faultsTable(RESULTS).rows;
		expect(fault?.slice(1, 3)).toEqual(['100 of 100', '50 of 100, fails: "Unavailable"']);
	});

	it('say what became of emails, and what a quiet poll costs', () => {
		expect(triggerTable(RESULTS).rows.map(([, ...cells]) => cells)).toEqual([
			['0 of 150', '12 of 150'],
			['0 of 100', '31 of 100'],
			['0', '3'],
			['0', '1'],
			['1.0', '1.0'],
			['600 B', '300 B'],
		]);
	});

	it('say what n8n pays at its start, also where it is more than for the other', () => {
		expect(startTable(RESULTS).rows.map(([, ...cells]) => cells)).toEqual([
			['19 ms', '88 ms'],
			['784.5 kB', '19.6 MB'],
			['130 ms', '98 ms'],
			['290.0 kB', '190.0 kB'],
		]);
	});

	it('stay tables in Markdown where a cell has a bar', () => {
		const table = toMarkdown(stepsTable(RESULTS));
		expect(table).toContain('| fails: "At most \\| 4MB." |');
		expect(table.split('\n')[1]).toBe(`| ${Array(8).fill('---').join(' | ')} |`);
	});

	it('are columns in a terminal, and leave out what was not measured', () => {
		const lines = toText({ head: ['A', 'B'], rows: [['long cell', 'b']] }).split('\n');
		expect(lines).toEqual(['A          B', 'long cell  b']);
		const part = { ...RESULTS, rows: [row('move-1000')], trigger: undefined, start: undefined };
		expect(renderTables(part).trim().split('\n')).toHaveLength(2);
	});
});

describe('the plot', () => {
	const plot = renderPlot(RESULTS);
	const widths = [...plot.matchAll(/<rect x="14" y="\d+" width="([\d.]+)" height="12"/g)].map(
		([, width]) => Number(width),
	);

	it('draws each job in times of what Mail needs', () => {
		const [ours = 0, move = 0, , mark = 0, , label = 0] = widths;
		expect(move / ours).toBeCloseTo(8.5, 1);
		expect(mark / ours).toBeCloseTo(20, 1);
		expect(label / ours).toBeCloseTo(0.5, 1);
	});

	it('has no bar for what failed, and says so', () => {
		expect(widths).toHaveLength(9);
		expect(plot.match(/>Microsoft Outlook fails</g)).toHaveLength(1);
	});

	it('shows the largest of a job in several sizes, eight rows at most', () => {
		const rows = ['move-100', ...Array.from({ length: 9 }, (_, job) => `job${job}-20`)].map((id) =>
			row(id),
		);
		const text = renderPlot({ ...RESULTS, rows: [...rows, row('move-1000')] });
		expect(text).not.toContain('Row move-100<');
		expect(text.match(/>Row /g)).toHaveLength(8);
	});

	it('has an axis, and what each trigger lost as a bar of all emails', () => {
		expect(plot.match(/>\d+ ×</g)).toEqual(['>0 ×<', '>5 ×<', '>10 ×<', '>15 ×<', '>20 ×<']);
		expect(plot).toContain('Emails that the trigger lost, of 250');
		expect(plot).toContain('>Mail Trigger: 0<');
		expect(plot).toContain('>Outlook Trigger: 43<');
	});

	it('is a document of its own: a ground, no link, every sign escaped', () => {
		expect(plot).toContain('fill="#ffffff"');
		expect(plot.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|href/);
		expect(plot).toContain('Send &lt;60&gt; MB');
	});
});

describe('what the README claims', () => {
	it('are the ratios of the results, and what the triggers lost', () => {
		const claim = renderClaim(RESULTS);
		expect(claim).toMatch(/8\.5 times .* 20 times .* 0\.5 times/);
		expect(claim).toContain(
			'_Mail_ does worst at "Row label-1000": there, _Microsoft Outlook_ takes 0.5 times as long',
		);
		expect(claim).toMatch(/150 emails .* lost 0, .* 12\. Of 100 .* lost 0, .* 31\.$/);
	});

	it('cannot be made of results without these jobs', () => {
		expect(() => renderClaim({ ...RESULTS, rows: [] })).toThrow('move-1000');
		expect(() => renderClaim({ ...RESULTS, trigger: undefined })).toThrow('triggers');
	});
});
