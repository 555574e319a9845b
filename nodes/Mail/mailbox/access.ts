import { explain } from '../../shared/http/failures';
import { howToAdd, READS_SETTINGS } from '../failureTexts';

/**
 * What a mailbox is set to: time zone, automatic replies, rules, and what it tells those who write to it.
 * Nothing here reads or sends mail.
 */

/** https://github.com/microsoftgraph/microsoft-graph-docs/issues/3289, msgraph-sdk-powershell issue 2966 */
const OWN_ALONE =
	'To an account that signs in, Microsoft opens the settings and rules of its own mailbox alone: leave Mailbox empty. Some personal accounts have none that can be read.';

/** For `catch`: says why settings were not to be read. */
export const explainReading = explain({ forbidden: `${READS_SETTINGS} ${OWN_ALONE}` });

/** For `catch`: says why settings were not to be changed. */
export const explainChanging = explain({
	forbidden: howToAdd('MailboxSettings.ReadWrite', OWN_ALONE),
});
