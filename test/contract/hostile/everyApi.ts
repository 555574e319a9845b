import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ExecuteOptions } from '../../harness/executeNode';
import { executeNode } from '../../harness/executeNode';
import { ENDPOINTS, pairs, REDIRECTS } from './inputs';
import type { Ending, Scene } from './scene';

/** Runs one step of a scene's node. */
export type Run = (
	step: string,
	parameters: INodeParameters,
	options?: Partial<ExecuteOptions>,
) => Promise<Ending>;

/** Steps with their parameters. */
export type Calls = Record<string, INodeParameters>;

let runs = 0;

export function runIn(scene: Scene): Run {
	return async (step, parameters, options = {}) => {
		const [resource = '', operation = ''] = step.split('.');
		return await scene.end(async () => {
			const { items } = await executeNode({
				node: scene.account,
				simulator: scene.simulator,
				// Lanes of its own for each run: none waits for the quota that another one used up.
				credentialId: `hostile-${++runs}`,
				...options,
				credential: options.credential ?? scene.credential(),
				parameters: { resource, operation, ...parameters },
			});
			return items;
		});
	};
}

export function describeEndpoints(scene: Scene, run: Run): void {
	describe('an endpoint of the user’s own', () => {
		it.each(ENDPOINTS)('%j stays within the API', async (endpoint) => {
			scene.expectSafe(await run('advanced.apiCall', { endpoint: scene.fill(endpoint) }));
		});

		it.each(ENDPOINTS.filter((endpoint) => /^\s*(\w+:|\/\/|\\)|\.\.|[\r\n]/.test(endpoint)))(
			'%j is refused with the name of the field, before anything is sent',
			async (endpoint) => {
				const { error } = await run('advanced.apiCall', {
					method: 'DELETE',
					endpoint: scene.fill(endpoint),
				});
				expect(error?.message).toMatch(/^Endpoint: /);
				expect(scene.arrived()).toEqual([]);
			},
		);
	});
}

/** @param target a path of the API, at a host that is not the provider's */
export function describeRedirects(scene: Scene, run: Run, calls: Calls, target: string): void {
	describe('a redirect', () => {
		it.each(pairs(Object.keys(calls), REDIRECTS))(
			'%s: %j is not followed, and is an error',
			async (step, status) => {
				const location = scene.fill(`http://{stranger}${target}`);
				scene.simulator.faults.next({ times: 100 }, { status, headers: { location } });
				const ending = await run(step, calls[step] ?? {});
				scene.expectSafe(ending);
				expect(ending.error).toBeDefined();
			},
		);
	});
}

/** @param repeat the provider's error body with the token in it, and the header for a request's ID */
export function describeRepeatedToken(
	scene: Scene,
	run: Run,
	calls: Calls,
	repeat: (token: string) => { body: IDataObject; idHeader: string },
): void {
	describe('an answer that repeats the token', () => {
		it.each(pairs(Object.keys(calls), [400, 403, 404, 409, 422]))(
			'%s: status %j tells it to nobody',
			async (step, status) => {
				const credential = scene.credential();
				const { accessToken } = scene;
				const { body, idHeader } = repeat(accessToken);
				const headers = { [idHeader]: accessToken, 'www-authenticate': `Bearer ${accessToken}` };
				scene.simulator.faults.next({ times: 100 }, { status, headers, body });
				const ending = await run(step, calls[step] ?? {}, { credential });
				scene.expectSafe(ending);
				expect(ending.error).toBeDefined();
			},
		);
	});
}
