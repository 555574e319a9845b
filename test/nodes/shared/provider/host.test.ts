import { PollContext } from 'n8n-core';
import { startCollectionTrigger } from '../../../harness/collectionTrigger';
import { executeNode } from '../../../harness/executeNode';
import { own, provider, useMailboxes } from '../../../harness/mail';
import { pollNode } from '../../../harness/pollNode';
import { searchList } from '../../../harness/searchList';
import { failureOf } from '../../../harness/steps';

useMailboxes();
// What the test step of a trigger shows.
beforeEach(() => own().deliver({ subject: 'Hello', from: 'pat@example.com' }));

/** The first thing that is done with each node. */
const firstUses: Record<string, () => Promise<unknown>> = {
	'Mail runs': async () =>
		await executeNode({
			node: 'mail',
			simulator: provider(),
			parameters: { resource: 'email', operation: 'findEmail' },
		}),
	'a list of Mail is opened': async () =>
		await searchList({ node: 'mail', method: 'searchFolders', simulator: provider() }),
	'Mail Trigger is tested': async () =>
		await pollNode({ parameters: {}, simulator: provider(), mode: 'manual', staticData: {} }),
	'Mail Trigger is switched on': async () =>
		await pollNode({
			parameters: {},
			simulator: provider(),
			activation: 'activate',
			staticData: {},
		}),
	'Calendar Trigger is switched on': async () =>
		await pollNode({
			node: 'calendarTrigger',
			parameters: { event: ['created'] },
			simulator: provider(),
			activation: 'activate',
			staticData: {},
		}),
	'Collection runs': async () =>
		await executeNode({
			node: 'collection',
			simulator: provider(),
			parameters: { resource: 'client', operation: 'listClients' },
		}),
	'a list of Collection is opened': async () =>
		await searchList({ node: 'collection', method: 'searchClients', simulator: provider() }),
	'Collection Trigger is switched on': async () => {
		const bench = await startCollectionTrigger(provider(), { events: ['client_created'] });
		await bench.activate().finally(bench.stop);
	},
	'Collection Trigger is tested': async () => {
		const bench = await startCollectionTrigger(provider(), { events: ['client_created'] });
		await bench.listen().finally(bench.stop);
	},
};

describe('on an n8n that is too old', () => {
	/** What all contexts of n8n have in common. */
	const common: unknown = Object.getPrototypeOf(PollContext.prototype);
	const { getSignedResumeUrl } = PollContext.prototype;

	beforeEach(() => Reflect.set(Object(common), 'getSignedResumeUrl', undefined));
	afterEach(() => Reflect.set(Object(common), 'getSignedResumeUrl', getSignedResumeUrl));

	it.each(Object.entries(firstUses))('nothing happens, and it is said: %s', async (_name, use) => {
		const { message, description } = await failureOf(use());
		expect(`${message} ${description}`).toContain('This n8n is too old');
		expect(`${message} ${description}`).toContain('Update n8n to 1.110 or newer');
		expect(provider().requests.all).toEqual([]);
	});
});

describe('on this n8n', () => {
	it.each(Object.entries(firstUses))('nobody is told to update it: %s', async (_name, use) => {
		await use();
		expect(provider().requests.all).not.toEqual([]);
	});
});
