import { shortHash } from '../../../shared/text/shortHash';
import type { Ledger } from '../../../shared/watch/ledger';
import { isHandled } from '../../../shared/watch/ledger';
import type { Message } from '../../email/message';

/**
 * Names a mail by what stays where its ID does not (fact: moved-in-outlook). Programs give several mails one
 * `Message-ID`, hardly ever in one second and with one subject.
 * @returns undefined for a mail without one.
 */
export function nameOfMail({
	internetMessageId,
	receivedDateTime,
	subject,
}: Message): string | undefined {
	if (!internetMessageId) return undefined;
	return shortHash(JSON.stringify([internetMessageId, receivedDateTime, subject]));
}

/**
 * The names of mails that were handled; others are forgotten, as what a poll loaded may have come to nothing.
 * @param names By the short hashes of their IDs.
 */
export function handledNames(
	names: Map<string, string>,
	{ entries }: Pick<Ledger<unknown>, 'entries'>,
): Set<string> {
	for (const key of names.keys()) if (!isHandled(entries.get(key))) names.delete(key);
	return new Set(names.values());
}
