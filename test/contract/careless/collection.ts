import type { IDataObject } from 'n8n-workflow';
import { pat, world } from '../../harness/collection';
import { locator } from '../../harness/steps';
import type { Row } from './input';

/** An account with one client, and one request of hers that waits for answers. */
export function furnish() {
	const client = pat();
	const pages = world().requestTemplates[0]?.pages;
	const clients = [client];
	const request = world().addRequest({ name: 'Onboarding', status: 'published', clients, pages });
	const field = world().answer(request, 'Legal name', { text: 'Contoso Ltd' });
	return { client: client.id, request: request.id, field: field.id };
}

type CollectionRow = Row<ReturnType<typeof furnish>>;

/** One request was made beside the one that was there. */
function asked(expected: object) {
	return () => {
		const [, made, ...others] = world().requests;
		expect(made).toMatchObject(expected);
		expect(others).toEqual([]);
	};
}

/** These came out, by their names. */
function found(...names: string[]) {
	return (items: IDataObject[]) => {
		expect(items.map(({ full_name: fullName, name }) => fullName ?? name)).toEqual(names);
	};
}

function nothing(searched: object) {
	return (items: IDataObject[]) => {
		expect(items).toEqual([{ found: 0, searched: expect.objectContaining(searched) }]);
	};
}

/** One client stands in the account, so. */
function onlyClient(expected: object) {
	return () => {
		expect(world().clients).toEqual([expect.objectContaining(expected)]);
	};
}

const NO_VALUE = /is ".+", which stands for no value\. Write a value/;
const EMAIL_FORM = /must be an email address, such as pat@example\.com/;
const DAY_FORM = /Write it as 2026-12-01, with the year first/;
const NO_ID = /Client: is neither an ID nor an email: look one of them up by the name/;
const ONE_REQUEST = /Request: must (?:be the ID of one request|not hold line breaks)/;
const ANOTHER_ID = /take it from the output of another step/;

const create = 'request.createRequest';
const order = (more: object = {}) => ({
	client: locator('email', 'pat@example.com'),
	template: locator('name', 'Onboarding'),
	name: 'Second',
	...more,
});

