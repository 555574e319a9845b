import { inspect } from 'node:util';
import type { INodeExecutionData } from 'n8n-workflow';
import type { CredentialName } from '../../harness/credentials';
import type { HarnessCredential } from '../../harness/credentialsHelper';
import { connectedCredential } from '../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../harness/executeNode';
import type { LoggedRequest } from '../../simulator/requestLog';
import type { Simulator } from '../../simulator/simulator';
import { startSimulator } from '../../simulator/simulator';
import { startStranger, type Stranger } from './stranger';

/** Nothing else in the world holds this text, so that it is found wherever it turns up. */
const CLIENT_SECRET = 'client-secret-5f1c0d7be2';
/** How tokens of the simulator begin. */
const TOKENS = /sim-(at|rt)-/;

/** How a run ended. */
export interface Ending {
	items: INodeExecutionData[];
	/** Undefined after a success. */
	error?: Error;
}

export type Scene = ReturnType<typeof useScene>;

/** Providers, a stranger beside them, and what must hold whatever is entered. */
export function useScene(account: 'mail' | 'collection') {
	const running: { simulator?: Simulator; stranger?: Stranger; accessToken?: string } = {};

	beforeAll(async () => {
		running.simulator = await startSimulator();
		running.stranger = await startStranger();
	});
	beforeEach(() => {
		const { simulator, stranger } = scene;
		simulator.graph.reset();
		simulator.collection.reset();
		simulator.faults.clear();
		simulator.requests.clear();
		stranger.visits = [];
		running.accessToken = undefined;
	});
	afterAll(async () => {
		await scene.stranger.stop();
		await scene.simulator.stop();
	});

	const scene = {
		account,

		get simulator(): Simulator {
			if (!running.simulator) throw new Error('The scene is only set within a test');
			return running.simulator;
		},
		get stranger(): Stranger {
			if (!running.stranger) throw new Error('The scene is only set within a test');
			return running.stranger;
		},

		/** The text with the addresses of this run in place of `{stranger}` and `{here}`. */
		fill: (text: string) =>
			text
				.replaceAll('{stranger}', scene.stranger.host)
				.replaceAll('{here}', new URL(scene.simulator.url).origin),

		/** A connected credential whose secrets are looked for afterwards. */
		credential(): HarnessCredential {
			const type: CredentialName = account === 'mail' ? 'mailOAuth2Api' : 'collectionOAuth2Api';
			const owner = account === 'mail' ? OWN_MAILBOX : 'collection';
			const credential = connectedCredential(type, scene.simulator, owner, {
				clientSecret: CLIENT_SECRET,
			});
			const tokens: unknown = credential.data.oauthTokenData;
			running.accessToken = String(Reflect.get(Object(tokens), 'access_token'));
			return credential;
		},

		get accessToken(): string {
			if (!running.accessToken) throw new Error('No credential was made');
			return running.accessToken;
		},

		/** What arrived at the provider, parts of batches after their batch. */
		arrived: (): LoggedRequest[] => scene.simulator.requests.flat(),

		/** Runs something to its end, whichever that is. */
		async end(run: () => Promise<INodeExecutionData[] | null>): Promise<Ending> {
			try {
				return { items: (await run()) ?? [] };
			} catch (error) {
				if (!(error instanceof Error)) throw error;
				return { items: [], error };
			}
		},

		/** The rules of every case: nobody else was asked, nothing left the API, nothing was told. */
		expectSafe({ items, error }: Ending): void {
			expect(scene.stranger.visits).toEqual([]);
			scene.expectWithinApi();
			scene.expectNothingTold({ items, error });
		},

		/** Every request lies below the API's root as it is written, and carries the own token. */
		expectWithinApi(): void {
			const root = account === 'mail' ? /^\/graph\/(v1\.0|beta)\// : /^\/collection\//;
			const { host } = new URL(scene.simulator.url);
			for (const { service, url, headers, batch } of scene.simulator.requests.flat()) {
				const [path = ''] = url.split('?');
				const written = new URL(url, scene.simulator.url).pathname;
				expect({ url, written }).toEqual({ url, written: path });
				if (batch) {
					expect(url).toMatch(/^\/(me|users\/[^/]+)(\/|\?|$)/);
				} else {
					expect({ service, url }).toEqual({ service, url: expect.stringMatching(root) });
					expect(headers).toMatchObject({ host, authorization: `Bearer ${scene.accessToken}` });
				}
				for (const name of Object.keys(headers)) {
					expect(name).not.toMatch(/^(cookie|forwarded|x-forwarded|x-host|x-original|proxy-)/);
				}
			}
		},

		/** No token and no secret is in what the user, a log or a language model gets to see. */
		expectNothingTold({ items, error }: Ending): void {
			const told = inspect(
				{ items, error },
				{ depth: 12, showHidden: true, maxStringLength: null },
			);
			expect(told).not.toMatch(TOKENS);
			expect(told).not.toContain(CLIENT_SECRET);
			expect(told).not.toContain(scene.accessToken);
		},
	};
	return scene;
}
