import { z } from 'zod';
import type { Locator } from '../../shared/inputSchemas';
import { optionalLocator, requiredLocator } from '../../shared/inputSchemas';
import type { ClientReference } from '../clients';
import type { NamedReference } from '../templates';
import { requiredEmail } from './email';

/** A person by ID or email. Text with an @ is an email, however it was entered. */
function toPerson({ mode, value }: Locator, context: z.RefinementCtx): ClientReference {
	if (mode !== 'email' && (mode === 'list' || !value.includes('@'))) return { by: 'id', value };
	const email = requiredEmail.safeParse(value);
	if (email.success) return { by: 'email', value: email.data };
	for (const { message } of email.error.issues) context.addIssue({ code: 'custom', message });
	return z.NEVER;
}

function toNamed({ mode, value }: Locator): NamedReference {
	return { by: mode === 'name' ? 'name' : 'id', value };
}

export const clientInput = requiredLocator.transform(toPerson);

export const optionalClient = optionalLocator.transform((locator, context) =>
	locator === undefined ? undefined : toPerson(locator, context),
);

/** A team member, by ID or email; undefined when left empty. */
export const optionalTeamMember = optionalClient;

export const teamMemberInput = clientInput;

export const templateInput = requiredLocator.transform(toNamed);

/** A folder or schedule, by ID or name; undefined when left empty. */
export const optionalNamed = optionalLocator.transform((locator) =>
	locator === undefined ? undefined : toNamed(locator),
);

/** A request by its ID. */
export const requestInput = requiredLocator.transform(({ value }) => value);
