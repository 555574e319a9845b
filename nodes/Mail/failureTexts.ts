import { NOT_RENEWABLE } from '../shared/http/thrown';
import type { GraphTexts } from './graph/failure';
import { DAY_IS_FULL_CODES } from './graph/refusalCodes';

const NOT_LET_IN = 'Microsoft did not let the application in';

/**
 * What Entra has against an application, its secret, or an account with it, by its code.
 * https://learn.microsoft.com/entra/identity-platform/reference-error-codes
 */
const SIGN_IN_HINTS = new Map(
	Object.entries({
		AADSTS700024:
			'The clock of the n8n server is wrong. Set it right: Entra takes five minutes of difference.',
		AADSTS7000215:
			'Client Secret is wrong. Enter its value, not its ID, as Entra shows it once when it is made.',
		AADSTS7000222:
			'The client secret has expired. Make a new one in Entra, and enter it in the credential.',
		AADSTS700016:
			'The tenant has no application with this Client ID. Check Client ID and Tenant in the credential.',
		AADSTS90002: 'There is no such tenant. Check Tenant in the credential.',
		AADSTS7000229:
			'The tenant does not know the application. An administrator of it grants the permissions in Entra, under API permissions.',
		AADSTS7000112:
			'The application is disabled. An administrator enables it in Entra, under Enterprise applications.',
		// (fact: sign-in-blocked)
		AADSTS53003:
			'A Conditional Access policy blocks the n8n server, also where signing in works in a browser. An administrator finds the policy in the sign-in log of Entra.',
	}),
);
/** The same against the certificate of one, by what it says beside this code. */
const CERTIFICATE_REFUSED = 'AADSTS700027';
function certificateHint(says: string): string {
	if (/expired/i.test(says)) {
		return 'The certificate has expired. Make a new one, upload it to the application in Entra, and put it and its key into the credential.';
	}
	if (/not found|not registered/i.test(says)) {
		return 'The application has no such certificate. Upload the certificate of this credential to it in Entra, under Certificates & secrets.';
	}
	return 'Private Key is not the key of the certificate. Put the key and the certificate that belong together into the credential.';
}

/** What to do where Microsoft lets an account send no more for now (fact: send-limit). */
const SENT_ALL =
	'The account has sent as much as it may: run the step again a day later, or sign in to Outlook on the web and follow what its Inbox says.';
/** The same where it lets the account send nothing at all (fact: send-blocked). */
const SUSPENDED =
	'Microsoft has suspended sending from this account: sign in to Outlook on the web and verify the account as its Inbox says.';

/** The same where it does not take an email at the moment (fact: send-passing). */
const NOT_NOW = 'Microsoft does not take the email at the moment: run the step again later.';

