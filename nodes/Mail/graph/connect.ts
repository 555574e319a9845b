import type { IAllExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Clock } from '../../shared/clock';
import { systemClock } from '../../shared/clock';
import { createOrigin } from '../../shared/http/origin';
import { createSend } from '../../shared/http/request';
import type { GraphClient } from './client';
import { createGraphClient } from './client';

const CREDENTIAL = 'mailOAuth2Api';

const credential = z.object({ apiRoot: z.string().trim() });

interface Connection {
	/** The latest moment at which a request may start again, in milliseconds since the epoch. */
	deadline?: number;
	signal?: AbortSignal;
	clock?: Clock;
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
		clock: systemClock,
		...connection,
		origin: createOrigin(apiRoot),
		send: createSend(context, CREDENTIAL),
		account: { id: id ?? apiRoot, name: name ?? 'Mail OAuth2 API' },
	});
}
