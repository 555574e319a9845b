import { z } from 'zod';
import { readEntries } from '../../../../nodes/Mail/graph/pages';

const item = z.object({ id: z.string(), subject: z.string() });

it('leaves out what has no ID, and keeps the others of the page', () => {
	const one = { id: '1', subject: 'Plan' };
	expect(readEntries([{ subject: 'Lost' }, one, null, 'text'], item)).toEqual([one]);
});

it('fails where something with an ID cannot be read, so that nothing is lost unseen', () => {
	expect(() => readEntries([{ id: '1', subject: 7 }], item)).toThrow();
});
