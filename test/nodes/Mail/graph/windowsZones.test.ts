import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderWindowsZones, WINDOWS_ZONES_FILE } from '../../../generate/windowsZones';

describe('the map of Windows zones', () => {
	it('is what the CLDR data of the lockfile give', () => {
		const file = path.join(__dirname, '../../../..', WINDOWS_ZONES_FILE);
		expect(readFileSync(file, 'utf8')).toBe(renderWindowsZones());
	});
});
