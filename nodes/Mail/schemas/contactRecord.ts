import { z } from 'zod';
import { optionalText, textList } from '../../shared/inputSchemas';
import { moment, toMoment } from '../../shared/moments';
import type { Recipient } from '../email/messageForm';
import { recipients } from './recipients';

const postalAddress = z
	.object({
		address: z
			.object({
				street: optionalText,
				city: optionalText,
				state: optionalText,
				postalCode: optionalText,
				countryOrRegion: optionalText,
			})
			.optional(),
	})
	.optional()
	.transform((collection) => collection?.address);

/** The fields of `contactNameFields`. */
export const contactNameInput = {
	givenName: optionalText,
	surname: optionalText,
	emailAddresses: recipients,
};

/** The entries of `contactDetailFields`. */
export const contactDetailInput = z.object({
	assistantName: optionalText,
	birthday: moment,
	businessAddress: postalAddress,
	businessHomePage: optionalText,
	businessPhones: textList,
	categories: textList,
	children: textList,
	companyName: optionalText,
	department: optionalText,
	displayName: optionalText,
	fileAs: optionalText,
	generation: optionalText,
	homeAddress: postalAddress,
	homePhones: textList,
	imAddresses: textList,
	initials: optionalText,
	jobTitle: optionalText,
	manager: optionalText,
	middleName: optionalText,
	mobilePhone: optionalText,
	nickName: optionalText,
	officeLocation: optionalText,
	otherAddress: postalAddress,
	personalNotes: optionalText,
	profession: optionalText,
	spouseName: optionalText,
	title: optionalText,
});

interface ContactInput {
	givenName?: string;
	surname?: string;
	emailAddresses: Recipient[];
	details: z.output<typeof contactDetailInput>;
}

/**
 * The record as Graph takes it, with only what was given.
 * @see https://learn.microsoft.com/graph/api/resources/contact
 */
export function toContactBody(input: ContactInput): Record<string, unknown> {
	const { givenName, surname, emailAddresses, details } = input;
	const body = {
		...details,
		givenName,
		surname,
		emailAddresses: emailAddresses.map(({ emailAddress }) => emailAddress),
		// A birthday is a day: noon keeps it the same day in every zone that shows it.
		birthday:
			details.birthday && `${toMoment(details.birthday, 'utc', 'birthday').toISODate()}T12:00:00Z`,
	};
	return Object.fromEntries(
		Object.entries(body).filter(
			([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
		),
	);
}
