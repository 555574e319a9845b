import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { ROOT } from '../../scripts/sources';

/** The words that people look for, and what n8n looks at when they do. */

const codexSchema = z.object({
	categories: z.array(z.string()),
	subcategories: z.record(z.array(z.string())).default({}),
	alias: z.array(z.string()),
});

const nodes = new Map(
	shippedNodes().map(({ className, source, instance }) => {
		const file = path.join(ROOT, source.replace(/\.ts$/, '.json'));
		const codex = codexSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
		return [className, { codex, description: instance.description }];
	}),
);

function nodeOf(className: string) {
	const node = nodes.get(className);
	if (!node) throw new Error(`There is no node ${className}`);
	return node;
}

describe('a node', () => {
	const MAILBOX = ['outlook', 'microsoft 365', 'office', 'exchange', 'email', 'inbox', 'mail'];

	// The panel looks at the display name and the aliases for the letters in their order, and ranks those
	// highest that begin with the words and hold little else (n8n-editor-ui, its search of nodes).
	it.each([
		...MAILBOX.map((word) => ['Mail', word] as const),
		...MAILBOX.map((word) => ['MailTrigger', word] as const),
		...['calendar', 'outlook', 'microsoft 365', 'exchange', 'meeting', 'event', 'appointment'].map(
			(word) => ['CalendarTrigger', word] as const,
		),
		...['contacts', 'outlook', 'microsoft 365', 'exchange', 'address book', 'people'].map(
			(word) => ['ContactTrigger', word] as const,
		),
		...['contacts', 'calendars', 'teams meeting', 'transcript', 'schedule', 'sync', 'bulk'].map(
			(word) => ['Mail', word] as const,
		),
		...['automatic reply', 'out of office', 'inbox rule', 'meeting room', 'people'].map(
			(word) => ['Mail', word] as const,
		),
		...['approval', 'send email approval', 'email approval', 'send and wait', 'human'].map(
			(word) => ['Mail', word] as const,
		),
		...['schedule email', 'form', 'create event', 'outlook calendar', 'create contact'].map(
			(word) => ['Mail', word] as const,
		),
		...['content snare', 'questionnaire', 'collection', 'intake', 'intake form'].map(
			(word) => ['Collection', word] as const,
		),
		...['content snare', 'collection', 'answers', 'request completed', 'onboarding'].map(
			(word) => ['CollectionTrigger', word] as const,
		),
	])('%s is found by "%s"', (className, word) => {
		const { codex, description } = nodeOf(className);
		const names = [description.displayName, ...codex.alias].map((name) => name.toLowerCase());
		expect(names.filter((name) => name.startsWith(word))).not.toEqual([]);
	});

	it.each([
		['Mail', 'Outlook'],
		['Collection', 'Content Snare'],
	])(
		"%s tells n8n's AI builder what it is for, and that a tool needs no field",
		(name, service) => {
			const { builderHint } = nodeOf(name).description;
			expect(builderHint?.searchHint).toMatch(
				new RegExp(`^For ${service}.*complete with resource and operation`),
			);
		},
	);

	it('that asks a person stands in the category Human in the Loop, as its own nodes do', () => {
		const { codex } = nodeOf('Mail');
		expect(codex.categories).toContain('HITL');
		expect(codex.subcategories).toEqual({ HITL: ['Human in the Loop'] });
	});

	it('and its trigger have one description: n8n shows them as one, with either', () => {
		const { description } = nodeOf('Mail').description;
		expect(nodeOf('MailTrigger').description.description).toBe(description);
		for (const part of ['email', 'events', 'contacts', 'start a workflow']) {
			expect(description).toContain(part);
		}
		const collection = nodeOf('Collection').description;
		expect(nodeOf('CollectionTrigger').description.description).toBe(collection.description);
		expect(collection.description).toContain('starts a workflow');
	});

	it.each([
		['CalendarTrigger', 'To create or change events, use Mail'],
		['ContactTrigger', 'To create or change contacts, use Mail'],
	])('%s, which only starts workflows, says where its actions are', (className, where) => {
		expect(nodeOf(className).description.description).toMatch(new RegExp(`${where}$`));
	});
});

describe('a credential', () => {
	// The list of "Create credential" keeps what holds the text in its display name, whatever the case.
	it.each([
		...['outlook', 'office', 'Microsoft 365', 'mail'].map((word) => ['MailOAuth2Api', word]),
		...['app-only', 'Microsoft 365', 'mail'].map((word) => ['MailAppOAuth2Api', word]),
		...['content snare', 'collection'].map((word) => ['CollectionOAuth2Api', word]),
	])('%s is found by "%s"', (className = '', word = '') => {
		const credential = shippedCredentials().find((shipped) => shipped.className === className);
		expect(credential?.instance.displayName.toLowerCase()).toContain(word.toLowerCase());
	});
});
