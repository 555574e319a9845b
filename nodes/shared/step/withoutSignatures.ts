import type { IDataObject } from 'n8n-workflow';
import { mapTexts } from './mapTexts';

/**
 * The signature of a link that resumes a waiting execution (n8n makes it of 64 hexadecimal digits), as
 * it stands in text, in HTML, inside another link and in MIME, whose lines may break in it. A part of
 * it counts too, where a text was cut.
 */
const SIGNATURE =
	/((?:[?&;]|%3f|%26)signature(?:=3d|=|%3d))[0-9a-f](?:(?:=\r?\n)?[0-9a-f]){15,63}/gi;
/** How n8n's addresses of waiting executions begin, however a program in between wrote the link anew. */
const WAITING = /webhook.{0,9}waiting/is;
/** A signature by its digits alone, beside such an address, whatever was put between or in front of them. */
const DIGITS = /[0-9a-f](?:(?:[\s\u00ad\u200b-\u200d\u2060]|=\r?\n|<wbr>){0,3}[0-9a-f]){63,}/gi;
/** Long enough in base64 that a signature may be in it; its lines may break. */
const BASE64 = /[\w+/-]{40,}(?:\r?\n[\w+/-]+)*={0,2}/g;

/** The secret in the address of a Collection Trigger: 32 bytes in base64url, behind n8n's path of a webhook. */
const TRIGGER_KEY = /(\/webhook\?key=)[\w-]{43}/g;

/**
 * The same data without the signatures of waiting executions, and the secrets of triggers: a language
 * model that reads a mailbox must not be able to answer a question that was sent to a person, nor one
 * that lists webhooks to start a workflow.
 */
export function withoutSignatures(json: IDataObject): IDataObject {
	return mapTexts(json, (text) =>
		hideDigits(text.replace(BASE64, decoded)).replace(TRIGGER_KEY, '$1<hidden>'),
	);
}

function hideDigits(text: string): string {
	const named = text.replace(SIGNATURE, '$1<hidden>');
	return WAITING.test(named) ? named.replace(DIGITS, '<hidden>') : named;
}

function decoded(encoded: string): string {
	const text = Buffer.from(encoded, 'base64').toString('latin1');
	return hideDigits(text) === text ? encoded : '<hidden>';
}
