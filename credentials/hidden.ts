import type { INodeProperties } from 'n8n-workflow';

/** A field of n8n's own credentials that is settled: nobody is asked for it. */
export function hidden(
	displayName: string,
	name: string,
	settled: INodeProperties['default'],
): INodeProperties {
	return { displayName, name, type: 'hidden', default: settled };
}

/**
 * Keeps n8n's other nodes, such as HTTP Request, from sending the account's token to any address: beside
 * `restrictToSupportedNodes`, which older n8n ignores (seen up to 2.20.12).
 *
 * A credential with that restriction cannot have a connection test of its own: n8n makes its request in
 * the name of the No Operation node, and refuses it (2.41.1). What n8n tests without one is whether the
 * account is connected.
 */
export const noOtherNodes = hidden(
	'Allowed HTTP Request Domains',
	'allowedHttpRequestDomains',
	'none',
);
