import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';
import { zoneOrUtc } from '../text/moments';
import { comparable } from '../text/sameText';
import { toNodeError } from './toNodeError';

/** What a person looks for in a list. */
interface SearchedFor {
	/** Empty for everything. */
	text: string;
	/** Where the list goes on; undefined at its beginning. */
	page?: string;
	/** The workflow's time zone, an IANA name: times are shown in it. */
	zone: string;
	/** The value of another field: of the group that the list stands in, or of the step. */
	beside(field: string): unknown;
}

/** As n8n calls it. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * The lists behind the locators of a node.
 * @param connect Opens what the lists are read from.
 * @param fields Those that an error may name.
 */
export function listsOf<Client>(
	connect: (context: ILoadOptionsFunctions) => Promise<Client>,
	fields: INodeProperties[] = [],
) {
	/** A list that is searched by `find`. */
	function searchFor(
		find: (client: Client, asked: SearchedFor) => Promise<INodeListSearchResult>,
	): ListSearch {
		return async function (filter = '', page) {
			try {
				// n8n's name for a field of the same group begins with an &.
				const beside = (field: string) =>
					this.getCurrentNodeParameter(`&${field}`) ?? this.getCurrentNodeParameter(field);
				const asked = { text: filter.trim(), page, zone: zoneOrUtc(this.getTimezone()), beside };
				return await find(await connect(this), asked);
			} catch (error) {
				throw toNodeError(this.getNode(), error, { fields });
			}
		};
	}

	/** A list that is loaded whole, and narrowed here to the entries whose name holds the text. */
	function searchLoaded(
		load: (client: Client, asked: SearchedFor) => Promise<INodeListSearchItems[]>,
	): ListSearch {
		return searchFor(async (client, asked) => {
			const wanted = comparable(asked.text);
			const entries = await load(client, asked);
			return { results: entries.filter(({ name }) => comparable(name).includes(wanted)) };
		});
	}

	return { searchFor, searchLoaded };
}
