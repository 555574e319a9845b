import { claim, isClaimed } from '../../../../nodes/Collection/requests/claims';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

describe('a claim', () => {
	it('is made once for each record of an account', () => {
		const account = { accountId: 'a' };
		expect([claim(account, 'req_1', NOW), claim(account, 'req_1', NOW)]).toEqual([true, false]);
		expect(claim({ accountId: 'b' }, 'req_1', NOW)).toBe(true);
		expect([isClaimed(account, 'req_1'), isClaimed(account, 'req_2')]).toEqual([true, false]);
	});

	it('is forgotten after an hour, so that a long-lived process does not grow', () => {
		const account = { accountId: 'c' };
		claim(account, 'req_1', NOW);
		claim(account, 'req_2', NOW + HOUR);
		expect(isClaimed(account, 'req_1')).toBe(true);
		claim(account, 'req_3', NOW + HOUR + 1);
		expect(isClaimed(account, 'req_1')).toBe(false);
	});
});
