import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { withRaw } from '../../shared/provider/understand';
import type { GraphOptions } from '../graph/types';
import type { BodyFormat } from './message';
import { bodyPreference, messageShape, simplifiedSelect, simplifyMessage } from './message';

/** How a step puts mails out, as the user chose. */
export interface MessageOutput {
	simplify: boolean;
	options: {
		body: BodyFormat;
		/** Properties to select, for raw output; all when empty. */
		fields: string[];
		/** In characters; 0 for the whole body. */
		maxBodyLength?: number;
	};
}

/** A mail of which the raw form is kept beside what the package uses. */
export const rawMessage = withRaw(messageShape).transform(({ raw, used }) => ({
	raw,
	message: used,
}));
export type RawMessage = z.output<typeof rawMessage>;

/** What to ask Graph for, so that `toMessageJson` has what it needs and no more. */
export function messageQuery({
	simplify,
	options,
}: MessageOutput): Required<Pick<GraphOptions, 'query' | 'prefer'>> {
	const { body, fields } = options;
	const selected = fields.length > 0 ? ['id', ...fields.filter((name) => name !== 'id')] : [];
	return {
		query: {
			$select: simplify ? simplifiedSelect(body) : selected.join(',') || undefined,
		},
		prefer: bodyPreference(body),
	};
}

/**
 * A mail as the step puts it out.
 * @param forModel Leaves out what a language model has no use for: folder IDs, and a preview of a
 * body that is there. 25 mails have to stay under 30,000 characters.
 */
export function toMessageJson(
	{ raw, message }: RawMessage,
	{ simplify, options: { body, maxBodyLength } }: MessageOutput,
	forModel = false,
): IDataObject {
	if (simplify) {
		const full = simplifyMessage(message, { body, maxBodyLength: maxBodyLength || undefined });
		const omitted = ['folder', ...(body === 'none' ? [] : ['preview'])];
		return forModel ? without(full, omitted) : full;
	}
	return body === 'none' ? without(raw, ['body']) : raw;
}

function without(json: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}
