import type { InputOf } from '../../shared/step/field';
import { byModel, collection, required } from '../../shared/step/field';
import { list, optionalChoice, text } from '../../shared/step/fieldKinds';
import { given } from '../api/records';
import { requiredEmail } from '../clients/email';
import { textsOrRecords } from '../clients/references';

export const clientEmail = byModel(
	text('email', 'Email', 'Email address of the client; Content Snare writes to it', {
		required: true,
		placeholder: 'e.g. pat@example.com',
		input: requiredEmail,
	}),
	'Email address of the client',
);

export const clientName = byModel(
	required(text('name', 'Name', 'Full name of the client', 'e.g. Pat Doe')),
);

/** A legal form is no company of its own: the comma of `Acme, Inc.` would make two of it. */
const LEGAL_FORM =
	/^(?:Inc|Incorporated|LLC|L\.L\.C|LLP|L\.L\.P|PLLC|PC|P\.C|Corp|Corporation|Co|Ltd|Limited)\.?$/i;

const companyNames = textsOrRecords('name').transform((entries) => {
	const names: string[] = [];
	for (const entry of entries) {
		const before = LEGAL_FORM.test(entry) ? names.pop() : undefined;
		names.push(before === undefined ? entry : `${before}, ${entry}`);
	}
	return names;
});

/** What can be stored about a client beside email and name. */
export const clientProfile = collection(
	'profile',
	'Profile Fields',
	'Phone, language, companies and the parts of the name',
	[
		byModel(
			list(
				'companies',
				'Companies',
				'Names of all companies that the client belongs to, comma-separated. Write a list if a name has a comma: ["Acme, Inc."].',
				{ placeholder: 'e.g. Contoso, Fabrikam', input: companyNames },
			),
			'Names of all companies of the client, comma-separated; ["Acme, Inc."] for a name with a comma',
		),
		text('firstName', 'First Name', 'Given name of the client', 'e.g. Pat'),
		optionalChoice('languageCode', 'Language', 'Language of the pages and emails the client gets', {
			// The API's reference lists no others.
			options: {
				nl: 'Dutch',
				en: 'English',
				'en-gb': 'English (UK)',
				fr: 'French',
				de: 'German',
				'pt-br': 'Portuguese (Brazil)',
				es: 'Spanish',
			},
			default: 'en',
		}),
		text('lastName', 'Last Name', 'Family name of the client', 'e.g. Doe'),
		text('phone', 'Phone', 'Phone number of the client, with country code', {
			placeholder: 'e.g. +1 425 555 0100',
			byModel: true,
		}),
	],
);

type ClientRecord = InputOf<readonly [typeof clientProfile]> &
	Partial<InputOf<readonly [typeof clientEmail, typeof clientName]>>;

/**
 * What was filled in about a client, under the API's names. The name goes out under both spellings in
 * use: `name`, and the reference's `full_name`.
 */
export function toClientBody({ email, name, profile }: ClientRecord): Record<string, unknown> {
	const { companies, firstName, lastName, phone, languageCode } = profile;
	return given({
		email,
		name,
		full_name: name,
		first_name: firstName,
		last_name: lastName,
		phone,
		language_code: languageCode,
		client_companies: companies.length > 0 ? companies.map((each) => ({ name: each })) : undefined,
	});
}
