import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IANAZone } from 'luxon';
import { WINDOWS_ZONES } from '../../../../nodes/Mail/graph/windowsZones';
import { renderWindowsZones, WINDOWS_ZONES_FILE } from '../../../../scripts/windowsZones';

describe('the map of Windows zones', () => {
	it('is what the CLDR data of the lockfile give', () => {
		const file = path.join(__dirname, '../../../..', WINDOWS_ZONES_FILE);
		expect(readFileSync(file, 'utf8')).toBe(renderWindowsZones());
	});

	it('holds each IANA name once, and nothing else', () => {
		const names = WINDOWS_ZONES.split('\n').flatMap((line) => line.split('=')[1]?.split(' ') ?? []);
		expect(names.length).toBeGreaterThan(500);
		expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
		expect(names.filter((name) => !IANAZone.isValidZone(name))).toEqual([]);
	});
});
