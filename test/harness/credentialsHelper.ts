import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';
import type { Simulator } from '../simulator/simulator';
import type { KeyAndCertificate } from './certificate';
import { createCertificate } from './certificate';
import type { CredentialName } from './credentials';
import { credentialTypes, resolveCredential } from './credentials';

/** Making one takes a while. */
let knownKey: KeyAndCertificate | undefined;

export interface HarnessCredential {
	type: CredentialName;
	/** What a user would have saved, tokens included; refreshed tokens are written back here. */
	data: ICredentialDataDecryptedObject;
}

/** The credential of an account at the simulator, connected without a browser. */
export function connectedCredential(
	type: CredentialName,
	simulator: Simulator,
	account: string,
	overrides: ICredentialDataDecryptedObject = {},
): HarnessCredential {
	const own: ICredentialDataDecryptedObject =
		type !== 'collectionOAuth2Api'
			? { cloud: 'custom', customApiRoot: simulator.graphRoot }
			: { server: 'custom', customApiRoot: simulator.collectionRoot };
	return {
		type,
		data: {
			clientId: 'test-client',
			clientSecret: 'test-secret',
			customAuthUrl: `${simulator.url}/oauth/authorize`,
			customTokenUrl: `${simulator.url}/oauth/token`,
			...own,
			oauthTokenData: { ...simulator.tokens.issue(account) },
			...overrides,
		},
	};
}

/**
 * The credential of an application at the simulator, which knows it by a certificate; nobody has signed in.
 * @param options.mailboxes what it reaches: everything unless given
 * @param options.roles its permissions: all unless given
 */
export function applicationCredential(
	simulator: Simulator,
	options: { mailboxes?: string[]; roles?: string; entered?: ICredentialDataDecryptedObject } = {},
): HarnessCredential {
	const { entered, ...reach } = options;
	const { privateKey, certificate } = (knownKey ??= createCertificate());
	simulator.applications.register({
		clientId: 'test-application',
		certificates: [certificate],
		...reach,
	});
	return {
		type: 'mailAppOAuth2Api',
		data: {
			clientId: 'test-application',
			clientCredentialType: 'certificate',
			privateKeyPem: privateKey,
			certificatePem: certificate,
			cloud: 'custom',
			customTokenUrl: `${simulator.url}/oauth/contoso.com/oauth2/v2.0/token`,
			customApiRoot: simulator.graphRoot,
			whichMailboxes: 'any',
			...entered,
		},
	};
}

/** What the names of the package's nodes begin with. */
const OWN_NODES = 'n8n-nodes-mail-collection.';

/** What credentials mean, by what was saved beside tokens: n8n's engine takes a while for it at each request. */
const known = new Map<string, ICredentialDataDecryptedObject>();

/** Credentials as n8n hands them to a node, kept in memory instead of a database. */
export class MemoryCredentialsHelper extends ICredentialsHelper {
	constructor(private readonly credential: HarnessCredential) {
		super();
	}

	override getParentTypes(): string[] {
		return ['oAuth2Api'];
	}

	/** As n8n's own helper decides it; the nodes of the package are those that name the credential. */
	override isCredentialUsableByNode(type: string, nodeType: string): boolean {
		const restricted = credentialTypes[this.credential.type].restrictToSupportedNodes;
		return type !== this.credential.type || !restricted || nodeType.startsWith(OWN_NODES);
	}

	override async authenticate(
		_credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return options;
	}

	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<ICredentials> {
		throw new Error('The harness keeps no encrypted credentials');
	}

	override async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		if (type !== this.credential.type) throw new Error(`No credential of type ${type}`);
		const { oauthTokenData, ...entered } = this.credential.data;
		const saved = JSON.stringify([type, entered]);
		const resolved = known.get(saved) ?? resolveCredential(type, entered);
		known.set(saved, resolved);
		return structuredClone(oauthTokenData ? { ...resolved, oauthTokenData } : resolved);
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(
		_nodeCredentials: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.credential.data = { ...this.credential.data, oauthTokenData: data.oauthTokenData ?? {} };
	}

	override getCredentialsProperties(): INodeProperties[] {
		return [];
	}
}