const requests: CollectionRow[] = [
	[
		'an email with its name',
		create,
		order({ client: locator('email', 'Pat Doe <pat@example.com>') }),
		asked({ name: 'Second', clients: [{ email: 'pat@example.com' }] }),
	],
	[
		'an email in the field of an ID',
		create,
		order({ client: locator('id', 'PAT@example.com') }),
		asked({ name: 'Second' }),
	],
	['a name for an email', create, order({ client: locator('email', 'Pat Doe') }), EMAIL_FORM],
	['a name for an ID', create, order({ client: locator('id', 'Pat Doe') }), NO_ID],
	['a name for an ID', 'client.getClient', { client: locator('id', 'Pat Doe') }, NO_ID],
	[
		'two emails',
		create,
		order({ client: locator('email', 'pat@example.com, ann@example.com') }),
		EMAIL_FORM,
	],
	[
		'two emails, the second with its name',
		create,
		order({ client: locator('id', 'ann@example.com, Pat <pat@example.com>') }),
		EMAIL_FORM,
	],
	[
		'a template in another case',
		create,
		order({ template: locator('name', 'ONBOARDING ') }),
		asked({ template_name: 'Onboarding' }),
	],
	[
		'a template that does not exist',
		create,
		order({ template: locator('name', 'Welcome') }),
		/Templates are, for example: Onboarding, Tax return/,
	],
	[
		'a name of a template for its ID',
		create,
		order({ template: locator('id', 'Onboarding') }),
		asked({ template_name: 'Onboarding' }),
	],
	['no name', create, order({ name: 'null' }), NO_VALUE],
	[
		'a due moment',
		create,
		order({ dueDate: '2031-12-01T23:30:00Z' }),
		asked({ due: '2031-12-01' }),
	],
	['a due day with slashes', create, order({ dueDate: '05/12/2031' }), DAY_FORM],
	['next Friday', create, order({ dueDate: 'next Friday' }), DAY_FORM],
	['in 14 days', create, order({ dueDate: 14 }), /Due Date: must be a date/],
	['a due day that is past', create, order({ dueDate: '2024-12-01' }), /Choose today or later/],
	['null for the due day', create, order({ dueDate: null }), asked({ name: 'Second' })],
	[
		'no for Send to Client',
		create,
		order({ sendToClient: 'no' }),
		/Send to Client: must be true or false/,
	],
	[
		'False for Send to Client',
		create,
		order({ sendToClient: 'False' }),
		asked({ status: 'draft' }),
	],
	[
		'a change of nothing',
		'request.updateRequest',
		({ request }) => ({ request: locator('id', request), newName: '' }),
		/fill in what to change/,
	],
	[
		'a word for what stays',
		'request.updateRequest',
		({ request }) => ({ request: locator('id', request), newName: 'unchanged' }),
		/fill in what to change/,
	],
	[
		'null for what stays',
		'request.updateRequest',
		({ request }) => ({ request: locator('id', request), newName: 'Renamed', newDueDate: null }),
		() => {
			expect(world().requests).toMatchObject([{ name: 'Renamed', due: null }]);
		},
	],
	[
		'the name of a request as its ID',
		'request.getRequest',
		{ request: locator('id', 'Onboarding') },
		ANOTHER_ID,
	],
	[
		'a URL as an ID',
		'request.getRequest',
		({ request }) => ({
			request: locator('id', `https://app.contentsnare.com/requests/${request}`),
		}),
		ANOTHER_ID,
	],
	[
		'an ID in quotes',
		'request.getRequest',
		({ request }) => ({ request: locator('id', `'${request}'`) }),
		found('Onboarding'),
	],
	[
		'the ID of a client for a request',
		'request.deleteRequest',
		({ client }) => ({ request: locator('id', client) }),
		ANOTHER_ID,
	],
	[
		'all without a scope',
		'request.approveAll',
		({ request }) => ({ request: locator('id', request) }),
		/Scope: is required, one of: page, request, section/,
	],
	[
		'no decision',
		'request.reviewField',
		({ field }) => ({ fieldId: field }),
		/Decision: is required, one of: approve, reject, revise, submit/,
	],
	[
		'a decision in the past tense',
		'request.reviewField',
		({ field }) => ({ fieldId: field, decision: 'approved' }),
		/must be one of: approve, reject, revise, submit/,
	],
	[
		'a decision in another case',
		'request.reviewField',
		({ field }) => ({ fieldId: ` ${field} `, decision: 'Reject', comment: 'Please sign' }),
		() => {
			expect(
				world()
					.fields()
					.find(({ status }) => status === 'redo')?.name,
			).toBe('Legal name');
		},
	],
	[
		'the name of a field as its ID',
		'request.reviewField',
		{ fieldId: 'Legal name', decision: 'approve' },
		ANOTHER_ID,
	],
	[
		'open as a status',
		'request.listRequests',
		{ filters: { statuses: 'open' } },
		/must be one of: archived, completed, draft, published/,
	],
	[
		'statuses as one text',
		'request.listRequests',
		{ filters: { statuses: 'Published, waiting' } },
		found('Onboarding'),
	],
	['a day with dots', 'request.listRequests', { filters: { dueFrom: '01.12.2031' } }, DAY_FORM],
	[
		'a client whom nobody knows',
		'request.listRequests',
		{ filters: { client: locator('email', 'eve@example.com') } },
		nothing({ filters: expect.anything() }),
	],
];

