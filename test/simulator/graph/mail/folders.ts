import { z } from 'zod';
import type { ApiAnswer } from '../../exchange';
import { checkAccess, type GraphCall, type GraphRoutes, param, readBody } from '../call';
import { renderFolder, type SimFolder } from '../folder';
import { badRequest, GraphProblem } from '../problem';
import type { EntityType } from '../query/filter';
import { entityAnswer, listAnswer } from '../query/list';
import { findFolder } from './find';

const FOLDER_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.MailFolder',
	properties: new Set([
		'id',
		'displayName',
		'parentFolderId',
		'childFolderCount',
		'unreadItemCount',
		'totalItemCount',
		'sizeInBytes',
		'isHidden',
		'childFolders',
	]),
};

const folderSchema = z
	.object({
		displayName: z.string().min(1),
		isHidden: z.boolean().optional(),
		'@odata.type': z.string().optional(),
	})
	.strict();

function listFolders(call: GraphCall, parent: SimFolder): ApiAnswer {
	checkAccess(call, 'mail', 'read');
	// Only one level, and hidden folders only when asked for (fact: folder-levels).
	const withHidden = call.query.get('includeHiddenFolders') === 'true';
	return listAnswer(call, {
		items: call.mailbox.folders.filter(
			(folder) => folder.parentFolderId === parent.id && (withHidden || !folder.isHidden),
		),
		type: FOLDER_TYPE,
		render: (folder) => renderFolder(folder, call.mailbox),
		defaultOrder: (left, right) => left.displayName.localeCompare(right.displayName),
		defaultTop: 10,
		maxTop: 1000,
	});
}

function checkName(call: GraphCall, displayName: string, parentId: string, self?: SimFolder): void {
	const taken = call.mailbox.folders.some(
		(folder) =>
			folder !== self &&
			folder.parentFolderId === parentId &&
			folder.displayName.toLowerCase() === displayName.toLowerCase(),
	);
	if (taken) {
		throw new GraphProblem(
			409,
			'ErrorFolderExists',
			'A folder with the specified name already exists.',
		);
	}
}

function createFolder(call: GraphCall, parent: SimFolder): ApiAnswer {
	checkAccess(call, 'mail', 'readWrite');
	const input = readBody(call, folderSchema);
	checkName(call, input.displayName, parent.id);
	const folder = call.mailbox.addFolder(input.displayName, parent.id, input.isHidden ?? false);
	return entityAnswer(call, renderFolder(folder, call.mailbox), FOLDER_TYPE, { status: 201 });
}

function pathFolder(call: GraphCall): SimFolder {
	return findFolder(call, param(call, 'folder'));
}

function rootFolder(call: GraphCall): SimFolder {
	return findFolder(call, 'msgfolderroot');
}

function deleteFolder(call: GraphCall): ApiAnswer {
	checkAccess(call, 'mail', 'readWrite');
	const folder = pathFolder(call);
	if (folder.wellKnownName !== undefined) {
		throw new GraphProblem(
			403,
			'ErrorDeleteDistinguishedFolder',
			'Distinguished folders cannot be deleted.',
		);
	}
	// The folder goes where deleted mail goes, and is deleted for good from there.
	const trash = findFolder(call, 'deleteditems');
	if (folder.parentFolderId === trash.id) {
		call.mailbox.folders = call.mailbox.folders.filter((entry) => entry !== folder);
	} else {
		folder.parentFolderId = trash.id;
	}
	return { status: 204 };
}

/** Handlers for mail folders. fact: folder-levels, fact: count. */
export const folderRoutes: GraphRoutes = {
	'GET /mailFolders': (call) => listFolders(call, rootFolder(call)),
	'POST /mailFolders': (call) => createFolder(call, rootFolder(call)),
	'GET /mailFolders/:folder': (call) => {
		checkAccess(call, 'mail', 'read');
		return entityAnswer(call, renderFolder(pathFolder(call), call.mailbox), FOLDER_TYPE);
	},
	'GET /mailFolders/:folder/childFolders': (call) => listFolders(call, pathFolder(call)),
	'POST /mailFolders/:folder/childFolders': (call) => createFolder(call, pathFolder(call)),
	'PATCH /mailFolders/:folder': (call) => {
		checkAccess(call, 'mail', 'readWrite');
		const folder = pathFolder(call);
		const input = readBody(call, folderSchema.partial());
		// isHidden can be given at creation only (fact: folder-levels).
		if (input.isHidden !== undefined) {
			throw badRequest('Set action is invalid for property: isHidden.', 'ErrorInvalidPropertySet');
		}
		if (input.displayName !== undefined) {
			checkName(call, input.displayName, folder.parentFolderId, folder);
			folder.displayName = input.displayName;
		}
		return entityAnswer(call, renderFolder(folder, call.mailbox), FOLDER_TYPE);
	},
	'DELETE /mailFolders/:folder': deleteFolder,
};
