import { z } from 'zod';
import { optionalFlag } from '../../shared/inputSchemas';
import type { ClientReference } from '../clients';
import type { NamedReference } from '../templates';
import { optionalNamed, optionalTeamMember } from './references';

/** Options of a request; one that was not added stays as the account has it. */
export const requestSettings = z.object({
	folder: optionalNamed,
	owner: optionalTeamMember,
	schedule: optionalNamed,
	commentsEnabled: optionalFlag,
	passcodeEnabled: optionalFlag,
	shareViaLinkEnabled: optionalFlag,
});

/** The options under the API's names. */
export function toSettings(settings: z.output<typeof requestSettings>): Record<string, unknown> {
	const { folder, owner, schedule } = settings;
	return {
		...referenceKeys('folder', folder),
		...referenceKeys('owner', owner),
		...referenceKeys('communication_template', schedule),
		comments_enabled: settings.commentsEnabled,
		passcode_enabled: settings.passcodeEnabled,
		share_via_link_enabled: settings.shareViaLinkEnabled,
	};
}

function referenceKeys(name: string, reference: ClientReference | NamedReference | undefined) {
	return reference ? { [`${name}_${reference.by}`]: reference.value } : {};
}
