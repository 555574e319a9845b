import { nearest } from '../../../../nodes/shared/text/nearest';

const nearestNames = (written: string, known: readonly string[], most?: number) =>
	nearest(written, known, String, most);

describe('nearestNames', () => {
	const known = ['from', 'to', 'subject', 'received', 'hasAttachments'];

	it.each([
		['form', 'from', 'two neighbours swapped'],
		['subjct', 'subject', 'one missing'],
		['subjects', 'subject', 'one too many'],
		['Zo', 'to', 'another one, in any case'],
		['hasattachments', 'hasAttachments', 'none'],
	])('finds for %s the name %s: %s', (written, name) => {
		expect(nearestNames(written, known, 1)).toEqual([name]);
	});

	it('finds none that is further away than is allowed', () => {
		expect(nearestNames('recivd', known, 1)).toEqual([]);
		expect(nearestNames('recivd', known, 2)).toEqual(['received']);
		expect(nearestNames('x', known, 1)).toEqual([]);
	});

	it('orders all names by how near they are', () => {
		expect(nearestNames('abcd', ['wxyz', 'abcz', 'abyz', 'abcd'])).toEqual([
			'abcd',
			'abcz',
			'abyz',
			'wxyz',
		]);
	});

	it('compares the beginning of a very long text only', () => {
		const beginning = 'x'.repeat(64);
		expect(nearestNames(`${beginning}y`, [`${beginning}zz`], 0)).toEqual([`${beginning}zz`]);
		expect(nearestNames(`${beginning.slice(1)}y`, [`${beginning.slice(1)}zz`], 0)).toEqual([]);
	});
});
