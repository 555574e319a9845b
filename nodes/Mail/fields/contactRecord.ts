import type { Field, InputOf } from '../../shared/step/field';
import { byModel, collection, fixedCollection } from '../../shared/step/field';
import { list, text } from '../../shared/step/fieldKinds';
import { day, toDay } from '../../shared/text/moments';
import type { ContactProperties } from '../contacts/contact';
import { birthdayOf } from '../contacts/contact';
import { recipients } from '../email/recipients';

/** Fields that have the names of Graph's properties. */
type Named = ReadonlyArray<Field<keyof ContactProperties>>;

export const contactNames = [
	byModel(text('givenName', 'First Name', 'First name of the contact', 'e.g. Ann')),
	byModel(text('surname', 'Last Name', 'Last name of the contact', 'e.g. Lee')),
	byModel(
		text(
			'emailAddresses',
			'Email Addresses',
			'Email addresses, comma-separated; names are allowed: Ann Lee &lt;ann@contoso.com&gt;',
			{ placeholder: 'e.g. ann@contoso.com', input: recipients },
		),
		'Email addresses, comma-separated',
	),
] as const satisfies Named;

/** The rest of a contact's record: https://learn.microsoft.com/graph/api/resources/contact */
export const contactDetails = collection('details', 'Additional Fields', 'The rest of the record', [
	text('assistantName', 'Assistant', "Name of the contact's assistant", 'e.g. Kim Cafe'),
	text('birthday', 'Birthday', 'Day of birth, such as 1990-05-17', {
		placeholder: 'e.g. 1990-05-17',
		input: day,
	}),
	postalAddress('businessAddress', 'Business Address'),
	text(
		'businessHomePage',
		'Business Home Page',
		'Address of the website',
		'e.g. https://contoso.com',
	),
	byModel(
		lines('businessPhones', 'Business Phones', 'Phone numbers at work', 'e.g. +1 425 555 0100'),
	),
	lines('categories', 'Labels', 'Names of labels (categories)', 'e.g. Customer, Travel'),
	lines('children', 'Children', 'Names of the children', 'e.g. Max, Eva'),
	byModel(text('companyName', 'Company', 'Name of the company', 'e.g. Contoso')),
	text('department', 'Department', 'Department in the company', 'e.g. Sales'),
	text(
		'displayName',
		'Display Name',
		'The name as it is shown',
		'Empty: made from first and last name',
	),
	text('fileAs', 'File As', 'The name that the contact is sorted by', 'e.g. Lee, Ann'),
	text('generation', 'Suffix', 'Suffix of the name', 'e.g. Jr.'),
	postalAddress('homeAddress', 'Home Address'),
	lines('homePhones', 'Home Phones', 'Phone numbers at home', 'e.g. +1 425 555 0102'),
	lines(
		'imAddresses',
		'IM Addresses',
		'Addresses for instant messages',
		'e.g. sip:ann@contoso.com',
	),
	text('initials', 'Initials', 'Initials of the contact', 'e.g. A. L.'),
	byModel(text('jobTitle', 'Job Title', 'Role in the company', 'e.g. Accountant')),
	text('manager', 'Manager', "Name of the contact's manager", 'e.g. Bob Stone'),
	text('middleName', 'Middle Name', 'Middle name of the contact', 'e.g. Marie'),
	byModel(text('mobilePhone', 'Mobile Phone', 'Mobile phone number', 'e.g. +1 425 555 0101')),
	text('nickName', 'Nickname', 'Nickname of the contact', 'e.g. Annie'),
	text(
		'officeLocation',
		'Office Location',
		'Where the office of the contact is',
		'e.g. Building 4',
	),
	postalAddress('otherAddress', 'Other Address'),
	text(
		'personalNotes',
		'Notes',
		'Free text about the contact',
		'e.g. Prefers calls in the morning',
	),
	text('profession', 'Profession', 'Profession of the contact', 'e.g. Architect'),
	text('spouseName', 'Spouse', 'Name of the spouse or partner', 'e.g. Carla Lee'),
	text('title', 'Title', 'Title in front of the name', 'e.g. Dr.'),
] satisfies Named);

type ContactRecord = InputOf<readonly [...typeof contactNames, typeof contactDetails]>;

/**
 * The record as Graph takes it, with only what was given.
 * @param zone IANA name of the zone in which a birthday with a time is a day.
 * @throws InvalidInput when the birthday is no date.
 * @see https://learn.microsoft.com/graph/api/resources/contact
 */
export function toContactBody(input: ContactRecord, zone: string): ContactProperties {
	const { givenName, surname, emailAddresses, details } = input;
	const birthday = birthdayOf(details);
	const body: ContactProperties = {
		...details,
		givenName,
		surname,
		emailAddresses: emailAddresses.map(({ emailAddress }) => emailAddress),
		// A birthday is a day: noon keeps it the same day in every zone that shows it.
		birthday: birthday && `${toDay(birthday, zone, 'birthday').toISODate()}T12:00:00Z`,
	};
	return Object.fromEntries(Object.entries(body).filter(([, value]) => isGiven(value)));
}

/** Whether something was given: an entry of a list, a part of a postal address. */
function isGiven(value: unknown): boolean {
	return typeof value === 'object' && value !== null
		? Object.values(value).some(isGiven)
		: value !== undefined;
}

/** Several entries in one text. */
function lines<const Name extends string>(
	name: Name,
	displayName: string,
	description: string,
	placeholder: string,
) {
	return list(name, displayName, `${description}, comma-separated`, placeholder);
}

/** https://learn.microsoft.com/graph/api/resources/physicaladdress */
function postalAddress<const Name extends string>(name: Name, displayName: string) {
	return fixedCollection(
		name,
		displayName,
		'Postal address',
		{
			displayName: 'Address',
			name: 'address',
			fields: [
				text('city', 'City', 'City or town', 'e.g. Redmond'),
				text(
					'countryOrRegion',
					'Country or Region',
					'Country or region of the address',
					'e.g. United States',
				),
				text('postalCode', 'Postal Code', 'Postal code of the address', 'e.g. 98052'),
				text('state', 'State', 'State or province', 'e.g. WA'),
				text('street', 'Street', 'Street and number', 'e.g. 1 Main Street'),
			],
		},
		{ placeholder: 'Add Address' },
	);
}
