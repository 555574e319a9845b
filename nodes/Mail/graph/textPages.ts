import { recover, undefinedOn } from '../../shared/http/failures';
import { isFirstTime } from '../../shared/provider/firstTime';
import type { Shape } from '../../shared/provider/understand';
import { anything } from '../../shared/provider/understand';
import { isDamaged } from './failure';
import { identified, idOf, readEntries } from './pages';
import type { GraphClient, GraphOptions, Page } from './types';

/** How to read mails or events whose texts may be damaged. */
interface Texts {
	/** The path of one of them. */
	pathOf(id: string): string;
	/** The properties to read without texts, where nothing was selected. */
	plain: readonly string[];
	/** Gets the IDs of those whose text cannot be read. */
	damaged: Set<string>;
}

/** Properties that are made of the text when they are asked for. */
const TEXTS = ['body', 'uniqueBody'];

const entryShape = identified.passthrough();
/** Leaves out what Graph adds to an item that is read alone. */
const aloneShape = entryShape.transform((whole) =>
	Object.fromEntries(Object.entries(whole).filter(([name]) => name !== '@odata.context')),
);

/**
 * A list page by page, as `GraphClient.pages` reads it. One damaged text spoils its whole page (fact: damaged-text):
 * the list is then read without texts, and each thing by itself. One whose text cannot be read comes without it.
 */
export async function* textPages<T>(
	graph: GraphClient,
	path: string,
	item: Shape<T>,
	{ query = {}, ...options }: GraphOptions,
	{ pathOf, plain, damaged }: Texts,
): AsyncGenerator<Page<T>, void> {
	const { $select, $expand } = query;
	const named = $select === undefined ? [...plain, ...TEXTS] : String($select).split(',');
	const light = named.filter((name) => !TEXTS.includes(name));
	const open = (asked = query) => graph.pages(path, anything, { ...options, query: asked });
	const readAlone = async (listed: { id: string }) => {
		const asked = { ...options, query: { $select, $expand } };
		const whole = await graph.get(pathOf(listed.id), aloneShape, asked).catch(
			// It may be gone since it was listed.
			recover([isDamaged, 'notFound'], () => {
				damaged.add(listed.id);
				return {};
			}),
		);
		return { ...listed, ...whole };
	};
	const known = new Set<string>();
	let pages = open();
	let alone = false;
	for (;;) {
		const mayGoOn = !alone && light.length < named.length;
		const next = await pages.next().catch(undefinedOn((failure) => mayGoOn && isDamaged(failure)));
		if (!next) {
			alone = true;
			pages = open({ ...query, $select: light.join(',') });
			continue;
		}
		if (next.done) return;
		const { entries, isLast } = next.value;
		const fresh = entries.filter((entry) => isFirstTime(idOf(entry), known));
		const read = alone ? await Promise.all(readEntries(fresh, entryShape).map(readAlone)) : entries;
		yield { entries: readEntries(read, item), isLast };
	}
}

/** The note about so many items whose text cannot be read; false for none. */
export function textsMissing(count: number, thing: 'email' | 'event'): string | false {
	const of = count === 1 ? `an ${thing}` : `${count} ${thing}s`;
	return count > 0 && `The text of ${of} is missing: Microsoft cannot read it. Open it in Outlook.`;
}
