import fc from 'fast-check';
import { z } from 'zod';
import { ProviderFailure } from '../../../../nodes/shared/http/failures';
import {
	understand,
	understandEntries,
	unreadable,
	withRaw,
} from '../../../../nodes/shared/provider/understand';

const shape = z.object({ id: z.string() });

it('an answer is read as far as it is relied upon', () => {
	expect(understand(shape, { id: 'a', more: 1 })).toEqual({ id: 'a' });
});

it('an answer without what is relied upon is a failure of the provider', () => {
	const failed = () => understand(shape, { more: 1 });
	expect(failed).toThrow(ProviderFailure);
	expect(failed).toThrow("The provider's answer could not be read");
});

it('says what became of a request that must not be made twice', () => {
	const refuse = () => unreadable('It was made', 'Look for it.');
	expect(() => understand(shape, undefined, refuse)).toThrow(
		expect.objectContaining({
			message: 'It was made',
			details: { isUnreadable: true, mayHaveHappened: true, hint: 'Look for it.' },
		}),
	);
});

it('an answer that cannot be read says what to do, and that nothing was changed', () => {
	expect(() => understand(shape, {})).toThrow(
		expect.objectContaining({
			kind: 'unavailable',
			details: {
				isUnreadable: true,
				mayHaveHappened: false,
				hint: 'Run the step again; if it stays so, report it with the time and the step.',
			},
		}),
	);
});

it('an object is kept as it came beside what is used of it, and refused without that', () => {
	const both = withRaw(shape);
	expect(understand(both, { id: 'a', more: 1 })).toEqual({
		raw: { id: 'a', more: 1 },
		used: { id: 'a' },
	});
	expect(both.safeParse({ more: 1 }).error?.issues).toMatchObject([{ path: ['id'] }]);
	for (const none of ['text', null, undefined]) expect(both.safeParse(none).success).toBe(false);
});

const person = z.object({ id: z.string(), friends: z.array(shape).nullish() });
const people = z.object({ value: z.array(person) });
const POISON = [null, 5, 'text', [], {}, { id: 5 }, { id: null }];

it('an entry of a list that cannot be read costs no other one, and is counted', () => {
	const entry = fc.oneof(
		fc.record({ id: fc.string() }),
		fc.constantFrom<unknown>(...POISON),
		fc.record({
			id: fc.string(),
			friends: fc.array(fc.oneof(fc.record({ id: fc.string() }), fc.constantFrom(...POISON))),
		}),
	);
	fc.assert(
		fc.property(fc.array(entry), (value) => {
			const before = JSON.stringify(value);
			const isGood = (one: unknown) => shape.safeParse(one).success;
			const listed = value.filter(isGood).map((one) => z.object({}).passthrough().parse(one));
			const friends = listed.map((one) => z.array(z.unknown()).default([]).parse(one.friends));
			const bad = (all: unknown[]) => all.filter((one) => !isGood(one)).length;
			const { read, leftOut } = understandEntries(people, { value });
			expect(read.value.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
			expect(read.value.map((one) => (one.friends ?? []).length)).toEqual(
				friends.map((all) => all.length - bad(all)),
			);
			expect(leftOut).toBe(bad(value) + friends.reduce((sum, all) => sum + bad(all), 0));
			expect(JSON.stringify(value)).toBe(before);
		}),
	);
});

it('what cannot be read and is no entry of a list stays a failure', () => {
	for (const body of [undefined, null, 5, {}, { value: {} }, { value: 'none' }]) {
		expect(() => understandEntries(people, body)).toThrow(ProviderFailure);
	}
	const mixed = z.object({ id: z.string(), all: z.array(shape) });
	expect(() => understandEntries(mixed, { all: [null] })).toThrow(ProviderFailure);
});

it('a rule that looks at a whole list, or at what was made of it, does not look for ever', () => {
	const pair = z.array(shape).min(3);
	expect(() => understandEntries(pair, [{ id: 'a' }, null])).toThrow(ProviderFailure);
	const moved = z.unknown().transform((_, context) => {
		context.addIssue({ code: 'custom', path: [7], message: 'elsewhere' });
		return z.NEVER;
	});
	expect(() => understandEntries(moved, [{ id: 'a' }])).toThrow(ProviderFailure);
});

it('many bad entries are left out in time that grows with their number', () => {
	const bad = Array.from({ length: 20_000 }, () => null);
	expect(understandEntries(z.array(shape), bad)).toEqual({ read: [], leftOut: 20_000 });
});
