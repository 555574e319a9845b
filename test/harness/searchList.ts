import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import type { Simulator } from '../simulator/simulator';
import type { HarnessCredential } from './credentialsHelper';
import { connectedCredential } from './credentialsHelper';
import { OWN_MAILBOX } from './executeNode';
import { createWorkflow, credentialOf } from './workflow';

export interface SearchListOptions {
	node: string;
	/** Name of the list search method behind the locator. */
	method: string;
	parameters?: INodeParameters;
	/** Where the locator stands, as the editor says it: `parameters.options.attachmentId`. */
	path?: string;
	simulator: Simulator;
	account?: string;
	credential?: HarnessCredential;
	filter?: string;
	paginationToken?: string;
}

/** Asks a resource locator's list for its entries, in n8n's own LoadOptionsContext. */
export async function searchList(options: SearchListOptions): Promise<INodeListSearchResult> {
	const { node: name, method, parameters = {}, path = '', simulator } = options;
	const account = options.account ?? (name === 'collection' ? 'collection' : OWN_MAILBOX);
	const credential =
		options.credential ?? connectedCredential(credentialOf(name), simulator, account);
	const { workflow, node, nodeType, additionalData } = await createWorkflow({
		node: name,
		parameters,
		credential,
	});
	// The editor sends defaults along, also of fields that a workflow was stored without.
	additionalData.currentNodeParameters =
		name === 'collection' ? parameters : { authentication: credential.type, ...parameters };
	const search = nodeType.methods?.listSearch?.[method];
	if (!search) throw new Error(`${name} has no list search "${method}"`);
	const context = new LoadOptionsContext(workflow, node, additionalData, path);
	return await search.call(context, options.filter, options.paginationToken);
}
