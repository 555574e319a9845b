import type { IAllExecuteFunctions } from 'n8n-workflow';
import type { Clock } from '../http/clock';
import { InvalidInput } from '../http/failures';
import type { Patience } from '../http/lane';
import type { Origin } from '../http/origin';
import { createOrigin } from '../http/origin';
import type { Send } from '../http/request';
import { createSend } from '../http/request';

/** How long a client may work, and by which clock. */
export interface Limits extends Patience {
	clock: Clock;
}

/** An account at the provider, as the node's credential opens it. */
export interface Connection {
	origin: Origin;
	/** Sends with the account's token. */
	send: Send;
	/** The credential. Failures name it, and all its clients in this process share their lanes. */
	account: { id: string; name: string };
}

/** A credential type, as far as connecting needs to know it. */
interface CredentialKind<Rules> {
	/** Its stored name. */
	type: string;
	/** Its name for a node whose credential has none of its own. */
	label: string;
	/** The field that chooses one of `apiRoots`; its value `custom` stands for the field `customApiRoot`. */
	choice: { name: string; label: string };
	apiRoots: Record<string, string>;
	/** What the credential lets through, by what is stored with it. */
	readRules(fields: Record<string, unknown>): Rules;
}

/**
 * Opens the account of a node.
 * @throws InvalidInput when n8n is too old, the credential's API root is not https (or http on loopback),
 * or its rules cannot be understood.
 */
export async function connect<Rules>(
	context: IAllExecuteFunctions,
	{ type, label, choice, apiRoots, readRules }: CredentialKind<Rules>,
): Promise<Connection & { rules: Rules }> {
	if (typeof Reflect.get(context, NEEDED) !== 'function') {
		throw new InvalidInput(
			'This n8n is too old for the nodes of this package',
			undefined,
			'Update n8n to 1.110 or newer.',
		);
	}
	const fields = await context.getCredentials(type);
	// Nothing else that is stored with the credential decides where the token goes.
	const { customApiRoot: custom = '' } = fields;
	const roots = new Map<unknown, unknown>(Object.entries({ ...apiRoots, custom }));
	const apiRoot = roots.get(fields[choice.name]);
	if (apiRoot === undefined) {
		const hint = 'Open the credential, choose it, and save it.';
		throw new InvalidInput(`${choice.label} in the credential is not chosen`, undefined, hint);
	}
	const origin = createOrigin(typeof apiRoot === 'string' ? apiRoot.trim() : '');
	const { id, name } = context.getNode().credentials?.[type] ?? {};
	return {
		origin,
		send: createSend(context, type, fields.accessTokenUrl),
		account: { id: id ?? origin.root, name: name ?? label },
		rules: readRules(fields),
	};
}

/**
 * What every n8n has on which the nodes keep their promises: the signing of links. n8n-core has it from 1.106 on,
 * which is n8n 1.107. docs/versions.md says what was run on which.
 */
const NEEDED = 'getSignedResumeUrl';
