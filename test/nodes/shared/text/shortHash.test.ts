import { createHash } from 'node:crypto';
import { HASH_LENGTH, shortHash } from '../../../../nodes/shared/text/shortHash';

/** IDs as Exchange makes them: a long common beginning, a counter near the end. */
const exchangeIds = Array.from({ length: 50_000 }, (_, index) => {
	const entry = Buffer.alloc(46);
	entry.writeUInt32BE(index, 40);
	return `AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A${entry.toString('base64url')}AA`;
});

describe('shortHash', () => {
	it('is eleven characters, the same for the same ID, and regards the case', () => {
		expect(shortHash('AAkALg')).toBe(shortHash('AAkALg'));
		expect(shortHash('AAkALg')).toHaveLength(HASH_LENGTH);
		expect(shortHash('AAkALg')).not.toBe(shortHash('AAkALG'));
		expect(shortHash('')).toHaveLength(HASH_LENGTH);
	});

	it('tells 50,000 IDs apart that differ in a counter only', () => {
		expect(new Set(exchangeIds.map(shortHash)).size).toBe(exchangeIds.length);
	});

	it('uses both of its halves: each alone collides as often as chance does', () => {
		// 50,000 values over 2^32 places: 0.3 collisions are expected (birthday bound).
		const halves = exchangeIds.map((id) => Buffer.from(shortHash(id), 'base64url'));
		for (const offset of [0, 4]) {
			const distinct = new Set(halves.map((bytes) => bytes.readUInt32BE(offset))).size;
			expect(exchangeIds.length - distinct).toBeLessThan(5);
		}
	});

	it('tells random IDs apart as well', () => {
		const random = Array.from({ length: 20_000 }, (_, index) =>
			createHash('sha256').update(String(index)).digest('base64'),
		);
		expect(new Set(random.map(shortHash)).size).toBe(random.length);
	});
});
