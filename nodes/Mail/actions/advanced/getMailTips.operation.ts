import { text } from '../../../shared/step/fieldKinds';
import { mustBeGiven } from '../../../shared/step/inputSchemas';
import { recipients } from '../../email/recipients';
import { mailTipsItem, readMailTips } from '../../mailbox/mailTips';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/user-getmailtips */
export const getMailTips = defineMailOperation({
	label: 'Get Mail Tips',
	action: 'Check recipients before sending',
	summary: 'Who is away, full, restricted or a group with outsiders, one item for each address',
	returns: 'one item for each address, with what is known of it, or why nothing is',
	toolText: 'Use it before you send to somebody who may be away, or to a group. Nobody is told.',
	permission: ['Mail.Read'],
	effects: [],
	output: mailTipsItem,
	fields: [
		text(
			'addresses',
			'Email Addresses',
			'Email addresses of the people and groups that you want to write to, comma-separated; any number',
			{
				required: true,
				placeholder: 'e.g. ann@contoso.com, team@contoso.com',
				input: mustBeGiven(recipients.transform((list) => (list.length > 0 ? list : undefined))),
				byModel: true,
			},
		),
	],
	async run({ addresses }, { graph, now }) {
		const asked = addresses.map(({ emailAddress }) => emailAddress.address);
		const tips = await readMailTips(graph, asked, now);
		return tips.map((json) => ({ json }));
	},
});
