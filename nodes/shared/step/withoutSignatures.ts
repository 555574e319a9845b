import type { IDataObject } from 'n8n-workflow';

/**
 * The signature of a link that resumes a waiting execution (n8n makes it of 64 hexadecimal digits), as
 * it stands in text, in HTML, inside another link and in MIME, whose lines may break in it. A part of
 * it counts too, where a text was cut. The signatures of other links have other names or forms.
 */
const SIGNATURE =
	/((?:[?&;]|%3f|%26)signature(?:=3d|=|%3d))[0-9a-f](?:(?:=\r?\n)?[0-9a-f]){15,63}/gi;

/** The secret in the address of a Collection Trigger: 32 bytes in base64url, behind n8n's path of a webhook. */
const TRIGGER_KEY = /(\/webhook\?key=)[\w-]{43}/g;

/**
 * The same data without the signatures of waiting executions, and the secrets of triggers: a language
 * model that reads a mailbox must not be able to answer a question that was sent to a person, nor one
 * that lists webhooks to start a workflow.
 */
export function withoutSignatures(json: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, hide(value)]));
}

function hide<Value>(value: Value): Value;
function hide(value: unknown): unknown {
	if (typeof value === 'string') {
		return value.replace(SIGNATURE, '$1<hidden>').replace(TRIGGER_KEY, '$1<hidden>');
	}
	if (Array.isArray(value)) return value.map((entry: unknown) => hide(entry));
	if (
		value === null ||
		typeof value !== 'object' ||
		Object.getPrototypeOf(value) !== Object.prototype
	)
		return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, hide(entry)]));
}
