import type { INodeParameters } from 'n8n-workflow';
import type { Calls } from './everyApi';
import { describeEndpoints, describeRedirects, describeRepeatedToken, runIn } from './everyApi';
import { HEADERS, IDS, NO_IDS, pairs, REDIRECTS } from './inputs';
import { type Ending, useScene } from './scene';

const scene = useScene('collection');
const world = () => scene.simulator.collection;
const run = runIn(scene);
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

beforeEach(() => {
	// The quota is not what is tested here.
	world().rate.reads = 100_000;
	world().rate.writes = 100_000;
});

describeEndpoints(scene, run);

it.each(HEADERS)('the header %j: %j changes neither address nor sign-in', async (name, value) => {
	const headers = { header: [{ name: scene.fill(name), value: scene.fill(value) }] };
	scene.expectSafe(await run('advanced.apiCall', { endpoint: '/clients', options: { headers } }));
});

/** Steps by the field that takes an ID. */
const ID_FIELDS: Record<string, (id: string) => INodeParameters> = {
	'client.getClient': (id) => ({ client: byId(id) }),
	'client.deleteClient': (id) => ({ client: byId(id) }),
	'request.getRequest': (id) => ({ request: byId(id) }),
	'request.getAnswers': (id) => ({ request: byId(id) }),
	'request.archiveRequest': (id) => ({ request: byId(id) }),
	'advanced.getTeamMember': (id) => ({ member: byId(id) }),
	'advanced.getWebhook': (webhookId) => ({ webhookId }),
};

it.each(pairs(Object.keys(ID_FIELDS), IDS))(
	'%s: the ID %j stays one part of the path',
	async (step, entered) => {
		const id = scene.fill(entered);
		scene.expectSafe(await run(step, ID_FIELDS[step]?.(id) ?? {}));
		for (const { url } of scene.arrived()) {
			const [path = '', query = ''] = url.split('?');
			const segments = path.split('/').map((segment) => decodeURIComponent(segment));
			const values = [...new URLSearchParams(query).values()];
			// Quotes around an ID are not part of it.
			expect([...segments, ...values]).toContain(id.trim().replace(/^'(.*)'$/, '$1'));
		}
	},
);

it.each(pairs(Object.keys(ID_FIELDS), NO_IDS))(
	'%s: %j, which is no ID, is refused with the name of the field, before anything is sent',
	async (step, id) => {
		const { error } = await run(step, ID_FIELDS[step]?.(id) ?? {});
		expect(error?.message).toMatch(
			/^(Client|Request|Team Member|Member|Webhook ID): (must |is longer)/,
		);
		expect(scene.arrived()).toEqual([]);
	},
);

/** Steps of every kind: read, list, create, change. */
const CALLS: Calls = {
	'advanced.apiCall': { method: 'POST', endpoint: '/clients', body: '{"email":"x"}' },
	'client.getClient': { client: byId('cli_x') },
	'client.listClients': {},
	'client.createClient': { email: 'pat@example.com', name: 'Pat Doe' },
	'request.publishRequest': { request: byId('req_x') },
};

describeRedirects(scene, run, CALLS, '/collection/partner_api/v1/clients');

describeRepeatedToken(scene, run, CALLS, (token) => ({
	body: { errors: [`Refused: ${token} Bearer ${token}`] },
	idHeader: 'x-request-id',
}));

describe('the address of an uploaded file', () => {
	/** A request with one answered file, which lies wherever its address says. */
	function withFile(url: string): INodeParameters {
		const client = world().addClient({ email: 'pat@example.com', full_name: 'Pat Doe' });
		const sections = [{ name: 'S', fields: [{ name: 'F', type: 'file' }] }];
		const pages = [{ name: 'P', sections }];
		const request = world().addRequest({ name: 'Old', clients: [client], pages });
		world().answer(request, 'F', { file: { filename: 'f.txt', content: 'f' } });
		for (const field of world().fields()) {
			for (const { attachment } of field.answers) if (attachment) attachment.url = url;
		}
		return { request: byId(request.id) };
	}

	it.each([
		'http://{stranger}/files/x',
		'http://user:word@{stranger}/files/x',
		'{here}@{stranger}/files/x',
		'//{stranger}/files/x',
		'ftp://{stranger}/files/x',
		'file:///etc/passwd',
		'data:text/plain,x',
		'javascript:alert(1)',
		'not an address',
		'',
	])('%j never gets the token', async (url) => {
		expectNoSignIn(await run('request.downloadFiles', withFile(scene.fill(url))));
	});

	it.each(pairs(REDIRECTS, [401, 403, 404, 200]))(
		'a redirect (%j) to a stranger that answers %j never takes the token along',
		async (status, answered) => {
			const location = scene.fill('http://{stranger}/files/x');
			scene.simulator.faults.next({ path: /files/, times: 100 }, { status, headers: { location } });
			scene.stranger.answer = { status: answered, body: '{}' };
			const url = `${scene.simulator.collectionRoot}/files/x/f.txt`;
			expectNoSignIn(await run('request.downloadFiles', withFile(url)));
			expect(scene.stranger.visits.length).toBeGreaterThan(0);
		},
	);

	/** Files may lie at other hosts; the sign-in does not go there. */
	function expectNoSignIn(ending: Ending): void {
		for (const visit of scene.stranger.visits) {
			expect(visit.method).toBe('GET');
			expect(visit.headers).not.toHaveProperty('authorization');
			expect(visit.headers).not.toHaveProperty('cookie');
			expect(JSON.stringify(visit)).not.toContain(scene.accessToken);
		}
		scene.expectNothingTold(ending);
	}
});
