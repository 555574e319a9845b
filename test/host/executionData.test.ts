import { readExecutionData } from './executionData';

/** n8n's own form: strings inside are places in the list, so shared parts are written once. */
const flattened = (parts: unknown[]) => JSON.stringify(parts);

/** An execution whose node Start put out one item; `item` and what it points to, from place 9 on. */
const started = (...item: unknown[]) =>
	flattened([
		{ resultData: '1' },
		{ runData: '2' },
		{ Start: '3' },
		['4'],
		{ data: '5' },
		{ main: '6' },
		['7'],
		['8'],
		{ json: '9' },
		...item,
	]);

describe('the data of an execution', () => {
	it('gives the items of each node', () => {
		const text = started({ subject: '10' }, 'Hello');
		expect(readExecutionData(text).nodes.get('Start')?.items).toEqual([{ subject: 'Hello' }]);
	});

	it('gives the files of each node, whether they are kept elsewhere or in it', () => {
		const text = flattened([
			{ resultData: '1' },
			{ runData: '2' },
			{ Load: '3' },
			['4'],
			{ data: '5' },
			{ main: '6' },
			['7'],
			['8'],
			{ json: '9', binary: '10' },
			{},
			{ first: '11', second: '15' },
			{ fileName: '12', data: '13', id: '14' },
			'a.pdf',
			'filesystem-v2',
			'filesystem-v2:a',
			{ fileName: '16', data: '17' },
			'b.pdf',
			'UERG',
		]);
		const files = readExecutionData(text).nodes.get('Load')?.files.values() ?? [];
		expect([...files]).toEqual([
			{ fileName: 'a.pdf', data: 'filesystem-v2', id: 'filesystem-v2:a' },
			{ fileName: 'b.pdf', data: 'UERG' },
		]);
	});

	it('gives what stopped it, with the node that failed', () => {
		const text = flattened([
			{ resultData: '1' },
			{ runData: '2', error: '5' },
			{ Send: '3' },
			['4'],
			{ error: '5' },
			{ message: '6', description: '7' },
			'Refused.',
			'Reconnect it.',
		]);
		const { error, nodes } = readExecutionData(text);
		expect(error).toBe('Refused. Reconnect it.');
		expect(nodes.get('Send')).toMatchObject({ items: [], error: 'Refused. Reconnect it.' });
	});

	it('is empty while the execution has not begun', () => {
		expect(readExecutionData('[]')).toEqual({ error: undefined, nodes: new Map() });
	});

	it('may hold parts that contain themselves', () => {
		const text = started({ self: '9' });
		const [item] = readExecutionData(text).nodes.get('Start')?.items ?? [];
		expect(Object.keys(item ?? {})).toEqual(['self']);
	});
});
