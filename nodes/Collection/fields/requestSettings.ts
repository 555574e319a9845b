import type { InputOf } from '../../shared/step/field';
import { locator, optionalToggle, toggle } from '../../shared/step/fieldKinds';
import type { NamedReference, PersonReference } from '../clients/references';
import { optionalMember, optionalNamed } from '../clients/references';
import { teamMemberModes } from './teamMember';

export const allowPastDueDate = toggle(
	'allowPastDueDate',
	'Allow Past Due Date',
	'Whether to accept a due date before today',
);

export const schedule = locator(
	'schedule',
	'Communication Schedule',
	'The schedule of reminders that the client gets',
	{
		list: { holds: 'a schedule', searchListMethod: 'searchSchedules' },
		entered: { name: 'e.g. Default', id: {} },
		input: optionalNamed,
	},
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

/** Whatever else can be given: the account's own unless added. */
export const comments = optionalToggle(
	'commentsEnabled',
	'Comments',
	'Whether the client can write comments',
);
export const folder = locator('folder', 'Folder', 'The folder to put the request in', {
	list: { holds: 'a folder', searchListMethod: 'searchFolders' },
	entered: { name: 'e.g. Onboarding', id: {} },
	input: optionalNamed,
});
export const owner = locator('owner', 'Owner', 'The team member who owns the request', {
	...teamMemberModes,
	input: optionalMember,
});

/** What of them is the same for each request, new or not; a collection sorts them. */
export const requestSettings = [comments, folder, owner, passcode, shareViaLink] as const;

type RequestSettings = InputOf<readonly [typeof schedule, ...typeof requestSettings]>;

/** The settings under the API's names. */
export function toSettings(settings: RequestSettings): Record<string, unknown> {
	return {
		...referenceKeys('folder', settings.folder),
		...referenceKeys('owner', settings.owner),
		...referenceKeys('communication_template', settings.schedule),
		comments_enabled: settings.commentsEnabled,
		passcode_enabled: settings.passcodeEnabled,
		share_via_link_enabled: settings.shareViaLinkEnabled,
	};
}

function referenceKeys(name: string, reference: PersonReference | NamedReference | undefined) {
	return reference ? { [`${name}_${reference.by}`]: reference.value } : {};
}
