import { createRegistry } from '../../shared/registry';
import { apiCall } from './advanced/apiCall.operation';
import { createWebhook } from './advanced/createWebhook.operation';
import { deleteWebhook } from './advanced/deleteWebhook.operation';
import { getWebhook } from './advanced/getWebhook.operation';
import { listWebhooks } from './advanced/listWebhooks.operation';
import { updateWebhook } from './advanced/updateWebhook.operation';
import { whoAmI } from './advanced/whoAmI.operation';
import { createClient } from './client/createClient.operation';
import { deleteClient } from './client/deleteClient.operation';
import { findClient } from './client/findClient.operation';
import { getClient } from './client/getClient.operation';
import { listClients } from './client/listClients.operation';
import { listCompanies } from './client/listCompanies.operation';
import { updateClient } from './client/updateClient.operation';
import { upsertClient } from './client/upsertClient.operation';
import type { CollectionContext } from './defineCollectionOperation';
import { addPage } from './request/addPage.operation';
import { addSection } from './request/addSection.operation';
import { approveAll } from './request/approveAll.operation';
import { archiveRequest } from './request/archiveRequest.operation';
import { completeRequest } from './request/completeRequest.operation';
import { createRequest } from './request/createRequest.operation';
import { createRequestWithForm } from './request/createRequestWithForm.operation';
import { deleteRequest } from './request/deleteRequest.operation';
import { downloadFiles } from './request/downloadFiles.operation';
import { getAnswers } from './request/getAnswers.operation';
import { getRequest } from './request/getRequest.operation';
import { listRequests } from './request/listRequests.operation';
import { publishRequest } from './request/publishRequest.operation';
import { reopenRequest } from './request/reopenRequest.operation';
import { reviewField } from './request/reviewField.operation';
import { runIntegrationActions } from './request/runIntegrationActions.operation';
import { submitAll } from './request/submitAll.operation';
import { updateRequest } from './request/updateRequest.operation';
import { deleteTeamMember } from './team/deleteTeamMember.operation';
import { getTeamMember } from './team/getTeamMember.operation';
import { inviteTeamMember } from './team/inviteTeamMember.operation';
import { listTeamMembers } from './team/listTeamMembers.operation';
import { updateTeamMember } from './team/updateTeamMember.operation';
import { listFolders } from './template/listFolders.operation';
import { listSchedules } from './template/listSchedules.operation';
import { listTemplates } from './template/listTemplates.operation';

/** Every step of the Collection node. */
export const collectionRegistry = createRegistry<CollectionContext>([
	{
		resource: 'client',
		defaultOperation: 'listClients',
		operations: [
			createClient,
			deleteClient,
			findClient,
			getClient,
			listClients,
			listCompanies,
			updateClient,
			upsertClient,
		],
	},
	{
		resource: 'request',
		defaultOperation: 'listRequests',
		operations: [
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
		],
	},
	{
		resource: 'template',
		defaultOperation: 'listTemplates',
		operations: [listFolders, listSchedules, listTemplates],
	},
	{
		resource: 'team',
		defaultOperation: 'listTeamMembers',
		operations: [
			deleteTeamMember,
			getTeamMember,
			inviteTeamMember,
			listTeamMembers,
			updateTeamMember,
		],
	},
	{
		resource: 'advanced',
		defaultOperation: 'apiCall',
		operations: [
			apiCall,
			createWebhook,
			deleteWebhook,
			getWebhook,
			listWebhooks,
			updateWebhook,
			whoAmI,
		],
	},
]);
