import { GRAPH_ROOTS } from './apiRoots';
import { OWN_SIGN_IN } from './customUrl';

// Sign-in hosts: learn.microsoft.com/entra/identity-platform/authentication-national-cloud
const SIGN_IN_HOSTS = {
	global: 'https://login.microsoftonline.com',
	usGovernment: 'https://login.microsoftonline.us',
	usGovernmentDod: 'https://login.microsoftonline.us',
	china: 'https://login.partner.microsoftonline.cn',
};

/** Without offline_access there is no refresh token; User.Read is for `/me` itself (fact: offline-access, fact: cloud-scopes). */
const SIGN_IN_SCOPES = 'openid profile offline_access User.Read';

export const OWN_MAILBOX = `${SIGN_IN_SCOPES} Mail.ReadWrite Mail.Send Calendars.ReadWrite Contacts.ReadWrite MailboxSettings.Read`;

const SHARED_MAILBOXES = `${OWN_MAILBOX} Mail.ReadWrite.Shared Mail.Send.Shared Calendars.ReadWrite.Shared Contacts.ReadWrite.Shared`;

const SCOPES = {
	mailCalendarContacts: OWN_MAILBOX,
	sharedMailboxes: SHARED_MAILBOXES,
	// OnlineMeetings.Read finds the meeting whose transcript is read.
	meetings: `${SHARED_MAILBOXES} OnlineMeetings.Read OnlineMeetingTranscript.Read.All`,
	draftsOnly: `${SIGN_IN_SCOPES} Mail.ReadWrite Calendars.Read Contacts.ReadWrite MailboxSettings.Read`,
	readOnly: `${SIGN_IN_SCOPES} Mail.Read Calendars.Read Contacts.Read MailboxSettings.Read`,
};

const TENANT = '($self["tenantId"] ?? "").trim()';

/**
 * Expression for a sign-in address of the chosen cloud and tenant, or the user's own.
 * What cannot work becomes a scheme that says so, as in `safeUrl`.
 * @param tenant Expression text for the tenant; for an application the one that is entered.
 * @param refusals More expression text for what cannot work, each ending in its scheme.
 */
export function signInUrl(
	endpoint: keyof typeof OWN_SIGN_IN,
	tenant = TENANT,
	...refusals: string[]
): string {
	return [
		`={{ $self["cloud"] === "custom" ? ${OWN_SIGN_IN[endpoint]}`,
		...refusals.map((text) => `: ${text}`),
		`: !/^[A-Za-z0-9.-]+$/.test(${tenant}) ? "tenant-must-be-an-id-or-a-domain:"`,
		`: (${JSON.stringify(SIGN_IN_HOSTS)})[$self["cloud"]] + "/" + ${tenant} + "/oauth2/v2.0/${endpoint}" }}`,
	].join(' ');
}

/** The same for people, whose account type stands for a tenant. */
export function personUrl(endpoint: keyof typeof OWN_SIGN_IN): string {
	return signInUrl(
		endpoint,
		`($self["accountType"] === "tenant" ? ${TENANT} : $self["accountType"])`,
		`$self["accountType"] === "consumers" && $self["cloud"] !== "global" ? "personal-accounts-exist-only-in-the-global-cloud:"`,
	);
}

/** What an application asks for: whatever it was granted at the API of its cloud. */
export const DEFAULT_SCOPE = `${GRAPH_ROOTS.global}/.default`;

/** Expression for that; a custom cloud has a resource of its own, in `customScope`. */
export function applicationScope(): string {
	const root = `(${JSON.stringify(GRAPH_ROOTS)})[$self["cloud"]]`;
	return `={{ $self["cloud"] === "custom" ? ($self["customScope"] ?? "").trim() : ${root} + "/.default" }}`;
}

/**
 * Expression for the scopes, separated by single spaces. National clouds want Graph's scopes with their own resource before
 * them; OpenID Connect's scopes belong to no resource.
 */
export function scopes(): string {
	const chosen = `($self["permissions"] === "custom" ? ($self["customScopes"] ?? "") : (${JSON.stringify(SCOPES)})[$self["permissions"]])`;
	const isNational = `$self["cloud"] !== "global" && $self["cloud"] !== "custom"`;
	const isBare = `!/^(openid|profile|email|offline_access)$/.test(scope) && !scope.includes("://")`;
	const prefix = `(${JSON.stringify(GRAPH_ROOTS)})[$self["cloud"]] + "/"`;
	return String.raw`={{ ${chosen}.split(/[\s,]+/).filter((scope) => scope !== "").map((scope) => ${isNational} && ${isBare} ? ${prefix} + scope : scope).join(" ") }}`;
}
