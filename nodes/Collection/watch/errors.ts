import type { INode } from 'n8n-workflow';
import { withPermissions } from '../../shared/http/failures';
import { toNodeError } from '../../shared/step/toNodeError';
import { triggerProperties } from './fields';

/** The error that n8n shows; for a missing right, with the permission that is needed. */
export function asTriggerError(node: INode, error: unknown, permission: string[]) {
	const cause = withPermissions(error, 'The Collection Trigger', permission);
	return toNodeError(node, cause, { fields: triggerProperties });
}

/** The permission that registering a webhook needs. */
export const TO_REGISTER = ['administration'];
/** The permissions that verifying and recovering events need. */
export const TO_READ = ['read_requests', 'read_clients', 'read_team_members'];
