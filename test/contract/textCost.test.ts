import { htmlToText } from '../../nodes/shared/html/html';

/** Characters of a text: a mail that costs ten times the usual time for each is seen at this length. */
const LENGTH = 250_000;
/** CPU time that a text of a stranger may take, in that of as many characters of a plain mail. */
const MOST = 8;

const fill = (unit: string, length = LENGTH) => unit.repeat(Math.ceil(length / unit.length));
const letters = [...'abcdefghijklmnopqrst'];
const classes = letters.join(' ');

/** As many rules as are kept for each of twenty classes, each with elements around and further names. */
function sheet(around: string, own = ''): string {
	const rules = letters.flatMap((letter) =>
		Array.from({ length: 30 }, (_, index) => `${around}${own}.${letter}{color:#0000${index + 10}}`),
	);
	return `<style>${rules.join('')}</style>`;
}

const ELEMENTS = [
	`<u class="${classes}">`,
	`<br class="${classes}">`,
	`<u class="${classes}">x</u>`,
	`<p class="${classes}">x</p>`,
];
const SHEETS = [
	sheet(fill('i ', 180)),
	sheet('', letters.map((letter) => `.${letter}`).join('')),
	sheet('i>'),
	`<style>*{color:red}${fill('*{color:blue}', 2_000)}</style>`,
];
const HALF = LENGTH / 2;
/** A style sheet and what it is for, each half of a text. */
const styled = (rules: string, elements: string) => `<style>${rules}</style>${elements}`;
const TEXTS = [
	...SHEETS.flatMap((rules) => ELEMENTS.map((element) => `${rules}<i>${fill(element)}`)),
	fill(`<u style="${fill('color:rgb(', 200)}">x`),
	fill(`<u style="${fill('display:block;opacity:1;', 200)}">x`),
	`<style>${fill('\\41')}</style>x`,
	`<style>${fill('[')}{color:red}</style>x`,
	`<style>${fill('@media a{')}</style>x`,
	fill('<style>.a{color:red}</style>'),
	fill('<div>'),
	fill('<b><p></b>'),
	fill('<blockquote>a'),
	fill('<table><tr><td>'),
	fill('<a href="https://a.b">x'),
	fill('<p a=b '),
	fill('&#x41;'),
	fill('\u200b'),
	fill('<script></script>'),
	fill('<script><!-- </script>'),
	`<script>${fill('<!-- -->')}</script>x`,
	// Rules in rules, and layers in layers.
	...['&{', '&&{', '&,&{', '@layer a{', '@layer{'].map((rule) => `<style>a{${fill(rule)}`),
	`<style>${fill('a', HALF)}{${fill('&', HALF)}{color:red}`,
	`<style>@layer ${fill('a.')}a;`,
	`<style>@layer ${fill('a', HALF)}{${fill('@layer{}', HALF)}`,
	// What each rule asks of a long attribute, and a long rule of each element.
	...['[a~=b]', '[a*=xx]', '[a=b i]'].map((rule) =>
		styled(fill(`${rule}{color:red}`, HALF), `<p a="${fill('x X', HALF)}">x`),
	),
	...[`p:nth-child(${fill('1', 90_000)})`, `${fill('A', 90_000)} p`].map((rule) =>
		styled(`${rule}{color:red}`, fill('<p>x</p>', HALF)),
	),
	// What is said of each element in another one.
	...[`u{${fill('color:red;', HALF)}}`, fill('u{color:red}', HALF)].map((rules) =>
		styled(rules, fill('<u>x', HALF)),
	),
	...['p:has(u)', 'p:first-child'].map((rule) => styled(`${rule}{color:red}`, fill('<p>x</p>'))),
	...['red', 'var(--a,var(--b,red))'].map((color) => styled(`u{color:${color}}`, fill('<u>x'))),
	styled(
		`u{${fill('color:var(--a,var(--b,red));opacity:0.9;', (4 * LENGTH) / 5)}}`,
		fill('<u style="color:red"><br class=a>', LENGTH / 5),
	),
	styled(
		`p{${Array.from({ length: 490 }, (_, index) => `--a${index}:b`).join(';')}}u{--b:c}`,
		`<p>${fill('<u>x')}`,
	),
].map((text) => text.slice(0, LENGTH));

/** How often a text over the limit is measured: what disturbs a run only makes it longer. */
const TIMES = 9;

/** What this thread works for a run, in milliseconds: the threads that help the collector do not count. */
function cpuTime(run: () => void): number {
	const before = process.threadCpuUsage();
	run();
	return process.threadCpuUsage(before).user / 1_000;
}

const plain = fill('<p class="MsoNormal" style="color:#333">All work and <b>no play</b></p>');

/** What a text costs, in the cost of a plain mail right before it: the least of what was measured. */
function costOf(content: string): number {
	let least = Number.POSITIVE_INFINITY;
	for (let time = 0; time < TIMES && least > MOST; time++) {
		const usual = cpuTime(() => void htmlToText(plain));
		least = Math.min(least, cpuTime(() => void htmlToText(content, { marked: true })) / usual);
	}
	return least;
}

it('no text of a stranger costs more than eight times what a plain mail of its length does', () => {
	htmlToText(plain);
	const faults = TEXTS.flatMap((content) => {
		const times = costOf(content);
		return times > MOST ? [`${content.slice(0, 60)}...: ${times.toFixed(1)} times`] : [];
	});
	expect(faults).toEqual([]);
});

it('where a style sheet takes too long the text says that it was not read, and shows nothing of the rest', () => {
	const rules = sheet(fill('i ', 180));
	const text = htmlToText(
		`<p>Hello</p>${rules}${fill(`<u class="${classes}">x</u>`)}<p class="a">hidden</p>`,
	);
	expect(text).toMatch(/^Hello\n/);
	expect(text).toMatch(/\[The rest was not read: its style sheets take too long\]$/);
	expect(text).not.toContain('hidden');
});
