import type { z } from 'zod';
import type { InputOf } from '../../shared/field';
import { collection, field, fixedCollection } from '../../shared/field';
import { optionalText, textList } from '../../shared/inputSchemas';
import { day, toDay } from '../../shared/moments';
import { recipients } from '../email/recipients';

/** What a contact is called and reached by. */
export const contactNames = [
	line('givenName', 'First Name', 'First name of the contact', 'e.g. Ann'),
	line('surname', 'Last Name', 'Last name of the contact', 'e.g. Lee'),
	text(
		'emailAddresses',
		recipients,
		'Email Addresses',
		'Email addresses, with commas between them; names are allowed: Ann Lee &lt;ann@contoso.com&gt;',
		'e.g. ann@contoso.com',
	),
] as const;

/** The rest of a contact's record: https://learn.microsoft.com/graph/api/resources/contact */
export const contactDetails = collection(
	{
		displayName: 'Additional Fields',
		name: 'details',
		placeholder: 'Add Field',
		description: 'The rest of the record',
	},
	[
		line('assistantName', 'Assistant', "Name of the contact's assistant", 'e.g. Kim Cafe'),
		text(
			'birthday',
			day,
			'Birthday (YYYY-MM-DD)',
			'Day of birth, such as 1990-05-17',
			'e.g. 1990-05-17',
		),
		postalAddress('businessAddress', 'Business Address'),
		line(
			'businessHomePage',
			'Business Home Page',
			'Address of the website',
			'e.g. https://contoso.com',
		),
		lines('businessPhones', 'Business Phones', 'Phone numbers at work', 'e.g. +1 425 555 0100'),
		lines('categories', 'Labels', 'Names of labels (categories)', 'e.g. Customer, Travel'),
		lines('children', 'Children', 'Names of the children', 'e.g. Max, Eva'),
		line('companyName', 'Company', 'Name of the company', 'e.g. Contoso'),
		line('department', 'Department', 'Department in the company', 'e.g. Sales'),
		line(
			'displayName',
			'Display Name',
			'The name as it is shown',
			'Empty: made from first and last name',
		),
		line('fileAs', 'File As', 'The name that the contact is sorted by', 'e.g. Lee, Ann'),
		line('generation', 'Suffix', 'Suffix of the name', 'e.g. Jr.'),
		postalAddress('homeAddress', 'Home Address'),
		lines('homePhones', 'Home Phones', 'Phone numbers at home', 'e.g. +1 425 555 0102'),
		lines(
			'imAddresses',
			'IM Addresses',
			'Addresses for instant messages',
			'e.g. sip:ann@contoso.com',
		),
		line('initials', 'Initials', 'Initials of the contact', 'e.g. A. L.'),
		line('jobTitle', 'Job Title', 'Role in the company', 'e.g. Accountant'),
		line('manager', 'Manager', "Name of the contact's manager", 'e.g. Bob Stone'),
		line('middleName', 'Middle Name', 'Middle name of the contact', 'e.g. Marie'),
		line('mobilePhone', 'Mobile Phone', 'Mobile phone number', 'e.g. +1 425 555 0101'),
		line('nickName', 'Nickname', 'Nickname of the contact', 'e.g. Annie'),
		line(
			'officeLocation',
			'Office Location',
			'Where the office of the contact is',
			'e.g. Building 4',
		),
		postalAddress('otherAddress', 'Other Address'),
		line(
			'personalNotes',
			'Notes',
			'Free text about the contact',
			'e.g. Prefers calls in the morning',
		),
		line('profession', 'Profession', 'Profession of the contact', 'e.g. Architect'),
		line('spouseName', 'Spouse', 'Name of the spouse or partner', 'e.g. Carla Lee'),
		line('title', 'Title', 'Title in front of the name', 'e.g. Dr.'),
	],
);

/** How Graph gives a birthday, which is a day: behind the date line, noon in UTC is the next one. */
const NOON = /T(?:11:59|12:00):00Z$/;

type ContactRecord = InputOf<readonly [...typeof contactNames, typeof contactDetails]>;

/**
 * The record as Graph takes it, with only what was given.
 * @param zone IANA name of the zone in which a birthday with a time is a day.
 * @throws InvalidInput when the birthday is no date.
 * @see https://learn.microsoft.com/graph/api/resources/contact
 */
export function toContactBody(input: ContactRecord, zone: string): Record<string, unknown> {
	const { givenName, surname, emailAddresses, details } = input;
	const birthday = details.birthday?.replace(NOON, '');
	const body = {
		...details,
		givenName,
		surname,
		emailAddresses: emailAddresses.map(({ emailAddress }) => emailAddress),
		// A birthday is a day: noon keeps it the same day in every zone that shows it.
		birthday: birthday && `${toDay(birthday, zone, 'birthday').toISODate()}T12:00:00Z`,
	};
	return Object.fromEntries(
		Object.entries(body).filter(
			([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
		),
	);
}

function text<const Name extends string, Input extends z.ZodTypeAny>(
	name: Name,
	input: Input,
	displayName: string,
	description: string,
	placeholder: string,
) {
	return field({ displayName, name, type: 'string', default: '', placeholder, description }, input);
}

function line<const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	placeholder: string,
) {
	return text(name, optionalText, displayName, description, placeholder);
}

/** Several entries in one text. */
function lines<const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	placeholder: string,
) {
	return text(name, textList, displayName, `${description}, with commas between them`, placeholder);
}

/** https://learn.microsoft.com/graph/api/resources/physicaladdress */
function postalAddress<const Name extends string>(name: Name, displayName: string) {
	return fixedCollection(
		{ displayName, name, placeholder: 'Add Address', description: 'Postal address' },
		'address',
		{
			displayName: 'Address',
			fields: [
				line('city', 'City', 'City or town', 'e.g. Redmond'),
				line(
					'countryOrRegion',
					'Country or Region',
					'Country or region of the address',
					'e.g. United States',
				),
				line('postalCode', 'Postal Code', 'Postal code of the address', 'e.g. 98052'),
				line('state', 'State', 'State or province', 'e.g. WA'),
				line('street', 'Street', 'Street and number', 'e.g. 1 Main Street'),
			],
		},
	);
}
