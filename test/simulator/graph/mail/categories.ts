import { z } from 'zod';
import { type GraphCall, type GraphRoutes, hasScope, param, readBody } from '../call';
import type { SimCategory } from '../mailbox';
import { accessDenied, badRequest, GraphProblem, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { entityAnswer, listAnswer } from '../query/list';

const CATEGORY_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.OutlookCategory',
	properties: new Set(['id', 'displayName', 'color']),
};

/** `none` and 25 presets (fact: master-categories). */
const COLOUR = /^(none|preset([0-9]|1[0-9]|2[0-4]))$/i;

const categorySchema = z
	.object({
		displayName: z.string().min(1).optional(),
		color: z.string().regex(COLOUR).optional(),
		'@odata.type': z.string().optional(),
	})
	.strict();

function checkCategories(call: GraphCall, access: 'Read' | 'ReadWrite'): void {
	const scopes = ['MailboxSettings.ReadWrite'];
	if (access === 'Read') scopes.push('MailboxSettings.Read');
	// Shared mailboxes: 403 with delegated tokens (fact: others-categories).
	if (call.mailbox !== call.caller || !hasScope(call, ...scopes)) throw accessDenied();
}

function findCategory(call: GraphCall): SimCategory {
	const id = param(call, 'category');
	const category = call.mailbox.categories.find((entry) => entry.id === id);
	if (category === undefined) throw itemNotFound();
	return category;
}

/** Handlers for the master category list. fact: master-categories. */
export const categoryRoutes: GraphRoutes = {
	'GET /outlook/masterCategories': (call) => {
		checkCategories(call, 'Read');
		return listAnswer(call, {
			items: call.mailbox.categories,
			type: CATEGORY_TYPE,
			render: (category) => ({ ...category }),
		});
	},
	'POST /outlook/masterCategories': (call) => {
		checkCategories(call, 'ReadWrite');
		const input = readBody(call, categorySchema);
		const name = input.displayName;
		if (name === undefined) throw badRequest('displayName is required.');
		// Names are unique (fact: master-categories).
		const taken = call.mailbox.categories.some(
			(category) => category.displayName.toLowerCase() === name.toLowerCase(),
		);
		if (taken) {
			throw new GraphProblem(409, 'ErrorCategoryExists', 'A category of this name exists already.');
		}
		const category = call.mailbox.addCategory(name, input.color?.toLowerCase());
		return entityAnswer(call, { ...category }, CATEGORY_TYPE, { status: 201 });
	},
	'GET /outlook/masterCategories/:category': (call) => {
		checkCategories(call, 'Read');
		return entityAnswer(call, { ...findCategory(call) }, CATEGORY_TYPE);
	},
	'PATCH /outlook/masterCategories/:category': (call) => {
		checkCategories(call, 'ReadWrite');
		const category = findCategory(call);
		const input = readBody(call, categorySchema);
		// Only the colour can change (fact: master-categories).
		if (input.displayName !== undefined) {
			throw badRequest(
				'Set action is invalid for property: displayName.',
				'ErrorInvalidPropertySet',
			);
		}
		category.color = input.color?.toLowerCase() ?? category.color;
		return entityAnswer(call, { ...category }, CATEGORY_TYPE);
	},
	'DELETE /outlook/masterCategories/:category': (call) => {
		checkCategories(call, 'ReadWrite');
		const category = findCategory(call);
		call.mailbox.categories = call.mailbox.categories.filter((entry) => entry !== category);
		return { status: 204 };
	},
};