/** What users of the Mail node and the Mail Trigger read when Microsoft Graph refuses something. */
export const failureTexts: GraphTexts = {
	messages: {
		auth: 'The sign-in has expired or was revoked',
		forbidden: 'The account is not allowed to do this',
		notFound: 'Not found in this mailbox',
		conflict: 'The item was changed by somebody else at the same moment',
		throttled: 'The provider is limiting requests for this mailbox',
		unavailable: 'The provider did not answer',
		rejected: 'The provider refused the request',
		lost: 'The connection broke before the provider answered: the request may or may not have taken effect',
		unreached: 'The provider could not be reached',
		unreadable: "The provider's answer could not be read",
	},
	hints: {
		// These are refused alike (fact: no-mailbox, fact: refused-personal, fact: sign-in-blocked).
		auth: 'If that changes nothing, the account has no mailbox in Exchange Online, such as a guest. Or it is a personal one, and the step is for work accounts only. Or a Conditional Access policy blocks the n8n server.',
		forbidden:
			'Give the credential a permission set that includes this, then press "Switch account" there and sign in again.',
		notFound:
			'It may be gone, as a deleted email or a declined event is. Or the ID is of another mailbox, or changed when an email was moved: run the step that finds it again.',
		conflict: 'Run the step again.',
		throttled: 'Wait and run the step again, or work on fewer items at a time.',
		unavailable: 'Run the step again later.',
		rejected: 'Check what stands in the fields.',
		lost: 'Check the mailbox before running the step again.',
		mayHaveHappened: 'It may have taken effect: check the mailbox before running the step again.',
	},
	sharedMailboxHints: {
		forbidden:
			'The account needs access to this mailbox in Exchange, and the credential the permission set "Mail, Calendar and Contacts + Shared Mailboxes".',
		// (fact: not-shared)
		notFound:
			'It may be gone, or the ID is of another mailbox: run the step that finds it again. Or the account has no access to it in Exchange, which Microsoft answers alike.',
	},
	clash: {
		message: 'It clashes with something that is already there',
		hint: 'Choose another name, or work with the one that exists.',
	},
	notLetIn(code, says) {
		const hint = code === CERTIFICATE_REFUSED ? certificateHint(says) : SIGN_IN_HINTS.get(code);
		return hint === undefined ? {} : { message: NOT_LET_IN, hint };
	},
	noMailbox: {
		message: 'The mailbox was not found, or is not shared with this account',
		hint: 'Check the address in Mailbox. It may be wrong, not shared with this account, or not the name that its user signs in with. Groups, guests, and unlicensed, deleted or on-premises users have no mailbox in Exchange Online. Empty means the account itself.',
	},
	mailboxFull: {
		message: 'The mailbox is full',
		hint: 'Empty the mailbox, or have the administrator raise its quota, then run the step again.',
	},
	undeletable: {
		message: 'It is still there: Microsoft does not let it be deleted',
		hint: 'The account may read this but not delete it: ask the owner of the mailbox for more rights. From Recoverable Items nothing is deleted.',
	},
	otherServer: {
		message: 'Microsoft does not let this mailbox reach it',
		hint: 'The ID belongs to another mailbox. A person can set Mailbox to the one it is from. If that is this one, send a new email in place of an answer.',
	},
	shutAttachment: {
		message: 'Microsoft cannot open an attachment of this email',
		hint: 'Mostly such an email is signed or encrypted. To pass it on, get it with Download Email and attach the file to a new email.',
	},
	damaged: {
		message: 'Microsoft cannot read this item: it is damaged',
		hint: 'A person can read it without its text (Body or Description: Preview), or open it in Outlook.',
	},
	unknownAddressHint:
		'Microsoft does not offer this in the cloud of the credential. In an API Call, check the endpoint first.',
	codeHints: new Map(
		Object.entries({
			// (fact: offline-access)
			[NOT_RENEWABLE]:
				'Add offline_access to Scopes in the credential, press "Switch account" (or "Connect") and sign in again.',
			InefficientFilter:
				'The filter and the order together are too complex: put the sort field first in the filter.',
			// (fact: filter-too-complex)
			ErrorRestrictionTooComplex:
				'This mailbox does not answer such a filter. Use fewer conditions, or a search instead.',
			// https://learn.microsoft.com/exchange/client-developer/web-services-reference/responsecode
			ErrorDeleteDistinguishedFolder:
				'Every mailbox keeps its standard folders and its default calendar: choose another one.',
			SearchWithFilter: 'Use either Search or Filters, not both.',
			SearchWithOrderBy: 'A search has an order of its own: remove the sort order.',
			ErrorInvalidIdMalformed:
				'The ID is cut or not an ID: take it from the output of another step.',
			ErrorInvalidMailboxItemId:
				'The ID belongs to another mailbox. A person can set Mailbox to the one it is from.',
			// (fact: smime-value)
			ErrorMimeContentConversionFailed:
				'Microsoft makes no file of some emails, such as encrypted ones. Read the email with Get Email, and its files with Download Attachment.',
			// (fact: mailbox-moving)
			ErrorMailboxMoveInProgress:
				'Wait until Microsoft has moved the mailbox to another server, which can take hours.',
			// (fact: mailbox-stale)
			MailboxInfoStale:
				'Microsoft does not find the mailbox by its address. Write its user ID in Mailbox, or run the step again later.',
			OrganizationFromTenantGuidNotFound:
				'The organization of this sign-in has no Exchange Online. For a personal account, choose Account Type "Personal Accounts" in the credential, and sign in again.',
			ErrorInvalidRecipients:
				'Correct the addresses. A draft without any gets them by Update Draft.',
			// (fact: answered-early)
			ErrorInvalidReferenceItem:
				'Only an email that came or was sent can be answered. If it was sent just now, run the step again later.',
			ErrorSendAsDenied:
				'The account has no right to send as this mailbox: ask the administrator for Send As.',
			// (fact: send-blocked)
			ErrorAccountSuspend: SUSPENDED,
			ErrorAccountSuspendShowTierUpgrade: SUSPENDED,
			ErrorMessageSubmissionBlocked: SUSPENDED,
			ErrorMessageBlocked:
				'Microsoft takes this email for spam: change its text, its links or its attachments.',
			// (fact: send-passing)
			ErrorMessageTransientError: NOT_NOW,
			ErrorMessageThrottled: NOT_NOW,
			...Object.fromEntries([...DAY_IS_FULL_CODES].map((code) => [code, SENT_ALL])),
			// (fact: occurrence-crossing)
			ErrorOccurrenceCrossingBoundary:
				'One day of a series stays between the days before and after it: choose a Start between them. Or take it out with Delete Event, and make a single event with Create Event.',
			// (fact: occurrences-overlap)
			ErrorOccurrenceTimeSpanTooBig:
				'Each event of the series would last until the next one begins: give it an earlier End, or another recurrence.',
			ErrorMessageSizeExceeded: 'Send fewer or smaller attachments, or a link to the file.',
		}),
	),
};

