import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { withPage } from './docsPage';
import type { Audience, Deletions, Mailboxes } from './outgoingPolicy';
import {
	AUDIENCES,
	DELETIONS,
	LISTED,
	LISTS_MAILBOXES,
	MAILBOXES,
	PERMISSIONS_WITHOUT_SENDING,
	POLICY_LABELS,
	STRICT_PER_HOUR,
} from './outgoingPolicy';

type Hidden = NonNullable<IDisplayOptions['hide']>;

const STRICT: Hidden = { strict: [true] };

/** The switch that sets all rules together; the fields that it settles are not shown. */
const strictField = (description: string): INodeProperties => ({
	displayName: POLICY_LABELS.strict,
	name: 'strict',
	type: 'boolean',
	default: false,
	description: withPage(description, 'agents.md#switch-on-strict'),
});

/** The choices that there are, in their order, and what each means in the words of the provider. */
type Told<Value extends string> = Partial<Record<Value, string>>;

function optionsOf<Value extends string>(names: Record<Value, string>, told: Told<Value>) {
	const options: INodeProperties['options'] = [];
	for (const value in told) options.push({ name: names[value], value, description: told[value] });
	return options;
}

/**
 * Who may be written to, and the list that some of the choices make use of.
 * @param hide Where something else decides already.
 */
function audienceFields(told: Told<Audience>, hide: Hidden = {}): INodeProperties[] {
	return [
		{
			displayName: POLICY_LABELS.who,
			name: 'whoMayBeWrittenTo',
			type: 'options',
			displayOptions: { hide: { ...hide, ...STRICT } },
			options: optionsOf(AUDIENCES, told),
			default: 'anyone',
			description:
				'Who messages may reach, for every workflow and every AI agent that uses this credential',
		},
		{
			displayName: POLICY_LABELS.allowed,
			name: 'allowedAddresses',
			type: 'string',
			typeOptions: { rows: 3 },
			// Also where nobody asks for a list: n8n cannot show it for one of two fields, and keeps nothing that is hidden.
			displayOptions: { hide },
			default: '',
			placeholder: 'e.g. ann@contoso.com, fabrikam.com',
			description: withPage(
				'Who may be written to under Strict and with a choice that says Listed, separated by commas or line breaks. A domain allows all its addresses, but not those of domains below it.',
				'policy.md#addresses',
			),
		},
	];
}

function deletionField(told: Told<Deletions>, hide: Hidden = {}): INodeProperties {
	return {
		displayName: POLICY_LABELS.deletions,
		name: 'whatMayBeDeleted',
		type: 'options',
		displayOptions: { hide: { ...hide, ...STRICT } },
		options: optionsOf(DELETIONS, told),
		default: 'anything',
		description: 'Binds every workflow and every AI agent that uses this credential',
	};
}

/** When the chosen permissions settle a rule by themselves. */
export const SETTLED_BY_PERMISSIONS = {
	sending: { permissions: Object.keys(PERMISSIONS_WITHOUT_SENDING) },
	deleting: { permissions: ['readOnly'] },
};

/**
 * The switch, and which mailboxes may be opened: to read, to write, to be watched, and by API calls.
 * @param chosen What is chosen by itself; empty where there is no own mailbox, and a person has to say it.
 */
