import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { NotAsked, textAt } from './client';

const text = z.string().min(1);

/**
 * How somebody gets in: a token that they have, or what one is asked for with. With a `refreshToken` somebody
 * signed in; without one an application asks for itself.
 */
const accountSchema = z
	.object({
		root: z.string().url(),
		tokenUrl: z.string().url(),
		accessToken: text,
		clientId: text,
		clientSecret: text,
		refreshToken: text,
	})
	.partial()
	.strict()
	.refine(({ accessToken, clientId }) => accessToken ?? clientId, 'accessToken or clientId');

const fileSchema = z
	.object({
		graph: accountSchema.optional(),
		collection: accountSchema.optional(),
	})
	.strict();

type Account = z.output<typeof accountSchema>;

const ROOTS = { graph: 'https://graph.microsoft.com', collection: 'https://api.contentsnare.com' };

// fact: oauth-token
const COLLECTION_TOKENS = 'https://api.contentsnare.com/oauth/token';

/**
 * Opens the accounts of a credential file. A refresh token that is good for once alone is replaced in the file.
 * @throws NotAsked where the provider lets nobody in
 */
export async function openAccounts(file: string) {
	const accounts = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	const open = async (name: 'graph' | 'collection') => {
		const account = accounts[name];
		if (account === undefined) return undefined;
		const root = account.root ?? ROOTS[name];
		if (account.accessToken !== undefined) return { root, token: account.accessToken };
		const answer = await requestToken(account, {
			url: account.tokenUrl ?? (name === 'collection' ? COLLECTION_TOKENS : ''),
			...(name === 'graph' ? { scope: `${root}/.default` } : {}),
		});
		const refreshToken = textAt(answer, 'refresh_token');
		if (refreshToken !== '') {
			account.refreshToken = refreshToken;
			writeFileSync(file, `${JSON.stringify(accounts, null, '\t')}\n`, { mode: 0o600 });
		}
		return { root, token: textAt(answer, 'access_token') };
	};
	return { graph: await open('graph'), collection: await open('collection') };
}

async function requestToken(
	{ clientId = '', clientSecret = '', refreshToken }: Account,
	{ url, scope }: { url: string; scope?: string },
): Promise<unknown> {
	if (url === '') throw new NotAsked('The file names no tokenUrl.');
	const body = new URLSearchParams({
		grant_type: refreshToken ? 'refresh_token' : 'client_credentials',
		client_id: clientId,
	});
	const more = { client_secret: clientSecret, refresh_token: refreshToken, scope };
	for (const [name, value] of Object.entries(more)) if (value) body.set(name, value);
	const response = await fetch(url, { method: 'POST', body, redirect: 'error' });
	if (!response.ok) throw new NotAsked(`No token was given: ${response.status}.`, response.status);
	return await response.json();
}
