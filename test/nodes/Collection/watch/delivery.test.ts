import type { INodeParameters } from 'n8n-workflow';
import { meaningOf } from '../../../../nodes/Collection/watch/eventMeanings';
import { WEBHOOK_EVENTS } from '../../../../nodes/Collection/webhooks/events';
import { API, pat, provider, requestTo, useCollection, world } from '../../../harness/collection';
import type { CollectionTriggerBench } from '../../../harness/collectionTrigger';
import { expectDescribedEvents, startCollectionTrigger } from '../../../harness/collectionTrigger';
import {
	clientDelivery,
	deliver,
	fieldDelivery,
	post,
	postText,
	requestDelivery,
} from '../../../simulator/collection/deliveries';
import type { SimRequest } from '../../../simulator/collection/model';

useCollection();

let bench: CollectionTriggerBench;

async function activate(parameters: INodeParameters = {}): Promise<void> {
	bench = await startCollectionTrigger(provider(), parameters);
	await bench.activate();
	provider().requests.clear();
}

afterEach(async () => {
	await bench.stop();
	expectDescribedEvents(bench);
});

/** The items of all executions so far. */
async function items() {
	await bench.settled();
	return bench.executions.flat().map(({ json }) => json);
}

const events = async () => (await items()).map(({ event }) => event);

const reads = () => provider().requests.count({ method: 'GET' });

/** A published request of Pat's, with answers. */
function onboarding(): SimRequest {
	const [template] = world().requestTemplates;
	const request = world().addRequest({
		name: 'Onboarding',
		status: 'published',
		clients: [pat()],
		template_name: 'Onboarding',
		pages: template?.pages ?? [],
	});
	world().answer(request, 'Legal name', { text: 'Example Bakery' });
	world().answer(request, 'Logo', { file: { filename: 'logo.png', content: 'PNG' } });
	return request;
}

/** The client finishes; Content Snare says so. */
async function complete(request: SimRequest): Promise<number[]> {
	request.status = 'completed';
	return await deliver(world(), requestDelivery('request_completed', request, world()));
}

