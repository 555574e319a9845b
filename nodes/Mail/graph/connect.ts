import type { IAllExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { systemClock } from '../../shared/clock';
import { createOrigin } from '../../shared/http/origin';
import { createSend } from '../../shared/http/request';
import { createGraphClient } from './client';
import type { GraphClient } from './types';

const CREDENTIAL = 'mailOAuth2Api';

const credential = z.object({ apiRoot: z.string().trim() });

interface Connection {
	/** The latest moment at which a request may start again, in milliseconds since the epoch. */
	deadline?: number;
	signal?: AbortSignal;
}

/**
 * Graph as the node's account sees it.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback).
 */
export async function connectGraph(
	context: IAllExecuteFunctions,
	connection: Connection = {},
): Promise<GraphClient> {
	const { apiRoot } = credential.parse(await context.getCredentials(CREDENTIAL));
	const { id, name } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	return createGraphClient({
		...connection,
		origin: createOrigin(apiRoot),
		send: createSend(context, CREDENTIAL),
		clock: systemClock,
		account: { id: id ?? apiRoot, name: name ?? 'Mail OAuth2 API' },
	});
}
