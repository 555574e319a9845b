import { createPauses } from '../../../shared/http/pauses';
import { together } from '../../../shared/provider/together';
import { changed, narrowing, optionsOf, whenEmpty } from '../../../shared/step/field';
import { choice, toggle } from '../../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../../shared/step/returnAll';
import { explainLiteral } from '../../../shared/text/literalSearch';
import { askNames, leaveAside, noteFound } from '../../email/besideList';
import { resolveFolder } from '../../email/folders';
import { foundMore } from '../../email/foundMore';
import { explainMissing } from '../../email/labels';
import { messageItem } from '../../email/message';
import {
	asListed,
	BODIES_CUT,
	listOutput,
	messageQuery,
	readingFor,
	toMessageJsonInFolder,
} from '../../email/messageOutput';
import { filterMessages, searchMessages } from '../../email/messageSearch';
import { asSearchError } from '../../email/searchFailure';
import { doubtSearch, explainSearch } from '../../email/searchSyntax';
import { filters, search, toConditions, unreadOnly } from '../../fields/findEmail';
import { optionalFolder } from '../../fields/folder';
import { chosenProperties, listedBody, maxBodyLength, simplify } from '../../fields/output';
import { ownAddress } from '../../graph/ownAddress';
import { textsMissing } from '../../graph/textPages';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-messages */
export const findEmail = defineMailOperation({
	label: 'Find Email',
	action: 'Find emails',
	summary: 'Find emails by search text or filters, newest first',
	returns: 'one item for each email, small and flat',
	toolText: 'Get Email has the whole text, Get Conversation the thread.',
	permission: ['Mail.Read'],
	effects: [],
	output: messageItem,
	fields: [
		choice('findBy', 'Find By', 'How to find the emails', {
			options: {
				filters: {
					name: 'Filters',
					description: 'Sender, dates, read status and others; exact, and sees new emails at once',
				},
				search: {
					name: 'Search',
					description: 'As in the search box of Outlook; at most 1,000 results',
				},
			},
			default: 'search',
			narrows: true,
		}),
		search,
		unreadOnly,
		narrowing(filters),
		changed(whenEmpty(optionalFolder, 'all but deleted, junk and drafts'), {
			description:
				'Only emails of this folder, without its subfolders. Leave empty for all folders but Deleted Items, Junk Email and Drafts.',
			byModel:
				'Only this folder, as Inbox/Customers; empty for all but Deleted Items, Junk Email and Drafts',
		}),
		...returnAllFields,
		simplify,
		optionsOf('Where to look, and what is returned of each email', [
			listedBody,
			chosenProperties,
			maxBodyLength,
			toggle(
				'includeAside',
				'Include Deleted Items, Junk Email and Drafts',
				'Whether to look in these folders and in those below them too. One of them that is chosen as Folder is always looked in.',
			),
		]),
	],
	explain: {
		search: explainSearch,
		bodyWords: explainLiteral,
		from: explainLiteral,
		label: explainLiteral,
		subject: explainLiteral,
		to: explainLiteral,
	},
	async run(input, context) {
		const { graph, notices } = context;
		const { forModel } = notices;
		const { findBy, unreadOnly } = input;
		const output = listOutput(input, notices);
		const conditions =
			findBy === 'filters'
				? await toConditions(input.filters, context)
				: { isRead: unreadOnly ? false : undefined };
		const folder = input.folder && (await resolveFolder(graph, input.folder, 'folder'));
		const everywhere = folder !== undefined || input.options.includeAside;
		// All of this is asked in one turn, and goes as one batch.
		const without = everywhere ? undefined : leaveAside(graph);
		const names = input.simplify ? askNames(graph, folder) : undefined;
		const own = forModel ? ownAddress(context) : undefined;
		const pause = createPauses();
		const reading = { read: readingFor(output, pause), pause };
		// A chosen folder is known, and may be Sent Items or Drafts: few others have a Bcc. Get Conversation takes any ID.
		const known = [
			folder ? 'parentFolderId' : 'bccRecipients',
			...(forModel ? ['conversationId'] : []),
		];
		const options = { folder, without, limit: limitOf(input), ...messageQuery(output, known) };
		const finding =
			findBy === 'search' && input.search !== undefined
				? searchMessages(graph, input.search, { ...options, ...reading, unreadOnly }).catch(
						asSearchError,
					)
				: filterMessages(graph, conditions, { ...options, ...reading });
		const [all, address] = await together([finding, own, names]);
		if (input.simplify && !folder) noteFound(graph, all.messages);
		const found = await Promise.all(
			all.messages.map(async (mail) => ({
				mail,
				json: await toMessageJsonInFolder(graph, mail, output, forModel, pause, folder),
			})),
		);
		const results = found.map(({ mail, json }) => ({
			json: forModel ? asListed(json, mail.message, address) : json,
		}));
		const isNone = found.length === 0;
		return notices.cut(
			results,
			foundMore(all, findBy, forModel),
			textsMissing(all.damaged, 'email'),
			forModel && found.some(({ json }) => json.truncated) && BODIES_CUT,
			!isNone && findBy === 'search' && doubtSearch(input.search),
			isNone && conditions.label && (await explainMissing(graph, [conditions.label])),
			forModel && isNone && !everywhere && ASIDE_LEFT_OUT,
			forModel && !isNone && folder === 'drafts' && SOME_WAIT,
		);
	},
});

const SOME_WAIT = 'Some may wait to be sent: List Scheduled Emails has them, with their times.';
const ASIDE_LEFT_OUT =
	'Deleted Items, Junk Email and Drafts were not searched: name one of them as Folder to look there.';
