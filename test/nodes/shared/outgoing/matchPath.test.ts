import { belowMailbox, matchPath } from '../../../../nodes/shared/outgoing/matchPath';

describe('matchPath', () => {
	it('names the IDs of a path, decoded, whatever the case of its names', () => {
		expect(matchPath('events/:event/attachments/:file', 'EVENTS/a%3D/Attachments/B')).toEqual({
			event: 'a=',
			file: 'B',
		});
		expect(matchPath('sendMail', 'sendmail')).toEqual({});
	});

	it.each([
		'messages/A',
		'messages/A/send/',
		'messages/A/B/send',
		'messages//send',
		'messages/A%2FB/send',
		'messages/A%252FB/send',
		"messages/('A')/send",
		'messages/$count/send',
		'messages/microsoft.graph.eventMessage/send',
		'messages/%FF/send',
		'messages/%/send',
		'messages/A%3F/send',
		'messages/A%23/send',
		'messages/A%5CB/send',
	])('takes nothing else for an ID: %s', (path) => {
		expect(matchPath('messages/:message/send', path)).toBeUndefined();
	});
});

describe('belowMailbox', () => {
	it.each([
		['/me/sendMail', 'sendMail'],
		['/users/ann@contoso.com/messages/A', 'messages/A'],
		['/users/o%27brien%40contoso.com/messages', 'messages'],
		["/users/o'brien@contoso.com/messages", 'messages'],
		['/users/pat_fabrikam.com%23EXT%23%40contoso.com/messages', 'messages'],
	])('of %s is %s', (path, below) => {
		expect(belowMailbox(path)).toBe(below);
	});

	it.each([
		'/me',
		'/users/ann@contoso.com',
		'/sites/A/lists',
		'/users//sendMail',
		'/users/me%2FsendMail%3F/contacts',
		'/users/me%252FsendMail%253F/contacts',
		'/users/me%23/contacts',
		'/users/me%23EXT/contacts',
		'/users/me%23EXT%23%23/contacts',
		'/users/me%2523EXT%2523/contacts',
		'/users/me%3Fx/contacts',
		'/users/me%5CsendMail/contacts',
		"/users('me')/contacts",
		'/users/me;x/contacts',
		'/users/$count/contacts',
		'/users/%FF/contacts',
	])('is nothing of %s', (path) => {
		expect(belowMailbox(path)).toBeUndefined();
	});
});