/** The same for an application, with which nobody signs in. */
export const applicationTexts: GraphTexts = {
	...failureTexts,
	messages: {
		...failureTexts.messages,
		auth: NOT_LET_IN,
		forbidden: 'The application is not allowed to do this in this mailbox',
	},
	hints: {
		...failureTexts.hints,
		auth: undefined,
		forbidden:
			'An administrator has to give the application this permission: for all mailboxes in Entra, or for some in Exchange. It may take two hours until it works.',
	},
	sharedMailboxHints: {},
	renewal: (credential) =>
		`Open the credential "${credential}". Check Tenant, Client ID, and the certificate or the secret: it may have expired, or not be the one in Entra.`,
	noMailbox: {
		message: 'The mailbox was not found',
		hint: 'Check the address in Mailbox. It may be wrong, or not the name that its user signs in with. Groups, guests, and unlicensed, deleted or on-premises users have no mailbox in Exchange Online.',
	},
	codeHints: new Map([
		...failureTexts.codeHints,
		[
			'OrganizationFromTenantGuidNotFound',
			'The tenant has no Exchange Online, and so no mailbox for an application. Check Tenant in the credential.',
		],
		[
			'ErrorSendAsDenied',
			'An application sends as the mailbox that Mailbox names: choose that one, or leave From empty.',
		],
	]),
};

/** What it takes to read what a mailbox is set to. */
export const READS_SETTINGS =
	'The credential needs the scope MailboxSettings.Read, which every permission set has. With App-Only access, an administrator grants it to the application.';

/**
 * What to do about a refusal of a step whose scope no permission set of the credential has, as nobody is
 * asked for more than most workflows need.
 * @param more What else may be the reason.
 */
export function howToAdd(scope: string, more: string): string {
	return `Choose Permissions "Custom" in the credential, add the scope ${scope}, press "Switch account" and sign in again. With App-Only access, an administrator grants it to the application. ${more}`;
}
