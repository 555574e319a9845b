import fc from 'fast-check';
import { inFront, seenInFront } from '../../../../nodes/Mail/email/quote';
import { htmlToText, linesToHtml } from '../../../../nodes/shared/html/html';

const text = (content: string) => ({ contentType: 'text' as const, content });
const html = (content: string) => ({ contentType: 'html' as const, content });

describe('The own text in front of the quoted mail', () => {
	it.each([
		[
			'text before an HTML document goes inside its body',
			text('a < b\nc'),
			html('<html><body lang="de"><p>Old</p></body></html>'),
			html('<html><body lang="de"><div>a &lt; b<br>c</div><p>Old</p></body></html>'),
		],
		[
			'what a document says of all of its body stays with the quote',
			text('New'),
			html('<html><body style="color:red" lang=de><p>Old</p></body></html>'),
			html('<html><body><div>New</div><div style="color:red" lang=de><p>Old</p></body></html>'),
		],
		[
			'of a whole HTML document only the body is taken',
			html('<html><head><style>p{}</style></head><body class="x"><p>New</p></body></html>'),
			html('<p>Old</p>'),
			html('<div class="x"><p>New</p></div><p>Old</p>'),
		],
		[
			'a document of its own that reads from right to left still does',
			html('<html dir="rtl" lang=he><head></head><body style="color:red">\u05d0!</body></html>'),
			html('<p>Old</p>'),
			html('<div style="color:red" dir="rtl" lang=he>\u05d0!</div><p>Old</p>'),
		],
		[
			'HTML before plain text makes the quote HTML',
			html('<b>New</b>'),
			text('1 < 2\nOld'),
			html('<div><b>New</b></div>1 &lt; 2<br>Old'),
		],
		[
			'text before HTML keeps its columns and its indents',
			text('Item   Qty\n  Pen  1\n\tInk\n x y'),
			html('<p>Old</p>'),
			html(
				'<div>Item&nbsp;&nbsp; Qty<br>&nbsp; Pen&nbsp; 1<br>&emsp;Ink<br>&nbsp;x y</div><p>Old</p>',
			),
		],
		['text before text stays text', text('New'), text('Old'), text('New\n\nOld')],
	])('%s', (_, own, quoted, expected) => {
		expect(inFront(own, quoted)).toEqual(expected);
	});

	it.each([
		'<html><head><!-- <body> --></head><body>Eve</body></html>',
		'<html><head><style>/* <body> */ p{color:red}</style></head><body>Eve</body></html>',
		'<html><head><title><body></title></head><body>Eve</body></html>',
		'<html><head><meta content="<body>"></head><body>Eve</body></html>',
		'<!--<body>-->Eve',
		'<html><head><script>"<body>"</script></head><body>Eve</body></html>',
		'<html><head><style>p{}<!-- <body></style><style>--></style></head><body>Eve</body></html>',
		'<html><body title="a>b">Eve</body></html>',
		`<html><body style='x:">"'>Eve</body></html>`,
		'<textarea><body>',
		'<html><body hidden>Eve',
		'<html><body style="display:none">Eve',
		'<html><body text="white" bgcolor="white">Eve',
		'<div hidden>Eve',
		'<body><div style="display:none">',
		'<body title="left open>Eve',
	])('is seen, whatever the quoted mail is: %s', (quoted) => {
		for (const own of [text('May I pay?'), html('<p>May I pay?</p>')]) {
			expect(htmlToText(inFront(own, html(quoted)).content)).toContain('May I pay?');
		}
	});

	it.each([
		'<html><head><style>div{display:none}</style></head><body>Eve</body></html>',
		'<html><head><style>body>:first-child{font-size:0}</style></head><body>Eve</body></html>',
		'<html><head><style>*{color:#fff;background:#fff}</style></head><body>Eve</body></html>',
		'<body>Eve<style>body{opacity:0}</style>',
		`<style>${'div{'.repeat(9)}</style>Eve<style>div{display:none}</style>`,
	])('is seen, whatever the style sheets of the quoted mail hide: %s', async (quoted) => {
		for (const own of [text('May I pay?'), html('<p>May I pay?</p>')]) {
			const { content } = await seenInFront(own, html(quoted));
			expect(htmlToText(content)).toMatch(/^May I pay\?\s*Eve$/);
		}
	});

	it.each([
		'<html hidden><body>Eve</body></html>',
		'<html style="opacity:0"><body>Eve</body></html>',
		'<html style="background:black"><body>Eve</body></html>',
		'<div hidden><body>Eve</body></div>',
		'<title>Eve</title><p style="font-size:0"><body>Eve',
		'<body link="white">Eve',
		'<html hidden><head><style>div{display:none}</style></head><body>Eve',
	])('is seen, whatever stands around the body of the quoted mail: %s', async (quoted) => {
		const link = '<p><a href="https://contoso.com">May I</a> pay?</p>';
		for (const own of [text('May I pay?'), html(link)]) {
			const { content } = await seenInFront(own, html(quoted));
			expect(htmlToText(content)).toMatch(/^May I pay\?/);
		}
	});

	it.each([
		['HTML', html('<p>May</p><p>I pay?</p>')],
		['text', text('May\n\nI pay?')],
	])('keeps the style sheets of the quoted mail that hide nothing of it: %s', async (_, own) => {
		const sheet = '<style>p{margin:0}div,p{display:inline}.a{display:none}</style>';
		const quoted = html(`<html><head>${sheet}</head><body><p class="a">Old</p></body></html>`);
		expect(await seenInFront(own, quoted)).toEqual(inFront(own, quoted));
	});

	it('is told from what a document of its own says beside it', () => {
		const own = html('<head><!-- <body> --></head><body><p>a<!-- </body> -->b</p></body>');
		expect(inFront(own, html('<p>Old</p>')).content).toBe(
			'<div><p>a<!-- </body> -->b</p></div><p>Old</p>',
		);
	});

	it('never loses the quote, and text never becomes a tag', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (own, quoted) => {
				expect(inFront(text(own), html(quoted)).content).toHaveLength(
					quoted.length + `<div>${linesToHtml(own)}</div>`.length,
				);
				expect(linesToHtml(own).replaceAll('<br>', '')).not.toMatch(/[<>"']/);
			}),
		);
	});
});
