import { z } from 'zod';
import { ProviderFailure } from '../../../../nodes/shared/failures';
import { understand, unreadable } from '../../../../nodes/shared/provider/understand';

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
