import { z } from 'zod';
import { optionalText } from '../../shared/inputSchemas';
import { ianaOf } from '../graph/zones';

/** The IANA name of the zone that was given by an IANA or Windows name; undefined when empty. */
export const timeZoneInput = optionalText.transform((name, context) => {
	if (name === undefined) return undefined;
	const zone = ianaOf(name);
	if (zone !== undefined) return zone;
	context.addIssue({
		code: 'custom',
		message: 'is not a time zone: write an IANA name such as Europe/Vienna',
	});
	return z.NEVER;
});
