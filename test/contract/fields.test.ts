import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { mailboxTriggers, shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';

/** What people read of a field before they fill it in. */

interface Place {
	/** The step and the collections that the field is in. */
	place: string;
	field: INodeProperties;
}

function within(place: string, fields: INodeProperties[]): Place[] {
	return fields.flatMap((field) => {
		const inside = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [{ place, field }, ...within(`${place} > ${field.displayName}`, inside)];
	});
}

const nodes = [
	{ node: 'Mail', registry: mailRegistry },
	{ node: 'Collection', registry: collectionRegistry },
];

const steps = nodes.flatMap(({ node, registry }) =>
	registry.groups.flatMap(({ operations }) =>
		operations.map(({ label, fields }) => ({ node, step: `${node} ${label}`, fields })),
	),
);

const places = [
	...steps.flatMap(({ step, fields }) => within(step, fields)),
	...shippedNodes()
		.filter(({ instance }) => instance.description.group.includes('trigger'))
		.flatMap(({ instance: { description } }) =>
			within(description.displayName, description.properties),
		),
];

/** The labels of the fields that break a rule, each with its first place. */
function breaking(isBroken: (field: INodeProperties) => boolean): string[] {
	return places
		.filter(({ field }) => isBroken(field))
		.map(({ place, field }) => `${place} > ${field.displayName}`);
}

/** Numbers that say what they count; all others need a unit. */
const COUNTS =
	/^(Limit|Skip|Top|Repeats Every|Amount|Stops After Number of Times|Time Before Start|Priority|Minimum Number of People|Maximum (Free Slots|Suggestions|(Contacts|Emails|Events) per Poll))$/;

describe('a field', () => {
	it('says what it is for', () => {
		const silent = ['notice', 'hidden', 'collection', 'fixedCollection'];
		expect(
			breaking(({ type, description = '' }) => !silent.includes(type) && description === ''),
		).toEqual([]);
	});

	it('that is a number says its unit in its name, or what it counts', () => {
		const silent = ({ type, displayName }: INodeProperties) =>
			type === 'number' && !/ \((Characters|Minutes|Hours|Days|MB|%)\)$/.test(displayName);
		expect(breaking((one) => silent(one) && !COUNTS.test(one.displayName))).toEqual([]);
	});

	it('that is a number says below it what a value means that is none, such as 0', () => {
		const meaning = /(^|[ .])-?[01] (returns|checks|for|means)\b/;
		expect(
			breaking(({ type, description = '' }) => type === 'number' && meaning.test(description)),
		).toEqual([]);
		const starts = breaking(
			({ type, default: fallback, hint }) =>
				type === 'number' && fallback === 0 && hint === undefined,
		);
		expect(starts).toEqual([]);
	});

	it('that is an empty text shows an example, or what empty means', () => {
		const isText = ({ type, default: fallback }: INodeProperties) =>
			type === 'string' && fallback === '';
		expect(
			breaking((one) => isText(one) && !/^(e\.g\. |Empty: )\S/.test(one.placeholder ?? '')),
		).toEqual([]);
	});

	it('that is JSON shows an example', () => {
		expect(
			breaking(
				({ type, placeholder = '', hint = '' }) =>
					type === 'json' && !placeholder.startsWith('e.g. ') && !hint.startsWith('For example: '),
			),
		).toEqual([]);
	});

	it('that adds something is called by the same words everywhere', () => {
		expect(
			breaking(
				({ type, placeholder = 'Add Option' }) =>
					(type === 'collection' || type === 'fixedCollection') &&
					!/^Add [A-Z][a-z]+$/.test(placeholder),
			),
		).toEqual([]);
	});

	it('of one name and place in several steps has one hint', () => {
		const named = places.filter(({ field }) => field.name === 'binaryField' && field.hint);
		expect(new Set(named.map(({ field }) => field.hint)).size).toBe(1);
		expect(named.map(({ place }) => place.split(' ')[0])).toEqual(
			expect.arrayContaining(['Mail', 'Collection']),
		);
	});
});

describe('a list to choose from', () => {
	const pickers = steps.flatMap(({ step, fields }) =>
		fields.filter(({ type }) => type === 'resourceLocator').map((field) => ({ step, field })),
	);

	it('that may stay empty says what that means, and no other does', () => {
		for (const { step, field } of pickers) {
			const shown = field.modes?.find(({ name }) => name === 'list')?.placeholder ?? '';
			const rule = field.required ? /^Select an? [a-z ]+\.\.\.$/ : /^Empty: the |^Empty: all /;
			expect({ step, shown }).toEqual({ step, shown: expect.stringMatching(rule) });
		}
	});
});

describe('a list', () => {
	it('to choose from is there in each node that shows it', () => {
		const missing = shippedNodes().flatMap(({ className, instance: { description, methods } }) =>
			within(className, description.properties)
				.flatMap(({ field: { modes = [] } }) => modes)
				.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? [])
				.filter((method) => !Object.hasOwn(methods?.listSearch ?? {}, method))
				.map((method) => `${className}: ${method}`),
		);
		expect(missing).toEqual([]);
	});
});

