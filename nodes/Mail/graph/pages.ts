import { z } from 'zod';
import type { Answer } from '../../shared/http/request';
import { isFirstTime } from '../../shared/provider/firstTime';
import type { Shape } from '../../shared/provider/understand';
import { lenient, understand, unreadable } from '../../shared/provider/understand';
import type { GraphClient, GraphOptions, Page } from './types';

/** Largest page Graph gives for messages, events and contacts: https://learn.microsoft.com/graph/paging */
export const MAX_PAGE = 1_000;

/** A list without anything in it may come without its entries, too. */
const page = z
	.object({ value: z.array(z.unknown()).nullish(), '@odata.nextLink': z.string().nullish() })
	.transform(({ value, '@odata.nextLink': next }) => ({ entries: value ?? undefined, next }));

/** Whether an answer is a page of a list, which may hold nothing but the link to the next one. */
export function isPage(body: unknown): boolean {
	const read = page.safeParse(body).data;
	return read?.entries !== undefined || read?.next !== undefined;
}

export const identified = z.object({ id: z.string() });

/**
 * The entries of a page. One without an ID is left out, as nothing could be done with it: the others must not
 * be lost for its sake.
 * @throws ProviderFailure when an entry with an ID cannot be read.
 */
export function readEntries<T>(entries: unknown[], item: Shape<T>): T[] {
	const part = lenient(item);
	return entries.flatMap((entry) => {
		const read = part.safeParse(entry);
		if (read.success) return [read.data];
		if (identified.safeParse(entry).success) throw unreadable();
		return [];
	});
}

/** The ID of an entry of a list; undefined where it has none. */
export const idOf = (entry: unknown) => identified.safeParse(entry).data?.id;

/** A list of changes, where what comes again says something else: how it is now, or that it is gone (fact: delta-links). */
export const CHANGES = /\/(?:microsoft\.graph\.)?delta\b/i;

const CIRCLE = "The provider's answer has no end: a page names an earlier one as the next";

interface PageReader {
	first(path: string, options: GraphOptions): Promise<Answer>;
	/** Follows the provider's own link to the next page. */
	next(link: string, options: GraphOptions): Promise<Answer>;
}

/** Reading collections: page by page, or gathered up to a limit. */
export function createPages({
	first,
	next,
}: PageReader): Pick<GraphClient, 'pages' | 'collect' | 'list'> {
	async function* pages<T>(
		path: string,
		item: Shape<T>,
		options: GraphOptions = {},
		isMeant: (entry: unknown) => boolean = () => true,
	): AsyncGenerator<Page<T>, void> {
		let current = understand(page, (await first(path, options)).body);
		const followed = new Set<string>();
		for (;;) {
			if (!current.entries && options.needsEntries) throw unreadable();
			const link = current.next ?? undefined;
			// Pages that name each other in a circle would never end.
			const isCircle = link !== undefined && followed.has(link);
			const following = link && !isCircle && options.readsAll ? next(link, options) : undefined;
			following?.catch(() => undefined);
			const entries = (current.entries ?? []).filter(isMeant);
			yield { entries: readEntries(entries, item), isLast: link === undefined };
			if (link === undefined) return;
			if (isCircle) throw unreadable(CIRCLE);
			followed.add(link);
			current = understand(page, (await (following ?? next(link, options))).body);
		}
	}

	const collect: GraphClient['collect'] = async (path, item, options = {}) => {
		const { limit = Infinity, pageSize = MAX_PAGE, matches, query, ...rest } = options;
		// One more than wanted shows whether there are more. Where that exceeds a page, a full page with a link
		// to the next one shows it: such a link may lead to an empty page, but not from a full one.
		const $top = matches ? pageSize : Math.min(limit + 1, pageSize, MAX_PAGE);
		const items = [];
		const seen = new Set<string>();
		// Pages go by position: what is added while they are read moves others into the next one, where they come again.
		const isNew = (entry: unknown) => CHANGES.test(path) || isFirstTime(idOf(entry), seen);
		const paged = { ...rest, query: { $top, ...query }, readsAll: limit === Infinity };
		for await (const { entries, isLast } of pages(path, item, paged, isNew)) {
			for (const entry of entries) if (!matches || matches(entry)) items.push(entry);
			const goesOn = !isLast && !matches && entries.length === $top;
			if (items.length > limit || (items.length === limit && goesOn)) {
				return { items: items.slice(0, limit), complete: false };
			}
		}
		return { items, complete: true };
	};

	return {
		pages,
		collect,
		list: async (path, item, options) => (await collect(path, item, options)).items,
	};
}
