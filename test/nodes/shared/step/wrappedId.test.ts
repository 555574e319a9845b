import fc from 'fast-check';
import { unwrapId } from '../../../../nodes/shared/step/wrappedId';

/** IDs of Exchange in Graph's form, and of Content Snare: letters, digits, hyphens, equals signs at the end. */
const id = fc.oneof(
	fc.stringMatching(/^A[AQ][MQk][A-Za-z0-9_-]{40,150}={0,2}$/),
	fc.uuid(),
	fc.stringMatching(/^[1-9]\d{0,8}$/),
);

const WRAPS: Array<(inside: string) => string> = [
	(inside) => `"${inside}"`,
	(inside) => `“${inside}”`,
	(inside) => `<${inside}>`,
	(inside) => `(${inside})`,
	(inside) => `[${inside}]`,
	(inside) => `ID: ${inside}`,
	(inside) => `- ${inside}`,
	(inside) => `[Plan](${inside})`,
	(inside) => ` ${inside}\n`,
];

describe('an ID', () => {
	it('stays as it is where nothing stands around it', () => {
		fc.assert(
			fc.property(id, (given) => {
				expect(unwrapId(given)).toBe(given);
			}),
		);
	});

	it('is found in up to three kinds of wrappings', () => {
		// Quotes in quotes of the same kind have no end that can be told.
		const wraps = fc.uniqueArray(fc.constantFrom(...WRAPS), { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(id, wraps, (given, around) => {
				const text = around.reduce((inside, wrap) => wrap(inside), given);
				expect(unwrapId(text)).toBe(given);
			}),
		);
	});

	it('is found in JSON by its name, and encoded for an address', () => {
		fc.assert(
			fc.property(id, (given) => {
				expect(unwrapId(JSON.stringify({ subject: 'Plan', messageId: given }))).toBe(given);
				expect(unwrapId(JSON.stringify({ width: 'wide', messageId: given }))).toBe(given);
				expect(unwrapId(JSON.stringify([{ webLink: 'x', id: given }]))).toBe(given);
				expect(unwrapId(given.replaceAll('=', '%3D').replaceAll('-', '%2d'))).toBe(given);
			}),
		);
	});

	it.each(['%2e%2e%2fmessages', '..', '{"id":{}}', '["a","b"]', '{"a":', '%'])(
		'is not made of %s',
		(given) => {
			expect(unwrapId(given)).not.toMatch(/^(?:\.\.\/messages|\.?|1|a|b)$/);
		},
	);

	it('never takes long for any text', () => {
		const unit = fc.constantFrom('"', '`', '[', ']', '(', ')', '<', 'id:', ' ', '%', '{', '*');
		fc.assert(
			fc.property(fc.string({ maxLength: 2_000, unit }), (given) => {
				expect(unwrapId(given).length).toBeLessThanOrEqual(given.length);
			}),
		);
	});
});
