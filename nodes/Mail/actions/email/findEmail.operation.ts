import { changed, choice, field } from '../../../shared/field';
import { optionalText } from '../../../shared/inputSchemas';
import { limitOf, returnAllFields } from '../../../shared/returnAll';
import { resolveFolder } from '../../email/folders';
import { messageItem } from '../../email/message';
import { messageQuery, toMessageJson } from '../../email/messageOutput';
import { filterMessages, MAX_SEARCH_RESULTS, searchMessages } from '../../email/messageSearch';
import { filters, toConditions } from '../../fields/findEmail';
import { optionalFolder } from '../../fields/folder';
import { messageOutput, simplify } from '../../fields/output';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-list-messages */
export const findEmail = defineMailOperation({
	id: 'findEmail',
	label: 'Find Email',
	action: 'Find emails',
	summary: 'Find emails by search text or filters, newest first',
	returns: 'one item for each email, small and flat, newest first',
	permission: ['Mail.Read'],
	output: messageItem,
	fields: [
		choice({
			displayName: 'Find By',
			name: 'findBy',
			type: 'options',
			options: [
				{
					name: 'Filters',
					value: 'filters',
					description: 'Sender, dates, read status and others; exact, and sees new emails at once',
				},
				{
					name: 'Search',
					value: 'search',
					description: 'As in the search box of Outlook; at most 1,000 results',
				},
			],
			default: 'search',
			description: 'How to find the emails',
		}),
		field(
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. from:ann@contoso.com AND subject:"annual report"',
				displayOptions: { show: { findBy: ['search'] } },
				description:
					'Words, or properties such as from:, to:, subject:, body:, received>=2026-03-01, hasAttachments:true, joined by AND, OR and NOT in capitals. Leave empty for the newest emails.',
			},
			optionalText,
		),
		filters,
		changed(optionalFolder, {
			description: 'Only emails of this folder, without its subfolders. All folders when empty.',
		}),
		...returnAllFields,
		simplify,
		messageOutput,
	],
	async run(input, context) {
		const { graph, notices } = context;
		const { findBy, search, filters, simplify } = input;
		// A list is read at a glance: bodies are short unless the user asks for more.
		const { maxBodyLength = LISTED_BODY_LENGTH } = input.options;
		const output = { simplify, options: { ...input.options, maxBodyLength } };
		const folder = input.folder && (await resolveFolder(graph, input.folder, 'folder'));
		const options = { folder, limit: limitOf(input), ...messageQuery(output) };
		const { messages, complete } =
			findBy === 'search' && search !== undefined
				? await searchMessages(graph, search, options)
				: await filterMessages(
						graph,
						findBy === 'filters' ? await toConditions(filters, context) : {},
						options,
					);
		const results = messages.map((message) => ({
			json: toMessageJson(message, output, notices.forModel),
		}));
		if (complete) return results;
		return notices.cut(
			results,
			messages.length >= MAX_SEARCH_RESULTS && findBy === 'search'
				? 'A search ends at 1,000 results. To get all, use Find By: Filters, or search a shorter time.'
				: `Only the newest ${messages.length} matching emails are returned. Raise Limit, switch on Return All, or narrow the search.`,
		);
	},
});

/** Characters of a body in a list: 25 mails stay under 30,000 characters for a language model. */
const LISTED_BODY_LENGTH = 300;
