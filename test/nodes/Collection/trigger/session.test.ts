import type { IDataObject } from 'n8n-workflow';
import { TriggerSession } from '../../../../nodes/Collection/trigger/session';

/** What n8n stores for a trigger, and gives to every process. */
function storage() {
	const data: IDataObject = {};
	return { data, getWorkflowStaticData: () => data };
}

describe('two processes of n8n', () => {
	it('each take what the other one stored after them, and nothing older', () => {
		const stored = storage();
		const [main, other] = [new TriggerSession(), new TriggerSession()];
		main.registration = { id: 'whk_1', key: 'one' };
		main.store(stored);
		const old = structuredClone(stored.data.state);
		other.catchUp(stored.data.state);
		expect(other.registration?.key).toBe('one');
		other.memory.noteHeard('a comment', 0);
		other.store(stored);
		expect(main.catchUp(stored.data.state).memory.wasHeard('a comment', 0)).toBe(true);
		expect(main.catchUp(old).memory.wasHeard('a comment', 0)).toBe(true);
	});

	it.each([undefined, null, 'text', { revision: 'one' }])(
		'begin anew where n8n has stored %j',
		(state) => {
			const session = new TriggerSession().catchUp(state);
			expect(session.registration).toBeUndefined();
			expect(session.memory.save()).toEqual({ lists: {}, seen: {}, heard: {} });
		},
	);
});

describe('a turn', () => {
	it('comes after the one before, which may have failed', async () => {
		const session = new TriggerSession();
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
});
