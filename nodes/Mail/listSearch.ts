import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { systemClock } from '../shared/clock';
import { toNodeError } from '../shared/toNodeError';
import { readCalendars } from './calendar/calendars';
import { connectGraph } from './connectGraph';
import { contactShape, contactsPath, listContactFolders } from './contacts/contact';
import { NAMELESS, readFolders } from './email/folders';
import { readLabels } from './email/labels';
import { mailbox as mailboxField } from './fields/mailbox';
import type { GraphClient } from './graph/types';

/** The lists behind the locators of the Mail node and the Mail Trigger. */
export const listSearch = {
	/** The calendars of the mailbox; one of somebody else with its owner. */
	searchCalendars: searchMailbox(async (graph) => {
		const calendars = await readCalendars(graph);
		const own = calendars.find(({ isDefaultCalendar }) => isDefaultCalendar)?.owner?.address;
		return calendars.map(({ id, name, owner }) => {
			const shown = name || NAMELESS;
			const isOthers = owner?.address && owner.address !== own;
			return { name: isOthers ? `${shown} (${owner.address})` : shown, value: id };
		});
	}),
	/** The contact folders of the mailbox beside the default one. */
	searchContactFolders: searchMailbox(async (graph) =>
		(await listContactFolders(graph)).map(({ id, displayName }) => ({
			name: displayName || NAMELESS,
			value: id,
		})),
	),
	/** The contacts of the default folder by name and first address. */
	searchContacts: searchMailbox(async (graph) => {
		const query = { $select: 'id,displayName,emailAddresses' };
		const contacts = await graph.list(contactsPath(undefined), contactShape, { query });
		return contacts
			.map(({ id, displayName, emailAddresses }) => {
				const address = emailAddresses?.[0]?.address;
				const name = displayName || address || NAMELESS;
				return { name: address && address !== name ? `${name} (${address})` : name, value: id };
			})
			.sort((one, other) => one.name.localeCompare(other.name));
	}),
	/** The folders of the mailbox, all levels, by their whole path. */
	searchFolders: searchMailbox(async (graph) =>
		(await readFolders(graph)).map(({ path, id }) => ({ name: path, value: id })),
	),
	/** The labels of the mailbox; a mail carries them by name, so that one needs a name. */
	searchLabels: searchMailbox(async (graph) =>
		(await readLabels(graph))
			.filter(({ displayName }) => displayName !== '')
			.map(({ displayName }) => ({ name: displayName, value: displayName })),
	),
};

type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** What `load` finds in the chosen mailbox, narrowed to the entries whose name holds the search text. */
function searchMailbox(
	load: (graph: GraphClient) => Promise<Array<{ name: string; value: string }>>,
): ListSearch {
	return async function (filter = '') {
		try {
			const mailbox = mailboxField.input.parse(this.getCurrentNodeParameter('mailbox'));
			const entries = await load(
				(await connectGraph(this, { clock: systemClock })).forMailbox(mailbox),
			);
			const wanted = filter.toLowerCase();
			return { results: entries.filter(({ name }) => name.toLowerCase().includes(wanted)) };
		} catch (error) {
			throw toNodeError(this.getNode(), error, { fields: [mailboxField.property] });
		}
	};
}
