import { z } from 'zod';
import { buildPage, buildSection } from './build';
import { type CollectionCall, type CollectionRoutes, findById, readInput } from './call';
import type { SimField, SimTemplate } from './model';
import { unprocessable } from './problem';
import { renderPage, renderSection } from './render';

const addition = {
	name: z.string().min(1).optional(),
	source_template_id: z.string().optional(),
	source_template_name: z.string().optional(),
};

const pageSchema = z.object({ request_id: z.string(), ...addition });
const sectionSchema = z.object({ page_id: z.string(), ...addition });

const reviewSchema = z.object({
	status: z.enum(['todo', 'done', 'redo', 'approved']).optional(),
	rejection_comment: z.string().nullish(),
	// Deprecated in the reference, still taken (fact: field-review).
	answers_attributes: z.array(z.object({ id: z.string() }).passthrough()).optional(),
});

function sourceOf<T extends SimTemplate>(
	templates: T[],
	input: { source_template_id?: string; source_template_name?: string },
): T {
	const { source_template_id: id, source_template_name: name } = input;
	const found = templates.find((entry) =>
		id === undefined ? entry.name === name : entry.id === id,
	);
	if (found === undefined) throw unprocessable('Source template must exist');
	return found;
}

/** The fields below the request, page or section that the path names. */
type FieldsOf = (call: CollectionCall) => SimField[];

const requestFields: FieldsOf = (call) =>
	call.world.fields(findById(call, call.world.requests, 'Request'));
const pageFields: FieldsOf = (call) =>
	findById(call, call.world.pages(), 'Page').sections.flatMap((section) => section.fields);
const sectionFields: FieldsOf = (call) => findById(call, call.world.sections(), 'Section').fields;

/** Approve and submit for review, for everything below one thing; what it answers is undocumented. */
function bulkRoutes(path: string, fieldsOf: FieldsOf): CollectionRoutes {
	return {
		[`PUT ${path}/:id/approve_all_submitted_fields`]: {
			scope: 'review_requests',
			handle: (call) => {
				for (const field of fieldsOf(call)) {
					if (field.status === 'done') field.status = 'approved';
				}
				return { status: 204 };
			},
		},
		[`PUT ${path}/:id/submit_all_fields`]: {
			scope: 'review_requests',
			handle: (call) => {
				for (const field of fieldsOf(call)) {
					if (field.status !== 'approved') field.status = 'done';
				}
				return { status: 200 };
			},
		},
	};
}

/** Pages, sections, fields and their review. fact: page-answers, fact: field-review, fact: bulk-review. */
export const contentRoutes: CollectionRoutes = {
	...bulkRoutes('/requests', requestFields),
	...bulkRoutes('/pages', pageFields),
	...bulkRoutes('/sections', sectionFields),
	'PUT /requests/:id/run_integration_actions': {
		scope: 'review_requests',
		handle: (call) => {
			call.world.integrationRuns.push(findById(call, call.world.requests, 'Request').id);
			return { status: 200, body: {} };
		},
	},
	'POST /pages': {
		scope: 'write_requests',
		handle: (call) => {
			const input = readInput(call, pageSchema);
			const request = call.world.requests.find((entry) => entry.id === input.request_id);
			if (request === undefined) throw unprocessable('Request must exist');
			const template = sourceOf(call.world.pageTemplates, input);
			const seed = { name: input.name ?? template.name, sections: template.sections };
			const page = buildPage(seed, template.name, call.world.nextKey);
			request.pages.push(page);
			return { status: 201, body: renderPage(page, false) };
		},
	},
	'GET /pages/:id': {
		scope: 'read_requests',
		handle: (call) => ({
			status: 200,
			body: renderPage(
				findById(call, call.world.pages(), 'Page'),
				call.query.get('include_internal_fields') === 'true',
			),
		}),
	},
	'POST /sections': {
		scope: 'write_requests',
		handle: (call) => {
			const input = readInput(call, sectionSchema);
			const page = call.world.pages().find((entry) => entry.id === input.page_id);
			if (page === undefined) throw unprocessable('Page must exist');
			const template = sourceOf(call.world.sectionTemplates, input);
			const seed = { name: input.name ?? template.name, fields: template.fields };
			const section = buildSection(seed, template.name, call.world.nextKey);
			page.sections.push(section);
			return { status: 201, body: renderSection(section, page.sections.length - 1, false) };
		},
	},
	'PUT /fields/:id/review': {
		scope: 'review_requests',
		handle: (call) => {
			const field = findById(call, call.world.fields(), 'Field');
			const input = readInput(call, reviewSchema);
			if (typeof input.rejection_comment === 'string' && input.status !== 'redo') {
				throw unprocessable('A rejection comment needs the status redo');
			}
			field.status = input.status ?? field.status;
			field.rejection_comment =
				field.status === 'redo' ? (input.rejection_comment ?? field.rejection_comment) : null;
			return {
				status: 200,
				body: {
					id: field.id,
					status: field.status,
					rejection_comment: field.rejection_comment,
					answers: field.answers.map((answer) => ({
						id: answer.id,
						status: field.status,
						rejection_comment: field.rejection_comment,
					})),
				},
			};
		},
	},
};
