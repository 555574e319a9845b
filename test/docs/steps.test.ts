import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CollectionOAuth2Api } from '../../credentials/CollectionOAuth2Api.credentials';
import { MailOAuth2Api } from '../../credentials/MailOAuth2Api.credentials';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { ROOT } from '../contract/sources';
import { mailSteps } from './mailSteps';
import { renderSteps, type StepNotes } from './stepTable';

const FILE = path.join(ROOT, 'docs', 'steps.md');

const nodes = [
	{ name: 'Mail', registry: mailRegistry, notes: mailSteps, credential: new MailOAuth2Api() },
	{
		name: 'Collection',
		registry: collectionRegistry,
		notes: {},
		credential: new CollectionOAuth2Api(),
	},
];

/** The whole page as it should be. */
function render(): string {
	const mail = renderSteps(mailRegistry, {
		groups: { email: 'Email', calendar: 'Calendar', contact: 'Contact', advanced: 'Advanced' },
		notes: mailSteps,
		shared: ['mailbox'],
	});
	const collection = renderSteps(collectionRegistry, {
		groups: {
			client: 'Client',
			request: 'Request',
			template: 'Template',
			team: 'Team',
			advanced: 'Advanced',
		},
		notes: {},
		shared: [],
	});
	return [
		'# Steps',
		'Made from the nodes themselves by `WRITE_STEPS=1 npm run jest -- test/docs`; a test fails when it is out of date. Required fields are **bold**; entries of a collection stand in brackets.',
		'## Mail',
		'Every step has the field _Mailbox_: leave it empty for your own mailbox, or enter the address or user ID of another one that you have access to. The permissions are the delegated ones of Microsoft Graph for your own mailbox, as Microsoft documents them; a wider one of the same kind (`ReadWrite` for `Read`) will do, and another mailbox needs the one that ends in `.Shared`.',
		mail,
		'## Collection',
		'The scopes are those of the Partner API. What the person who connects the account may do is limited by the role as well: webhooks and team need an administrator.',
		`${collection}\n`,
	].join('\n\n');
}

describe('the list of steps', () => {
	it('is made of what the nodes have now', () => {
		const text = render();
		if (process.env.WRITE_STEPS === '1') writeFileSync(FILE, text);
		expect(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').toBe(text);
	});

	it.each(nodes)('has notes for each step of $name, and for no other', ({ registry, notes }) => {
		const steps = registry.groups.flatMap(({ resource, operations }) =>
			operations
				.filter(({ returns }) => returns === undefined)
				.map(({ id }) => `${resource}.${id}`),
		);
		expect(Object.keys(notes).sort()).toEqual(steps.sort());
	});

	// Wanted by two steps only, so that no ready-made choice asks for it; the README says how to.
	const CUSTOM = 'MailboxSettings.ReadWrite';

	it.each(nodes)('names permissions that the $name credential offers', (node) => {
		const offered = JSON.stringify(node.credential.properties);
		const noted = Object.values(node.notes).flatMap(([, named]: StepNotes) => named);
		const operations = node.registry.groups.flatMap((group) => [...group.operations]);
		const permissions = [...noted, ...operations.flatMap(({ permission = [] }) => permission)]
			.map((text) => /^[\w.]+/.exec(text)?.[0] ?? '')
			// An API call needs whatever its endpoint needs; some calls need nothing.
			.filter((name) => ![CUSTOM, 'that', 'none'].includes(name));
		for (const name of new Set(permissions)) {
			const wider = name.replace(/\.Read\b/, '.ReadWrite');
			expect({ name, offered: offered.includes(name) || offered.includes(wider) }).toEqual({
				name,
				offered: true,
			});
		}
	});
});
