/** Longest file name that is stored, in characters (UTF-16 units): file systems take 255. */
const MAX_LENGTH = 200;
/** Longest ending that is kept when a name is cut, in characters, its dot included. */
const MAX_ENDING = 20;

/** Control, direction and other invisible characters, and the separators of lines and paragraphs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A name that a file can have, of one that a stranger chose: without folders and invisible characters,
 * neither `.` nor `..`, cut before its ending where it is too long.
 * @param fallback The name where nothing is left.
 */
export function cleanFileName(given: string, fallback = 'file'): string {
	const base = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
	const name = base.toWellFormed().replace(UNSEEN, '').trim();
	if (/^\.*$/.test(name)) return fallback;
	if (name.length <= MAX_LENGTH) return name;
	const dot = name.lastIndexOf('.');
	const ending = dot > 0 && name.length - dot <= MAX_ENDING ? name.slice(dot) : '';
	// A character outside the basic plane may be cut in two: its first half is no character.
	return name.slice(0, MAX_LENGTH - ending.length).replace(/[\uD800-\uDBFF]$/, '') + ending;
}

/** The name of the file that a mail or an event becomes: its subject, where slashes are no folders. */
export function subjectFileName(subject: string, ending: string): string {
	const words = subject.replace(/[\s\\/:*?"<>|\p{Cc}]+/gu, ' ');
	return cleanFileName(`${cleanFileName(words, 'email')}.${ending}`);
}

/** Printable ASCII, as a header takes it, and as long as n8n's table of files does (@n8n/db, binary-data-file.ts). */
const STORABLE_TYPE = /^[\x20-\x7e]{1,255}$/;

/** A media type that a stranger chose: any bytes (RFC 2046, 4.5.1) where n8n could not store it. */
export function cleanMediaType(given: string | undefined): string | undefined {
	return !given || STORABLE_TYPE.test(given) ? given : 'application/octet-stream';
}
