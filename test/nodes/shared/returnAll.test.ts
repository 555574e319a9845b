import { limitOf } from '../../../nodes/shared/returnAll';

describe('limitOf', () => {
	test('is nothing for all results, else the limit, else 50', () => {
		expect(limitOf({ returnAll: true, limit: 5 })).toBeUndefined();
		expect(limitOf({ returnAll: false, limit: 5 })).toBe(5);
		expect(limitOf({ returnAll: false })).toBe(50);
	});
});
