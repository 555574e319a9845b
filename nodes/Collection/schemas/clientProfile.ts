import { z } from 'zod';
import { optionalText, textList } from '../../shared/inputSchemas';

/** Languages the API knows: its reference lists no others. */
const LANGUAGES = ['en', 'en-gb', 'es', 'fr', 'de', 'nl', 'pt-br'];

/** A client's profile under the API's names; what was not filled in is left out. */
export const clientProfile = z
	.object({
		companies: textList,
		firstName: optionalText,
		lastName: optionalText,
		phone: optionalText,
		languageCode: optionalText.pipe(
			z
				.string()
				.transform((code) => code.toLowerCase())
				.refine((code) => LANGUAGES.includes(code), `must be one of ${LANGUAGES.join(', ')}`)
				.optional(),
		),
	})
	.default({})
	.transform(({ companies, firstName, lastName, phone, languageCode }) => ({
		...(firstName === undefined ? {} : { first_name: firstName }),
		...(lastName === undefined ? {} : { last_name: lastName }),
		...(phone === undefined ? {} : { phone }),
		...(languageCode === undefined ? {} : { language_code: languageCode }),
		...(companies.length === 0 ? {} : { client_companies: companies.map((name) => ({ name })) }),
	}));
