import { matchPath } from '../../shared/policy/matchPath';
import type { CollectionCall } from '../api/client';
import { belowApi } from '../api/paths';
import type { Asked, Effects } from './effects';
import {
	addsPage,
	changesClient,
	changesRequest,
	changesTeam,
	createsClient,
	createsRequest,
	deletesClient,
	deletesRequest,
	deletesTeamMember,
	deletesWebhook,
	reviewsPart,
	runsIntegrations,
	sendsEvents,
	touchesRequest,
} from './effects';

export interface Rule {
	method: CollectionCall['method'];
	/** Below the API; `:id` stands for an ID. */
	path: string;
	/** What it does, as it stands in a refusal. */
	what: string;
	/** Nothing for a write that neither reaches anybody nor deletes. */
	effects?(asked: Asked): Effects;
}

/**
 * Every write of the API's reference, and what it does. What is not here is refused under a policy.
 * @see https://api.contentsnare.com/partner_api/v1/documentation
 */
export const RULES: Rule[] = [
	{ method: 'POST', path: 'clients', what: 'Creating a client', effects: createsClient },
	{ method: 'PUT', path: 'clients/:id', what: 'Changing a client', effects: changesClient },
	{
		method: 'DELETE',
		path: 'clients/:id',
		what: 'Deleting a client',
		effects: deletesClient,
	},
	{ method: 'POST', path: 'requests', what: 'Creating a request', effects: createsRequest },
	{ method: 'PUT', path: 'requests/:id', what: 'Changing a request', effects: changesRequest },
	{
		method: 'DELETE',
		path: 'requests/:id',
		what: 'Deleting a request',
		effects: deletesRequest,
	},
	{
		method: 'PUT',
		path: 'requests/:id/approve_all_submitted_fields',
		what: 'Approving a request',
		effects: touchesRequest,
	},
	{
		method: 'PUT',
		path: 'requests/:id/submit_all_fields',
		what: 'Submitting a request',
		effects: touchesRequest,
	},
	{
		method: 'PUT',
		path: 'requests/:id/run_integration_actions',
		what: 'Running integration actions',
		effects: runsIntegrations,
	},
	{ method: 'POST', path: 'pages', what: 'Adding a page', effects: addsPage },
	{
		method: 'PUT',
		path: 'pages/:id/approve_all_submitted_fields',
		what: 'Approving a page',
		effects: reviewsPart,
	},
	{
		method: 'PUT',
		path: 'pages/:id/submit_all_fields',
		what: 'Submitting a page',
		effects: reviewsPart,
	},
	{ method: 'POST', path: 'sections', what: 'Adding a section', effects: reviewsPart },
	{
		method: 'PUT',
		path: 'sections/:id/approve_all_submitted_fields',
		what: 'Approving a section',
		effects: reviewsPart,
	},
	{
		method: 'PUT',
		path: 'sections/:id/submit_all_fields',
		what: 'Submitting a section',
		effects: reviewsPart,
	},
	{ method: 'PUT', path: 'fields/:id/review', what: 'Reviewing a field', effects: reviewsPart },
	{ method: 'POST', path: 'webhooks', what: 'Creating a webhook', effects: sendsEvents },
	{ method: 'PUT', path: 'webhooks/:id', what: 'Changing a webhook', effects: sendsEvents },
	{
		method: 'DELETE',
		path: 'webhooks/:id',
		what: 'Deleting a webhook',
		effects: deletesWebhook,
	},
	{ method: 'POST', path: 'team_members', what: 'Inviting a person', effects: changesTeam },
	{
		method: 'PUT',
		path: 'team_members/:id',
		what: 'Changing a team member',
		effects: changesTeam,
	},
	{
		method: 'DELETE',
		path: 'team_members/:id',
		what: 'Deleting a team member',
		effects: deletesTeamMember,
	},
];

/** The rule for a write, and the ID that its path holds. */
export function findRule(
	method: CollectionCall['method'],
	path: string,
): { rule: Rule; id: string } | undefined {
	const below = belowApi(path) ?? '';
	for (const rule of RULES) {
		const ids = rule.method === method ? matchPath(rule.path, below) : undefined;
		if (ids) return { rule, id: ids.id ?? '' };
	}
	return undefined;
}
