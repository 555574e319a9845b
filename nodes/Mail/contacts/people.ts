import { z } from 'zod';
import { explain } from '../../shared/http/failures';
import { howToAdd } from '../failureTexts';
import { searchText } from '../graph/odata';
import { MAX_PAGE } from '../graph/pages';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { foldTexts, holdsWordsOf } from './findContacts';

const text = z.string().nullish();

/** https://learn.microsoft.com/graph/api/resources/person */
const personShape = z.object({
	id: z.string(),
	displayName: text,
	scoredEmailAddresses: z.array(z.object({ address: text })).nullish(),
	jobTitle: text,
	companyName: text,
	department: text,
	officeLocation: text,
	phones: z.array(z.object({ number: text })).nullish(),
	userPrincipalName: text,
	personType: z.object({ class: text, subclass: text }).nullish(),
});

export const personItem = z.object({
	name: z.string(),
	address: z.string().optional(),
	otherAddresses: z.array(z.string()).optional(),
	jobTitle: z.string().optional(),
	department: z.string().optional(),
	company: z.string().optional(),
	office: z.string().optional(),
	phones: z.array(z.string()).optional(),
	userPrincipalName: z.string().optional(),
	kind: z.string().optional(),
	subkind: z.string().optional(),
	id: z.string(),
});

/**
 * Where people are looked for beside the mailbox:
 * https://learn.microsoft.com/graph/people-example#types-of-results-included
 */
const WITH_DIRECTORY = { 'X-PeopleQuery-QuerySources': 'Mailbox,Directory' };

const explainPeople = explain({
	forbidden: howToAdd(
		'People.Read',
		"For another mailbox than the account's own, and with App-Only access, it takes People.Read.All.",
	),
});

interface WantedPeople {
	/** A name or address, or a part of it; everybody when left out. */
	search?: string;
	includeDirectory: boolean;
	limit?: number;
	/** Whose people they are, where that is named. */
	mailbox?: string;
}

/**
 * People whom the mailbox has to do with, the most relevant first. Graph searches only among those of whoever signed in,
 * and returns one page. Those of a mailbox that is named are listed, and compared here (fact: people).
 * @see https://learn.microsoft.com/graph/api/user-list-people
 */
export async function findPeople(
	graph: GraphClient,
	{ search, includeDirectory, limit = Infinity, mailbox }: WantedPeople,
) {
	const path = mailPath`/people`;
	const headers = includeDirectory ? WITH_DIRECTORY : undefined;
	if (search === undefined || mailbox) {
		const matches = search === undefined ? undefined : matcher(search);
		const { items, complete } = await graph
			.collect(path, personShape, { limit, headers, ...(matches && { matches }) })
			.catch(explainPeople);
		return { people: items.map(toPerson), complete };
	}
	const $top = Math.min(limit + 1, MAX_PAGE);
	const query = { $search: searchText(search), $top };
	const page = graph.pages(path, personShape, { query, headers });
	const { value } = await page.next().catch(explainPeople);
	const found = value?.entries ?? [];
	return { people: found.slice(0, limit).map(toPerson), complete: found.length < $top };
}

function matcher(search: string): (person: z.output<typeof personShape>) => boolean {
	const holds = holdsWordsOf(search);
	return ({ displayName, userPrincipalName, scoredEmailAddresses }) =>
		holds(
			foldTexts([
				displayName,
				userPrincipalName,
				...(scoredEmailAddresses ?? []).map(({ address }) => address),
			]),
		);
}

function toPerson(person: z.output<typeof personShape>): z.output<typeof personItem> {
	const [address, ...others] = (person.scoredEmailAddresses ?? []).flatMap(
		({ address: one }) => one || [],
	);
	const phones = (person.phones ?? []).flatMap(({ number }) => number || []);
	return {
		name: person.displayName ?? '',
		address,
		otherAddresses: others.length > 0 ? others : undefined,
		jobTitle: person.jobTitle || undefined,
		department: person.department || undefined,
		company: person.companyName || undefined,
		office: person.officeLocation || undefined,
		phones: phones.length > 0 ? phones : undefined,
		userPrincipalName: person.userPrincipalName || undefined,
		kind: person.personType?.class || undefined,
		subkind: person.personType?.subclass || undefined,
		id: person.id,
	};
}