describe('what shows or hides a field', () => {
	const shipped = [
		...shippedNodes().map(({ className, instance }) => ({
			className,
			fields: instance.description.properties,
		})),
		...shippedCredentials().map(({ className, instance }) => ({
			className,
			fields: instance.properties,
		})),
	];
	const breaking = (isBroken: (shownOrHidden: object) => boolean) =>
		shipped.flatMap(({ className, fields }) =>
			within(className, fields)
				.filter(({ field }) => isBroken(field.displayOptions ?? {}))
				.map(({ place, field }) => `${place} > ${field.displayName}`),
		);

	it('is given wherever it is named: n8n before 2.9 does not open a node or credential otherwise', () => {
		expect(breaking((options) => Object.values(options).includes(undefined))).toEqual([]);
	});

	// n8n asks a credential in each request, and stops a pattern after 250 ms (n8n-workflow, safe-regex).
	it('is no pattern: on a busy machine the request would fail', () => {
		expect(breaking((options) => JSON.stringify(options).includes('"regex"'))).toEqual([]);
	});
});

describe('a field that n8n requires', () => {
	const nodesOfMail = shippedNodes().filter(({ source }) => source.startsWith('nodes/Mail/'));
	/** What n8n says of a new node whose fields hold nothing but these. */
	const issuesOf = (node: (typeof nodesOfMail)[number], values: INodeParameters) => {
		const { properties, defaults, name } = node.instance.description;
		const filled = NodeHelpers.getNodeParameters(properties, values, true, false, null, null) ?? {};
		const known = { id: name, name: String(defaults.name), type: name, typeVersion: 1 };
		const instance: INode = { ...known, position: [0, 0], parameters: filled };
		const issues = NodeHelpers.getNodeParametersIssues(properties, instance, null);
		return issues?.parameters;
	};

	it.each(nodesOfMail)('is Mailbox of $className where nobody has signed in', (node) => {
		expect(issuesOf(node, {})?.mailbox).toBeUndefined();
		const application = { authentication: 'mailAppOAuth2Api' };
		expect(issuesOf(node, application)?.mailbox).toEqual(['Parameter "Mailbox" is required.']);
		const named = { ...application, mailbox: 'support@contoso.com' };
		expect(issuesOf(node, named)?.mailbox).toBeUndefined();
	});

	it('is not the Mailbox of an API call: its path can name one', () => {
		const [mail] = nodesOfMail;
		if (!mail) throw new Error('There is no Mail node');
		const call = { resource: 'advanced', operation: 'apiCall', endpoint: '/users/x/messages' };
		const issues = issuesOf(mail, { authentication: 'mailAppOAuth2Api', ...call });
		expect(issues?.mailbox).toBeUndefined();
	});

	it('is what the Mail Trigger returns, where the properties are chosen', () => {
		const trigger = nodesOfMail.find(({ className }) => className === 'MailTrigger');
		if (!trigger) throw new Error('There is no Mail Trigger');
		expect(issuesOf(trigger, { output: 'fields' })).toEqual({
			fields: ['Parameter "Fields" is required.'],
		});
		expect(issuesOf(trigger, { output: 'fields', fields: 'subject' })).toBeUndefined();
		expect(issuesOf(trigger, {})).toBeUndefined();
	});
});

describe('the order of fields', () => {
	it('begins with Mailbox, in every step of Mail and in its triggers: lists depend on it', () => {
		const lists = steps.filter(({ node }) => node === 'Mail').map(({ fields }) => fields);
		const ofTriggers = mailboxTriggers().map(({ instance }) =>
			instance.description.properties.filter(({ name }) => name !== 'authentication'),
		);
		for (const fields of [...lists, ...ofTriggers]) {
			expect(fields[0]?.name).toBe('mailbox');
		}
	});

	it('ends with how many are wanted, behind what is looked for, and what is put out of them', () => {
		for (const { step, fields } of steps) {
			const names = fields.map(({ name }) => name);
			const limit = names.indexOf('limit');
			const looked = ['filters', 'search', 'folder'].map((name) => names.indexOf(name));
			if (limit >= 0)
				expect({ step, behind: looked.every((at) => at < limit) }).toEqual({ step, behind: true });
		}
	});
});