describe('a delivery', () => {
	it('starts the workflow with what the account reads, in one request', async () => {
		const request = onboarding();
		await activate();
		expect(await complete(request)).toEqual([200]);
		expect(await items()).toEqual([
			{
				event: 'request_completed',
				confirmed: true,
				reconciled: false,
				request: expect.objectContaining({
					id: request.id,
					name: 'Onboarding',
					status: 'completed',
				}),
				id: request.id,
			},
		]);
		expect(reads()).toBe(1);
	});

	it('never brings out the code of a client', async () => {
		const request = onboarding();
		await activate({ readAgain: false, events: ['request_completed', 'comment_created'] });
		await complete(request);
		await deliver(world(), {
			event_name: 'comment_created',
			id: 'com_1',
			nested: [{ pin_code: '4711', text: 'Hello' }],
		});
		expect(await events()).toEqual(['request_completed', 'comment_created']);
		expect(JSON.stringify(await items())).not.toContain('4711');
	});

	it('that is not verified reads nothing, and is not told again by the lists', async () => {
		const [request, doomed, client] = [onboarding(), onboarding(), pat()];
		await activate({
			readAgain: false,
			events: ['request_completed', 'request_destroyed', 'client_updated', 'comment_created'],
		});
		await bench.poll();
		provider().requests.clear();
		await complete(request);
		client.phone = '+1 557';
		await deliver(world(), clientDelivery('client_updated', client));
		const destroyed = requestDelivery('request_destroyed', doomed, world());
		world().requests = world().requests.filter((one) => one !== doomed);
		await deliver(world(), destroyed);
		expect(await events()).toEqual(['request_completed', 'client_updated', 'request_destroyed']);
		expect((await items()).map(({ confirmed }) => confirmed)).toEqual([false, false, false]);
		expect(reads()).toBe(0);
		expect(await bench.poll()).toEqual([]);
	});

	it('that comes twice, or again an hour later with other keys, starts it once', async () => {
		const request = onboarding();
		await activate();
		await complete(request);
		await complete(request);
		request.name = 'Onboarding, done';
		const body = requestDelivery('request_completed', request, world());
		await deliver(world(), { ...body, new_key: { of: ['the', 'vendor'] } });
		expect(await events()).toEqual(['request_completed']);
	});

	it('that comes twice at the same moment starts it once', async () => {
		const request = onboarding();
		await activate({ load: 'answers' });
		await Promise.all([complete(request), complete(request), complete(request)]);
		expect(await events()).toEqual(['request_completed']);
	});

	it('starts it again after the request was opened again', async () => {
		const request = onboarding();
		await activate();
		await complete(request);
		await bench.settled();
		request.status = 'published';
		await deliver(world(), requestDelivery('request_reopened', request, world()));
		await bench.settled();
		await complete(request);
		expect(await events()).toEqual(['request_completed', 'request_completed']);
	});

	it('of what is not so any more, or never was, starts nothing', async () => {
		const request = onboarding();
		await activate();
		await deliver(world(), requestDelivery('request_completed', request, world()));
		await deliver(world(), { event_name: 'request_completed', id: 'req_Unknown0000000' });
		expect(await events()).toEqual([]);
		expect(reads()).toBe(2);
	});

	it('out of order tells both events in theirs', async () => {
		const request = onboarding();
		request.status = 'draft';
		await activate({ events: ['request_published', 'request_completed'] });
		await complete(request);
		await deliver(world(), requestDelivery('request_published', request, world()));
		expect(await events()).toEqual(['request_published', 'request_completed']);
	});

	it('of a field brings the field, its page and its request', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed'] });
		const field = world().answer(request, 'Website', { text: 'https://example.com' });
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		expect(await items()).toEqual([
			{
				event: 'field_completed',
				confirmed: true,
				reconciled: false,
				request: expect.objectContaining({ id: request.id }),
				page: expect.objectContaining({ name: 'Business' }),
				section: expect.objectContaining({ name: 'Basics' }),
				field: expect.objectContaining({ field: 'Website', value: 'https://example.com' }),
				id: field.id,
			},
		]);
		expect(reads()).toBe(3);
		world().answer(request, 'Website', { text: 'https://www.example.com' });
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		expect(await events()).toEqual(['field_completed', 'field_completed']);
	});

	it('of the last field does not swallow that its section, page and request are done', async () => {
		const request = onboarding();
		await activate({
			events: ['field_completed', 'section_completed', 'page_completed', 'all_fields_completed'],
			moreEvents: ['request_viewed', 'field_rejected', 'request_published'],
		});
		const [page] = request.pages;
		const [section] = page?.sections ?? [];
		const part = { page_id: page?.id, request_id: request.id };
		const done = [
			{ event_name: 'section_completed', ...part, id: section?.id },
			{ event_name: 'page_completed', ...part, id: page?.id },
		];
		const all = () => requestDelivery('all_fields_completed', request, world());
		const finish = async () => {
			for (const one of world().fields(request)) one.status = 'done';
			const field = world().answer(request, 'Website', { text: 'https://example.com' });
			await deliver(world(), fieldDelivery('field_completed', field, request, world()));
			await deliver(world(), requestDelivery('request_published', request, world()));
			for (const body of [...done, all(), ...done, all()]) await deliver(world(), body);
			await bench.settled();
			return field;
		};
		const field = await finish();
		const once = ['field_completed', 'section_completed', 'page_completed', 'all_fields_completed'];
		expect(await events()).toEqual(once);
		field.status = 'redo';
		await deliver(world(), fieldDelivery('field_rejected', field, request, world()));
		await bench.settled();
		await finish();
		expect(await events()).toEqual([...once, 'field_rejected', ...once]);
	});

	it('of all fields is told each time that the same field was rejected and answered again', async () => {
		const request = onboarding();
		await activate({ events: ['all_fields_completed'] });
		const finish = async () => {
			for (const one of world().fields(request)) one.status = 'done';
			await deliver(world(), requestDelivery('all_fields_completed', request, world()));
			await bench.settled();
		};
		const reject = async () => {
			const field = world().answer(request, 'Website', { text: 'https://example.com' });
			field.status = 'redo';
			await deliver(world(), fieldDelivery('field_rejected', field, request, world()));
			await bench.settled();
		};
		await finish();
		for (const times of [2, 3, 4]) {
			await reject();
			provider().requests.clear();
			// Again, while it is known to be open: only the page is read.
			await reject();
			expect(reads()).toBe(1);
			await finish();
			await finish();
			expect(await events()).toHaveLength(times);
		}
	});

	it('of a field that was approved and is answered anew is told', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed', 'field_approved'] });
		const answer = (text: string) => world().answer(request, 'Website', { text });
		const tell = async (event: string, field = answer('A')) => {
			await deliver(world(), fieldDelivery(event, field, request, world()));
			return await events();
		};
		const approved = (text: string) => Object.assign(answer(text), { status: 'approved' });
		const told = ['field_completed'];
		expect(await tell('field_completed')).toEqual(told);
		told.push('field_approved');
		expect(await tell('field_approved', approved('A'))).toEqual(told);
		// Taken back: the client did nothing.
		expect(await tell('field_completed')).toEqual(told);
		expect(await tell('field_approved', approved('A'))).toEqual([...told, 'field_approved']);
		told.push('field_approved', 'field_completed');
		expect(await tell('field_completed', answer('B'))).toEqual(told);
		told.push('field_approved');
		expect(await tell('field_approved', approved('B'))).toEqual(told);
		// Of the third answer only the approval is delivered.
		told.push('field_completed', 'field_approved');
		for (let time = 0; time < 2; time++) {
			expect(await tell('field_approved', approved('C'))).toEqual(told);
		}
	});

	it('of a field of which the answer was taken back before that was read starts nothing', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed'] });
		const field = world().answer(request, 'Website', { text: 'A' });
		const body = fieldDelivery('field_completed', field, request, world());
		await deliver(world(), body);
		expect(await events()).toEqual(['field_completed']);
		Object.assign(field, { status: 'todo', answers: [] });
		await deliver(world(), body);
		expect(await events()).toEqual(['field_completed']);
	});

	it('of a field with a file is told once, although the address of the file is never the same', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed', 'field_approved'] });
		let reading = 0;
		world().distort = (body) => {
			reading += 1;
			const text = JSON.stringify(body).replaceAll(
				/(https?:[^"]*\/files\/[^"]*)/g,
				`$1?at=${reading}`,
			);
			return JSON.parse(text) as unknown;
		};
		const field = world().answer(request, 'Logo', { file: { filename: 'a.png', content: 'A' } });
		for (const status of ['done', 'approved'] as const) {
			field.status = status;
			const event = status === 'done' ? 'field_completed' : 'field_approved';
			for (let time = 0; time < 2; time++) {
				await deliver(world(), fieldDelivery(event, field, request, world()));
				await bench.settled();
			}
		}
		expect(await events()).toEqual(['field_completed', 'field_approved']);
		expect(JSON.stringify(await items())).toContain('?at=');
	});

	it.each([{ page_id: 'pag_Unknown0000000' }, { id: 'fld_Unknown0000000' }])(
		'of a field that is not there starts nothing: %j',
		async (changes) => {
			const request = onboarding();
			await activate({ events: ['field_completed'] });
			const field = world().answer(request, 'Website', { text: 'https://example.com' });
			const body = fieldDelivery('field_completed', field, request, world());
			await deliver(world(), { ...body, ...changes });
			expect(await events()).toEqual([]);
			expect(reads()).toBe(1);
		},
	);

	it('of a page and section is told while a field is open that no client has to fill in', async () => {
		const request = onboarding();
		await activate({ events: ['page_completed', 'section_completed'] });
		const [page] = request.pages;
		const [first, ...others] = world().fields(request);
		Object.assign(first ?? {}, { required: false, status: 'todo' });
		for (const field of others) {
			field.status = field.internal ? 'todo' : 'done';
			field.required = field.internal;
		}
		const part = { page_id: page?.id, request_id: request.id };
		const bodies = [
			{ event_name: 'page_completed', ...part, id: page?.id },
			{ event_name: 'section_completed', ...part, id: page?.sections[0]?.id },
		];
		for (const body of bodies) await deliver(world(), body);
		expect(await events()).toEqual(['page_completed', 'section_completed']);
		const [required] = others;
		Object.assign(required ?? {}, { required: true, internal: false, status: 'redo' });
		for (const body of bodies) await deliver(world(), body);
		expect(await events()).toEqual(['page_completed', 'section_completed']);
	});

	it('of all fields is told while one is open that no client has to fill in', async () => {
		const request = onboarding();
		await activate({ events: ['all_fields_completed'] });
		const [first, ...others] = world().fields(request);
		Object.assign(first ?? {}, { required: false, status: 'todo' });
		for (const field of others) {
			field.status = field.internal ? 'todo' : 'done';
			field.required = field.internal;
		}
		const tell = async () =>
			await deliver(world(), requestDelivery('all_fields_completed', request, world()));
		for (let time = 0; time < 2; time++) await tell();
		expect(await items()).toEqual([
			expect.objectContaining({ event: 'all_fields_completed', confirmed: true, id: request.id }),
		]);
		expect(reads()).toBe(2 * (1 + request.pages.length));
		const [required] = others;
		if (!required) throw new Error('The request has one field');
		Object.assign(required, { required: true, internal: false, status: 'redo' });
		await tell();
		await deliver(world(), fieldDelivery('field_rejected', required, request, world()));
		expect(await events()).toEqual(['all_fields_completed']);
		required.status = 'done';
		await tell();
		expect(await events()).toEqual(['all_fields_completed', 'all_fields_completed']);
	});

	it('of all fields that comes again is not told again, whatever is told of its request meanwhile', async () => {
		const request = onboarding();
		await activate({ events: ['all_fields_completed', 'request_completed', 'field_approved'] });
		await bench.poll();
		const fields = world().fields(request);
		const [field] = fields;
		if (!field) throw new Error('The request has no field');
		for (const one of fields) one.status = 'done';
		const [, , optional] = fields;
		Object.assign(optional ?? {}, { required: false, status: 'todo' });
		const tell = async () =>
			await deliver(world(), requestDelivery('all_fields_completed', request, world()));
		await tell();
		field.status = 'approved';
		await deliver(world(), fieldDelivery('field_approved', field, request, world()));
		await tell();
		expect(await events()).toEqual(['all_fields_completed', 'field_approved']);
		await complete(request);
		await tell();
		await bench.poll();
		await tell();
		const told = ['all_fields_completed', 'field_approved', 'request_completed'];
		expect(await events()).toEqual(told);
	});

	it('of a field that was rejected, and answered again before that was read, is told', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed'] });
		const field = world().answer(request, 'Website', { text: 'B' });
		await deliver(world(), fieldDelivery('field_rejected', field, request, world()));
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		expect(await events()).toEqual(['field_completed']);
	});

	it('of a request is told, although a field of it was delivered first when both had happened', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed', 'request_completed'], reconcile: false });
		const field = world().answer(request, 'Website', { text: 'B' });
		request.status = 'completed';
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		await deliver(world(), requestDelivery('request_completed', request, world()));
		expect(await events()).toEqual(['field_completed', 'request_completed']);
	});

	it.each([
		['request_updated', 'updated_at', '2026-03-02T11:00:00Z', '2026-03-02T12:00:00Z'],
		['request_board_column_changed', 'board_column_id', 'col_2', 'col_3'],
	] as const)(
		'(%s) is told, although another one was read since that happened',
		async (event, key, first, second) => {
			const request = onboarding();
			await activate({ events: ['request_completed', event] });
			request[key] = first;
			const changed = requestDelivery(event, request, world());
			await complete(request);
			await deliver(world(), changed);
			await deliver(world(), changed);
			expect(await events()).toEqual(['request_completed', event]);
			request[key] = second;
			await deliver(world(), requestDelivery(event, request, world()));
			expect(await events()).toEqual(['request_completed', event, event]);
		},
	);

	it('of a request that was reopened, and completed again before that was read, is told', async () => {
		const request = onboarding();
		await activate({ events: ['request_completed'], reconcile: false });
		request.status = 'completed';
		await deliver(world(), requestDelivery('request_reopened', request, world()));
		await deliver(world(), requestDelivery('request_completed', request, world()));
		expect(await events()).toEqual(['request_completed']);
	});

	it('of a request that is gone before it was read is told, whatever was delivered first', async () => {
		const request = onboarding();
		await activate({ events: ['request_completed', 'request_destroyed'], reconcile: false });
		world().requests = world().requests.filter((one) => one !== request);
		for (let time = 0; time < 2; time++) {
			for (const event of ['request_completed', 'request_destroyed']) {
				await deliver(world(), requestDelivery(event, request, world()));
				await bench.settled();
			}
		}
		expect(await events()).toEqual(['request_destroyed']);
	});

	it.each([
		['calls all pages done', { completion_percentage: 80 }, true, true],
		['calls all pages done, and says nothing else', { completion_percentage: null }, true, true],
		['says nothing of its fields', { completion_percentage: undefined, pages: [] }, true, false],
		['says that fields are open, and has no page', { completion_percentage: 80, pages: [] }, false],
	])('of all fields, where the account %s', async (_, says, isTold, confirmed = false) => {
		const request = onboarding();
		await activate({ events: ['all_fields_completed'] });
		const pages = request.pages.map(({ id, name }) => ({ id, name, is_done: true }));
		const body = { id: request.id, name: request.name, status: 'published', pages, ...says };
		provider().faults.next({ method: 'GET', times: 2 }, { status: 200, body });
		const delivery = requestDelivery('all_fields_completed', request, world());
		for (let time = 0; time < 2; time++) await deliver(world(), delivery);
		expect(await items()).toEqual(
			isTold
				? [expect.objectContaining({ event: 'all_fields_completed', confirmed, id: request.id })]
				: [],
		);
		expect(reads()).toBeLessThanOrEqual(2);
	});

	it('of all fields costs one read where the account counts all as done', async () => {
		const request = onboarding();
		await activate({ events: ['all_fields_completed'] });
		for (const field of world().fields(request)) field.status = 'done';
		const delivery = requestDelivery('all_fields_completed', request, world());
		provider().faults.next(
			{ method: 'GET' },
			{
				status: 200,
				body: {
					id: request.id,
					completion_percentage: 100,
					pages: request.pages.map(({ id }) => ({ id })),
				},
			},
		);
		await deliver(world(), delivery);
		expect(await events()).toEqual(['all_fields_completed']);
		expect(reads()).toBe(1);
	});

	it.each(['page', 'section'])(
		'of a %s is told where the account calls the page done',
		async (kind) => {
			const request = onboarding();
			await activate({ events: [`${kind}_completed`] });
			const [page] = request.pages;
			const fields = [{ id: 'fld_1', name: 'A', status: 'todo', required: true }];
			const sections = [{ id: 'sec_1', name: 'S', fields }];
			const body = { id: page?.id, name: 'P', is_done: true, sections };
			provider().faults.next({ method: 'GET', path: /\/pages\// }, { status: 200, body });
			const id = kind === 'page' ? page?.id : 'sec_1';
			const part = { event_name: `${kind}_completed`, id, page_id: page?.id };
			await deliver(world(), { ...part, request_id: request.id });
			expect(await events()).toEqual([part.event_name]);
		},
	);

	it.each([
		['email', 'patricia@example.com'],
		['full_name', 'Patricia Pan'],
		['first_name', 'Patricia'],
		['last_name', 'Pan'],
		['phone', '+1 559'],
		['client_companies', [{ id: 'com_1', name: 'Contoso' }]],
		['language_code', 'de'],
	])('of a client is told where the account reads another %s', async (key, value) => {
		const client = pat();
		await activate({ events: ['client_updated'] });
		Object.assign(client, { [key]: value });
		for (let time = 0; time < 2; time++) {
			await deliver(world(), clientDelivery('client_updated', client));
		}
		expect(await events()).toEqual(['client_updated']);
	});

	it.each([
		['email', 'olga@contoso.com'],
		['full_name', 'Olga Owner'],
		['phone', '+1 559'],
		['company_name', 'Fabrikam'],
		['role', 'viewer'],
		['active', false],
	])('of a team member is told where the account reads another %s', async (key, value) => {
		const [member] = world().team;
		await activate({ events: ['team_member_updated'] });
		Object.assign(member ?? {}, { [key]: value });
		for (let time = 0; time < 2; time++) {
			await deliver(world(), { event_name: 'team_member_updated', id: member?.id });
		}
		expect(await events()).toEqual(['team_member_updated']);
	});

	it('of a client is told where a second company is added', async () => {
		const client = pat();
		client.client_companies = [{ id: 'com_1', name: 'Contoso' }];
		await activate({ events: ['client_updated'] });
		client.client_companies.push({ id: 'com_2', name: 'Fabrikam' });
		await deliver(world(), clientDelivery('client_updated', client));
		expect(await events()).toEqual(['client_updated']);
	});

	it('of a new request that is not verified is not told again by the list', async () => {
		await activate({ readAgain: false, events: ['request_created'] });
		await deliver(world(), requestDelivery('request_created', onboarding(), world()));
		expect(await events()).toEqual(['request_created']);
		expect(await bench.poll()).toEqual([]);
	});

	it('of a client that is not verified, and says nothing new, is told by the list', async () => {
		const client = pat();
		await activate({ readAgain: false, events: ['client_updated'] });
		client.language_code = 'de';
		await deliver(world(), clientDelivery('client_updated', client));
		expect(await events()).toEqual([]);
		expect(await bench.poll()).toHaveLength(1);
		expect(await bench.poll()).toEqual([]);
	});

	it('of a team member that is not verified is not told again by the list', async () => {
		await activate({ readAgain: false, events: ['team_member_created'] });
		const member = { id: 'usr_NewOne00000000', email: 'new@contoso.com', full_name: 'New One' };
		const rest = {
			role: 'viewer' as const,
			phone: null,
			avatar: null,
			company_name: null,
			active: true,
		};
		world().team.push({ ...member, ...rest });
		await deliver(world(), { event_name: 'team_member_created', ...member });
		expect(await events()).toEqual(['team_member_created']);
		expect(await bench.poll()).toEqual([]);
	});

	it.each([true, false])(
		'of a changed team member that is not verified is told, whatever it says (lists: %s)',
		async (reconcile) => {
			const [member] = world().team;
			await activate({ readAgain: false, reconcile, events: ['team_member_updated'] });
			Object.assign(member ?? {}, { role: 'viewer', active: false });
			const body = { id: member?.id, email: member?.email, full_name: member?.full_name };
			await deliver(world(), { event_name: 'team_member_updated', ...body });
			await deliver(world(), { event_name: 'team_member_updated', ...body, extra: 1 });
			expect(await bench.poll()).toEqual([]);
			expect(await events()).toEqual(['team_member_updated', 'team_member_updated']);
			Object.assign(member ?? {}, { role: 'admin' });
			expect(await bench.poll()).toHaveLength(reconcile ? 1 : 0);
		},
	);

	it('of a section that says no page is found on those of its request', async () => {
		const request = onboarding();
		await activate({ events: ['section_completed'] });
		for (const one of world().fields(request)) one.status = 'done';
		const [section] = world().sections(request);
		const body = { event_name: 'section_completed', id: section?.id };
		await deliver(world(), { ...body, request_id: 'req_Unknown0000000' });
		expect(await events()).toEqual([]);
		await deliver(world(), { ...body, request_id: request.id });
		expect(await items()).toEqual([
			expect.objectContaining({ event: 'section_completed', confirmed: true, id: section?.id }),
		]);
	});

	it('of a section that says no page is found where another page of its request is deleted just then', async () => {
		const request = onboarding();
		await activate({ events: ['section_completed'] });
		for (const one of world().fields(request)) one.status = 'done';
		const [page, other] = request.pages;
		provider().faults.next({ path: `${API}/pages/${other?.id}` }, { status: 404 });
		const id = page?.sections[0]?.id;
		await deliver(world(), { event_name: 'section_completed', id, request_id: request.id });
		expect(await items()).toEqual([
			expect.objectContaining({ event: 'section_completed', confirmed: true, id }),
		]);
	});

	it('of a section that says neither page nor request is told unconfirmed, and once', async () => {
		await activate({ events: ['section_completed'] });
		const body = { event_name: 'section_completed', id: 'sec_1' };
		await deliver(world(), body);
		await deliver(world(), body);
		expect(await items()).toEqual([
			expect.objectContaining({ confirmed: false, id: 'sec_1', delivered: body }),
		]);
		expect(reads()).toBe(0);
	});

	it('of what could be read, and is not named, starts nothing and costs one read at most', async () => {
		const request = onboarding();
		const readable = WEBHOOK_EVENTS.filter((event) => meaningOf(event) !== undefined);
		await activate({ events: readable });
		const others = { name: 'Pay me', client: { id: pat().id }, request: { id: request.id } };
		const forged = readable.flatMap((event) =>
			[undefined, null, '', {}, [request.id], true, '..', 'a\nb', 'x'.repeat(2_000)].flatMap(
				(id) => [
					{ event_name: event, id },
					{ event_name: event, id, ...others },
					{
						event_name: event,
						id,
						client_id: pat().id,
						account_id: pat().id,
						page_id: id ?? 'pag_x',
					},
				],
			),
		);
		for (const body of forged) await deliver(world(), body);
		expect(await items()).toEqual([]);
		expect(reads()).toBeLessThanOrEqual(forged.length);
		expect(bench.executions).toEqual([]);
	});

	it('of a field that only the team sees is told', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed'] });
		const field = world().answer(request, 'Internal note', { text: 'Call back' });
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		expect(await events()).toEqual(['field_completed']);
	});

	it('of a field is told again with another file of the same name', async () => {
		const request = onboarding();
		await activate({ events: ['field_completed'] });
		for (const content of ['PNG', 'PNG', 'larger PNG']) {
			const field = world().answer(request, 'Logo', { file: { filename: 'logo.png', content } });
			await deliver(world(), fieldDelivery('field_completed', field, request, world()));
			await bench.settled();
		}
		expect(await events()).toEqual(['field_completed', 'field_completed']);
	});

	it('of a table is told once, although the address of its export is never the same', async () => {
		const fields = [{ name: 'Branches', type: 'table', columns: ['Town', 'Country'] }];
		const pages = [{ name: 'Business', sections: [{ name: 'Basics', fields }] }];
		const request = world().addRequest({ name: 'R', clients: [pat()], pages, status: 'published' });
		await activate({ events: ['field_completed'] });
		const addresses: string[] = [];
		world().distort = (body) => {
			const text = JSON.stringify(body);
			const exported = `https://files.example.com/${addresses.length}`;
			if (text.includes('Pune, India')) addresses.push(exported);
			return JSON.parse(text.replaceAll('Pune, India', exported)) as unknown;
		};
		const field = world().answer(request, 'Branches', { row: { Town: 'Pune', Country: 'India' } });
		for (let time = 0; time < 2; time++) {
			await deliver(world(), fieldDelivery('field_completed', field, request, world()));
			await bench.settled();
		}
		expect(await events()).toEqual(['field_completed']);
		expect(addresses).toHaveLength(2);
		expect(JSON.stringify(await items())).not.toContain('https://files.example.com/');
	});

	it('of an update is told once for each that the account dates', async () => {
		const request = onboarding();
		await activate({ events: ['request_updated'] });
		for (const change of [{ updated_at: '2026-03-02T12:00:00Z' }, { name: 'Onboarding, again' }]) {
			Object.assign(request, change);
			await deliver(world(), requestDelivery('request_updated', request, world()));
			await bench.settled();
		}
		expect(await events()).toEqual(['request_updated']);
	});

	it('of a field that names another request starts nothing', async () => {
		const request = onboarding();
		const other = onboarding();
		await activate({ events: ['field_completed'] });
		const field = world().answer(request, 'Website', { text: 'https://example.com' });
		const body = fieldDelivery('field_completed', field, request, world());
		await deliver(world(), { ...body, request: { id: other.id } });
		expect(await events()).toEqual([]);
	});

	it('of what is gone is not confirmed where nobody knows whether it was there', async () => {
		await activate({ events: ['client_destroyed'], reconcile: false });
		await deliver(world(), { event_name: 'client_destroyed', id: 'acc_Unknown0000000' });
		expect(await items()).toEqual([
			expect.objectContaining({ event: 'client_destroyed', confirmed: false }),
		]);
	});

	it('of something that cannot be read is marked, and comes with what was delivered', async () => {
		const request = onboarding();
		await activate({ events: ['comment_created', 'request_viewed'] });
		const comment = { event_name: 'comment_created', id: 'com_1', request_id: request.id };
		await deliver(world(), comment);
		await deliver(world(), comment);
		await deliver(world(), { ...comment, id: 'com_2', request_id: 'req_Unknown0000000' });
		const ofClient = {
			event_name: 'comment_created',
			id: 'com_3',
			account_id: 'acc_Unknown0000000',
		};
		await deliver(world(), ofClient);
		expect(await items()).toEqual([
			{
				event: 'comment_created',
				confirmed: false,
				reconciled: false,
				request: expect.objectContaining({ id: request.id }),
				delivered: { event_name: 'comment_created', id: 'com_1', request_id: request.id },
				id: 'com_1',
			},
		]);
	});

	it('of a client of an integration tells what happened to one that was there', async () => {
		const added = { email: 'x@example.com', full_name: 'External', external: true };
		const client = world().addClient(added);
		await activate({ events: ['client_created', 'client_updated', 'client_destroyed'] });
		client.phone = '+1 558';
		await deliver(world(), clientDelivery('client_updated', client));
		expect(await events()).toEqual(['client_updated']);
		world().clients = [];
		await deliver(world(), clientDelivery('client_destroyed', client));
		expect(await events()).toEqual(['client_updated', 'client_destroyed']);
	});

	it('of a deleted client tells of one that was there, and not of any other', async () => {
		const client = pat();
		await activate({ events: ['client_destroyed'] });
		world().clients = [];
		await deliver(world(), clientDelivery('client_destroyed', client));
		await deliver(world(), clientDelivery('client_destroyed', client));
		await deliver(world(), { event_name: 'client_destroyed', id: 'acc_Unknown0000000' });
		expect(await items()).toEqual([
			{ event: 'client_destroyed', confirmed: true, reconciled: false, id: client.id },
		]);
	});

	it('of the account that the same credential had before does not tell its things as destroyed', async () => {
		const [request, client] = [onboarding(), pat()];
		await activate({
			events: ['request_completed', 'request_destroyed', 'client_updated', 'client_destroyed'],
		});
		world().requests = [];
		world().clients = [];
		await deliver(world(), requestDelivery('request_completed', request, world()));
		await deliver(world(), clientDelivery('client_updated', client));
		expect(await events()).toEqual([]);
	});

	it('of another event than the chosen ones is answered, and nothing is read', async () => {
		const client = pat();
		await activate();
		expect(await post(registered(), clientDelivery('client_created', client))).toBe(200);
		expect(await events()).toEqual([]);
		expect(reads()).toBe(0);
	});
});

