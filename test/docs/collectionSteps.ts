import type { StepNotes } from '../../scripts/steps';

const CLIENT = 'the client';
const REQUEST = 'the request, with its status and share link';
const DELETED = 'the ID, and that it was deleted';

/** What the steps of the Collection node return, and the scopes they need. */
export const collectionSteps: Record<string, StepNotes> = {
	'client.createClient': [CLIENT, ['write_clients']],
	'client.deleteClient': [DELETED, ['write_clients']],
	'client.findClient': ['one item for each client found', ['read_clients']],
	'client.getClient': [CLIENT, ['read_clients']],
	'client.listClients': ['one item for each client', ['read_clients']],
	'client.listCompanies': ['ID and name of each company', ['read_clients']],
	'client.updateClient': [CLIENT, ['write_clients']],
	'client.upsertClient': [
		'the client, and whether it was created',
		['read_clients', 'write_clients'],
	],
	'request.addPage': ['the page', ['write_requests', 'read_templates']],
	'request.addSection': ['the section', ['write_requests', 'read_templates']],
	'request.approveAll': ['the ID and what was approved', ['review_requests']],
	'request.archiveRequest': [REQUEST, ['write_requests']],
	'request.completeRequest': [REQUEST, ['write_requests']],
	'request.createRequest': [
		REQUEST,
		['write_requests', 'read_templates', 'write_clients for a new client'],
	],
	'request.createRequestWithForm': [REQUEST, ['write_requests', 'write_clients for a new client']],
	'request.deleteRequest': [DELETED, ['write_requests']],
	'request.downloadFiles': [
		'one item for each file, with page, section and field',
		['read_requests'],
	],
	'request.getAnswers': [
		'the whole request with its answers, or one item for each field',
		['read_requests'],
	],
	'request.getRequest': [REQUEST, ['read_requests']],
	'request.listRequests': ['one item for each request', ['read_requests']],
	'request.publishRequest': [REQUEST, ['write_requests']],
	'request.reopenRequest': [REQUEST, ['write_requests']],
	'request.reviewField': ['the ID and new status of the field', ['review_requests']],
	'request.runIntegrationActions': ['the ID, and that they were started', ['review_requests']],
	'request.submitAll': ['the ID and what was submitted', ['review_requests']],
	'request.updateRequest': [REQUEST, ['write_requests']],
	'template.listFolders': ['ID and name of each folder', ['read_requests']],
	'template.listSchedules': ['ID and name of each schedule', ['read_requests']],
	'template.listTemplates': ['ID and name of each template', ['read_templates']],
	'team.deleteTeamMember': [DELETED, ['write_team_members']],
	'team.getTeamMember': ['the person, with role and state', ['read_team_members']],
	'team.inviteTeamMember': ['the person', ['write_team_members']],
	'team.listTeamMembers': ['one item for each person', ['read_team_members']],
	'team.updateTeamMember': ['the person', ['write_team_members']],
	'advanced.apiCall': [
		'one item for each row of a list, else the answer; on request with status and headers',
		['that of the endpoint'],
	],
	'advanced.createWebhook': ['the webhook', ['administration']],
	'advanced.deleteWebhook': [DELETED, ['administration']],
	'advanced.getWebhook': ['the webhook', ['administration']],
	'advanced.listWebhooks': ['one item for each webhook', ['administration']],
	'advanced.updateWebhook': ['the webhook', ['administration']],
	'advanced.whoAmI': ['the name of the signed-in person', ['none']],
};
