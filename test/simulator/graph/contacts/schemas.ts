import { z } from 'zod';

const text = z.string().nullable();
const texts = z.array(z.string());
const odataType = { '@odata.type': z.string().optional() };

const addressSchema = z
	.object({
		street: text,
		city: text,
		state: text,
		postalCode: text,
		countryOrRegion: text,
		...odataType,
	})
	.partial()
	.strict();

/** What a client may set on a contact (fact: contact-fields). */
export const contactSchema = z
	.object({
		givenName: text,
		middleName: text,
		surname: text,
		displayName: text,
		nickName: text,
		title: text,
		initials: text,
		generation: text,
		fileAs: text,
		yomiGivenName: text,
		yomiSurname: text,
		yomiCompanyName: text,
		emailAddresses: z.array(
			z.object({ name: text.optional(), address: text.optional(), ...odataType }).strict(),
		),
		businessPhones: texts,
		homePhones: texts,
		mobilePhone: text,
		imAddresses: texts,
		companyName: text,
		department: text,
		jobTitle: text,
		profession: text,
		officeLocation: text,
		manager: text,
		assistantName: text,
		spouseName: text,
		children: texts,
		businessAddress: addressSchema.nullable(),
		homeAddress: addressSchema.nullable(),
		otherAddress: addressSchema.nullable(),
		businessHomePage: text,
		birthday: z.string().datetime({ offset: true }).nullable(),
		personalNotes: text,
		categories: texts,
		parentFolderId: z.string(),
		...odataType,
	})
	.partial()
	.strict();

export type ContactInput = z.infer<typeof contactSchema>;

export const contactFolderSchema = z
	.object({ displayName: z.string().min(1), ...odataType })
	.strict();
