import { text } from '../../shared/step/fieldKinds';
import { optionalText, refuse } from '../../shared/step/inputSchemas';
import { ianaOf, meantZone } from '../graph/zones';

/** The zone in which times without offset are meant, and in which times are returned; by its IANA name. */
export const timeZone = text(
	'timeZone',
	'Time Zone',
	"Zone of the times given and returned, as an IANA name such as Europe/Vienna or America/New_York. Leave empty for the zone of the mailbox, or the workflow's where that may not be read.",
	{
		page: 'mail.md#what-the-fields-accept',
		placeholder: 'e.g. Europe/Vienna',
		input: optionalText.transform((name, context) => {
			if (name === undefined) return undefined;
			const zone = ianaOf(name);
			if (zone !== undefined) return zone;
			const meant = meantZone(name);
			const message = meant
				? `is an abbreviation that several zones share: write ${meant}, or the IANA name of another city`
				: 'is not a time zone: write an IANA name such as Europe/Vienna';
			return refuse(context, message);
		}),
		narrows: true,
	},
);
