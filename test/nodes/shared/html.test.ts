import fc from 'fast-check';
import { escapeHtml, htmlToText } from '../../../nodes/shared/html';
import { growthFault } from '../../harness/growth';

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
		['&#8217;&#x1F9FE;&#99999999;&unknown;', '’🧾&#99999999;&unknown;'],
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
});
