import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources';
import { renderPlot } from './plot';
import { type BenchResults, benchResults, ratioOf } from './results';
import { faultsTable, showRatio, startTable, stepsTable, toMarkdown, triggerTable } from './tables';

/** The results that the documentation shows. */
export const DOCS_RESULTS = 'docs/benchmark.json';
/** In the README, what stands between these two is made from them. */
const BEGIN = '<!-- From docs/benchmark.json -->';
const END = '<!-- End -->';

/** Reads them anew. */
export function readDocsResults(): BenchResults {
	return benchResults.parse(JSON.parse(readFileSync(join(ROOT, DOCS_RESULTS), 'utf8')));
}

/** Of a row by its name, how many times as long the other side takes, in words; or that it fails. */
function timesOf({ rows }: BenchResults, wanted: string): string {
	const row = rows.find(({ id }) => id === wanted);
	if (row === undefined) throw new Error(`${DOCS_RESULTS} has no row ${wanted}.`);
	const ratio = ratioOf(row);
	return ratio === undefined ? 'fails' : `${showRatio(ratio)} times`;
}

/** The rows that both sides finish, the one that says least for this package first. */
const rows = (results: BenchResults) =>
	results.rows
		.filter((row) => row.part === 'steps' && ratioOf(row) !== undefined)
		.sort((one, other) => (ratioOf(one) ?? 0) - (ratioOf(other) ?? 0));

/** What the README claims of the results. */
export function renderClaim(results: BenchResults): string {
	const times = (id: string) => timesOf(results, id);
	const { ours, theirs } = results.trigger ?? {};
	if (ours === undefined || theirs === undefined) {
		throw new Error(`${DOCS_RESULTS} has no triggers.`);
	}
	const lost = (kind: 'late' | 'burst') =>
		`the Mail Trigger lost ${ours[kind].lost}, the Microsoft Outlook Trigger ${theirs[kind].lost}`;
	const jobs = `_Microsoft Outlook_ takes ${times('move-1000')} as long as _Mail_ to move 1,000 emails. It takes ${times('mark-1000')} as long to mark them read, and ${times('label-1000')} as long to label them.`;
	const worst = rows(results)[0];
	const least = worst
		? ` _Mail_ does worst at "${worst.title}": there, _Microsoft Outlook_ takes ${showRatio(ratioOf(worst) ?? 0)} times as long.`
		: '';
	const late = `Of ${ours.late.emails} emails that became visible some seconds late, ${lost('late')}.`;
	const burst = `Of ${ours.burst.emails} that arrived in the second of a poll, ${lost('burst')}.`;
	return `Both nodes ran the same jobs in the same n8n, against the same simulated provider. ${jobs}${least} ${late} ${burst}`;
}

function renderPage(results: BenchResults): string {
	const { n8n, node, cores, line } = results;
	const { roundTripMs, serviceMs } = line;
	const runsOf = (isList: boolean) => {
		const rows = results.rows.filter(({ id }) => id.startsWith('list-') === isList);
		return Math.max(1, ...rows.map(({ ours }) => ours.seconds.length));
	};
	return `# Benchmark

\`npm run bench\` compares the nodes of this package with n8n's own, _Microsoft Outlook_ and _Microsoft Outlook Trigger_. Both
run in one n8n, against the same simulated provider, over the same line. \`npm run bench -- --docs\` makes this page and its
picture from such a run. It took ${Math.round(results.seconds / 60)} minutes with n8n ${n8n} on Node ${node} and ${cores} cores.

Seconds depend on the machine. Only ratios are claimed.

![Bars: how long each job takes, in times of what Mail needs](pictures/benchmark.svg)

## Jobs

${toMarkdown(stepsTable(results))}

Of two figures in a cell, the first is Mail's. Ratio: how many times as long Microsoft Outlook takes.

- **The line** takes ${roundTripMs} ms for a request and its answer. The provider takes ${serviceMs} ms for each request, four at once for
  a mailbox, and twenty in a batch. \`--line\` and \`--service\` change the times. Opening a connection costs nothing.
- **Provider's limit**: the least time for the job at four at once. _Of its speed_: this time as a share of the time that was
  measured.
- **Seconds** are those that n8n notes for the steps that reach the provider, without the start of the execution. Each
  side runs its lists ${runsOf(true)} times, other short jobs ${runsOf(false)} times, in turn, and the median counts. All else runs once.
- **Bytes** are those of the bodies, both ways.
- **Label**: Mail reads the labels of each email and adds one. Microsoft Outlook replaces them all, which
  needs one request instead of two.
- **List**: Mail leaves out Deleted Items, Junk Email and Drafts, and names the folder of each email. Microsoft Outlook
  lists all folders, without the time and the folder of an email.
- **With their texts**: Mail asks for 25 emails first, then for more the shorter they are, so that long ones never hold
  n8n up. It makes of each the text that a person sees. Microsoft Outlook asks for all at once, and returns the HTML.
- **Send**: the step of Microsoft Outlook puts the file into one request, and the provider takes 4 MB. For larger files
  it needs three steps: a draft, an attachment, and sending the draft.

## When something goes wrong

Once, in the middle of the job, with the settings that both nodes have by themselves. Emails that are marked read in the end:

${toMarkdown(faultsTable(results))}

## Triggers

Both poll once a minute in mailboxes of their own, first while nothing arrives. Then emails come that the provider shows
up to 10 seconds after it received them, and a burst that begins with the first request of a poll and lasts a
second. The Mail Trigger's _Maximum Emails per Poll_ was 500.

${toMarkdown(triggerTable(results))}

How many are lost depends on the moments of the polls. The cause does not: the Mail Trigger looks back, the other asks
for what was received between two polls, by n8n's clock. The provider gives times in whole seconds. An email that
arrives after a poll in the same second has a time before it, so the next poll doesn't ask for it.

## When n8n starts

${toMarkdown(startTable(results))}

Each is the least of five processes that do what n8n does. n8n reads the package of Microsoft Outlook, with all of its own nodes,
in any case. What Mail takes comes on top.
`;
}

/** The README with its part of the results. */
function renderReadme(results: BenchResults): string {
	const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
	const [before, rest = ''] = text.split(`${BEGIN}\n`);
	const [, after] = rest.split(`${END}\n`);
	if (after === undefined) throw new Error(`README.md has no place between ${BEGIN} and ${END}.`);
	return `${before}${BEGIN}\n\n${renderClaim(results)}\n\n${END}\n${after}`;
}

/** What is made from the results; a test holds each against what would be written now. */
export const WRITTEN_FROM_RESULTS = [
	{ file: 'docs/benchmark.md', render: () => renderPage(readDocsResults()) },
	{ file: 'docs/pictures/benchmark.svg', render: () => renderPlot(readDocsResults()) },
	{ file: 'README.md', render: () => renderReadme(readDocsResults()) },
];