/** The address that Content Snare has. */
function registered(): string {
	return world().webhooks[0]?.url ?? '';
}

describe('the address', () => {
	it.each([
		['without the secret', (url: URL) => url.searchParams.delete('key')],
		['with another one', (url: URL) => url.searchParams.set('key', 'x'.repeat(43))],
		['with a shorter one', (url: URL) => url.searchParams.set('key', 'x')],
		[
			'with one of which all but the first character is right',
			(url: URL) => {
				const key = url.searchParams.get('key') ?? '';
				url.searchParams.set('key', (key.startsWith('A') ? 'B' : 'A') + key.slice(1));
			},
		],
	])('%s is not there: nothing is read', async (_, change) => {
		const request = onboarding();
		await activate();
		request.status = 'completed';
		const url = new URL(registered());
		change(url);
		expect(await post(url.href, requestDelivery('request_completed', request, world()))).toBe(404);
		expect(await events()).toEqual([]);
		expect(reads()).toBe(0);
	});

	it.each([101, 4_000, 100_000])('takes no delivery of %i levels', async (levels) => {
		const request = onboarding();
		await activate();
		request.status = 'completed';
		const text = JSON.stringify(requestDelivery('request_completed', request, world()));
		const nested = `"more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
		expect(await postText(registered(), `${text.slice(0, -1)},${nested}`)).toBe(413);
		expect(await events()).toEqual([]);
		expect(reads()).toBe(0);
	});

	it('takes one of 100 levels', async () => {
		const request = onboarding();
		await activate();
		request.status = 'completed';
		const text = JSON.stringify(requestDelivery('request_completed', request, world()));
		const nested = `"more":${'['.repeat(99)}${']'.repeat(99)}}`;
		expect(await postText(registered(), `${text.slice(0, -1)},${nested}`)).toBe(200);
		expect(await events()).toEqual(['request_completed']);
	});

	it('takes no delivery above a million characters', async () => {
		const request = onboarding();
		await activate();
		request.status = 'completed';
		const body = requestDelivery('request_completed', request, world());
		expect(await post(registered(), { ...body, more: 'x'.repeat(1_000_000) })).toBe(413);
		expect(await events()).toEqual([]);
		expect(reads()).toBe(0);
	});

	it.each([[[]], [{}], [{ event_name: 7 }], [{ event_name: 'request_completed' }], ['text']])(
		'answers %j, and starts nothing',
		async (body) => {
			await activate();
			expect(await post(registered(), body)).toBe(200);
			expect(reads()).toBe(0);
		},
	);
});

describe('Load', () => {
	it('brings the answers of a completed request', async () => {
		const request = onboarding();
		await activate({ load: 'answers' });
		await complete(request);
		const brought = JSON.stringify(await items());
		expect(brought).toContain('"value":"Example Bakery"');
		// Its answers are those of Get Answers: also what is not answered, and nothing that only the team sees.
		expect(brought).toContain('"name":"Website"');
		expect(brought).not.toContain('Internal note');
		expect(reads()).toBe(1 + request.pages.length);
	});

	it('brings a table whole, though a column is called as the code of a client is', async () => {
		const fields = [{ name: 'Branches', type: 'table', columns: ['Town', 'Pincode', 'Passcode'] }];
		const pages = [{ name: 'Business', sections: [{ name: 'Basics', fields }] }];
		const request = world().addRequest({ name: 'R', clients: [pat()], pages, status: 'published' });
		const row = { Town: 'Pune', Pincode: '411001', Passcode: 'A 7' };
		world().answer(request, 'Branches', { row });
		await activate({ load: 'answers' });
		await complete(request);
		expect(await items()).toEqual([
			expect.objectContaining({
				request: expect.objectContaining({
					pages: [
						expect.objectContaining({
							sections: [
								expect.objectContaining({ fields: [expect.objectContaining({ rows: [row] })] }),
							],
						}),
					],
				}),
			}),
		]);
	});

	it('brings the files as binary data', async () => {
		const request = onboarding();
		await activate({ load: 'files' });
		await complete(request);
		const [item] = await items();
		expect(item?.files).toEqual([
			expect.objectContaining({ file_name: 'logo.png', field: 'Logo', binary_field: 'file_0' }),
		]);
		expect(bench.executions[0]?.[0]?.binary?.file_0?.fileName).toBe('logo.png');
	});

	it('brings the other files where one has no address', async () => {
		const request = onboarding();
		const upload = (name: string) => ({ file: { filename: name, content: name } });
		world().answer(request, 'Logo', upload('lost.png'), upload('there.png'));
		world().distort = (body) => {
			const text = JSON.stringify(body).replaceAll(/"url":"[^"]*lost\.png"/g, '"url":null');
			return JSON.parse(text) as unknown;
		};
		await activate({ load: 'files' });
		await complete(request);
		const [item] = await items();
		expect(item?.files).toEqual([expect.objectContaining({ file_name: 'there.png' })]);
	});

	it('brings several files in their order, however long each takes', async () => {
		const request = onboarding();
		const upload = (name: string) => ({ file: { filename: name, content: name } });
		world().answer(request, 'Logo', upload('slow.png'), upload('quick.png'));
		await activate({ load: 'files' });
		provider().faults.next({ path: /slow\.png$/ }, { delayMs: 200 });
		await complete(request);
		await items();
		const { binary = {} } = bench.executions[0]?.[0] ?? {};
		expect(Object.entries(binary).map(([name, { fileName }]) => [name, fileName])).toEqual([
			['file_0', 'slow.png'],
			['file_1', 'quick.png'],
		]);
	});
});

describe('Filters', () => {
	it.each([
		[
			'client',
			{ mode: 'email', value: 'PAT@example.com' },
			{ mode: 'email', value: 'ann@example.com' },
		],
		['folder', { mode: 'name', value: 'default folder' }, { mode: 'name', value: 'Bookkeeping' }],
		['template', { mode: 'list', value: 'Onboarding' }, { mode: 'list', value: 'Tax return' }],
	])('by %s let through what fits alone', async (name, fitting, other) => {
		const request = onboarding();
		for (const [value, told] of [
			[other, []],
			[fitting, ['request_completed']],
		]) {
			request.status = 'published';
			await bench?.stop();
			await activate({ filters: { [name]: { __rl: true, ...value } } } as INodeParameters);
			await complete(request);
			expect(await events()).toEqual(told);
			await bench.deactivate();
		}
	});

	it.each(['1. Onboarding', '(2026) Tax [draft]', '"VIP"', 'Contoso Inc.', 'Client ID: new'])(
		'by the template and the folder %s, chosen from their lists, let through what is of them',
		async (name) => {
			const request = onboarding();
			Object.assign(request, { template_name: name, folder_name: name });
			const chosen = { __rl: true, mode: 'list', value: name };
			await activate({ filters: { template: chosen, folder: chosen } });
			await complete(request);
			expect(await events()).toEqual(['request_completed']);
		},
	);
});

describe('Filters without Verify Events', () => {
	it.each([
		['client', { mode: 'email', value: 'pat@example.com' }, 1],
		['client', { mode: 'email', value: 'ann@example.com' }, 0],
		['template', { mode: 'name', value: 'Onboarding' }, 1],
		['template', { mode: 'name', value: 'Tax return' }, 0],
	])('go by what a delivery says: %s %j', async (name, value, count) => {
		const request = onboarding();
		await activate({
			...{ readAgain: false, filters: { [name]: { __rl: true, ...value } } as INodeParameters },
			events: ['request_completed', 'field_completed'],
		});
		await complete(request);
		const field = world().answer(request, 'Website', { text: 'https://example.com' });
		await deliver(world(), fieldDelivery('field_completed', field, request, world()));
		expect(await events()).toEqual(['request_completed', 'field_completed'].slice(0, 2 * count));
		expect((await items()).map(Object.keys)).toEqual(
			Array.from({ length: 2 * count }, () => [
				'event',
				'confirmed',
				'reconciled',
				'delivered',
				'id',
			]),
		);
	});

	it.each([
		['client', { mode: 'email', value: 'pat@example.com' }, true],
		['client', { mode: 'email', value: 'ann@example.com' }, false],
		['folder', { mode: 'name', value: 'Default Folder' }, true],
		['folder', { mode: 'name', value: 'Bookkeeping' }, false],
	])('go by it also where nothing can be read of the event: %s %j', async (name, value, isOf) => {
		const request = onboarding();
		const chosen = ['request_viewed', 'comment_created'];
		await activate({
			...{ readAgain: false, filters: { [name]: { __rl: true, ...value } } as INodeParameters },
			...{ events: chosen, reconcile: false },
		});
		const viewed = requestDelivery('request_viewed', request, world());
		await deliver(world(), viewed);
		await deliver(world(), { event_name: 'comment_created', id: 'com_1', request: viewed });
		expect(await events()).toEqual(isOf ? chosen : []);
	});

	it('let through what happens to the client', async () => {
		const client = pat();
		const filters = { client: { __rl: true, mode: 'email', value: 'pat@example.com' } };
		await activate({ readAgain: false, events: ['client_updated'], filters });
		client.phone = '+1 777';
		await deliver(world(), clientDelivery('client_updated', client));
		expect(await events()).toEqual(['client_updated']);
	});
});

describe('an account that cannot be read', () => {
	it('fails an execution with what to do, and the event comes with the next look', async () => {
		const request = onboarding();
		await activate();
		provider().faults.next({ path: /\/requests\// }, { status: 403 });
		expect(await complete(request)).toEqual([200]);
		await bench.settled();
		expect(bench.executions[0]?.[0]?.error).toMatchObject({
			message: expect.stringContaining('The account is not allowed to do this'),
			description: expect.stringContaining('The Collection Trigger needs read_requests'),
		});
		bench.executions = [];
		expect(await bench.poll()).toHaveLength(1);
		expect(requestTo('GET', '/requests').status).toBe(200);
	});

	it('for a moment is said to come later, and not that a step is to be run again', async () => {
		const request = onboarding();
		await activate();
		const refused = { status: 503, headers: { 'retry-after': '3600' } };
		provider().faults.next({ path: /\/requests\// }, refused);
		expect(await complete(request)).toEqual([200]);
		await bench.settled();
		const { description } = bench.executions[0]?.[0]?.error ?? {};
		expect(description).toMatch(
			/^With Recover Missed Events on, the event comes later if a list shows it\./,
		);
		expect(description).not.toContain('again');
		expect(await bench.poll()).toHaveLength(1);
	});
});
