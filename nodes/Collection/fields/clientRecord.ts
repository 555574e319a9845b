import type { InputOf } from '../../shared/field';
import { collection, field, optionalChoice } from '../../shared/field';
import { optionalText, requiredText, textList } from '../../shared/inputSchemas';
import { requiredEmail } from '../email';
import { given } from '../records';

export const clientEmail = field(
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. pat@example.com',
		description: 'Email address of the client; Content Snare writes to it',
	},
	requiredEmail,
);

export const clientName = field(
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Pat Doe',
		description: 'Full name of the client',
	},
	requiredText,
);

/** What can be stored about a client beside email and name. */
export const clientProfile = collection(
	{
		displayName: 'Profile Fields',
		name: 'profile',
		placeholder: 'Add Field',
		description: 'Phone, language, companies and the parts of the name',
	},
	[
		field(
			{
				displayName: 'Companies',
				name: 'companies',
				type: 'string',
				default: '',
				placeholder: 'e.g. Contoso, Fabrikam',
				description: 'Names of the companies the client belongs to, with commas between them',
			},
			textList,
		),
		field(
			{
				displayName: 'First Name',
				name: 'firstName',
				type: 'string',
				default: '',
				placeholder: 'e.g. Pat',
				description: 'Given name of the client',
			},
			optionalText,
		),
		optionalChoice({
			displayName: 'Language',
			name: 'languageCode',
			type: 'options',
			// The API's reference lists no others.
			options: [
				{ name: 'Dutch', value: 'nl' },
				{ name: 'English', value: 'en' },
				{ name: 'English (UK)', value: 'en-gb' },
				{ name: 'French', value: 'fr' },
				{ name: 'German', value: 'de' },
				{ name: 'Portuguese (Brazil)', value: 'pt-br' },
				{ name: 'Spanish', value: 'es' },
			],
			default: 'en',
			description: 'Language of the pages and mails the client gets',
		}),
		field(
			{
				displayName: 'Last Name',
				name: 'lastName',
				type: 'string',
				default: '',
				placeholder: 'e.g. Doe',
				description: 'Family name of the client',
			},
			optionalText,
		),
		field(
			{
				displayName: 'Phone',
				name: 'phone',
				type: 'string',
				default: '',
				placeholder: 'e.g. +1 425 555 0100',
				description: 'Phone number of the client, with country code',
			},
			optionalText,
		),
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
