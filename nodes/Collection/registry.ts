import { createRegistry } from '../shared/step/registry';
import { apiCall } from './actions/advanced/apiCall.operation';
import { createWebhook } from './actions/advanced/createWebhook.operation';
import { deleteTeamMember } from './actions/advanced/deleteTeamMember.operation';
import { deleteWebhook } from './actions/advanced/deleteWebhook.operation';
import { getTeamMember } from './actions/advanced/getTeamMember.operation';
import { getWebhook } from './actions/advanced/getWebhook.operation';
import { inviteTeamMember } from './actions/advanced/inviteTeamMember.operation';
import { listTeamMembers } from './actions/advanced/listTeamMembers.operation';
import { listWebhooks } from './actions/advanced/listWebhooks.operation';
import { updateTeamMember } from './actions/advanced/updateTeamMember.operation';
import { updateWebhook } from './actions/advanced/updateWebhook.operation';
import { whoAmI } from './actions/advanced/whoAmI.operation';
import { createClient } from './actions/client/createClient.operation';
import { deleteClient } from './actions/client/deleteClient.operation';
import { findClient } from './actions/client/findClient.operation';
import { getClient } from './actions/client/getClient.operation';
import { listClients } from './actions/client/listClients.operation';
import { listCompanies } from './actions/client/listCompanies.operation';
import { updateClient } from './actions/client/updateClient.operation';
import { upsertClient } from './actions/client/upsertClient.operation';
import { addPage } from './actions/request/addPage.operation';
import { addSection } from './actions/request/addSection.operation';
import { approveAll } from './actions/request/approveAll.operation';
import { archiveRequest } from './actions/request/archiveRequest.operation';
import { completeRequest } from './actions/request/completeRequest.operation';
import { createRequest } from './actions/request/createRequest.operation';
import { createRequestWithForm } from './actions/request/createRequestWithForm.operation';
import { deleteRequest } from './actions/request/deleteRequest.operation';
import { downloadFiles } from './actions/request/downloadFiles.operation';
import { getAnswers } from './actions/request/getAnswers.operation';
import { getRequest } from './actions/request/getRequest.operation';
import { listRequests } from './actions/request/listRequests.operation';
import { publishRequest } from './actions/request/publishRequest.operation';
import { reopenRequest } from './actions/request/reopenRequest.operation';
import { reviewField } from './actions/request/reviewField.operation';
import { runIntegrationActions } from './actions/request/runIntegrationActions.operation';
import { submitAll } from './actions/request/submitAll.operation';
import { updateRequest } from './actions/request/updateRequest.operation';
import { listFolders } from './actions/template/listFolders.operation';
import { listSchedules } from './actions/template/listSchedules.operation';
import { listTemplates } from './actions/template/listTemplates.operation';

export const collectionRegistry = createRegistry([
	{
		resource: 'client',
		label: 'Client',
		defaultOperation: 'listClients',
		operations: {
			createClient,
			deleteClient,
			findClient,
			getClient,
			listClients,
			listCompanies,
			updateClient,
			upsertClient,
		},
	},
	{
		resource: 'request',
		label: 'Request',
		defaultOperation: 'listRequests',
		operations: {
			addPage,
			addSection,
			approveAll,
			archiveRequest,
			completeRequest,
			createRequest,
			createRequestWithForm,
			deleteRequest,
			downloadFiles,
			getAnswers,
			getRequest,
			listRequests,
			publishRequest,
			reopenRequest,
			reviewField,
			runIntegrationActions,
			submitAll,
			updateRequest,
		},
	},
	{
		resource: 'template',
		label: 'Template',
		defaultOperation: 'listTemplates',
		operations: { listFolders, listSchedules, listTemplates },
	},
	{
		resource: 'advanced',
		label: 'Advanced',
		defaultOperation: 'whoAmI',
		operations: {
			apiCall,
			createWebhook,
			deleteTeamMember,
			deleteWebhook,
			getTeamMember,
			getWebhook,
			inviteTeamMember,
			listTeamMembers,
			listWebhooks,
			updateTeamMember,
			updateWebhook,
			whoAmI,
		},
	},
]);
