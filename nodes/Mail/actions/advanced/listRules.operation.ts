import { readRules, ruleItem, toRuleJson } from '../../mailbox/rules';
import { defineMailOperation } from '../../operation';

/** @see https://learn.microsoft.com/graph/api/mailfolder-list-messagerules */
export const listRules = defineMailOperation({
	label: 'List Rules',
	action: 'List the rules of the inbox',
	summary: 'List inbox rules, and where they forward email',
	returns: 'one item for each rule, in the order in which they run',
	toolText: 'Use it where emails disappear, or go on to others by themselves.',
	permission: ['MailboxSettings.Read'],
	effects: [],
	output: ruleItem,
	fields: [],
	async run(_input, { graph }) {
		return (await readRules(graph)).map((rule) => ({ json: toRuleJson(rule) }));
	},
});
