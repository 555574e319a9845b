import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { runForEach } from '../../../shared/step/eachId';
import { byPerson, changed } from '../../../shared/step/field';
import { toggle } from '../../../shared/step/fieldKinds';
import type { Notices } from '../../../shared/step/notices';
import { isThrownAway } from '../../email/besideList';
import { readFolder, resolveFolder } from '../../email/folders';
import { folder } from '../../fields/folder';
import { identified } from '../../graph/pages';
import { mailPath } from '../../graph/paths';
import type { GraphClient } from '../../graph/types';
import { defineMailOperation } from '../../operation';

/** As many requests as one mailbox takes in ten minutes (fact: mailbox-limits). */
const MAX_EMAILS = 10_000;
/** By these IDs nothing is found of an email that somebody took out of the folder meanwhile (fact: mutable-ids). */
const IN_THIS_FOLDER = { mutableIds: true };

/**
 * Graph has no request that empties a folder (fact: folder-empty): each mail is deleted by itself.
 * @see https://learn.microsoft.com/graph/json-batching
 */
export const emptyFolder = defineMailOperation({
	label: 'Empty Folder',
	action: 'Empty a folder',
	summary: 'Delete all emails of a mail folder; the folder and those below it stay',
	returns:
		'how many emails were deleted, how many were not and why, and whether the folder has more',
	toolText:
		'A person chose the folder. All its emails go to Deleted Items, and can be brought back from there.',
	permission: ['Mail.ReadWrite'],
	effects: ['moveMessage', 'deleteForGood'],
	output: z.object({
		deleted: z.number(),
		left: z.number(),
		/** Why the first of those that are left was not deleted; absent where none is left. */
		problem: z.string().optional(),
		/** False when the folder has more emails than one run deletes. */
		complete: z.boolean(),
		permanently: z.boolean(),
	}),
	fields: [
		byPerson(
			changed(folder, { description: 'The folder to empty. A language model cannot choose it.' }),
		),
		toggle(
			'permanently',
			'Delete Permanently',
			'Whether to delete the emails permanently, past Deleted Items, so that the user cannot restore them. Never done for an AI agent.',
		),
	],
	// What one item deletes, another one would not find any more.
	oneByOne: true,
	async run({ folder, permanently }, { graph, notices }) {
		if (permanently && notices.forModel) {
			throw new InvalidInput(
				'is never done for a language model',
				'permanently',
				'A person can switch it off in this tool: the emails then go to Deleted Items.',
			);
		}
		const id = await resolveFolder(graph, folder, 'folder');
		if (!permanently) await checkOutsideTrash(graph, id, notices);
		const path = mailPath`/mailFolders/${id}/messages`;
		const { items, complete } = await graph.collect(path, identified, {
			limit: MAX_EMAILS,
			query: { $select: 'id' },
			...IN_THIS_FOLDER,
		});
		const ids = items.map((one) => one.id);
		const [deed, body] = permanently
			? ['permanentDelete']
			: ['move', { destinationId: 'deleteditems' }];
		const results = await runForEach(ids, async (mail) => {
			const path = `${mailPath`/messages/${mail}`}/${deed}`;
			const asked = { repeatable: true, removes: true, ...IN_THIS_FOLDER };
			await graph.request({ method: 'POST', path, body, ...asked });
			return [{ json: { problem: undefined } }];
		});
		const problems = results.flatMap(({ json: { problem } }) => problem ?? []);
		const [problem] = problems;
		const left = problems.length;
		const why = problem === undefined ? {} : { problem };
		return [{ json: { deleted: ids.length - left, left, ...why, complete, permanently } }];
	},
});

/** @throws InvalidInput where the mails would stay where they are. */
async function checkOutsideTrash(
	graph: GraphClient,
	folder: string,
	{ forModel }: Pick<Notices, 'forModel'>,
): Promise<void> {
	// What was resolved may be a name that Graph knows, and not the ID.
	const goal = readFolder(graph, folder).then((found) => ({ parentFolderId: found?.id }));
	if (!(await isThrownAway(graph, goal))) return;
	throw new InvalidInput(
		'lies in Deleted Items already',
		'folder',
		forModel ? 'A person can empty it in Outlook.' : 'Switch on Delete Permanently to empty it.',
	);
}
