import type { IDataObject } from 'n8n-workflow';
import { nothingKnown } from '../../../../nodes/Collection/watch/knownThings';
import { CollectionSession, sessionOf } from '../../../../nodes/Collection/watch/session';

/** What n8n stores for a trigger, and gives to every process. */
function storage() {
	const data: IDataObject = {};
	return { data, getWorkflowStaticData: () => data };
}

describe('two processes of n8n', () => {
	it('each take what the other one stored after them, and nothing older', () => {
		const stored = storage();
		const [main, other] = [new CollectionSession(), new CollectionSession()];
		const keyOf = ({ ledger }: CollectionSession) => ledger.extra.registration?.key;
		main.register(stored, { id: 'whk_1', key: 'one', since: 1 });
		const old = structuredClone(stored.data.state);
		other.catchUp(stored.data.state);
		expect(keyOf(other)).toBe('one');
		other.store(stored, { ...other.ledger, since: 7 });
		expect(main.catchUp(stored.data.state).ledger.since).toBe(7);
		expect(main.catchUp(old).ledger.since).toBe(7);
		expect(keyOf(main)).toBe('one');
		main.register(stored, undefined);
		expect(keyOf(other.catchUp(stored.data.state))).toBeUndefined();
	});

	it('take the webhook that was registered last, whichever of them stored more', () => {
		const stored = storage();
		const [main, other] = [new CollectionSession(), new CollectionSession()];
		main.register(stored, { id: 'whk_1', key: 'one', since: 1 });
		other.catchUp(stored.data.state);
		const elsewhere = storage();
		for (const since of [7, 8, 9]) other.store(elsewhere, { ...other.ledger, since });
		main.register(stored, { id: 'whk_2', key: 'two', since: 2 });
		const { since, extra } = other.catchUp(stored.data.state).ledger;
		expect([since, extra.registration?.key]).toEqual([9, 'two']);
		expect(main.catchUp(elsewhere.data.state).ledger.extra.registration?.key).toBe('two');
		other.store(stored, other.ledger);
		expect(new CollectionSession().catchUp(stored.data.state).ledger.extra.registration?.id).toBe(
			'whk_2',
		);
	});

	it('keep the webhook that was registered while they looked through the lists', () => {
		const stored = storage();
		const session = new CollectionSession();
		const { ledger: before } = session;
		session.register(stored, { id: 'whk_1', key: 'one', since: 1 });
		session.store(stored, { ...before, since: 7 });
		const other = new CollectionSession().catchUp(stored.data.state).ledger;
		expect([other.since, other.extra.registration?.key]).toEqual([7, 'one']);
	});

	it.each([
		undefined,
		null,
		'text',
		{ deliveries: 'one' },
		{ deliveries: 5, scope: 'x', since: 1, entries: 'a,??', extra: { lists: [] } },
	])('begin anew where n8n has stored %j', (state) => {
		expect(new CollectionSession().catchUp(state).ledger).toEqual(nothingKnown(''));
	});
});

describe('a turn', () => {
	it('comes after the one before, which may have failed', async () => {
		const session = new CollectionSession();
		const order: string[] = [];
		const failing = session.inTurn(async () => {
			await Promise.resolve();
			order.push('first');
			throw new Error('first');
		});
		const second = session.inTurn(async () => {
			await Promise.resolve(order.push('second'));
		});
		await expect(failing).rejects.toThrow('first');
		await second;
		expect(order).toEqual(['first', 'second']);
	});

	it('runs again where the code from before an update stored something meanwhile, and keeps that', async () => {
		const shelf = {};
		const stored = storage();
		const [before, after] = [new CollectionSession(shelf), new CollectionSession(shelf)];
		const heard = (key: string, { ledger }: CollectionSession) => ({
			...ledger,
			entries: new Map([...ledger.entries, [key, { state: ['1'] }]]),
		});
		let runs = 0;
		await after.inTurn(async () => {
			const ledger = heard('r_new', after);
			if (++runs === 1) before.store(stored, heard('r_old', before));
			await Promise.resolve();
			after.store(stored, ledger);
		});
		expect(runs).toBe(2);
		const { entries } = new CollectionSession().catchUp(stored.data.state).ledger;
		expect([...entries.keys()].sort()).toEqual(['r_new', 'r_old']);
	});
});

// A program wrote the workflow, or an old n8n: n8n-io/n8n/pull/36340.
it('two triggers of a workflow with one ID know nothing of each other', () => {
	const id = 'node-1';
	const nodes = { 'Collection Trigger': { id }, 'Collection Trigger1': { id } };
	const sessionNamed = (name: string) => {
		const { getWorkflowStaticData } = storage();
		return sessionOf({
			...{ getWorkflowStaticData, getMode: () => 'trigger', workflow: { nodes } },
			...{ getWorkflow: () => ({ id: 'with twins' }), getNode: () => ({ id, name }) },
		});
	};
	const [one, other] = Object.keys(nodes).map(sessionNamed);
	one?.register(storage(), { id: 'whk_1', key: 'one', since: 1 });
	expect(one?.ledger.extra.registration?.key).toBe('one');
	expect(other?.ledger.extra.registration).toBeUndefined();
	expect(sessionNamed('Collection Trigger1').ledger.extra.registration).toBeUndefined();
});
