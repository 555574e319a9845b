import { z } from 'zod';
import { field } from '../../shared/field';
import { optionalText } from '../../shared/inputSchemas';
import { ianaOf } from '../graph/zones';

/** The zone in which times without offset are meant, and in which times are returned; by its IANA name. */
export const timeZone = field(
	{
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Vienna',
		description:
			"Zone of the times given and returned, as an IANA name such as Europe/Vienna or America/New_York. Leave empty for the zone of the mailbox, or the workflow's where that may not be read.",
	},
	optionalText.transform((name, context) => {
		if (name === undefined) return undefined;
		const zone = ianaOf(name);
		if (zone !== undefined) return zone;
		context.addIssue({
			code: 'custom',
			message: 'is not a time zone: write an IANA name such as Europe/Vienna',
		});
		return z.NEVER;
	}),
);
