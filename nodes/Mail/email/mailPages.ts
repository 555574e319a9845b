import type { Shape } from '../../shared/provider/understand';
import { mailPath } from '../graph/paths';
import { textPages } from '../graph/textPages';
import type { GraphClient, GraphOptions, Page } from '../graph/types';
import type { Message } from './message';
import { messageShape } from './message';

/** What is read of mails whose texts cannot be read, where nothing was selected. */
const PLAIN_FIELDS = Object.keys(messageShape.omit({ body: true }).shape);

/**
 * Mails page by page, also where the text of one is damaged.
 * @param damaged Gets the IDs of those whose text cannot be read.
 */
export function mailPages<T>(
	graph: GraphClient,
	path: string,
	item: Shape<T>,
	options: GraphOptions,
	damaged: Set<string>,
): AsyncGenerator<Page<T>, void> {
	const pathOf = (id: string) => mailPath`/messages/${id}`;
	return textPages(graph, path, item, options, { pathOf, plain: PLAIN_FIELDS, damaged });
}

/** The entries of all pages. */
export async function gather<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
	const all: T[][] = [];
	for await (const { entries } of pages) all.push(entries);
	return all.flat();
}

/** How many of these mails come without their text, as it cannot be read. */
export function countDamaged(damaged: Set<string>, mails: Array<{ message: Message }>): number {
	return mails.filter(({ message: { id } }) => damaged.has(id)).length;
}
