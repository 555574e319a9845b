import fc from 'fast-check';
import { mailboxRoot, mailPath } from '../../../../nodes/Mail/graph/paths';
import { InvalidInput } from '../../../../nodes/shared/http/failures';

describe('mailPath', () => {
	it('puts each ID into one segment', () => {
		expect(mailPath`/mailFolders/${'inbox'}/messages/${'AA/=='}/move`).toBe(
			'/mailFolders/inbox/messages/AA%2F%3D%3D/move',
		);
	});

	it('is the path itself without any ID', () => {
		expect(mailPath`/outlook/masterCategories`).toBe('/outlook/masterCategories');
	});

	it.each(['', '..', '../../users/other@contoso.com/messages/AA'])('refuses the ID "%s"', (id) => {
		expect(() => mailPath`/messages/${id}`).toThrow(InvalidInput);
	});

	it('any two IDs are refused or stay where they are put', () => {
		const text = fc.string({ unit: 'binary' });
		fc.assert(
			fc.property(text, text, (folder, message) => {
				let path: string;
				try {
					path = mailPath`/mailFolders/${folder}/messages/${message}`;
				} catch (error) {
					expect(error).toBeInstanceOf(InvalidInput);
					return;
				}
				const { pathname } = new URL(`https://host.example/v1.0/me${path}`);
				const segments = pathname.split('/').slice(3).map(decodeURIComponent);
				expect(segments).toEqual([
					'mailFolders',
					folder.toWellFormed(),
					'messages',
					message.toWellFormed(),
				]);
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe('mailboxRoot', () => {
	it('is the own mailbox without an address', () => {
		expect(mailboxRoot(undefined)).toBe('/me');
	});

	it.each([
		['support@contoso.com', '/users/support%40contoso.com'],
		["o'hara+x@contoso.com", "/users/o'hara%2Bx%40contoso.com"],
		['alice_fabrikam.com#EXT#@contoso.com', '/users/alice_fabrikam.com%23EXT%23%40contoso.com'],
		['0b3f2a2e-9c5d-4a53-8d0c-2f5a3c1e7b11', '/users/0b3f2a2e-9c5d-4a53-8d0c-2f5a3c1e7b11'],
	])('%s is %s', (mailbox, root) => {
		expect(mailboxRoot(mailbox)).toBe(root);
	});

	it.each([
		'',
		'.',
		'..',
		'../me',
		'a/b',
		'a\\b',
		'a?b',
		'a#b',
		'#EXT#',
		'.#EXT#.',
		'a%2fb',
		'a b',
		'a\nb',
		'a@contoso.com;b@contoso.com',
		'a@contoso.com,b@contoso.com',
		'a(b)@contoso.com',
		'$count',
	])('"%s" is refused', (mailbox) => {
		expect(() => mailboxRoot(mailbox)).toThrow(InvalidInput);
	});
});
