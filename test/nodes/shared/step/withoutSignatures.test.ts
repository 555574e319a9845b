import { withoutSignatures } from '../../../../nodes/shared/step/withoutSignatures';

const HEX = '0123456789abcdef'.repeat(4);
const LINK = 'https://n8n.example/webhook-waiting/12/node?choice=approve';

describe('withoutSignatures', () => {
	it.each([
		['a link', `${LINK}&signature=${HEX}`],
		['a link in HTML', `<a href="${LINK}&amp;signature=${HEX}">`],
		['a link within a link', encodeURIComponent(`${LINK}&signature=${HEX}`)],
		['a link whose MIME line breaks', `&signature=3D${HEX.slice(0, 20)}=\r\n${HEX.slice(20)}`],
		['a link with no other parameter', `https://n8n.example/wait/12?signature=${HEX}`],
		['a link in capitals', `${LINK}&SIGNATURE=${HEX.toUpperCase()}`],
		['a link that was cut', `${LINK}&signature=${HEX.slice(0, 40)}`],
	])('hides the signature of %s, however deep it lies', (_, text) => {
		const json = withoutSignatures({ list: [{ body: { content: text } }], same: 1 });
		const shown = JSON.stringify(json).toLowerCase();
		expect(shown).toContain('signature');
		for (const end of [HEX.slice(0, 16), HEX.slice(24, 40)]) expect(shown).not.toContain(end);
		expect(json.same).toBe(1);
	});

	it.each([
		'%2526signature%253D',
		'-26signature-3D',
		'&signature&#61;',
		'\\u0026signature=',
		'&signature=<wbr>',
		'& signature = ',
		'%26amp%3Bsignature%3D',
		'*26signature*3D',
	])('hides it in a link that a program wrote as %j', (before) => {
		for (const digits of [HEX, [...HEX].join(' '), `${HEX.slice(0, 8)}\u200b${HEX.slice(8)}`]) {
			const { text = '' } = withoutSignatures({ text: `${LINK}${before}${digits}&more=1` });
			expect(String(text).replace(/[^0-9a-f]/g, '')).not.toContain(HEX.slice(0, 12));
			expect(text).toMatch(/&more=1$/);
		}
	});

	it.each([LINK, LINK.replace('-', '%252D'), LINK.replace('-', '-2D')])(
		'hides a whole part in base64 that holds it: %s',
		(link) => {
			const lines = Buffer.from(`See ${link}&signature=${HEX}, please`).toString('base64');
			const text = lines.replace(/.{76}/g, '$&\r\n');
			expect(withoutSignatures({ text: `before ${text} behind` })).toEqual({
				text: 'before <hidden> behind',
			});
		},
	);

	it('hides the secret of a Collection Trigger', () => {
		const address = 'https://n8n.example/webhook/5f1a/webhook?key=';
		const secret = Buffer.alloc(32, 0xfb).toString('base64url');
		const json = withoutSignatures({ webhooks: [{ url: `${address}${secret}` }] });
		expect(json).toEqual({ webhooks: [{ url: `${address}<hidden>` }] });
	});

	it.each([
		'https://n8n.example/webhook/5f1a/webhook?key=short',
		`https://s3.example/f?X-Amz-Signature=${HEX}`,
		'https://shop.example/?signature=ann',
		`sha256 ${HEX}`,
		Buffer.from(`sha256 ${HEX}, as the page of the release says`).toString('base64'),
	])('keeps what is no such signature: %s', (text) => {
		const json = { text, when: new Date(0) as never, none: null, truth: true };
		expect(withoutSignatures(json)).toEqual(json);
	});
});
