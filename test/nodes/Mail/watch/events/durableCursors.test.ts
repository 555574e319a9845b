import { at, happened } from '../../../../harness/calendar';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import type { DurableCursor } from '../../../../harness/pollNode';
import { pollDurably } from '../../../../harness/pollNode';
import { MINUTE, START } from '../../../../harness/trigger';
import { startSimulator } from '../../../../simulator/simulator';

describe("with n8n's durable cursors", () => {
	it('what happens between publishing and the first scheduled poll starts the workflow once', async () => {
		const time = { now: START };
		const simulator = await startSimulator({ clock: () => time.now });
		simulator.graph.latencyMs = 0;
		const { calendar } = simulator.graph.mailbox(OWN_MAILBOX);
		const stored: DurableCursor = { cursor: {} };
		const poll = async (publishing: boolean) => {
			const activation = publishing ? 'activate' : 'update';
			const options = { node: 'calendarTrigger' as const, simulator, parameters: {}, activation };
			return happened(await pollDurably({ ...options, activation, publishing }, stored));
		};
		const add = (subject: string) => calendar.add({ subject, start: at(100), end: at(130) });
		try {
			add('before');
			expect(await poll(true)).toEqual([]);
			add('between');
			time.now += MINUTE;
			expect(await poll(false)).toEqual(['created between']);
			const readEarly = structuredClone(stored.cursor);
			add('after');
			time.now += MINUTE;
			expect(await poll(false)).toEqual(['created after']);
			const storedLast = stored.cursor;
			stored.cursor = readEarly;
			expect(await poll(false)).toEqual([]);
			stored.cursor = storedLast;
			expect(await poll(false)).toEqual([]);
		} finally {
			await simulator.stop();
		}
	});
});
