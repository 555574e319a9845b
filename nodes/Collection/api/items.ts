import type { GenericValue, IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Collected } from '../../shared/provider/request';
import { anyObject } from '../../shared/provider/understand';
import type { Notices } from '../../shared/step/notices';
import type { OperationResult } from '../../shared/step/operation';
import { limitReached } from '../../shared/step/returnAll';

/** A record as an output item. */
export function toItem(record: Record<string, unknown>): OperationResult {
	return { json: present(record) };
}

/**
 * A list as output items; where it was cut, with how to get the rest.
 * @param narrower Where the step can be asked for less, as it says beside its other fields.
 */
export function toItems(
	{ items, complete }: Collected<Record<string, unknown>>,
	what: string,
	notices: Notices,
	narrower?: string,
): OperationResult[] {
	const results = items.map(toItem);
	const these = `the first ${results.length} ${what}`;
	const narrow = narrower && `narrow the list by ${narrower}`;
	return notices.cut(results, !complete && limitReached(these, notices, narrow));
}

/**
 * A record as it is put out: without the keys that have no value, at any depth.
 * @param hidden Keys that are left out as well.
 */
export function present(record: Record<string, unknown>, hidden?: RegExp): IDataObject {
	const entries = Object.entries(anyObject.parse(record)).filter(
		([key, value]) => value !== undefined && value !== null && !hidden?.test(key),
	);
	return Object.fromEntries(entries.map(([key, value]) => [key, presentValue(value, hidden)]));
}

function presentValue(value: GenericValue, hidden?: RegExp): GenericValue {
	if (Array.isArray(value)) return value.map((entry) => presentValue(entry, hidden));
	return typeof value === 'object' && value !== null ? present({ ...value }, hidden) : value;
}

/**
 * The records of the Partner API as the steps put them out: without the keys that have no value, and
 * with those that the provider may add.
 * @see https://api.contentsnare.com/partner_api/v1/documentation
 */
function itemOf<Keys extends z.ZodRawShape>(keys: Keys) {
	return z.object(keys).partial().extend({ id: z.string() }).passthrough();
}

const text = z.string();
const number = z.number();
const flag = z.boolean();

/** A template, communication schedule, folder or company; the last two have no description. */
export const namedItem = itemOf({ name: text, description: text });

export const clientItem = itemOf({
	email: text,
	full_name: text,
	first_name: text,
	last_name: text,
	phone: text,
	avatar: text,
	company_name: text,
	client_companies: z.array(itemOf({ name: text })),
	language_code: text,
});

export const teamMemberItem = itemOf({
	email: text,
	full_name: text,
	phone: text,
	avatar: text,
	company_name: text,
	role: text,
	active: flag,
});

export const webhookItem = itemOf({
	type: text,
	url: text,
	enabled: flag,
	subscriptions: z.array(text),
});

const requestClient = itemOf({
	email: text,
	full_name: text,
	phone: text,
	company_name: text,
	avatar: text,
	url: text,
});

/** How many fields there are, and how far they are. */
const counts = {
	fields_count: number,
	done_fields_count: number,
	approved_fields_count: number,
	redo_fields_count: number,
};

const instructions = { instruction_text: text, show_instruction: flag };

const pageKeys = {
	name: text,
	...instructions,
	...counts,
	sorting_position: number,
	is_done: flag,
	is_approved: flag,
};

/** A request. Lists hold the first keys only; writing one answers with `client`, reading with `pages`. */
export const requestItem = itemOf({
	name: text,
	status: text,
	due: text,
	clients: z.array(requestClient),
	request_template_name: text,
	owner_name: text,
	owner_email: text,
	...instructions,
	...counts,
	completion_percentage: number,
	url: text,
	share_link: text,
	folder_name: text,
	communications_template_name: text,
	author_name: text,
	comments_enabled: flag,
	passcode_enabled: flag,
	share_via_link_enabled: flag,
	updated_at: text,
	client: requestClient,
	client_status: text,
	country_code: text,
	language_code: text,
	has_comments: flag,
	pages: z.array(itemOf(pageKeys)),
	board_column_id: text,
	owner_id: text,
	primary_client_id: text,
});

/** What a language model gets of a request that a step wrote. */
export const WRITTEN_REQUEST_KEYS = ['name', 'status', 'due', 'share_link', 'id'] as const;

export const sectionItem = itemOf({
	name: text,
	...instructions,
	sorting_position: number,
	fields: z.array(
		itemOf({
			name: text,
			type: text,
			status: text,
			...instructions,
			required: flag,
			internal: flag,
			sorting_position: number,
			reference_id: text,
		}),
	),
	reference_id: text,
});

export const pageItem = itemOf({
	...pageKeys,
	sections: z.array(sectionItem),
	reference_id: text,
});
