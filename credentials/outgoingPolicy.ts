/**
 * The fields of a credential that bind every workflow and every tool that uses it, whatever these are
 * told to do. Their labels stand in refusals too.
 */
export const POLICY_LABELS = {
	strict: 'For AI Agents: Strict',
	mailboxes: 'Mailboxes',
	listedMailboxes: 'Listed Mailboxes',
	permissions: 'Permissions',
	who: 'Allowed Recipients',
	allowed: 'Allowed Addresses and Domains',
	answers: 'May Answer Senders',
	verified: 'Only Verified Senders',
	perHour: 'Maximum Emails per Hour',
	deletions: 'What May Be Deleted',
} as const;

/** Which mailboxes a credential lets its nodes open, as it is stored and as people read it. */
export const MAILBOXES = {
	any: 'All That May Be Opened',
	listed: 'Listed Only',
	own: 'Own Only',
	ownAndListed: 'Own and Listed',
} as const;
export type Mailboxes = keyof typeof MAILBOXES;

/** The choices that make use of a list of mailboxes. */
export const LISTS_MAILBOXES: Mailboxes[] = ['listed', 'ownAndListed'];

/** Whom a credential lets its nodes write to, as it is stored and as people read it. */
export const AUDIENCES = {
	anyone: 'Anyone',
	organizationAndListed: 'Own Organization and Listed',
	listed: 'Listed Only',
	nobody: 'Nobody',
} as const;
export type Audience = keyof typeof AUDIENCES;

/** The choices that make use of a list. */
export const LISTED: Audience[] = ['organizationAndListed', 'listed'];

/** What a credential lets its nodes delete, as it is stored and as people read it. */
export const DELETIONS = {
	anything: 'Anything',
	nothingForGood: 'No Permanent Deletion',
	nothing: 'Nothing',
} as const;
export type Deletions = keyof typeof DELETIONS;

/** Emails that may leave in an hour under Strict: a choice, as many as a person can look over. */
export const STRICT_PER_HOUR = 20;

/**
 * Permission sets with which nothing can be sent, so that nobody has to be named: as they are stored, and as people
 * read them.
 */
export const PERMISSIONS_WITHOUT_SENDING = {
	draftsOnly: 'Drafts, No Sending',
	readOnly: 'Read Only',
} as const;
