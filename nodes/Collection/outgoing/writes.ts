import type { Write } from '../../shared/outgoing/write';
import type { AskedWrite } from './effects';
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

/** A request by method and path below the API, and what it does. */
export type CollectionWrite = Write<AskedWrite>;

/**
 * Every write of the API's reference, and what it does. What is not here is refused under a policy.
 * @see https://api.contentsnare.com/partner_api/v1/documentation
 */
export const writes = {
	createClient: { request: 'POST clients', what: 'Creating a client', effects: createsClient },
	updateClient: { request: 'PUT clients/:id', what: 'Changing a client', effects: changesClient },
	deleteClient: {
		request: 'DELETE clients/:id',
		what: 'Deleting a client',
		effects: deletesClient,
	},
	createRequest: {
		request: 'POST requests',
		what: 'Creating a request',
		effects: createsRequest,
		reachesPeople: true,
	},
	updateRequest: {
		request: 'PUT requests/:id',
		what: 'Changing a request',
		effects: changesRequest,
		reachesPeople: true,
	},
	deleteRequest: {
		request: 'DELETE requests/:id',
		what: 'Deleting a request',
		effects: deletesRequest,
	},
	runIntegrationActions: {
		request: 'PUT requests/:id/run_integration_actions',
		what: 'Running integration actions',
		effects: runsIntegrations,
	},
	addPage: { request: 'POST pages', what: 'Adding a page', effects: addsPage },
	addSection: { request: 'POST sections', what: 'Adding a section', effects: reviewsPart },
	reviewField: {
		request: 'PUT fields/:id/review',
		what: 'Reviewing a field',
		effects: reviewsPart,
	},
	createWebhook: { request: 'POST webhooks', what: 'Creating a webhook', effects: sendsEvents },
	updateWebhook: { request: 'PUT webhooks/:id', what: 'Changing a webhook', effects: sendsEvents },
	deleteWebhook: {
		request: 'DELETE webhooks/:id',
		what: 'Deleting a webhook',
		effects: deletesWebhook,
	},
	inviteTeamMember: {
		request: 'POST team_members',
		what: 'Inviting a person',
		effects: changesTeam,
		reachesPeople: true,
	},
	updateTeamMember: {
		request: 'PUT team_members/:id',
		what: 'Changing a team member',
		effects: changesTeam,
	},
	deleteTeamMember: {
		request: 'DELETE team_members/:id',
		what: 'Deleting a team member',
		effects: deletesTeamMember,
	},
	approveAll: [
		{
			request: 'PUT requests/:id/approve_all_submitted_fields',
			what: 'Approving a request',
			effects: touchesRequest,
		},
		{
			request: 'PUT pages/:id/approve_all_submitted_fields',
			what: 'Approving a page',
			effects: reviewsPart,
		},
		{
			request: 'PUT sections/:id/approve_all_submitted_fields',
			what: 'Approving a section',
			effects: reviewsPart,
		},
	],
	submitAll: [
		{
			request: 'PUT requests/:id/submit_all_fields',
			what: 'Submitting a request',
			effects: touchesRequest,
		},
		{ request: 'PUT pages/:id/submit_all_fields', what: 'Submitting a page', effects: reviewsPart },
		{
			request: 'PUT sections/:id/submit_all_fields',
			what: 'Submitting a section',
			effects: reviewsPart,
		},
	],
} satisfies Record<string, CollectionWrite | CollectionWrite[]>;

export const EVERY_WRITE: readonly CollectionWrite[] = Object.values(writes).flat();
