/** OpenID Connect's own, and Graph's delegated scopes (fact: scopes). */
const MAIL_SCOPES = [
	'openid',
	'profile',
	'email',
	'offline_access',
	'User.Read',
	...['Mail', 'Calendars', 'Contacts'].flatMap((area) =>
		['Read', 'ReadWrite'].flatMap((access) => [`${area}.${access}`, `${area}.${access}.Shared`]),
	),
	'Mail.ReadBasic',
	'Mail.Send',
	'Mail.Send.Shared',
	'MailboxSettings.Read',
	'MailboxSettings.ReadWrite',
	'People.Read',
	'Place.Read.All',
	'OnlineMeetings.Read',
	'OnlineMeetingTranscript.Read.All',
];

/** Those of the Collection API (fact: collection-scopes). */
const COLLECTION_SCOPES = [
	'read_clients',
	'write_clients',
	'read_requests',
	'write_requests',
	'review_requests',
	'read_templates',
	'read_team_members',
	'write_team_members',
	'administration',
];

/** Every scope that can be granted. */
export const ALL_SCOPES = [...MAIL_SCOPES, ...COLLECTION_SCOPES];

/** Whether a request asks for the Collection service rather than for a mailbox. */
export function asksForCollection(scope: string): boolean {
	return scope.split(' ').some((name) => COLLECTION_SCOPES.includes(name));
}
