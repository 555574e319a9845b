import { byModel, changed } from '../../../shared/step/field';
import { choice, number, text } from '../../../shared/step/fieldKinds';
import { changedConditions, rule, ruleActions, ruleExceptions, toActions } from '../../fields/rule';
import { patchRule, ruleFolder, ruleItem, toRuleJson } from '../../mailbox/rules';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/messagerule-update */
export const updateRule = defineMailOperation({
	label: 'Update Rule',
	action: 'Update an inbox rule',
	summary: 'Switch a rule on or off, change its place, or what it does with which emails',
	returns: 'the rule, as List Rules returns it',
	toolText:
		'What is left empty stays. Conditions and actions are for a person: a tool switches a rule on or off, renames it, or moves it.',
	permission: ['MailboxSettings.ReadWrite'],
	effects: ['updateRule'],
	output: ruleItem,
	fields: [
		rule,
		byModel(text('name', 'Name', 'New name of the rule. Leave empty to keep it.', 'e.g. Invoices')),
		choice('status', 'Status', 'Whether the rule works', {
			options: {
				off: { name: 'Off', description: 'It does nothing until it is switched on' },
				on: 'On',
				unchanged: 'Unchanged',
			},
			default: 'unchanged',
			byModel: true,
		}),
		number(
			'order',
			'Priority',
			'When it is looked at among the other rules, the smallest number first',
			{
				typeOptions: { minValue: 0 },
				default: 0,
				hint: '0 to keep its place',
				byModel: true,
			},
		),
		changedConditions,
		changed(ruleActions, {
			description:
				'What you add takes the place of the same action. Off or empty takes it away. The others stay.',
		}),
		changed(ruleExceptions, {
			description:
				'What you add takes the place of the same exception. Off or empty takes it away. The others stay.',
		}),
	],
	inTurnBy: () => 'rules',
	async run({ rule: { value: id }, name, status, order, ...input }, { graph }) {
		const folder = await ruleFolder(graph, input.actions.moveToFolder);
		const changedRule = await patchRule(graph, id, {
			displayName: name,
			isEnabled: status === 'unchanged' ? undefined : status === 'on',
			sequence: order || undefined,
			conditions: input.conditions,
			exceptions: input.exceptions,
			actions: toActions(input.actions, folder),
		});
		return [{ json: toRuleJson(changedRule) }];
	},
});
