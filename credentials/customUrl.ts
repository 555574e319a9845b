import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/**
 * An address a user may enter: https, or http on this machine (127.0.0.0/8, localhost, [::1]).
 * No user name before the host, so that http://localhost@contoso.com is no loopback address.
 */
const SAFE_URL = String.raw`(${inAnyCase('https')}:\/\/[^\s\/?#@\\]+|${inAnyCase('http')}:\/\/(${inAnyCase('localhost')}|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)([\/?#][^\s\\]*)?`;

/** What was entered, and is none. */
const UNSAFE_URL = String.raw`^(?!\s*${SAFE_URL}\s*$)\s*\S`;

/** n8n's conditions of fields take a pattern, but no flags of it. */
function inAnyCase(word: string): string {
	return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

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
	return `(/^${SAFE_URL}$/.test(${value}) ? ${value} : "${refusal}:")`;
}

/**
 * A field for an address of one's own, and what stands below it as soon as something unsafe is entered:
 * n8n itself says so only when somebody presses Connect.
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
			displayName: `${displayName} has to start with https://, without blanks and without a user name. ${local}`,
			name: `${name}Notice`,
			type: 'notice',
			displayOptions: { show: { ...show, [name]: [{ _cnd: { regex: UNSAFE_URL } }] } },
			default: '',
		},
	];
}
