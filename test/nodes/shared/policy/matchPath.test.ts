import { matchPath } from '../../../../nodes/shared/policy/matchPath';

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
	])('takes nothing else for an ID: %s', (path) => {
		expect(matchPath('messages/:message/send', path)).toBeUndefined();
	});
});
