import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CollectionOAuth2Api } from '../../credentials/CollectionOAuth2Api.credentials';
import { MailOAuth2Api } from '../../credentials/MailOAuth2Api.credentials';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { ROOT } from '../../scripts/sources';
import { stepsOf } from '../../scripts/steps';

const nodes = [
	{ name: 'Mail', steps: stepsOf(mailRegistry), credential: new MailOAuth2Api() },
	{ name: 'Collection', steps: stepsOf(collectionRegistry), credential: new CollectionOAuth2Api() },
];

describe('the list of steps', () => {
	it.each(nodes)('says what each step of $name returns and needs', ({ steps }) => {
		const silent = steps.filter(({ returns, permission }) => !returns || permission.length === 0);
		expect(silent.map(({ name }) => name)).toEqual([]);
	});

	const guide = readFileSync(path.join(ROOT, 'docs/connect-mail.md'), 'utf8').split('\n');
	/** Whether the guide to the account says in one row that a step needs a scope which no choice asks for. */
	const isExplained = (step: string, scope: string) =>
		guide.some((row) => row.includes(`_${step}_`) && row.includes(`\`${scope}\``));

	it.each(nodes)(
		'names permissions that the $name credential offers, or the guide says how to add',
		({ steps, credential }) => {
			const offered = JSON.stringify(credential.properties);
			const lost = steps.flatMap(({ label: step, permission }) =>
				permission
					.map((text) => /^[\w.]+/.exec(text)?.[0] ?? '')
					// An API call needs whatever its endpoint needs; some calls need nothing.
					.filter((name) => !['that', 'none'].includes(name))
					.filter((name) => {
						const wider = name.replace(/\.Read\b/, '.ReadWrite');
						return !offered.includes(name) && !offered.includes(wider);
					})
					.filter((name) => !isExplained(step, name))
					.map((name) => `${step}: ${name}`),
			);
			expect(lost).toEqual([]);
		},
	);
});

it('the page for workflows of Microsoft Outlook names only steps that there are', () => {
	const page = readFileSync(path.join(ROOT, 'docs/from-outlook.md'), 'utf8');
	const table = /^## Steps$[\s\S]*?^## /m.exec(page)?.[0] ?? '';
	const named = [...table.matchAll(/_([^_]+)_/g)].map(([, name]) => name);
	const known = stepsOf(mailRegistry).map(({ label }) => label);
	expect(named.length).toBeGreaterThan(30);
	expect(named.filter((name = '') => ![...known, 'Mail Trigger', 'Folder'].includes(name))).toEqual(
		[],
	);
});
