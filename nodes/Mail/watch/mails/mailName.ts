import { shortHash } from '../../../shared/text/shortHash';
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
