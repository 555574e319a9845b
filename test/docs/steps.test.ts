import { CollectionOAuth2Api } from '../../credentials/CollectionOAuth2Api.credentials';
import { MailOAuth2Api } from '../../credentials/MailOAuth2Api.credentials';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
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

	// Wanted by two steps only, so that no ready-made choice asks for it; docs/connect-mail.md says how to.
	const CUSTOM = 'MailboxSettings.ReadWrite';

	it.each(nodes)('names permissions that the $name credential offers', ({ steps, credential }) => {
		const offered = JSON.stringify(credential.properties);
		const permissions = steps
			.flatMap(({ permission }) => permission)
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
