import { InvalidInput } from '../../../shared/http/failures';
import { optionsOf, required } from '../../../shared/step/field';
import { number, text, toggle } from '../../../shared/step/fieldKinds';
import { ruleActions, ruleConditions, ruleExceptions, toActions } from '../../fields/rule';
import { postRule, ruleFolder, ruleItem, said, toRuleJson } from '../../mailbox/rules';
import { defineMailOperation } from '../../operation';

/** Where a new rule stands: in front, as Outlook puts it. */
const FIRST = 1;

/** @see https://learn.microsoft.com/graph/api/mailfolder-post-messagerules */
export const createRule = defineMailOperation({
	label: 'Create Rule',
	action: 'Create a rule for incoming emails',
	summary: 'Have the mailbox move, label, forward or delete incoming emails by itself',
	returns: 'the rule, as List Rules returns it',
	toolText:
		'It works from now on for all emails that come, also when nobody looks: a rule can forward or delete. List Rules shows it, Delete Rule ends it.',
	permission: ['MailboxSettings.ReadWrite'],
	effects: ['createRule'],
	output: ruleItem,
	fields: [
		required(text('name', 'Name', 'What the rule is called in Outlook', 'e.g. Invoices')),
		ruleConditions,
		ruleActions,
		ruleExceptions,
		optionsOf('Its place among the other rules, and whether it is on', [
			number(
				'order',
				'Priority',
				'When it is looked at among the other rules, the smallest number first',
				{ typeOptions: { minValue: 1 }, default: 1 },
			),
			toggle(
				'switchedOff',
				'Disabled',
				'Whether the rule does nothing until somebody switches it on',
				{ narrows: true },
			),
		]),
	],
	inTurnBy: () => 'rules',
	async run({ name, options, ...input }, { graph }) {
		const { everyEmail, ...given } = input.conditions;
		const conditions = said(given);
		if (!everyEmail && Object.keys(conditions).length === 0) {
			throw new InvalidInput(
				'name no email',
				'conditions',
				'Add a condition, such as From or Subject Contains. A person can switch on Every Email, for every incoming email.',
			);
		}
		const folder = await ruleFolder(graph, input.actions.moveToFolder);
		const actions = said(toActions(input.actions, folder));
		if (Object.keys(actions).length === 0) {
			throw new InvalidInput('do nothing', 'actions', 'Add one, such as Move to Folder or Labels.');
		}
		const rule = await postRule(graph, {
			displayName: name,
			sequence: options.order ?? FIRST,
			isEnabled: !options.switchedOff,
			conditions,
			exceptions: said(input.exceptions),
			actions,
		});
		return [{ json: toRuleJson(rule) }];
	},
});
