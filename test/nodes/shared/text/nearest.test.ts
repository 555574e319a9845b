import { nearest } from '../../../../nodes/shared/text/nearest';

const near = (written: string, known: readonly string[], most?: number) =>
	nearest(written, known, String, most);

describe('nearest', () => {
	const known = ['from', 'to', 'subject', 'received', 'hasAttachments'];

	it.each([
		['form', 'from', 'two neighbours swapped'],
		['subjct', 'subject', 'one missing'],
		['subjects', 'subject', 'one too many'],
		['Zo', 'to', 'another one, in any case'],
		['hasattachments', 'hasAttachments', 'none'],
	])('finds for %s the name %s: %s', (written, name) => {
		expect(near(written, known, 1)).toEqual([name]);
	});

	it('finds none that is further away than is allowed', () => {
		expect(near('recivd', known, 1)).toEqual([]);
		expect(near('recivd', known, 2)).toEqual(['received']);
		expect(near('x', known, 1)).toEqual([]);
	});

	it('orders all names by how near they are', () => {
		expect(near('abcd', ['wxyz', 'abcz', 'abyz', 'abcd'])).toEqual([
			'abcd',
			'abcz',
			'abyz',
			'wxyz',
		]);
	});

	it('compares the beginning of a very long text only', () => {
		const beginning = 'x'.repeat(64);
		expect(near(`${beginning}y`, [`${beginning}zz`], 0)).toEqual([`${beginning}zz`]);
		expect(near(`${beginning.slice(1)}y`, [`${beginning.slice(1)}zz`], 0)).toEqual([]);
	});
});
