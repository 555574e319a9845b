import type { InputOf } from '../../shared/step/field';
import { field } from '../../shared/step/field';
import { optionalToggle, toggle } from '../../shared/step/fieldKinds';
import { locator } from '../../shared/step/locator';
import type { NamedReference, PersonReference } from '../clients/references';
import { optionalNamed, optionalPerson } from '../clients/references';
import { teamMemberModes } from './teamMember';

export const allowPastDueDate = toggle(
	'allowPastDueDate',
	'Allow Past Due Date',
	'Whether to accept a due date before today',
);

/** The reminders that the client gets. */
export const schedule = field(
	locator({
		displayName: 'Communication Schedule',
		name: 'schedule',
		description: 'The schedule of reminders that the client gets',
		list: { holds: 'a schedule', searchListMethod: 'searchSchedules' },
		entered: [
			{ displayName: 'By Name', name: 'name', placeholder: 'e.g. Default' },
			{ displayName: 'By ID', name: 'id' },
		],
	}),
	optionalNamed,
);

/** Who can open the request: the account's own unless added. */
export const passcode = optionalToggle(
	'passcodeEnabled',
	'Passcode',
	'Whether the client has to set a PIN on the first visit',
	{ default: false },
);
export const shareViaLink = optionalToggle(
	'shareViaLinkEnabled',
	'Share via Link',
	'Whether the link works without a sign-in',
);

/** What can be given when a request is created, and changed later; the account's own unless added. */
export const requestSettings = [
	optionalToggle('commentsEnabled', 'Comments', 'Whether the client can write comments'),
	field(
		locator({
			displayName: 'Folder',
			name: 'folder',
			description: 'The folder to put the request in',
			list: { holds: 'a folder', searchListMethod: 'searchFolders' },
			entered: [
				{ displayName: 'By Name', name: 'name', placeholder: 'e.g. Onboarding' },
				{ displayName: 'By ID', name: 'id' },
			],
		}),
		optionalNamed,
	),
	field(
		locator({
			displayName: 'Owner',
			name: 'owner',
			description: 'The team member who owns the request',
			...teamMemberModes,
		}),
		optionalPerson,
	),
] as const;

type RequestSettings = InputOf<
	readonly [typeof schedule, typeof passcode, typeof shareViaLink, ...typeof requestSettings]
>;

/** The settings under the API's names. */
export function toSettings(settings: RequestSettings): Record<string, unknown> {
	const { folder, owner, schedule: reminders } = settings;
	return {
		...referenceKeys('folder', folder),
		...referenceKeys('owner', owner),
		...referenceKeys('communication_template', reminders),
		comments_enabled: settings.commentsEnabled,
		passcode_enabled: settings.passcodeEnabled,
		share_via_link_enabled: settings.shareViaLinkEnabled,
	};
}

function referenceKeys(name: string, reference: PersonReference | NamedReference | undefined) {
	return reference ? { [`${name}_${reference.by}`]: reference.value } : {};
}
