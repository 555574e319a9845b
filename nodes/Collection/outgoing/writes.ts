import type { Write } from '../../shared/outgoing/write';
import { telling, write } from '../../shared/outgoing/write';
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
	createClient: write('POST clients', 'Creating a client', createsClient),
	updateClient: write('PUT clients/:id', 'Changing a client', changesClient),
	deleteClient: write('DELETE clients/:id', 'Deleting a client', deletesClient),
	createRequest: telling('POST requests', 'Creating a request', createsRequest),
	updateRequest: telling('PUT requests/:id', 'Changing a request', changesRequest),
	deleteRequest: write('DELETE requests/:id', 'Deleting a request', deletesRequest),
	runIntegrationActions: write(
		'PUT requests/:id/run_integration_actions',
		'Running integration actions',
		runsIntegrations,
	),
	addPage: write('POST pages', 'Adding a page', addsPage),
	addSection: write('POST sections', 'Adding a section', reviewsPart),
	reviewField: write('PUT fields/:id/review', 'Reviewing a field', reviewsPart),
	createWebhook: write('POST webhooks', 'Creating a webhook', sendsEvents),
	updateWebhook: write('PUT webhooks/:id', 'Changing a webhook', sendsEvents),
	deleteWebhook: write('DELETE webhooks/:id', 'Deleting a webhook', deletesWebhook),
	inviteTeamMember: telling('POST team_members', 'Inviting a person', changesTeam),
	updateTeamMember: write('PUT team_members/:id', 'Changing a team member', changesTeam),
	deleteTeamMember: write('DELETE team_members/:id', 'Deleting a team member', deletesTeamMember),
	approveAll: [
		write('PUT requests/:id/approve_all_submitted_fields', 'Approving a request', touchesRequest),
		write('PUT pages/:id/approve_all_submitted_fields', 'Approving a page', reviewsPart),
		write('PUT sections/:id/approve_all_submitted_fields', 'Approving a section', reviewsPart),
	],
	submitAll: [
		write('PUT requests/:id/submit_all_fields', 'Submitting a request', touchesRequest),
		write('PUT pages/:id/submit_all_fields', 'Submitting a page', reviewsPart),
		write('PUT sections/:id/submit_all_fields', 'Submitting a section', reviewsPart),
	],
};

export const EVERY_WRITE: readonly CollectionWrite[] = Object.values(writes).flat();

/** The requests by the names that operations give in `effects`; some names stand for several. */
export const EFFECTS = { ...writes, everything: EVERY_WRITE };
