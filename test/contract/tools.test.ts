import { readFileSync } from 'node:fs';
import path from 'node:path';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { filesBelow, ROOT } from '../../scripts/sources';
import { allTools } from '../harness/tools';

/** A tool of which somebody chose the resource and the operation, and nothing else. */
const tools = allTools();

/** An agent that reads and answers mails, and keeps the calendar. */
const TYPICAL = [
	...['findEmail', 'getEmail', 'sendEmail', 'replyToEmail', 'forwardEmail', 'deleteEmail'],
	...['listEvents', 'createEvent', 'updateEvent', 'findContact'],
];

const steps = [...mailRegistry.groups, ...collectionRegistry.groups].flatMap(({ operations }) =>
	operations.map(({ id, label, summary, returns, fields }) => ({
		id,
		label,
		summary,
		returns,
		fields,
	})),
);

/** Steps whose fields a person has to think about: anything at all, and a question that people answer. */
const NO_TOOLS = ['sendAndWait', 'apiCall', 'apiCall'];

describe('a tool that was only dropped', () => {
	it('is every step but the API Call and the question to a person', () => {
		const ids = new Set(tools.map(({ id }) => id));
		expect(
			steps
				.map(({ id }) => id)
				.filter((id) => !ids.has(id))
				.sort(),
		).toEqual([...NO_TOOLS].sort());
	});

	it.each(tools)('$id says what it does and returns, in sentences', ({ id, description }) => {
		const own = steps.filter((step) => step.id === id);
		const texts = own.map(({ summary, returns }) => `${summary}. Returns ${returns}. `);
		expect(texts.some((text) => description.startsWith(text))).toBe(true);
		expect(description).toMatch(/^[A-Z].*\.$/);
		expect(description.length).toBeLessThan(400);
	});

	it.each(tools)('$id names only steps that there are', ({ description }) => {
		const labels = steps.map(({ label }) => label).sort((a, b) => b.length - a.length);
		const known = labels.reduce((text, label) => text.replaceAll(label, ''), description);
		expect(known).not.toMatch(/\b(?:Use|use) [A-Z]\w+ [A-Z]/);
	});

	it.each(tools)('$id describes every field that the model fills', ({ fields }) => {
		const silent = Object.entries(fields).filter(([, { description = '' }]) => description === '');
		expect(silent).toEqual([]);
	});

	it.each(tools)('$id names the values of a list to choose from', ({ id, fields }) => {
		const own = steps.filter((step) => step.id === id).flatMap((step) => step.fields);
		const silent = own.filter(({ type, displayName, options = [] }) => {
			const text = fields[displayName.replace(/\W+/g, '_')]?.description;
			const values = options.flatMap((one) =>
				'value' in one && one.value !== '' ? [String(one.value)] : [],
			);
			return (
				/^(?:multiO|o)ptions$/.test(type) &&
				text !== undefined &&
				!text.endsWith(`; one of: ${values.join(', ')}`)
			);
		});
		expect(silent).toEqual([]);
	});

	it.each(tools)('$id has every field that it needs filled by the model', ({ id, parameters }) => {
		const step = steps.find((one) => one.id === id);
		const needed = (step?.fields ?? []).filter(
			({ name, required, displayOptions }) =>
				required && name !== 'mailbox' && displayOptions === undefined,
		);
		const open = needed.filter(
			({ name }) => !JSON.stringify(parameters[name] ?? '').includes('$fromAI'),
		);
		// What a rule does, and which folder is emptied, is for a person to choose.
		const chosen: Record<string, string[]> = { createRule: ['name'], emptyFolder: ['folder'] };
		expect(open.map(({ name }) => name)).toEqual(chosen[id] ?? []);
	});

	it.each(tools)('$id asks for no field of another step', ({ id, fields }) => {
		const labels = steps
			.filter((step) => step.id === id)
			.flatMap(({ fields: own }) => own.flatMap((one) => [one, ...(one.options ?? [])]))
			.map((one) => ('displayName' in one ? one.displayName : '').replace(/\W+/g, '_'));
		const asked = Object.keys(fields).filter(
			(name) => !labels.includes(name) && !labels.includes(`${name}_`),
		);
		expect(asked).toEqual([]);
	});

	it('says what an empty field means where it means something else than elsewhere', () => {
		const textOf = (id: string, name: string) =>
			tools.find((one) => one.id === id)?.fields[name]?.description;
		expect(textOf('updateDraft', 'Cc')).toMatch(/empty to keep/);
		expect(textOf('setAutomaticReplies', 'Start')).toMatch(/^For scheduled.*empty for now$/);
		expect(textOf('setAutomaticReplies', 'End')).toMatch(/^For scheduled/);
		expect(textOf('restoreEmail', 'Folder')).toMatch(/empty for the Inbox$/);
	});

	// Both add to what is there (test/nodes/Mail/actions/contacts/contacts.test.ts), and return no phones.
	it.each(['updateContact', 'upsertContact'])(
		'%s says that a phone at work joins the present one, where other values take its place',
		(id) => {
			expect(tools.find((one) => one.id === id)?.description).toMatch(
				/phones at work are added\.$/,
			);
		},
	);

	// n8n shows a field of which the first choice it depends on is an expression.
	it('offers no message for those outside, whom a person lets in', () => {
		expect(tools.find(({ id }) => id === 'setAutomaticReplies')?.fields).not.toHaveProperty(
			'External_Message',
		);
	});

	it('is sent to no field that only a person fills', () => {
		const labels = steps
			.flatMap(({ fields }) => fields.flatMap((one) => [one, ...(one.options ?? [])]))
			.flatMap((one) => ('displayName' in one ? [one.displayName] : []))
			.filter((label) => /\w \w/.test(label));
		const names = new Set(steps.map(({ label }) => label));
		const sent = tools.flatMap(({ id, description, fields }) =>
			[...new Set(labels)].flatMap((label) =>
				!names.has(label) &&
				!(label.replace(/\W+/g, '_') in fields) &&
				new RegExp(`\\b(?:[Uu]se|with|by) (?:the )?${label}\\b`).test(description)
					? [`${id}: ${label}`]
					: [],
			),
		);
		expect(sent).toEqual([]);
	});

	it('is not told to fill a field that only people have', () => {
		const filled = new Set(tools.flatMap(({ fields }) => Object.keys(fields)));
		const labels = new Set(
			steps
				.flatMap(({ fields }) => fields.flatMap((one) => [one, ...(one.options ?? [])]))
				.flatMap((one) => ('displayName' in one ? [one.displayName] : []))
				.filter((label) => !filled.has(label.replace(/\W+/g, '_'))),
		);
		const escaped = [...labels].map((label) => label.replace(/[()%]/g, '\\$&'));
		const asked = escaped.filter((label) => /\w \w/.test(label)).join('|');
		const asks = new RegExp(
			`\\b(?:(?:[Uu]se|[Cc]hoose|[Ss]et|[Ss]witch o(?:n|ff)|with|or) (?:another )?"?(?:${asked})\\b|(?:[Ss]et|[Cc]hoose|[Ff]ill in|[Ss]witch o(?:n|ff)) (?:${escaped.join('|')})\\b|(?<=[a-z] )(?:${escaped.join('|')}): [A-Z])`,
		);
		// Those of fields and of an operation's own rules are for whoever filled them.
		const hints = filesBelow('nodes', '.ts').filter(
			(file) => !/^nodes\/(?:shared|\w+\/(?:actions|fields))\//.test(file),
		);
		const texts = hints.flatMap((file) =>
			[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(?<=['`]).+(?=['`])/g)].flatMap(
				([text]) => text.split(/[.] (?=[A-Z])/).map((sentence) => ({ file, sentence })),
			),
		);
		const told = texts.filter(
			({ sentence }) => asks.test(sentence) && !/person can/.test(sentence),
		);
		expect(told).toEqual([]);
	});

	it('leaves blind copies, files and what cannot be undone to a person', () => {
		const filled = tools.flatMap(({ fields }) => Object.keys(fields));
		expect(filled).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/Bcc|Attachments|Permanently|Mailbox/)]),
		);
	});

	it('costs ten typical tools at most 6,500 characters', () => {
		const typical = tools.filter(({ id }) => TYPICAL.includes(id));
		expect(typical).toHaveLength(TYPICAL.length);
		const characters = typical.reduce((all, tool) => all + tool.characters, 0);
		process.stderr.write(`ten typical tools: ${characters} characters\n`);
		expect(characters).toBeLessThan(6_500);
	});
});
