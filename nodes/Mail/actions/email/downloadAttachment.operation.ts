import type { IBinaryKeyData } from 'n8n-workflow';
import { z } from 'zod';
import { binaryField } from '../../../shared/step/binaryField';
import { optionsOf, whenEmpty } from '../../../shared/step/field';
import { toggle } from '../../../shared/step/fieldKinds';
import { chooseAttachments } from '../../attachments/attachment';
import { downloadedItem, downloadFiles } from '../../attachments/downloadAttachments';
import { attachmentId } from '../../fields/attachments';
import { messageId } from '../../fields/messageId';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/attachment-get */
export const downloadAttachment = defineMailOperation({
	label: 'Download Attachment',
	action: 'Download attachments of an email',
	summary: 'One item with the file for each attachment',
	returns: 'each file, with name, type and size',
	toolText:
		'The files go on in the workflow; you read their names only. Use List Attachments to see what there is.',
	permission: ['Mail.Read'],
	effects: [],
	output: z.union([
		downloadedItem,
		z.object({ attachments: z.array(downloadedItem), messageId: z.string() }),
	]),
	fields: [
		messageId,
		whenEmpty(attachmentId, 'all attachments'),
		binaryField,
		optionsOf('What is downloaded when all attachments are, and how it is returned', [
			toggle(
				'allInOneItem',
				'All in One Item',
				'Whether to return one item with all files, in fields such as data_0 and data_1, instead of one item for each. "binaryField" names the field of each attachment.',
			),
			toggle(
				'includeInline',
				'Include Inline',
				'Whether to download images inside the text as well',
			),
		]),
	],
	async run({ messageId, attachmentId, binaryField, options }, { graph, files, notices }) {
		const { includeInline } = options;
		const found = await chooseAttachments(graph, messageId, attachmentId, includeInline);
		const leftOut = found.onlyInText && IN_TEXT;
		const downloaded = await downloadFiles(graph, files, messageId, found.chosen);
		if (!options.allInOneItem) {
			const results = downloaded.map(({ json, file }) => ({
				json,
				...(file ? { binary: { [binaryField]: file } } : {}),
			}));
			// A model may have named several emails: it has to know which one is meant.
			const none = notices.forModel && leftOut ? [{ json: { found: 0, messageId } }] : results;
			return notices.cut(none, leftOut);
		}
		const binary: IBinaryKeyData = {};
		const attachments = downloaded.map(({ json, file }) => {
			if (!file) return json;
			const name = `${binaryField}_${Object.keys(binary).length}`;
			binary[name] = file;
			return { ...json, binaryField: name };
		});
		const hasFiles = Object.keys(binary).length > 0;
		const whole = { json: { messageId, attachments }, ...(hasFiles ? { binary } : {}) };
		return notices.cut([whole], leftOut);
	},
});

const IN_TEXT =
	'Images inside the text were left out. A person can switch on Include Inline in Options.';
