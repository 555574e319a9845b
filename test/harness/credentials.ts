import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INode,
	INodeParameters,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';
import { CollectionOAuth2Api } from '../../credentials/CollectionOAuth2Api.credentials';
import { MailAppOAuth2Api } from '../../credentials/MailAppOAuth2Api.credentials';
import { MailOAuth2Api } from '../../credentials/MailOAuth2Api.credentials';

export type CredentialName = 'mailOAuth2Api' | 'mailAppOAuth2Api' | 'collectionOAuth2Api';

export const credentialTypes: Record<CredentialName, ICredentialType> = {
	mailOAuth2Api: new MailOAuth2Api(),
	mailAppOAuth2Api: new MailAppOAuth2Api(),
	collectionOAuth2Api: new CollectionOAuth2Api(),
};

/** The fields of n8n's own OAuth2 API credential that the credentials inherit unchanged. */
const inheritedProperties: INodeProperties[] = [
	{
		displayName: 'Use Dynamic Client Registration',
		name: 'useDynamicClientRegistration',
		type: 'hidden',
		default: false,
	},
	{ displayName: 'Client ID', name: 'clientId', type: 'string', default: '', required: true },
	{ displayName: 'Client Secret', name: 'clientSecret', type: 'string', default: '' },
];

/** Hidden fields that n8n never takes from storage, so that nobody can save other addresses. */
const PINNED_FIELDS = ['authUrl', 'accessTokenUrl', 'grantType', 'authentication', 'scope'];

const credentialNode: INode = {
	id: 'credential',
	name: 'Credential',
	type: 'credential',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const plainNodeType: INodeType = {
	description: {
		displayName: 'Credential',
		name: 'credential',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: [],
		outputs: [],
		properties: [],
	},
};

/**
 * Fills a credential the way n8n does before it signs in or runs a node: defaults, fields that are
 * not shown dropped, then every expression evaluated by n8n's own engine with `$self`.
 *
 * @param data what a user would have saved, tokens included
 */
export function resolveCredential(
	type: CredentialName,
	data: ICredentialDataDecryptedObject = {},
): ICredentialDataDecryptedObject {
	const properties = [...inheritedProperties];
	NodeHelpers.mergeNodeProperties(properties, credentialTypes[type].properties);
	const { oauthTokenData, ...entered } = data;
	const stored: INodeParameters = Object.fromEntries(
		Object.entries(entered).filter(([name]) => !PINNED_FIELDS.includes(name)),
	) as INodeParameters;
	const filled = NodeHelpers.getNodeParameters(properties, stored, true, false, null, null) ?? {};
	const workflow = new Workflow({
		nodes: [credentialNode],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => plainNodeType,
			getByNameAndVersion: () => plainNodeType,
			getKnownTypes: () => ({}),
		},
	});
	const resolved = workflow.expression.getComplexParameterValue(
		credentialNode,
		filled,
		'internal',
		{},
		undefined,
		undefined,
		filled as ICredentialDataDecryptedObject,
	) as ICredentialDataDecryptedObject;
	return oauthTokenData === undefined ? resolved : { ...resolved, oauthTokenData };
}
