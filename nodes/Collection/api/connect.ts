import type { IAllExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Clock } from '../../shared/clock';
import { systemClock } from '../../shared/clock';
import { createOrigin } from '../../shared/http/origin';
import { createAnonymousSend, createSend } from '../../shared/http/request';
import type { CollectionClient } from './client';
import { createCollectionClient } from './client';

const CREDENTIAL = 'collectionOAuth2Api';

const credential = z.object({ apiRoot: z.string().trim() });

interface Connection {
	signal?: AbortSignal;
	clock?: Clock;
}

/**
 * Content Snare as the node's account sees it.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback).
 */
export async function connectCollection(
	context: IAllExecuteFunctions,
	{ signal, clock = systemClock }: Connection = {},
): Promise<CollectionClient> {
	const { apiRoot } = credential.parse(await context.getCredentials(CREDENTIAL));
	const { id, name } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	return createCollectionClient({
		origin: createOrigin(apiRoot),
		send: createSend(context, CREDENTIAL),
		sendAnonymous: createAnonymousSend(context),
		clock,
		signal,
		account: { id: id ?? apiRoot, name: name ?? 'Collection OAuth2 API' },
	});
}
