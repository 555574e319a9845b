import { EVERYTHING, happened } from '../../../../harness/contactModel';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import type { DurableCursor } from '../../../../harness/pollNode';
import { pollDurably } from '../../../../harness/pollNode';
import { MINUTE, START } from '../../../../harness/trigger';
import { startSimulator } from '../../../../simulator/simulator';

// Holds under each reading of fact: contact-delta-form, fact: contact-delta-missing, fact: contact-folder-name.
describe("with n8n's durable cursors", () => {
	it('what happens between publishing and the first scheduled poll starts the workflow once', async () => {
		const time = { now: START };
		const simulator = await startSimulator({ clock: () => time.now });
		simulator.graph.latencyMs = 0;
		const { contacts } = simulator.graph.mailbox(OWN_MAILBOX);
		const stored: DurableCursor = { cursor: {} };
		const poll = async (publishing = false) => {
			const activation = publishing ? 'activate' : 'update';
			const options = {
				node: 'contactTrigger' as const,
				simulator,
				activation,
				publishing,
			} as const;
			time.now += MINUTE;
			return happened(await pollDurably({ ...options, parameters: { event: EVERYTHING } }, stored));
		};
		const stamp = () => new Date(time.now).toISOString();
		try {
			const before = contacts.add({ displayName: 'Before' });
			expect(await poll(true)).toEqual([]);
			contacts.add({ displayName: 'Between' });
			expect(await poll()).toEqual(['created Between']);
			const readEarly = structuredClone(stored.cursor);
			contacts.add({ displayName: 'After' });
			before.change({ displayName: 'Changed' }, stamp());
			expect((await poll()).sort()).toEqual(['created After', 'updated Changed']);
			// n8n may hand out a cursor that it read before it stored the last one.
			const storedLast = stored.cursor;
			stored.cursor = readEarly;
			expect(await poll()).toEqual([]);
			stored.cursor = storedLast;
			contacts.remove(before);
			expect(await poll()).toEqual(['deleted Changed']);
			expect(await poll()).toEqual([]);
		} finally {
			await simulator.stop();
		}
	});
});
