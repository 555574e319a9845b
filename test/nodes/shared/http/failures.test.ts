import fc from 'fast-check';
import {
	presentableCode,
	presentableRequestId,
	presentableText,
	ProviderFailure,
	recover,
	rethrow,
} from '../../../../nodes/shared/http/failures';
import { growthFault } from '../../../harness/growth';

describe('presentableText', () => {
	it("keeps a provider's sentence as it is", () => {
		expect(presentableText('The property "colour" does not exist (line 3).')).toBe(
			'The property "colour" does not exist (line 3).',
		);
	});

	it.each([
		['No mailbox for anna.smith+x@contoso.com.', 'No mailbox for <address>'],
		["The user 'anna%40contoso.com' was not found", "The user '<address>' was not found"],
		['see https://graph.microsoft.com/v1.0/users/anna?x=1 now', 'see <link> now'],
		['see wss://192.0.2.1:99/x', 'see <link>'],
		['header Bearer abc.def was refused', 'header <token> was refused'],
		['token eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.e30.c2ln is bad', 'token <id> is bad'],
		['id AAMkAGI2TG93AAAAAAEMAAAiIsqMbYjsT5e-T7KzowPTAAAQ= gone', 'id <id> gone'],
		['first\r\nsecond\tthird\u0000 end', 'first second third end'],
	])('"%s" is shown as "%s"', (text, shown) => {
		expect(presentableText(text)).toBe(shown);
	});

	it('is cut to two sentences', () => {
		expect(presentableText('word '.repeat(100))).toMatch(/^(word ){48}…$/);
	});

	it('is undefined for nothing and for what is no text', () => {
		for (const none of [undefined, null, '', ' \n ', 7, {}, ['x']]) {
			expect(presentableText(none)).toBeUndefined();
		}
	});

	it('a token is not shown in part, wherever it stands in a text of any length', () => {
		const token = 'eyJhbGciOiJSUzI1NiJ9.Zm9vYmFyYmF6cXV4.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
		const words = fc.array(fc.constantFrom('word', token, 'a@b.example'), { maxLength: 60 });
		// Around 2,000 characters, where the text is cut.
		const padding = fc.integer({ min: 1_920, max: 2_000 });
		fc.assert(
			fc.property(fc.oneof(words, fc.constant([])), padding, (before, length) => {
				const text = [...before, 'x'.repeat(length), token].join(' ');
				const shown = presentableText(text) ?? '';
				expect(shown).not.toMatch(/eyJ|Zm9v|c2ln|@b/);
				expect(shown.length).toBeLessThanOrEqual(241);
			}),
			{ numRuns: 500 },
		);
	});

	it.each(['a', 'a@'])('takes linear time for %j repeated', async (piece) => {
		const read = (length: number) => presentableText(piece.repeat(length));
		expect(await growthFault(read)).toBeUndefined();
	});
});

it.each([
	["Exception of type 'Contoso.Fast.Profile.RequestException' was thrown.", 'RequestException'],
	['Contoso.Exchange.Common.AddressException: No.', 'AddressException: No.'],
])('of the name of an error class its last part is shown: %s', (text, shown) => {
	expect(presentableText(text)).toContain(shown);
	expect(presentableText(text)).not.toMatch(/<id>|Contoso/);
});

it('a long name with dots that is no error class stays an ID', () => {
	expect(presentableText('Abcdefgh.Ijklmnop.Qrstuvwx.Yzabcdefg')).toBe('<id>');
});

describe('codes and request IDs', () => {
	it.each([
		'ErrorItemNotFound',
		'ErrorMimeContentInvalidBase64String',
		'ECONNRESET',
		'a_b.c',
		'Broker--ParseUri',
	])('the code %s is shown', (code) => {
		expect(presentableCode(code)).toBe(code);
	});

	it.each(['', 'has space', 'a@contoso.com', 'eyJ0.eyJhbGc1.c2ln-X', 'a1b2c3d4e5f6', 7, null])(
		'the code %p is not shown',
		(code) => {
			expect(presentableCode(code)).toBeUndefined();
		},
	);

	it('a request ID is shown when it is a GUID, and nothing else is', () => {
		const guid = '0b3f2a2e-9c5d-4a53-8d0c-2f5a3c1e7b11';
		expect(presentableRequestId(guid)).toBe(guid);
		expect(presentableRequestId('anna@contoso.com')).toBeUndefined();
		expect(presentableRequestId('sim-at-secret')).toBeUndefined();
		expect(presentableRequestId(undefined)).toBeUndefined();
	});
});

it('further advice comes after what the failure says already', () => {
	const failure = new ProviderFailure('conflict', 'Changed meanwhile').withMore('Read it again.');
	expect(failure.details.hint).toBe('Read it again.');
	expect(failure.withMore('Then run.').details.hint).toBe('Read it again. Then run.');
});

describe('recover', () => {
	const failure = new ProviderFailure('conflict', 'Changed meanwhile');

	it('hands a failure that matches to its handler', async () => {
		const caught = Promise.reject(failure).catch(
			recover(
				({ kind }) => kind === 'conflict',
				() => 7,
			),
		);
		await expect(caught).resolves.toBe(7);
	});

	it('knows which failures are meant by their kind, by several kinds, or as any', async () => {
		for (const meant of ['conflict', ['notFound', 'conflict'], 'any'] as const) {
			const caught = Promise.reject(failure).catch(recover(meant, () => 7));
			await expect(caught).resolves.toBe(7);
		}
		for (const meant of ['notFound', ['notFound', 'policy']] as const) {
			const caught = Promise.reject(failure).catch(recover(meant, () => 7));
			await expect(caught).rejects.toBe(failure);
		}
	});

	it('throws everything else on', async () => {
		const matches = recover(
			({ kind }) => kind === 'forbidden',
			() => 7,
		);
		await expect(Promise.reject(failure).catch(matches)).rejects.toBe(failure);
		const bug = new TypeError('x is undefined');
		await expect(Promise.reject(bug).catch(matches)).rejects.toBe(bug);
	});
});

it('an error takes the place of a failure that is meant, and of nothing else', async () => {
	const failure = new ProviderFailure('conflict', 'Changed meanwhile');
	const other = new Error('Read it again');
	const meant = Promise.reject(failure).catch(rethrow('conflict', () => other));
	await expect(meant).rejects.toBe(other);
	const later = Promise.reject(failure).catch(
		rethrow('any', async () => await Promise.resolve(other)),
	);
	await expect(later).rejects.toBe(other);
	const unmeant = Promise.reject(failure).catch(rethrow('notFound', () => other));
	await expect(unmeant).rejects.toBe(failure);
});
