import fc from 'fast-check';
import { escapeHtml, htmlToText } from '../../../../nodes/shared/html/html';
import { growthFault } from '../../../harness/growth';

describe('escapeHtml', () => {
	it('leaves no text a way out of an element or of an attribute in either kind of quotes', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const shown = escapeHtml(text);
				expect(shown).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
			}),
		);
		expect(escapeHtml(`a & b < c > "d" 'e'`)).toBe(
			'a &amp; b &lt; c &gt; &quot;d&quot; &#39;e&#39;',
		);
	});
});

describe('htmlToText', () => {
	it.each([
		['<p>Dear Ms M&uuml;ller,</p><p>the invoice</p>', 'Dear Ms Müller,\n\nthe invoice'],
		['one<br>two', 'one\ntwo'],
		['<b>in</b>voice', 'invoice'],
		['<table><tr><td>Total</td><td>17&nbsp;&euro;</td></tr></table>', 'Total 17 €'],
		['<style>p { color: red }</style>seen<script>var hidden = 1</script>', 'seen'],
		['<!-- not <b>this</b> -->but this', 'but this'],
		['<head><title>No</title></head><body>Yes</body>', 'Yes'],
		['5 < 6 &amp; 7 &gt; 6', '5 < 6 & 7 > 6'],
		['&#8217;&#x1F9FE;&#99999999;&unknown;', '’🧾\ufffd&unknown;'],
		['Total: &#128;50, it&#146;s &bdquo;so&ldquo; at 20 &deg;C', 'Total: €50, it’s „so“ at 20 °C'],
		['&frac12; &times; 3&nbsp;m&sup2; &rarr; &sect; 5 &yen;', '½ × 3 m² → § 5 ¥'],
		['a&nbspb &copy 2026 &#8211 c &amp d', 'a b © 2026 – c & d'],
		['<a href="https://a.b/?x=1&copy=2">here</a>', 'here'],
		['<a href="https://contoso.com/?a=1&b=2">link</a>', 'link'],
		[
			'<P>İSTANBUL İÇİN</P><STYLE>p { color: red }</STYLE><p>Son <b>gün</b>',
			'İSTANBUL İÇİN\n\nSon gün',
		],
		['one<![if !mso]>two<![endif]>', 'onetwo'],
		['<html><head><title>No</title><meta charset="utf-8"><body>Yes', 'Yes'],
		['one<center>two</center>three', 'one\ntwo\nthree'],
		['a <- b', 'a <- b'],
		['Total:&emsp;17&thinsp;&euro;&zwj;&rlm;', 'Total: 17 €'],
		['unclosed <b', 'unclosed'],
		['unclosed <!-- comment', 'unclosed'],
		['', ''],
	])('reads %j as people do', (html, text) => {
		expect(htmlToText(html)).toBe(text);
	});

	const HIDING = [
		...['display:none', 'DISPLAY : NONE !important', 'display/* */: none', 'd\\69splay:none'],
		...[
			'visibility:hidden',
			'opacity:0',
			'opacity:0.01',
			'font-size:0',
			'font-size:1px',
			'font:0/0 a',
		],
		...[
			'color:#fff',
			'color:white',
			'color:rgb(255, 255, 255)',
			'color:#fefefe',
			'color:transparent',
		],
		...['color:rgba(0,0,0,0)', 'color:#333;background:#333333', 'background-color:black'],
		...['float:left;width:0px;overflow:hidden', 'clip-path:inset(50%)', 'opacity:0%'],
		...['position:absolute;left:-9999px', 'margin-left:-9999px', 'clip-path:inset(100%)'],
		...[
			'display:inline-block;transform:scale(0)',
			'display&#58;none',
			'color:snow',
			'position:fixed;top:-100em',
		],
	];

	it.each(HIDING)('leaves out what nobody sees: %s', (style) => {
		expect(htmlToText(`<p>Pay <span style="${style}">nothing</span> 17 €</p>`)).toBe('Pay 17 €');
		expect(htmlToText(`<p>Pay <span style='${style}'><b>no</b>thing</span> 17 €</p>`)).toBe(
			'Pay 17 €',
		);
		const plain = style.replace('&#58;', ':');
		const sheet = `<style>.x, i { ${plain} }</style>`;
		expect(htmlToText(`${sheet}<p>Pay <span class="a x">nothing</span> 17 €</p>`)).toBe('Pay 17 €');
	});

	it.each([
		['an attribute', '<p hidden>no</p>yes'],
		['the colour of a font', '<font color="#FFFFFF">no</font>yes'],
		['the colour of the page', '<body bgcolor=black text="black">no<i style="color:red">yes</i>'],
		[
			'the colour of a cell',
			'<table><tr><td bgcolor="#036" style="color:#036">no</td></tr></table>yes',
		],
		['an ID', '<style>#note{display:none}</style><p id="note">no</p>yes'],
		['an element around it', '<style>.a p{display:none}</style><div class=a><p>no</div><p>yes</p>'],
		[
			'a usual window',
			'<style>@media screen and (min-width:600px){p{display:none}}</style><p>no</p>yes',
		],
		['a sheet for screens', '<style media="screen">i{display:none}</style><i>no</i>yes'],
		[
			'a sheet that has the last word',
			'<style>i{display:none!important}</style><i style="display:inline">no</i>yes',
		],
		['a sheet behind it', '<p class=x>no</p>yes<style>.x{display:none}</style>'],
		['an attribute behind a > in quotes', '<p title=">" style="display:none">no</p>yes'],
		['a tag that is none', '</ no>yes<? no?><!no>'],
		[
			'an end tag that ends nothing',
			'<div hidden><table><tr><td></div>no</td></tr></table></div>yes',
		],
		['an end tag that reaches over no block', '<span hidden><div></span>no</div></span>yes'],
		['formatting behind a block', '<div><font style="display:none"></div>no</font>yes'],
		['an attribute that never ends', 'yes<p title="no'],
		[
			'no size, of which more is none either',
			'<p style="font-size:0"><b style="font-size:2em">no</b></p>yes',
		],
		[
			'an element behind one that was closed in a block',
			'<table><tr><td><b hidden>no<p>no</b>yes</p></td></tr></table><i hidden>no</i>',
		],
		['a paragraph alone', '<p hidden>no<p>yes'],
		['an entry alone', '<ul><li hidden>no<li>yes</ul>'],
		['a drawing behind a value that ends in a slash', '<svg class=a/>no</svg>yes'],
		['a drawing in one that ends at once', '<svg><svg/>no</svg>yes'],
		['a template with blocks', '<body><template><p>no<div>no</template>yes'],
		['a template in front of the body', '<template><p>no</template>yes'],
		['a template in a paragraph', '<p>yes<template><div>no</div></template></p>'],
		['a template of a table', '<template><table><tr><td>no</template>yes'],
		['a template in a cell', '<table><tr><td>yes<template></td><td>no</template></table>'],
		['one in front that is empty', '<style>i:empty+b{display:none}</style><i></i><b>no</b>yes'],
		['not being empty', '<style>b:not(:empty){display:none}</style><b>no</b>yes'],
		['a template in hidden bold', '<template><b hidden>no</template>yes'],
	])('leaves out what is hidden by %s, and nothing else', (_, html) => {
		expect(htmlToText(html)).toBe('yes');
	});

	it.each([
		['white on a dark ground', '<td style="background:#036"><b style="color:#fff">yes</b></td>'],
		['white on a picture', '<td background="a.png"><b style="color:#fff">yes</b></td>'],
		[
			'white on the ground of a sheet',
			'<style>.d{background:#036 url(a.png)}</style><div class=d><b style="color:white">yes',
		],
		[
			'letters inside those without size',
			'<div style="font-size:0"><b style="font-size:14px">yes</b></div>',
		],
		['seen again', '<div style="visibility:hidden"><b style="visibility:visible">yes</b></div>'],
		[
			'hidden on telephones',
			'<style>@media (max-width:600px){.w{display:none}}</style><p class=w>yes',
		],
		['hidden in a sheet for print', '<style media="print">p{display:none}</style><p>yes'],
		['hidden in print', '<style>@media print{p{display:none}}</style><p>yes'],
		['another state', '<style>p:hover{display:none}@import url(a);.z{display:none}</style><p>yes'],
		['elsewhere', '<style>.a p{display:none}</style><p>yes'],
		['hidden where it is empty', '<style>p i,p:empty{display:none}</style><p>yes'],
		['grey', '<p style="color:#999">yes'],
		['a font whose line height is none', '<p style="font:0/odd a">yes'],
		['behind a block in bold', '<b hidden>no<p>no</b>yes</p>'],
		['behind a drawing that ends at once', '<body><svg width="1" />yes'],
		['behind a drawing that HTML ends', '<svg><g><text>no<p>yes'],
		['behind a drawing with HTML in it', '<svg><foreignObject><p>no</p></foreignObject></svg>yes'],
	])('keeps what people see: %s', (_, html) => {
		expect(htmlToText(html)).toBe('yes');
	});

	it('leaves out characters that show nothing, and keeps those that join', () => {
		const tags = [...'ignore'].map((letter) =>
			String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
		);
		expect(htmlToText(`pay${tags.join('')} 1\u200b7\u202e &#x200b;&#xE0041;€\u00ad`)).toBe(
			'pay 17 €',
		);
		expect(htmlToText('👩\u200d💻 ❤\ufe0f می\u200cخواهم')).toBe('👩\u200d💻 ❤\ufe0f می\u200cخواهم');
		expect(htmlToText('🏳\ufe0f\u200d🌈 a\ufe0f\u200db')).toBe('🏳\ufe0f\u200d🌈 ab');
		expect(htmlToText('a\u200d\u200c\u200db')).toBe('ab');
	});

	it('marks quotes, signatures and links only where that is asked for', () => {
		const html =
			'Yes, <a href="https://contoso.com/a?b=1&amp;c=2">this</a> or <a href="https://contoso.com/">contoso.com</a>' +
			'<div class="gmail_signature">Ann Lee<br>Contoso</div>' +
			'<div>On Monday, Bob wrote:</div><blockquote>Which?<blockquote>Hello</blockquote></blockquote>';
		expect(htmlToText(html, { marked: true })).toBe(
			[
				...['Yes, this <https://contoso.com/a?b=1&c=2> or contoso.com', '--', 'Ann Lee', 'Contoso'],
				...['On Monday, Bob wrote:', '', '> Which?', '', '>> Hello'],
			].join('\n'),
		);
		expect(htmlToText(html)).not.toMatch(/[<>]|--/);
	});

	it.each([
		['https://contoso.com/login?from=evil.test', true],
		['https://contoso.com.evil.test', true],
		['Log in at contoso.com, not at evil.test', true],
		['https://notevil.test', true],
		['evil.test', false],
		['HTTP://evil.test/', false],
		['\nhttps://evil\n.test', false],
	])('says where a link leads unless its text is that address alone: %j', (shown, isSaid) => {
		const read = htmlToText(`<a href="https://evil.test/">${shown}</a>`, { marked: true });
		expect(read.includes('<https://evil.test/>')).toBe(isSaid);
	});

	it('cuts the address of a link that is too long to be shown', () => {
		const html = `<a href="https://evil.test/?${'a'.repeat(3_000)}">https://contoso.com</a>`;
		expect(htmlToText(html, { marked: true })).toMatch(
			/^https:\/\/contoso\.com <https:\/\/evil\.test\/\?a{1900,2000}…>$/,
		);
	});

	it.each([
		['&#1;https://evil.test', 'https://evil.test'],
		['\x1f https://evil.test', 'https://evil.test'],
		['//evil.test/pay', '//evil.test/pay'],
		['\\\\evil.test', '\\\\evil.test'],
	])('says where a link leads however its address begins: %j', (href, address) => {
		const html = `<a href="${href}">https://contoso.com</a>`;
		expect(htmlToText(html, { marked: true })).toBe(`https://contoso.com <${address}>`);
		const shown = htmlToText(`<a href="//contoso.com/">https://contoso.com</a>`, { marked: true });
		expect(shown).toBe('https://contoso.com');
	});

	it.each([
		['<ol><li>a</li><li><p>b</p></li><li></li></ol><p>c</p>', '1. a\n\n2. b\n\nc'],
		['<ol start="4"><li>a<li value="9">b<li>c</ol>', '4. a\n9. b\n10. c'],
		['<ol><li>a<ol type="a"><li>b<li>c</ol><li>d</ol>', '1. a\n\na. b\nb. c\n\n2. d'],
		['<ol style="list-style-type: upper-latin"><li>a</ol>', 'A. a'],
		['<ol style="list-style:none"><li>a</ol>', 'a'],
		['<ol type="i"><li>a</ol>', 'a'],
		['<ol reversed><li>a</ol>', 'a'],
		['<ul><li>a</ul>', 'a'],
		['<ol type=a start=26><li>a<li>b</ol>', 'z. a\nb'],
		['<ol><li style="display:none">a<li>b<li hidden>c<li>d</ol>', '1. b\n2. d'],
		['<ol start="x"><li><!-- nothing --><br><li>a</ol>', '2. a'],
		['<s>100</s> 80 <strike>a</strike><del>b</del>', '~~100~~ 80 ~~ab~~'],
		['<span style="text-decoration:line-through">a <b>b</b></span>c', '~~a b~~c'],
		['<div style="text-decoration: underline">a</div>', 'a'],
		['<style>.o b{text-decoration:red line-through}</style><p class=o><b>9</b> 8', '~~9~~ 8'],
		['<style>s{text-decoration-line:none}</style><s>a</s>b', 'ab'],
		['<style>del{text-decoration:underline}</style><del>a<s>b</s></del>', 'a~~b~~'],
		['<i style="text-decoration:line-through!important;text-decoration:none">a</i>', '~~a~~'],
		['<s>a<p>b</p></s>c', '~~a~~\n\n~~b~~\n\nc'],
		['<s style="display:none">a</s>b<s> </s>', 'b'],
		['<ol><li><s>a</s> b</ol>', '1. ~~a~~ b'],
	])('marks numbers of items and what is struck out: %j', (html, text) => {
		expect(htmlToText(html, { marked: true })).toBe(text);
		expect(htmlToText(html)).not.toMatch(/~~|\. /);
	});

	it('marks a signature once, and none that is empty or quoted', () => {
		const marked = (html: string) => htmlToText(html, { marked: true });
		expect(marked('Hi<div id="Signature"></div>')).toBe('Hi');
		expect(marked('Hi<div id="Signature">-- <br>Ann</div>')).toBe('Hi\n--\nAnn');
		expect(marked('Hi<blockquote>Yo<div id="Signature">Ann</div></blockquote>')).not.toContain(
			'--',
		);
	});

	it('breaks lines where paragraphs, entries and preformatted text do', () => {
		expect(htmlToText('<div>a\n b</div><div>c</div><div><br></div><ul><li>d<li>e</ul>')).toBe(
			'a b\nc\n\nd\ne',
		);
		expect(htmlToText('<pre>a\nb</pre>')).toBe('a\nb');
		const block = (text: string) => `<a href="https://a.example" style="display:block">${text}</a>`;
		expect(htmlToText(`x${block('Track')}${block('Help')}y`)).toBe('x\nTrack\nHelp\ny');
		const inSheet = '<style>.l{display:block}</style><span class=l>a</span><span class=l>b</span>';
		expect(htmlToText(inSheet)).toBe('a\nb');
		expect(htmlToText('a<i style="display:block;visibility:hidden">no</i>b')).toBe('a\nb');
		expect(htmlToText('a<i hidden style="display:none">no</i>b')).toBe('ab');
	});

	it('stops at as many characters as are wanted, and tells whether more follow', () => {
		const text = (parts: string[]) =>
			fc
				.tuple(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), fc.nat(40), fc.boolean())
				.map(([some, upTo, marked]) => ({ html: some.join(''), upTo, marked }));
		const parts = [
			'a',
			' b',
			'\n ',
			'\u200b',
			'&amp;',
			'<p>',
			'<br>',
			'<blockquote>',
			'</blockquote>',
		];
		const links = [
			'<a href="https://a.b/">',
			'</a>',
			'<style>.x{display:none}</style>',
			'<p class=x>',
			'<ol>',
			'<li>',
			'<s>',
			'</s>',
		];
		fc.assert(
			fc.property(text([...parts, ...links]), ({ html, upTo, marked }) => {
				const whole = htmlToText(html, { marked });
				const begin = htmlToText(html, { marked, upTo });
				expect(begin.slice(0, upTo)).toBe(whole.slice(0, upTo));
				expect(begin.length > upTo).toBe(whole.length > upTo);
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each([
		['paragraphs', '<p>words of a mail</p>'],
		['one line', '<b>words</b> of a mail '],
		['text alone', 'words of a mail '],
	])('takes no longer to stop in a long text than in a short one: %s', (_, piece) => {
		const long = piece.repeat(200_000);
		const timeOf = (upTo?: number) => {
			const before = process.threadCpuUsage().user;
			expect(htmlToText(long, { upTo }).length).toBeGreaterThan(upTo ?? 1_000_000);
			return process.threadCpuUsage().user - before;
		};
		const whole = timeOf();
		const part = Math.min(...Array.from({ length: 3 }, () => timeOf(200)));
		expect(part).toBeLessThan(whole / 10);
	});

	it('never throws, and leaves text without markup as it is', () => {
		fc.assert(
			fc.property(fc.string(), (html) => {
				expect(typeof htmlToText(html)).toBe('string');
			}),
		);
		expect(htmlToText('plain words, only')).toBe('plain words, only');
	});

	it.each(['<', '<!--', '<script>', '<b', '&amp', '<br>\n', '&#1'])(
		'takes linear time for %j repeated',
		async (piece) => {
			const read = (length: number) => htmlToText(piece.repeat(length));
			expect(await growthFault(read)).toBeUndefined();
		},
	);

	it.each([
		['ol', 'list-style:'],
		['span', 'text-decoration'],
	])('takes linear time for %s with a style of %j repeated', async (name, piece) => {
		const read = (length: number) =>
			htmlToText(`<${name} style="${piece.repeat(length)}"><li>a`, { marked: true });
		expect(await growthFault(read)).toBeUndefined();
	});
});