const form = [
	{
		name: 'You',
		sections_data: [{ name: 'Basics', questions_data: [{ question: 'Name', data_type: 'text' }] }],
	},
];
const forms = ['```json\n', '```\n', '\n```JSON\r\n '].map((fence): CollectionRow => [
	`a form in a fence: ${JSON.stringify(fence)}`,
	'request.createRequestWithForm',
	{
		client: locator('email', 'pat@example.com'),
		name: 'Second',
		pages: `${fence}${JSON.stringify(form)}\n\`\`\`\n`,
	},
	asked({ name: 'Second' }),
]);

const clients: CollectionRow[] = [
	[
		'an email with its name',
		'client.findClient',
		{ search: 'Pat Doe <pat@example.com>' },
		found('Pat Doe'),
	],
	['surname, name', 'client.findClient', { search: 'Doe, Pat' }, found('Pat Doe')],
	['an asterisk for all', 'client.findClient', { search: '*' }, /List Clients/],
	[
		'a client whom nobody knows',
		'client.findClient',
		{ search: 'eve@example.com' },
		nothing({ search: 'eve@example.com' }),
	],
	[
		'an email that is none',
		'client.createClient',
		{ email: 'zoe at example.com', name: 'Zoe' },
		EMAIL_FORM,
	],
	['no name', 'client.createClient', { email: 'zoe@example.com', name: '' }, /Name: is required/],
	[
		'an email in another case',
		'client.upsertClient',
		{ email: 'Pat <PAT@example.com>', name: 'Pat Park' },
		onlyClient({ full_name: 'Pat Park', email: 'pat@example.com' }),
	],
	[
		'a language by its name',
		'client.upsertClient',
		{ email: 'pat@example.com', name: 'Pat', profile: { languageCode: 'German' } },
		onlyClient({ language_code: 'de' }),
	],
	[
		'a language that is not offered',
		'client.upsertClient',
		{ email: 'pat@example.com', name: 'Pat', profile: { languageCode: 'Klingon' } },
		/Language: must be one of: nl, en/,
	],
	[
		'null for what stays',
		'client.updateClient',
		{
			client: locator('email', 'pat@example.com'),
			newEmail: '',
			newName: 'Pat Park',
			profile: { phone: null },
		},
		onlyClient({ email: 'pat@example.com', full_name: 'Pat Park', phone: '+1 555' }),
	],
	[
		'a name for an ID to delete',
		'client.deleteClient',
		{ client: locator('id', 'Pat Doe') },
		NO_ID,
	],
	[
		'Limit as a word',
		'client.listClients',
		{ limit: 'all' },
		/Limit: must be a whole number from 1/,
	],
	[
		'a role of another product',
		'advanced.updateTeamMember',
		{ member: locator('email', 'owner@contoso.com'), role: 'owner' },
		/Role: must be one of/,
	],
	[
		'no change of a person',
		'advanced.updateTeamMember',
		{ member: locator('email', 'owner@contoso.com') },
		/choose a Role/,
	],
	[
		'events that do not exist',
		'advanced.createWebhook',
		{ url: 'https://example.com/hook', events: 'everything' },
		/Events are names such as request_completed/,
	],
];

