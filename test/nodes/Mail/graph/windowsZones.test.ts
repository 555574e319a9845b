import { IANAZone } from 'luxon';
import { WINDOWS_ZONES } from '../../../../nodes/Mail/graph/windowsZones';

describe('the map of Windows zones', () => {
	it('holds each IANA name once, and nothing else', () => {
		const names = WINDOWS_ZONES.split('\n').flatMap((line) => line.split('=')[1]?.split(' ') ?? []);
		expect(names.length).toBeGreaterThan(500);
		expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
		expect(names.filter((name) => !IANAZone.isValidZone(name))).toEqual([]);
	});
});
