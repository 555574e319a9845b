import { z } from 'zod';
import { ProviderFailure } from '../../../../nodes/shared/failures';
import { understand, unreadable, withRaw } from '../../../../nodes/shared/provider/understand';

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
			details: { mayHaveHappened: true, hint: 'Look for it.' },
		}),
	);
});

it('an answer that cannot be read says what to do, and that nothing was changed', () => {
	expect(() => understand(shape, {})).toThrow(
		expect.objectContaining({
			kind: 'unavailable',
			details: {
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
