import type { IPollFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../shared/http/failures';
import type { InputOf } from '../../../shared/step/field';
import { changed, fixedCollectionLists, narrowing } from '../../../shared/step/field';
import { choice, number, text, toggle } from '../../../shared/step/fieldKinds';
import { optionalLocator, rawText, wholeNumber } from '../../../shared/step/inputSchemas';
import { readPollParameters } from '../../../shared/step/pollParameters';
import { folder, optionalFolder } from '../../fields/folder';
import { label, optionalLabelNames } from '../../fields/label';
import { watchedByApplication, watchedMailboxes } from '../../fields/mailbox';
import { looseNotice } from '../../filter/looseProperty';
import { outputFields } from './outputFields';

const HOUR_MS = 3_600_000;
const DEFAULT_AGE_HOURS = 24;

const event = choice('event', 'Trigger On', 'What starts the workflow', {
	page: 'mail-trigger.md#trigger-on',
	options: {
		received: { name: 'Email Received', description: 'An email came in' },
		sent: {
			name: 'Email Sent',
			description:
				'An email is in Sent Items, from whichever program. A workflow that answers by email would start itself: have its Search Filter leave out what it sends.',
		},
		flagged: {
			name: 'Flag Added to an Email',
			description: 'An email was flagged for follow-up, in any folder',
		},
		labelAdded: {
			name: 'Label Added to an Email',
			description: 'An email got the label, called category in Outlook, in any folder',
		},
		moved: {
			name: 'New Email in a Folder',
			description: 'An email appears in the folder, moved or delivered there',
		},
	},
	default: 'received',
});

/** For fields about incoming mail. */
const ON_RECEIVED = { event: ['received'] };

const searchFilter = {
	...text(
		'searchFilter',
		'Search Filter',
		'Only emails that match start the workflow. Properties: subject, body, from, to, cc, bcc, participants, recipients, attachment, hasAttachments, importance, size, received, sent. Words, "phrases", prefix*, AND, OR, NOT, parentheses. A filter that cannot be evaluated is refused when you publish the workflow.',
		{
			page: 'mail-trigger.md#search-filter',
			placeholder: 'e.g. from:*@contoso.com AND subject:invoice',
			hint: 'subject:invoice · body:"past due" · from:*@contoso.com · hasAttachments:true · received>=2026-03-31 · AND OR NOT. Empty: every email.',
			input: rawText,
		},
	),
	notice: looseNotice,
};

const folders = choice('folders', 'Folders', 'Where to look for new email', {
	options: {
		incoming: {
			name: 'All Incoming Email',
			description:
				'Wherever rules put it; not Sent Items, Drafts, Outbox, Junk Email and Deleted Items',
		},
		chosen: { name: 'Chosen Folders', description: 'Only the folders that you choose' },
	},
	default: 'incoming',
	displayOptions: { show: ON_RECEIVED },
});

const listOfFolders = fixedCollectionLists(
	'chosenFolders',
	'Chosen Folders',
	'The folders to look in',
	{ folder: { displayName: 'Folder', fields: [optionalFolder] } },
	{ displayOptions: { show: { ...ON_RECEIVED, folders: ['chosen'] } } },
);

const chosenFolders = changed(
	listOfFolders,
	{ default: { folder: [{ folder: { __rl: true, mode: 'id', value: 'inbox' } }] } },
	listOfFolders.input.transform(({ folder: rows }) => rows.flatMap(({ folder }) => folder ?? [])),
);

const includeSubfolders = toggle(
	'includeSubfolders',
	'Include Subfolders',
	'Whether to look in the folders below the chosen ones too',
	{ displayOptions: { show: { ...ON_RECEIVED, folders: ['chosen'] } } },
);

const whenActivated = choice(
	'whenActivated',
	'When Published',
	'Where to begin when you publish the workflow. After a restart of n8n the trigger always continues where it was.',
	{
		page: 'mail-trigger.md#when-the-first-email-comes',
		options: [
			{
				name: 'New Email Only',
				value: 'new',
				description: 'What arrives after the workflow was published',
			},
			{
				name: 'New Email and Email Missed While Unpublished',
				value: 'sinceLast',
				description: 'Catch up on what arrived while the workflow was not published',
			},
		],
		default: 'new',
	},
);

/** Read in milliseconds. */
const maximumAge = number(
	'maximumAge',
	'Maximum Age (Hours)',
	'Email received longer ago than this is left out when catching up',
	{
		typeOptions: { minValue: 1 },
		default: DEFAULT_AGE_HOURS,
		// How long ago an email was received says nothing of when it was flagged, labelled or moved.
		displayOptions: { show: { event: ['received', 'sent'], whenActivated: ['sinceLast'] } },
		input: wholeNumber({ min: 1 }).transform((hours = DEFAULT_AGE_HOURS) => hours * HOUR_MS),
	},
);

const labelAdded = changed(
	label,
	{
		displayOptions: { show: { event: ['labelAdded'] } },
		description: 'The label to watch; one of several names is enough',
	},
	optionalLabelNames,
);

const movedInto = changed(
	folder,
	{
		displayOptions: { show: { event: ['moved'] } },
		description: 'The folder to watch, without those below it',
	},
	optionalLocator,
);

const mailTriggerFields = [
	watchedMailboxes,
	watchedByApplication,
	narrowing(event),
	labelAdded,
	movedInto,
	narrowing(searchFilter),
	narrowing(folders),
	narrowing(chosenFolders),
	includeSubfolders,
	whenActivated,
	maximumAge,
	...outputFields,
] as const;

export const mailTriggerProperties = mailTriggerFields.flatMap(({ property, notice }) =>
	notice ? [property, notice] : [property],
);

/** What the user chose, validated. */
export type MailSettings = InputOf<typeof mailTriggerFields>;

/** @throws ZodError or InvalidInput, both of which name the field. */
export function readSettings(context: IPollFunctions): MailSettings {
	const settings = whereSent(readPollParameters(context, mailTriggerFields));
	if (settings.folders === 'chosen' && settings.chosenFolders.length === 0) {
		throw new InvalidInput('choose at least one folder', 'chosenFolders');
	}
	if (settings.output === 'fields' && settings.fields.length === 0) {
		throw new InvalidInput('is required', 'fields');
	}
	return settings;
}

/** Email that was sent lies in Sent Items, by Graph's well-known name. */
function whereSent(settings: MailSettings): MailSettings {
	if (settings.event !== 'sent') return settings;
	return {
		...settings,
		folders: 'chosen',
		chosenFolders: [{ mode: 'id', value: 'sentitems' }],
		includeSubfolders: false,
	};
}
