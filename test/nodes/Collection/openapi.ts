import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import type { LoggedRequest } from '../../simulator/requestLog';

/** Where the description of the API lies; it is not part of this repository. */
export const DESCRIPTION_FILE = process.env.COLLECTION_OPENAPI;

const operation = z.object({
	operationId: z.string(),
	parameters: z.array(z.record(z.unknown())).default([]),
	requestBody: z.unknown(),
});

const description = z.object({
	paths: z.record(z.record(z.unknown())),
	components: z.record(z.record(z.record(z.unknown()))),
});

/** Spellings of our own contract that the published reference does not have. */
const OWN_SPELLINGS: Record<string, string[]> = {
	createClient: ['name'],
	updateClient: ['name'],
	createRequest: ['client_id', 'template_id', 'due_date'],
	updateRequest: ['due_date'],
};

export interface Description {
	operationIds: string[];
	/** The operation a request is for, and what it has that the description does not allow. */
	check(request: LoggedRequest): { operationId?: string; faults: string[] };
}

/** Reads the API's description, to hold requests against it. */
export function readDescription(file: string): Description {
	const text = readFileSync(file, 'utf8');
	const { paths, components } = description.parse(JSON.parse(text));
	const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
	ajv.addSchema(JSON.parse(text, withNull), 'api');
	const routes = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([method]) => method !== 'parameters')
			.map(([method, value]) => ({
				path,
				method: method.toUpperCase(),
				pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
				...operation.parse(value),
			})),
	);

	function resolved(parameter: Record<string, unknown>): Record<string, unknown> {
		const name =
			String(parameter.$ref ?? '')
				.split('/')
				.at(-1) ?? '';
		return parameter.$ref === undefined ? parameter : (components.parameters?.[name] ?? {});
	}

	function bodyFaults(route: (typeof routes)[number], body: unknown): string[] {
		const isEmpty = body === undefined || body === '' || body === null;
		if (route.requestBody === undefined) return isEmpty ? [] : ['has a body'];
		if (typeof body !== 'object' || body === null) return ['has no JSON body'];
		const own = OWN_SPELLINGS[route.operationId] ?? [];
		const published = Object.fromEntries(
			Object.entries(body).filter(([key]) => !own.includes(key)),
		);
		const pointer = [route.path, route.method.toLowerCase(), 'requestBody', 'content']
			.map((part) => part.replaceAll('/', '~1'))
			.join('/');
		const schema = `api#/paths/${encodeURI(pointer)}/application~1json/schema`;
		const validate = ajv.compile({ $ref: schema });
		const valid = validate(published);
		const known = knownKeys(JSON.parse(text), route);
		return [
			...(valid
				? []
				: (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)),
			...Object.keys(published)
				.filter((key) => !known.includes(key))
				.map((key) => `body has ${key}`),
		];
	}

	return {
		operationIds: routes.map(({ operationId }) => operationId),
		check(request) {
			const route = routes.find(
				({ method, pattern }) => method === request.method && pattern.test(request.path),
			);
			if (!route) return { faults: ['no such operation'] };
			const names = route.parameters.map((parameter) => String(resolved(parameter).name));
			const unknown = Object.keys(request.query).filter((name) => !names.includes(name));
			return {
				operationId: route.operationId,
				faults: [...unknown.map((name) => `query has ${name}`), ...bodyFaults(route, request.body)],
			};
		},
	};
}

/** `nullable` without a type beside it is OpenAPI's own: JSON Schema says it with `anyOf`. */
function withNull(_: string, value: unknown): unknown {
	const { nullable, type, ...rest } = Object(value) as Record<string, unknown>;
	return nullable === true && type === undefined ? { anyOf: [rest, { type: 'null' }] } : value;
}

const bodySchema = z.object({
	content: z.object({
		'application/json': z.object({
			schema: z.object({
				$ref: z.string().optional(),
				properties: z.record(z.unknown()).optional(),
			}),
		}),
	}),
});

/** The keys a body may have, at its top. */
function knownKeys(api: unknown, route: { requestBody?: unknown }): string[] {
	const { schema } = bodySchema.parse(route.requestBody).content['application/json'];
	const name = schema.$ref?.split('/').at(-1);
	const { components } = description.parse(api);
	const properties =
		name === undefined ? schema.properties : components.schemas?.[name]?.properties;
	return Object.keys(z.record(z.unknown()).parse(properties ?? {}));
}
