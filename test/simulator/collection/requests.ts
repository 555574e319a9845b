import { z } from 'zod';
import { type CollectionCall, type CollectionRoutes, findById, readInput } from './call';
import { listAnswer } from './list';
import type { PageSeed, SimClient, SimRequest } from './model';
import { pagesDataSchema, toPageSeeds } from './pagesData';
import { CollectionProblem, unprocessable } from './problem';
import { renderRequest, renderRow, renderWritten } from './render';

/** yyyy-mm-dd and an existing day (fact: request-due). */
const daySchema = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/)
	.refine((day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true, 'no such day');

const settings = {
	folder_id: z.string().optional(),
	folder_name: z.string().optional(),
	owner_id: z.string().optional(),
	owner_email: z.string().optional(),
	communication_template_id: z.string().nullish(),
	communication_template_name: z.string().nullish(),
	comments_enabled: z.boolean().optional(),
	passcode_enabled: z.boolean().optional(),
	share_via_link_enabled: z.boolean().optional(),
};

const createSchema = z.object({
	...settings,
	name: z.string().min(1),
	status: z.enum(['draft', 'published']).default('draft'),
	due: daySchema.optional(),
	client_email: z.string().email().optional(),
	client_full_name: z.string().min(1).optional(),
	client_phone: z.string().optional(),
	company_name: z.string().min(1).optional(),
	request_template_id: z.string().optional(),
	request_template_name: z.string().optional(),
	pages_data: pagesDataSchema.optional(),
	// The mission's spellings (fact: two-spellings).
	client_id: z.string().optional(),
	template_id: z.string().optional(),
	due_date: daySchema.optional(),
});

const updateSchema = z.object({
	...settings,
	name: z.string().min(1).optional(),
	status: z.enum(['draft', 'published', 'completed', 'archived']).optional(),
	due: daySchema.optional(),
	due_date: daySchema.optional(),
	instruction_text: z.string().optional(),
	show_instruction: z.boolean().optional(),
	client_assignments_ids: z
		.array(
			z.object({
				account_id: z.string(),
				client_company_id: z.string().optional(),
				primary: z.boolean().optional(),
			}),
		)
		.optional(),
});

type CreateInput = z.infer<typeof createSchema>;

// Days until a request without a due date is due (fact: request-due).
const DEFAULT_DUE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Two spellings of one thing must say the same. */
function same<T>(left: T | undefined, right: T | undefined, names: string): T | undefined {
	if (left !== undefined && right !== undefined && left !== right) {
		throw unprocessable(`${names} differ`);
	}
	return left ?? right;
}

function resolveClient(call: CollectionCall, input: CreateInput): SimClient {
	const { world } = call;
	const byId = world.clients.find((client) => client.id === input.client_id);
	if (input.client_id !== undefined && byId === undefined) {
		throw unprocessable('Client must exist');
	}
	const email = input.client_email ?? byId?.email;
	// Required in practice; there is no client id parameter in the reference (fact: request-client).
	if (email === undefined) throw unprocessable("Client email can't be blank");
	const found = world.clients.find((client) => client.email.toLowerCase() === email.toLowerCase());
	if (byId !== undefined && found !== byId) {
		throw unprocessable('client_id and client_email are different clients');
	}
	const name = input.client_full_name;
	if (found === undefined && name === undefined) {
		throw unprocessable("Client full name can't be blank");
	}
	// A new client needs the scope for clients too (fact: collection-scopes).
	if (found === undefined) call.demand('write_clients');
	const client = found ?? world.addClient({ email, full_name: name ?? email });
	// Both overwrite what an existing client has (fact: request-overwrites).
	client.full_name = name ?? client.full_name;
	client.phone = input.client_phone ?? client.phone;
	if (input.company_name !== undefined) {
		const company = world.company(input.company_name);
		if (!client.client_companies.includes(company)) client.client_companies.push(company);
	}
	return client;
}

function resolveContent(
	call: CollectionCall,
	input: CreateInput,
): { template_name: string | null; pages: PageSeed[] } {
	if (input.pages_data !== undefined) {
		return { template_name: null, pages: toPageSeeds(input.pages_data) };
	}
	const id = same(input.request_template_id, input.template_id, 'template ids');
	const name = input.request_template_name;
	if (id === undefined && name === undefined) {
		throw unprocessable("Request template can't be blank");
	}
	const template = call.world.requestTemplates.find((entry) =>
		id === undefined ? entry.name === name : entry.id === id,
	);
	if (template === undefined) throw unprocessable('Request template must exist');
	return { template_name: template.name, pages: template.pages };
}

function byIdOrName<T extends { id: string }>(
	entries: T[],
	id: string | undefined,
	name: string | undefined,
	nameOf: (entry: T) => string,
	what: string,
): T | undefined {
	if (id === undefined && name === undefined) return undefined;
	const found = entries.find((entry) =>
		id === undefined ? nameOf(entry) === name : entry.id === id,
	);
	if (found === undefined) throw unprocessable(`${what} must exist`);
	return found;
}

type Settings = Pick<CreateInput, keyof typeof settings>;

function applySettings(call: CollectionCall, request: SimRequest, input: Settings): void {
	const { world } = call;
	const folder = byIdOrName(
		world.folders,
		input.folder_id,
		input.folder_name,
		({ name }) => name,
		'Folder',
	);
	request.folder_name = folder?.name ?? request.folder_name;
	const owner = byIdOrName(
		world.team,
		input.owner_id,
		input.owner_email,
		({ email }) => email,
		'Owner',
	);
	request.owner_id = owner?.id ?? request.owner_id;
	const { communication_template_id: id, communication_template_name: name } = input;
	// null or the name "None" removes the schedule (fact: request-update).
	if (id === null || name === null || name === 'None') request.schedule_name = null;
	else {
		const schedule = byIdOrName(world.schedules, id, name, (entry) => entry.name, 'Schedule');
		request.schedule_name = schedule?.name ?? request.schedule_name;
	}
	request.comments_enabled = input.comments_enabled ?? request.comments_enabled;
	request.passcode_enabled = input.passcode_enabled ?? request.passcode_enabled;
	request.share_via_link_enabled = input.share_via_link_enabled ?? request.share_via_link_enabled;
	request.updated_at = new Date(world.clock()).toISOString();
}

function createRequest(call: CollectionCall): SimRequest {
	const input = readInput(call, createSchema);
	const due = same(input.due, input.due_date, 'due and due_date');
	const content = resolveContent(call, input);
	const client = resolveClient(call, input);
	const inDays = new Date(call.world.clock() + DEFAULT_DUE_DAYS * DAY_MS);
	const request = call.world.addRequest({
		name: input.name,
		status: input.status,
		due: due ?? inDays.toISOString().slice(0, 10),
		clients: [client],
		...content,
	});
	applySettings(call, request, input);
	return request;
}

function updateRequest(call: CollectionCall): SimRequest {
	const request = findById(call, call.world.requests, 'Request');
	const input = readInput(call, updateSchema);
	const assignments = input.client_assignments_ids;
	if (assignments !== undefined) {
		const primaries = assignments.filter((entry) => entry.primary === true);
		if (primaries.length > 1) throw unprocessable('Only one client can be primary');
		request.clients = assignments.map((entry) => {
			const client = call.world.clients.find(({ id }) => id === entry.account_id);
			if (client === undefined) throw unprocessable('Client must exist');
			return client;
		});
		request.primary_client_id = primaries[0]?.account_id ?? request.clients[0]?.id ?? null;
	}
	applySettings(call, request, input);
	request.name = input.name ?? request.name;
	request.status = input.status ?? request.status;
	request.due = same(input.due, input.due_date, 'due and due_date') ?? request.due;
	request.instruction_text = input.instruction_text ?? request.instruction_text;
	request.show_instruction = input.show_instruction ?? request.show_instruction;
	return request;
}

const STATUSES = ['draft', 'scheduled', 'published', 'waiting', 'completed', 'archived'];

/** Requests. fact: request-template, fact: request-publish, fact: request-statuses. */
export const requestRoutes: CollectionRoutes = {
	'GET /requests': {
		scope: 'read_requests',
		handle: (call) => {
			const statuses = call.query.getAll('filter_by[statuses][]');
			const unknown = statuses.filter((status) => !STATUSES.includes(status));
			if (unknown.length > 0) {
				throw new CollectionProblem(400, [`Unknown status ${unknown.join(', ')}`]);
			}
			const rows = call.world.requests.filter(
				(request) => statuses.length === 0 || statuses.includes(request.status),
			);
			const expand = call.query.getAll('expand[]');
			return listAnswer(call, rows, (request) => renderRow(request, call.world, expand), ['name']);
		},
	},
	'POST /requests': {
		scope: 'write_requests',
		handle: (call) => ({ status: 201, body: renderWritten(createRequest(call), call.world) }),
	},
	'GET /requests/:id': {
		scope: 'read_requests',
		handle: (call) => ({
			status: 200,
			body: renderRequest(findById(call, call.world.requests, 'Request'), call.world),
		}),
	},
	'PUT /requests/:id': {
		scope: 'write_requests',
		handle: (call) => ({ status: 200, body: renderWritten(updateRequest(call), call.world) }),
	},
	'DELETE /requests/:id': {
		scope: 'write_requests',
		handle: (call) => {
			const request = findById(call, call.world.requests, 'Request');
			call.world.requests = call.world.requests.filter((entry) => entry !== request);
			return { status: 204 };
		},
	},
};
