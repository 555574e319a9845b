import type { IAllExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Clock } from '../clock';
import type { Origin } from '../http/origin';
import { createOrigin } from '../http/origin';
import type { Send } from '../http/request';
import { createSend } from '../http/request';

/** How long a client may work, and by which clock. */
export interface Limits {
	clock: Clock;
	/** The latest moment at which a request may start again, in milliseconds since the epoch. */
	deadline?: number;
	/** Ends everything that waits, and every request. */
	signal?: AbortSignal;
}

/** An account at the provider, as the node's credential opens it. */
export interface Connection {
	origin: Origin;
	/** Sends with the account's token. */
	send: Send;
	/** The credential: all clients of one share their lanes in this process; failures name it. */
	account: { id: string; name: string };
}

const credential = z.object({ apiRoot: z.string().trim() });

/**
 * Opens the account of a node.
 * @param type Stored name of the credential type.
 * @param label Its name, for a node whose credential has none of its own.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback).
 */
export async function connect(
	context: IAllExecuteFunctions,
	type: string,
	label: string,
): Promise<Connection> {
	const { apiRoot } = credential.parse(await context.getCredentials(type));
	const { id, name } = context.getNode().credentials?.[type] ?? {};
	return {
		origin: createOrigin(apiRoot),
		send: createSend(context, type),
		account: { id: id ?? apiRoot, name: name ?? label },
	};
}
