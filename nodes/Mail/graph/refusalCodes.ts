import type { RefusalKind } from '../../shared/http/failures';

/** The account has sent as much as it may in a day, or to as many people (fact: send-limit). */
export const DAY_IS_FULL_CODES = new Set([
	'ErrorExceededMessageLimit',
	'ErrorExceededMessageLimitShowTierUpgrade',
	'ErrorExceededMaxRecipientLimit',
	'ErrorExceededMaxRecipientLimitBlock',
	'ErrorExceededMaxRecipientLimitShowTierUpgrade',
	'ErrorSubmissionQuotaExceeded',
]);

/** Nothing is there, whatever the status. */
const NOT_FOUND_CODES = new Set([
	// An item that is gone already answers so under immutable IDs (fact: gone-immutable); others are told apart later.
	'ErrorCannotDeleteObject',
	'ErrorInvalidIdMalformed',
	'ErrorInvalidMailboxItemId',
	// An occurrence that its series does not have any more (fact: occurrence-gone).
	'ErrorCalendarOccurrenceIsDeletedFromRecurrence',
	'ErrorCalendarOccurrenceIndexIsOutOfRecurrenceRange',
]);

/** There is no room left (fact: full-mailbox). */
export const QUOTA_CODES = new Set([
	'ErrorQuotaExceeded',
	'QuotaExceededException',
	'quotaLimitReached',
]);

/** The text of an item is damaged (fact: damaged-text). */
export const DAMAGED_CODES = new Set([
	'ErrorContentConversionFailed',
	'ErrorCorruptData',
	'ErrorItemCorrupt',
]);

/** There is no mailbox in Exchange Online, whatever the status (fact: no-mailbox). */
export const NO_MAILBOX_CODES = new Set([
	'MailboxNotEnabledForRESTAPI',
	'MailboxNotSupportedForRESTAPI',
	'OrganizationFromTenantGuidNotFound',
	'ErrorInvalidUser',
	'ErrorNonExistentMailbox',
]);
/** The same for a path below a mailbox; elsewhere these codes may be about anything, such as a group. */
export const NOTHING_THERE_CODES = new Set(['ResourceNotFound', 'Request_ResourceNotFound']);

/** A right is missing, as `forbidden` says. For other codes the reason stands in Graph's message. */
export const ACCESS_DENIED = /^(Error)?AccessDenied$|^Authorization_RequestDenied$/i;

/** What a code says more than the status that it comes with. */
export function kindOfCode(code: string): RefusalKind | undefined {
	if (DAY_IS_FULL_CODES.has(code)) return 'rejected';
	return NO_MAILBOX_CODES.has(code) || NOT_FOUND_CODES.has(code) ? 'notFound' : undefined;
}
