import { knownCalendars, resolveCalendar } from '../../../../nodes/Mail/calendar/calendars';
import { resolveFolder } from '../../../../nodes/Mail/email/folders';
import { resolveLabels } from '../../../../nodes/Mail/email/labels';
import { setUpGraph } from '../../../harness/graph';

const world = setUpGraph();
const { connect, own } = world;

describe('what one run reads once', () => {
	const named = (value: string) => ({ mode: 'name' as const, value });
	const lists = [
		['folders', /^\/me\/mailFolders$/],
		['calendars', /^\/me\/calendars$/],
		['labels', /masterCategories/],
	] as const;

	async function resolveAll(graph: Awaited<ReturnType<typeof connect>>) {
		return await Promise.allSettled([
			resolveFolder(graph, named('Customers'), 'folder'),
			resolveCalendar(graph, named('Team')),
			resolveLabels(graph, ['Red'], false),
		]);
	}

	beforeEach(() => {
		own().addFolder('Customers', 'msgfolderroot');
		own().calendar.addCalendar('Team');
		own().addCategory('Red');
	});

	test('is not read again', async () => {
		const graph = await connect();
		for (let item = 0; item < 3; item++) {
			const results = await resolveAll(graph);
			expect(results.map(({ status }) => status)).toEqual(lists.map(() => 'fulfilled'));
		}
		expect(lists.map(([, path]) => world.simulator.requests.count({ path }))).toEqual([1, 1, 1]);
	});

	test('is read by another run for itself', async () => {
		await resolveAll(await connect());
		await resolveAll(await connect());
		expect(lists.map(([, path]) => world.simulator.requests.count({ path }))).toEqual([2, 2, 2]);
	});

	test('is read again when the reading failed, so that one failure is not that of all items', async () => {
		const graph = await connect();
		for (const [, path] of lists) world.simulator.faults.next({ path }, { status: 400 });
		const failed = await resolveAll(graph);
		expect(failed.map(({ status }) => status)).toEqual(lists.map(() => 'rejected'));
		const results = await resolveAll(graph);
		expect(results.map(({ status }) => status)).toEqual(lists.map(() => 'fulfilled'));
		await expect(knownCalendars(graph)).resolves.toHaveLength(2);
	});

	test('and a label that could not be created is created for the next item', async () => {
		const graph = await connect();
		world.simulator.faults.next({ method: 'POST' }, { status: 400 });
		await expect(resolveLabels(graph, ['New'], true)).rejects.toThrow();
		await expect(resolveLabels(graph, ['New'], true)).resolves.toEqual(['New']);
		expect(own().categories.map(({ displayName }) => displayName)).toEqual(['Red', 'New']);
	});
});
