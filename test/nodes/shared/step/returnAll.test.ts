import { limitOf } from '../../../../nodes/shared/step/returnAll';

describe('limitOf', () => {
	it('is nothing for all results, else the limit, else 50', () => {
		expect(limitOf({ returnAll: true, limit: 5 })).toBeUndefined();
		expect(limitOf({ returnAll: false, limit: 5 })).toBe(5);
		expect(limitOf({ returnAll: false })).toBe(50);
	});
});
