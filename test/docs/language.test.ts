import { shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { filesBelow } from '../../scripts/sources';
import { countWords, measure, readPage, sentencesOf } from './readability';

/** The most words that a sentence may have. */
const LONGEST = 30;

/** Pages for developers, and those that are made from code or results. */
const NOT_PROSE = ['graph', 'collection-api', 'steps', 'benchmark'];

const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'CODE_OF_CONDUCT.md',
	...filesBelow('docs', '.md').filter(
		(page) =>
			!/^docs\/(dev|facts)\//.test(page) && !NOT_PROSE.some((name) => page === `docs/${name}.md`),
	),
];

/** What makes a reader stop, and what says the same. */
const HARD = [
	{ hard: /\bwho(m?so)?ever\b/i, better: 'a person who, anyone' },
	{ hard: /\b(of|in|to|from|for|by|with|at) whom\b|\bwhom\b/i, better: 'who' },
	{ hard: /\b(of|for|at) which\b/i, better: 'a sentence of its own' },
	{ hard: /\bstands?\b/i, better: 'is' },
	{ hard: /\bfor good\b/, better: 'permanently' },
	{ hard: /\bso long\b/i, better: 'for this time, while' },
	{ hard: /\bbeside\b/i, better: 'next to, compared with' },
	{ hard: /\bin place of\b/i, better: 'instead of' },
	{ hard: /\b(is|are) to be\b/i, better: 'you do it' },
	{ hard: /\b(those|that) of\b.*\b(those|that) of\b/i, better: 'the name of the thing, again' },
	{ hard: /\bso that\b.*\bso that\b/i, better: 'two sentences' },
	{ hard: /\ban own\b/i, better: 'your own' },
	{ hard: /\bwith commas between\b/i, better: 'comma-separated' },
	{ hard: /\b(where|there|here)(of|upon|with|in)\b/i, better: 'a sentence of its own' },
	// The button has this name since n8n 2; before, it was a switch between Inactive and Active.
	{
		hard: /(?<!older n8n: )\b(de)?activate(d|s)?\b|\bswitch(ed)? the workflow (on|off)\b|\bworkflow (is|was) switched\b/i,
		better: 'publish, unpublish',
	},
];

function longSentences(text: string): string[] {
	return sentencesOf(text)
		.filter((sentence) => countWords(sentence) > LONGEST)
		.map((sentence) => `${countWords(sentence)} words: ${sentence}`);
}

function hardWords(text: string): string[] {
	return sentencesOf(text).flatMap((sentence) =>
		HARD.filter(({ hard }) => hard.test(sentence)).map(
			({ hard, better }) => `"${hard.exec(sentence)?.[0]}" (${better}): ${sentence}`,
		),
	);
}

describe('a page that users read', () => {
	it.each(PAGES)('%s has no sentence that has to be read twice', (page) => {
		const text = readPage(page);
		expect({
			figures: measure(page, LONGEST),
			found: [...longSentences(text), ...hardWords(text)],
		}).toEqual({ figures: measure(page, LONGEST), found: [] });
	});
});

/** What a part of a node's description tells people about it. */
const TOLD = new Set(['displayName', 'description', 'hint', 'placeholder', 'action', 'message']);

/** The texts of a description, with those of all that is in it. */
function textsOf(part: unknown): string[] {
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([name, value]) =>
		typeof value === 'string' && TOLD.has(name) ? [value] : textsOf(value),
	);
}

describe('a text in the editor', () => {
	it.each([
		...shippedNodes().map(({ className, instance }) => ({ className, all: instance.description })),
		...shippedCredentials().map(({ className, instance }) => ({ className, all: instance })),
	])('of $className has to be read once', ({ all }) => {
		const texts = [...new Set(textsOf(all))];
		expect(texts.length).toBeGreaterThan(5);
		const found = texts.flatMap((text) => [...longSentences(text), ...hardWords(text)]);
		expect(found).toEqual([]);
	});
});

describe('the measure', () => {
	const long = `${'word '.repeat(LONGEST)}end`;

	it.each([
		['a paragraph over two lines', long.replace('word word', 'word\nword')],
		['an entry of a list', `- ${long}`],
		['a cell of a table', `| a | b |\n| --- | --- |\n| ${long} | c |`],
		['a link with many words', `[${long}](page.md)`],
	])('finds a long sentence in %s', (_, text) => {
		expect(longSentences(`${text}.`)).toHaveLength(1);
	});

	it.each([
		['a block of code', `\`\`\`sh\n${long}\n\`\`\``],
		['a piece of code', `Run \`${long}\`.`],
		['the address of a link', `See [the page](${long.replaceAll(' ', '-')}).`],
		['a heading', `# ${long}`],
		['two entries of a list', `- ${long.slice(0, 100)}\n- ${long.slice(0, 100)}`],
		['two cells', `| ${long.slice(0, 100)} | ${long.slice(0, 100)} |`],
		['two sentences', `${long.slice(0, 100)}. A ${long.slice(0, 100)}`],
	])('takes %s for no long sentence', (_, text) => {
		expect(longSentences(text)).toEqual([]);
	});

	it('keeps a version number and a file in one sentence', () => {
		expect(sentencesOf('n8n 1.110 reads `a.json`. Then you start.')).toEqual([
			'n8n 1.110 reads code.',
			'Then you start.',
		]);
	});

	it.each(HARD.map(({ hard }) => hard))('names a word that is hard to read: %s', (hard) => {
		const samples = [
			'Whoever writes.',
			'Whom you ask.',
			'A list of which one is read.',
			'It stands there.',
			'Gone for good.',
			'It waits so long.',
			'It is beside it.',
			'One in place of two.',
			'Nothing is to be done.',
			'The rules are those of n8n, the names those of Graph.',
			'It runs so that you see it, so that you know.',
			'With an own text.',
			'Texts with commas between them.',
			'The end thereof.',
			'Activate the workflow.',
		];
		expect(samples.filter((sample) => hard.test(sample))).not.toEqual([]);
		expect(hardWords('You choose an account. Then the step runs.')).toEqual([]);
	});
});
