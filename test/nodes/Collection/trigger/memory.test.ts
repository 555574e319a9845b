import fc from 'fast-check';
import type { Sighting } from '../../../../nodes/Collection/trigger/memory';
import { Memory } from '../../../../nodes/Collection/trigger/memory';
import { newsIn } from '../../../../nodes/Collection/trigger/settle';
import { createPrefixedId } from '../../../simulator/collection/model';

const HOUR = 3_600_000;

const requestOf = (id: string, status: string): Sighting => ({
	kind: 'request',
	id,
	states: { there: 'yes', status },
});

const newsOf = (memory: Memory, sighting: Sighting, announced?: string) =>
	newsIn(memory, [sighting], announced).map(({ event }) => event);

describe('the memory', () => {
	it('takes 330 kB for 10,000 requests, and 70 kB for all else at most', () => {
		const memory = new Memory();
		memory.begin('request');
		for (let index = 0; index < 10_000; index++) {
			memory.note(requestOf(createPrefixedId('req', String(index)), 'completed'));
		}
		const lists = JSON.stringify(memory.save()).length;
		expect(Math.round(lists / 10_000)).toBe(33);
		for (let index = 0; index < 5_000; index++) {
			memory.note({ kind: 'field', id: `fld_${index}`, states: { status: 'approved' } });
			memory.noteHeard(`comment ${index}`, 1_800_000_000_000);
		}
		expect(JSON.stringify(memory.save()).length - lists).toBeLessThan(70_000);
	});

	it('forgets the oldest first, and what was heard after a day', () => {
		const memory = new Memory();
		memory.noteHeard('first', 0);
		memory.noteHeard('second', 0);
		expect([memory.wasHeard('first', 23 * HOUR), memory.wasHeard('first', 24 * HOUR)]).toEqual([
			true,
			false,
		]);
		for (let index = 0; index < 999; index++) memory.noteHeard(`later ${index}`, HOUR);
		expect([memory.wasHeard('first', HOUR), memory.wasHeard('second', HOUR)]).toEqual([
			false,
			true,
		]);
	});

	it.each([undefined, null, 7, 'text', { lists: { request: [] } }, { seen: { a: 1 } }])(
		'begins anew where n8n has stored %j',
		(saved) => {
			expect(new Memory(saved).save()).toEqual({ lists: {}, seen: {}, heard: {} });
		},
	);

	it('is the same after it was stored', () => {
		const state = fc.constantFrom('draft', 'open', 'completed', 'archived');
		const step = fc.record({ id: fc.constantFrom('a', 'b', 'c'), state, isListed: fc.boolean() });
		fc.assert(
			fc.property(fc.array(step), step, (steps, next) => {
				const memory = new Memory();
				for (const { id, state: status, isListed } of steps) {
					if (isListed && !memory.listOf('request')) memory.begin('request');
					memory.note(requestOf(id, status));
				}
				const stored = new Memory(JSON.parse(JSON.stringify(memory.save())));
				const sighting = requestOf(next.id, next.state);
				expect(newsOf(stored, sighting)).toEqual(newsOf(memory, sighting));
			}),
		);
	});
});

describe('what is read again', () => {
	it('is news once, however often and by whichever event it is announced', () => {
		const status = fc.constantFrom('draft', 'open', 'completed', 'archived');
		const announced = fc.constantFrom(undefined, 'request_completed', 'request_created', 'x');
		fc.assert(
			fc.property(status, announced, announced, fc.boolean(), (state, first, second, isListed) => {
				const memory = new Memory();
				if (isListed) memory.begin('request');
				const sighting = requestOf('a', state);
				newsOf(memory, sighting, first);
				memory.note(sighting);
				expect(newsOf(memory, sighting, second)).toEqual([]);
			}),
		);
	});
});
