import fc from 'fast-check';
import { inFront } from '../../../../nodes/Mail/email/quote';
import { linesToHtml } from '../../../../nodes/shared/html';

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
			'of a whole HTML document only the body is taken',
			html('<html><head><style>p{}</style></head><body class="x"><p>New</p></body></html>'),
			html('<p>Old</p>'),
			html('<div><p>New</p></div><p>Old</p>'),
		],
		[
			'HTML before plain text makes the quote HTML',
			html('<b>New</b>'),
			text('1 < 2\nOld'),
			html('<div><b>New</b></div>1 &lt; 2<br>Old'),
		],
		['text before text stays text', text('New'), text('Old'), text('New\n\nOld')],
	])('%s', (_, own, quoted, expected) => {
		expect(inFront(own, quoted)).toEqual(expected);
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