const words: CollectionRow[] = [
	...['same', 'TBD', '(unchanged)', 'Unknown', '-', 'no name'].map((newName): CollectionRow => [
		`${newName} as the new name`,
		'request.updateRequest',
		({ request }) => ({ request: locator('id', request), newName, newDueDate: '2031-12-01' }),
		() => {
			expect(world().requests).toMatchObject([{ name: 'Onboarding', due: '2031-12-01' }]);
		},
	]),
	['TBD as the due day', create, order({ dueDate: 'TBD' }), asked({ name: 'Second' })],
	[
		'an unknown phone',
		'client.upsertClient',
		{ email: 'pat@example.com', name: 'Pat', profile: { phone: 'Unknown' } },
		onlyClient({ phone: '+1 555' }),
	],
	['nobody as the client', create, order({ client: locator('email', 'none') }), NO_VALUE],
	['a template as the name', create, order({ name: '{{name}}' }), /which nobody filled in/],
	[
		'a template as the reason',
		'request.reviewField',
		({ field }) => ({ fieldId: field, decision: 'reject', comment: 'Dear [Client Name], sign' }),
		/which nobody filled in/,
	],
	['Markdown as the name', create, order({ name: '**Second**' }), /Write it as plain text/],
	[
		'an ID with its label',
		'request.getRequest',
		({ request }) => ({ request: locator('id', `Request ID: ${request}`) }),
		found('Onboarding'),
	],
	[
		'an ID as JSON',
		'request.getRequest',
		({ request }) => ({ request: locator('id', JSON.stringify({ id: request })) }),
		found('Onboarding'),
	],
	[
		'an ID of a field as a list',
		'request.reviewField',
		({ field }) => ({ fieldId: `[${field}]`, decision: 'reject', comment: 'Please sign' }),
		() => {
			expect(
				world()
					.fields()
					.some(({ status }) => status === 'redo'),
			).toBe(true);
		},
	],
	[
		'next Friday, to be told the day',
		create,
		order({ dueDate: 'next Friday' }),
		/It is now 20.+day/,
	],
	[
		'a client who is there',
		'client.createClient',
		{ email: 'pat@example.com', name: 'Pat' },
		/use Create or Update Client/,
	],
	['a client in quotes', 'client.findClient', { search: '"Pat Doe"' }, found('Pat Doe')],
	[
		'two clients',
		'client.findClient',
		{ search: 'Pat OR Ann' },
		([item]) => {
			expect(item).toMatchObject({ found: 0, more: expect.stringMatching(/once for each/) });
		},
	],
];

const unknown: CollectionRow[] = [
	[
		'a client for the request that gets a page',
		'request.addPage',
		({ client }) => ({ request: locator('id', client), template: locator('name', 'Business') }),
		/take its ID from List Requests/,
	],
	[
		'a request for the page that gets a section',
		'request.addSection',
		({ request }) => ({ pageId: request, template: locator('name', 'Basics') }),
		/take its ID from Get Answers/,
	],
	[
		'a person who works in the account, to be invited',
		'advanced.inviteTeamMember',
		{ email: 'owner@contoso.com', name: 'Olive' },
		/use Update Team Member/,
	],
	[
		'the email of another client',
		'client.updateClient',
		({ client }) => {
			world().addClient({ email: 'sam@example.com', full_name: 'Sam' });
			return { client: locator('id', client), newEmail: 'sam@example.com' };
		},
		/find it with Find Client/,
	],
	...['archiveRequest', 'getAnswers', 'publishRequest'].flatMap((step): CollectionRow[] =>
		[', ', '\n', ' and '].map((between): CollectionRow => [
			`two requests: ${JSON.stringify(between)}`,
			`request.${step}`,
			({ request }) => ({ request: locator('id', [request, 'req_Aa11Bb22Cc33Dd'].join(between)) }),
			ONE_REQUEST,
		]),
	),
	[
		'two requests in a list',
		'request.publishRequest',
		({ request }) => ({ request: locator('id', JSON.stringify([request, 'req_Aa11Bb22Cc33Dd'])) }),
		ONE_REQUEST,
	],
	[
		'two requests of which all is approved',
		'request.approveAll',
		({ request }) => ({ scope: 'request', request: locator('id', `${request}, ${request}`) }),
		ONE_REQUEST,
	],
	[
		'the name of a request with a blank',
		'request.deleteRequest',
		{ request: locator('id', 'Onboarding Pat') },
		ONE_REQUEST,
	],
	...['archiveRequest', 'completeRequest', 'deleteRequest'].map((step): CollectionRow => [
		'the name of a request with a question mark',
		`request.${step}`,
		{ request: locator('id', 'Onboarding?') },
		/Take the ID from the output of another step; a name/,
	]),
];

export const careless: CollectionRow[] = [...requests, ...forms, ...clients, ...words, ...unknown];
