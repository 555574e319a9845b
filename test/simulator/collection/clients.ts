import { z } from 'zod';
import type { JsonObject } from '../exchange';
import { type CollectionCall, type CollectionRoutes, findById, readInput } from './call';
import { listAnswer } from './list';
import type { SimClient } from './model';
import { unprocessable } from './problem';

// fact: client-create.
const languageSchema = z.enum(['en', 'en-gb', 'es', 'fr', 'de', 'nl', 'pt-br']);

const clientSchema = z.object({
	email: z.string().email().optional(),
	full_name: z.string().min(1).optional(),
	/** The mission's spelling of full_name (fact: two-spellings). */
	name: z.string().min(1).optional(),
	first_name: z.string().nullish(),
	last_name: z.string().nullish(),
	phone: z.string().nullish(),
	language_code: languageSchema.nullish(),
	client_companies: z.array(z.object({ name: z.string().min(1) })).optional(),
});

/** A client as the API shows it. */
export function renderClient(client: SimClient): JsonObject {
	return {
		id: client.id,
		email: client.email,
		full_name: client.full_name,
		first_name: client.first_name,
		last_name: client.last_name,
		phone: client.phone,
		avatar: client.avatar,
		company_name: client.client_companies[0]?.name ?? null,
		client_companies: client.client_companies,
		language_code: client.language_code,
	};
}

function readClient(call: CollectionCall, client?: SimClient): Partial<SimClient> {
	const {
		name,
		full_name: fullName,
		client_companies: companies,
		...rest
	} = readInput(call, clientSchema);
	if (name !== undefined && fullName !== undefined && name !== fullName) {
		throw unprocessable('name and full_name differ');
	}
	const fields: Partial<SimClient> = {};
	for (const key of ['first_name', 'last_name', 'phone', 'language_code'] as const) {
		if (rest[key] !== undefined) fields[key] = rest[key];
	}
	if (rest.email !== undefined) fields.email = rest.email;
	const full = fullName ?? name;
	if (full !== undefined) fields.full_name = full;
	if (companies !== undefined) {
		const kept = call.world.readings.is({ fact: 'client-companies', as: 'adds' })
			? (client?.client_companies ?? [])
			: [];
		const given = companies.map((company) => call.world.company(company.name));
		fields.client_companies = [...kept.filter((one) => !given.includes(one)), ...given];
	}
	return fields;
}

function withEmail(call: CollectionCall, email: string): SimClient | undefined {
	return call.world.clients.find((client) => client.email.toLowerCase() === email.toLowerCase());
}

function emailTaken() {
	return unprocessable('Email has already been taken');
}

/** Clients and their companies. fact: client-create, fact: clients-active. */
export const clientRoutes: CollectionRoutes = {
	'GET /clients': {
		scope: 'read_clients',
		handle: (call) => {
			const withExternal = call.query.get('include_external') === 'true';
			const rows = call.world.clients.filter((client) => withExternal || !client.external);
			return listAnswer(call, rows, renderClient, ['email', 'full_name']);
		},
	},
	'POST /clients': {
		scope: 'write_clients',
		handle: (call) => {
			const { email, full_name: fullName, ...rest } = readClient(call);
			const missing = [
				...(email === undefined ? ["Email can't be blank"] : []),
				...(fullName === undefined ? ["Full name can't be blank"] : []),
			];
			if (email === undefined || fullName === undefined) throw unprocessable(...missing);
			const found = withEmail(call, email);
			if (found && call.world.readings.is({ fact: 'client-again', as: 'found' })) {
				return { status: 200, body: renderClient(found) };
			}
			if (found) throw emailTaken();
			const client = call.world.addClient({ ...rest, email, full_name: fullName });
			return { status: 201, body: renderClient(client) };
		},
	},
	'GET /clients/:id': {
		scope: 'read_clients',
		handle: (call) => ({
			status: 200,
			body: renderClient(findById(call, call.world.clients, 'Client')),
		}),
	},
	'PUT /clients/:id': {
		scope: 'write_clients',
		handle: (call) => {
			const client = findById(call, call.world.clients, 'Client');
			const fields = readClient(call, client);
			const other = fields.email === undefined ? client : withEmail(call, fields.email);
			if (other && other !== client) throw emailTaken();
			Object.assign(client, fields);
			return { status: 200, body: renderClient(client) };
		},
	},
	'DELETE /clients/:id': {
		scope: 'write_clients',
		handle: (call) => {
			const client = findById(call, call.world.clients, 'Client');
			call.world.clients = call.world.clients.filter((entry) => entry !== client);
			return { status: 204 };
		},
	},
	'GET /client_companies': {
		scope: 'read_clients',
		handle: (call) =>
			listAnswer(call, call.world.companies, (company) => ({ ...company }), ['name']),
	},
};
