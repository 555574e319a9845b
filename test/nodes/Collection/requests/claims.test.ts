import { createClaims } from '../../../../nodes/Collection/requests/claims';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const record = { accountId: 'a', id: 'req_1' };

describe('a claim', () => {
	it('is made once for each record of an account', () => {
		const claims = createClaims();
		expect([claims.claim(record, NOW), claims.claim(record, NOW)]).toEqual([true, false]);
		expect(claims.claim({ ...record, accountId: 'b' }, NOW)).toBe(true);
		expect([claims.has(record), claims.has({ ...record, id: 'req_2' })]).toEqual([true, false]);
	});

	it('is forgotten after an hour, so that a long-lived process does not grow', () => {
		const claims = createClaims();
		claims.claim(record, NOW);
		claims.claim({ ...record, id: 'req_2' }, NOW + HOUR);
		expect(claims.has(record)).toBe(true);
		claims.claim({ ...record, id: 'req_3' }, NOW + HOUR + 1);
		expect(claims.has(record)).toBe(false);
	});
});
