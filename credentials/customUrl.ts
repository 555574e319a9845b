/**
 * An address a user may enter: https, or http on this machine (127.0.0.0/8, localhost, [::1]).
 * No user name before the host, so that http://localhost@contoso.com is no loopback address.
 */
const SAFE_URL = String.raw`/^(https:\/\/[^\s\/?#@\\]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)([\/?#][^\s\\]*)?$/i`;

/**
 * Expression text that reads the URL field `field` and gives it back trimmed when it is safe.
 *
 * An unsafe one becomes `<refusal>:`. n8n checks the scheme of every sign-in address and shows it
 * ("OAuth url must use HTTP or HTTPS protocol. Invalid protocol: ..."), and its HTTP client does the
 * same when it refreshes a token: so a scheme that is a sentence tells the user what to change.
 * An expression that throws would not: older n8n versions turn it into an empty value.
 */
export function safeUrl(field: string, refusal: string): string {
	const value = `($self["${field}"] ?? "").trim()`;
	return `(${SAFE_URL}.test(${value}) ? ${value} : "${refusal}:")`;
}
