import { z } from 'zod';
import type { Locator } from '../../shared/step/inputSchemas';
import {
	mustBeGiven,
	optionalLocator,
	optionalOneId,
	requiredLocator,
	textList,
} from '../../shared/step/inputSchemas';
import { ownIn } from '../../shared/step/wrappedId';
import { isSameText } from '../../shared/text/sameText';
import { requiredEmail } from './email';

/** A client or team member as the user names one. */
export type PersonReference = { by: 'id' | 'email'; value: string };

/** A template, folder or schedule as the user names one. */
export type NamedReference = { by: 'id' | 'name'; value: string };

/** Text with an @ is an email, however it was entered. */
function toPerson({ mode, value }: Locator, context: z.RefinementCtx): PersonReference {
	if (mode !== 'email' && !value.includes('@')) return { by: 'id', value };
	const email = requiredEmail.safeParse(value);
	if (email.success) return { by: 'email', value: email.data };
	for (const { message } of email.error.issues) context.addIssue({ code: 'custom', message });
	return z.NEVER;
}

/** Each ID has a digit or an underscore (fact: collection-ids). */
export const ID = /^(?=\S*[\d_])\S+$/;

/** A name in the place of an ID is one, too: n8n takes what is dropped on the list for an ID. */
function toNamed({ mode, value }: Locator): NamedReference {
	return { by: mode === 'name' || !ID.test(value) ? 'name' : 'id', value };
}

/** Whether it is somebody whom the user named. */
export function refersTo(
	{ by, value }: PersonReference,
	{ id, email }: { id: string; email?: string | null },
): boolean {
	return by === 'id' ? id === value : isSameText(email, value);
}

/** Whether no name stands in place of an ID (fact: collection-ids): looked up as one, it would seem to be nobody's. */
const isNoName = (person?: PersonReference) => person?.by !== 'id' || !/\s/.test(person.value);
const NEITHER = 'is neither an ID nor an email: look one of them up by the name';

const record = z.record(z.unknown());
export const requiredPerson = requiredLocator.transform(toPerson).refine(isNoName, NEITHER);
export const optionalPerson = optionalLocator.transform(
	(locator, context) => locator && toPerson(locator, context),
);
export const optionalMember = optionalPerson.refine(isNoName, NEITHER);

export const requiredNamed = requiredLocator.transform(toNamed);
export const optionalNamed = optionalLocator.transform((locator) => locator && toNamed(locator));

/** One ID, for which the item of an answer or event may stand: it names the thing beside others. */
export function idOf(thing: string) {
	return z.preprocess(ownIn(`${thing}_id`, thing), optionalOneId);
}

/** The ID of a request. Of a name, or several IDs, Content Snare only says that it has nothing (fact: collection-ids). */
export const optionalId = idOf('request').refine(
	(id = '') => !/[\s,;]/.test(id),
	'must be the ID of one request, as List Requests returns it with its name',
);
export const requiredId = mustBeGiven(optionalId);

/** A list of texts, in which a record of another step, or one alone, stands for what it holds under a key. */
export function textsOrRecords(key: 'id' | 'name') {
	const textOf = (entry: unknown) => record.safeParse(entry).data?.[key] ?? entry;
	return z
		.unknown()
		.transform((given): unknown => (Array.isArray(given) ? given.map(textOf) : textOf(given)))
		.pipe(textList);
}
