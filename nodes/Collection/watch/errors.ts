import type { INode } from 'n8n-workflow';
import { withPermissions } from '../../shared/http/failures';
import { toNodeError } from '../../shared/step/toNodeError';
import { triggerProperties } from './fields';

/** What went wrong, as n8n shows it; want of a right with the permission that is needed. */
export function asTriggerError(node: INode, error: unknown, permission: string[]) {
	const cause = withPermissions(error, 'The Collection Trigger', permission);
	return toNodeError(node, cause, { fields: triggerProperties });
}

/** What registering a webhook needs. */
export const TO_REGISTER = ['administration'];
/** What reading again and reconciling need. */
export const TO_READ = ['read_requests', 'read_clients', 'read_team_members'];
