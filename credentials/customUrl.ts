import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/**
 * An address a user may enter: https, or http on this machine (127.0.0.0/8, localhost, [::1]).
 * No user name before the host, so that http://localhost@contoso.com is no loopback address.
 */
const SAFE_URL = String.raw`/^(https:\/\/[^\s\/?#@\\]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)([\/?#][^\s\\]*)?$/i`;

/** How most of them begin. */
const SAFE_BEGINNINGS = ['https://', 'http://localhost', 'http://127.', 'http://[::1]'];

/**
 * Expression text that reads the URL field `field` and gives it back trimmed when it is safe.
 *
 * An unsafe one becomes `<refusal>:`. n8n checks the scheme of every sign-in address and shows it
 * ("OAuth url must use HTTP or HTTPS protocol. Invalid protocol: ..."), and its HTTP client does the
 * same when it refreshes a token: so a scheme that is a sentence tells the user what to change.
 * An expression that throws would not: older n8n versions turn it into an empty value.
 */
function safeUrl(field: string, refusal: string): string {
	const value = `($self["${field}"] ?? "").trim()`;
	return `(${SAFE_URL}.test(${value}) ? ${value} : "${refusal}:")`;
}

/** The addresses of one's own to sign in at, as they are used. */
export const OWN_SIGN_IN = {
	authorize: safeUrl('customAuthUrl', 'sign-in-url-must-be-https-or-http-on-localhost'),
	token: safeUrl('customTokenUrl', 'token-url-must-be-https-or-http-on-localhost'),
};

/**
 * A field for an address of one's own, and what stands below it as soon as an address is entered that
 * begins otherwise than a safe one: n8n itself says so only when somebody presses Connect.
 *
 * No pattern says when to show it: n8n asks for that in each request, too, and gives up on a pattern that
 * takes 250 ms, which on a busy machine every pattern can (n8n-workflow 2.41.0, safe-regex).
 * @param show What has to be chosen for them to be shown.
 */
export function customUrl(
	show: NonNullable<IDisplayOptions['show']>,
	field: Omit<INodeProperties, 'type' | 'required' | 'displayOptions'>,
): INodeProperties[] {
	const { displayName, name, description } = field;
	const local = 'http:// is accepted for this machine only (localhost).';
	return [
		{
			...field,
			type: 'string',
			required: true,
			displayOptions: { show },
			description: `${description} Must start with https://; ${local}`,
		},
		{
			displayName: `${displayName} has to start with https://. ${local}`,
			name: `${name}Notice`,
			type: 'notice',
			displayOptions: {
				show: { ...show, [name]: [{ _cnd: { exists: true } }] },
				hide: { [name]: SAFE_BEGINNINGS.map((startsWith) => ({ _cnd: { startsWith } })) },
			},
			default: '',
		},
	];
}