export function mailboxFields(told: Told<Mailboxes>, chosen: Mailboxes | ''): INodeProperties[] {
	const opened = chosen === '' ? 'the mailboxes below are' : 'the own mailbox is';
	return [
		strictField(
			`Whether to set the rules for AI agents together. Only ${opened} opened. Only addresses below get emails and invitations, at most ${STRICT_PER_HOUR} an hour. Nothing is deleted, and no contact is changed.`,
		),
		{
			displayName: POLICY_LABELS.mailboxes,
			name: 'whichMailboxes',
			type: 'options',
			required: true,
			displayOptions: { hide: STRICT },
			options: optionsOf(MAILBOXES, told),
			default: chosen,
			description:
				'Binds every workflow and every AI agent that uses this credential: what they read, write and watch',
		},
		{
			displayName: POLICY_LABELS.listedMailboxes,
			name: 'listedMailboxes',
			type: 'string',
			typeOptions: { rows: 3 },
			displayOptions:
				chosen === '' ? {} : { show: { whichMailboxes: LISTS_MAILBOXES }, hide: STRICT },
			default: '',
			placeholder: 'e.g. sales@contoso.com, support@contoso.com',
			description: withPage(
				'Addresses, separated by commas or line breaks. Workflows have to write a mailbox as it is written here: another address or ID of it is refused.',
				'policy.md#mailboxes',
			),
		},
	];
}

/**
 * The rules for a mailbox.
 * @param settled When a rule is settled without being asked for. Only fields of the same credential may be
 * named: n8n does not show what depends on another one.
 */
export const mailPolicy = (
	settled: { sending?: Hidden; deleting?: Hidden } = {},
): INodeProperties[] => [
	...audienceFields(
		{
			anyone: 'No rule',
			listed: 'Only those below get emails, invitations or answers',
			nobody: 'Emails are left in Drafts for a person to send; meetings stay without others',
			organizationAndListed:
				'Addresses of the own organization, and those below; for work accounts',
		},
		settled.sending,
	),
	{
		displayName: POLICY_LABELS.answers,
		name: 'mayAnswerSenders',
		type: 'boolean',
		displayOptions: {
			show: { whoMayBeWrittenTo: LISTED },
			hide: { ...settled.sending, ...STRICT },
		},
		default: false,
		description:
			'Whether replies to the sender of an email or invitation are always allowed. Only the From address counts, and Reply-To is ignored.',
	},
	{
		displayName: POLICY_LABELS.verified,
		name: 'onlyVerifiedSenders',
		type: 'boolean',
		displayOptions: {
			show: { whoMayBeWrittenTo: LISTED, mayAnswerSenders: [true] },
			hide: { ...settled.sending, ...STRICT },
		},
		default: false,
		description: withPage(
			'Whether a sender is answered only if Microsoft verified who sent the email: senderVerified is pass. Organizers of invitations are then answered only if they are allowed above.',
			'policy.md#verified-senders',
		),
	},
	{
		displayName: POLICY_LABELS.perHour,
		name: 'maximumEmailsPerHour',
		type: 'number',
		typeOptions: { minValue: 0 },
		displayOptions: { hide: { ...settled.sending, ...STRICT, whoMayBeWrittenTo: ['nobody'] } },
		default: 0,
		description: withPage(
			'Emails and invitations that may leave a mailbox in any hour, those that people send included; 0 for no limit',
			'policy.md#maximum-emails-per-hour',
		),
	},
	deletionField(
		{
			anything: 'No rule',
			nothing: 'Nothing is deleted, nor moved to Deleted Items or Junk Email',
			nothingForGood: 'Only what can be taken back from Deleted Items',
		},
		settled.deleting,
	),
];

export const collectionPolicy: INodeProperties[] = [
	strictField(
		'Whether to set the rules for AI agents together: only clients with an email below are sent requests, and nothing is deleted',
	),
	...audienceFields({
		anyone: 'No rule',
		listed:
			'Only clients with an email below are sent requests; no share links, webhooks, phone numbers, integrations or changes of the team',
		nobody: 'Requests stay drafts for a person to publish; clients are told nothing',
	}),
	deletionField({
		anything: 'No rule',
		nothing: 'Clients, requests, webhooks and team members stay; requests may be archived',
	}),
];

/** Tries a workflow or an agent without consequences. */
export const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: withPage(
		'Whether nothing is sent, told or deleted: emails stay in Drafts, and each step says what it would have done. Binds every workflow and every AI agent that uses this credential.',
		'agents.md#try-it-without-consequences',
	),
};
