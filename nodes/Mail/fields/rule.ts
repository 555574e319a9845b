import type { MessageRuleActions, MessageRulePredicates } from '@microsoft/microsoft-graph-types';
import { z } from 'zod';
import type { Field, InputOf } from '../../shared/step/field';
import { byPerson, changed, collection, narrowing, renamed } from '../../shared/step/field';
import { list, locator, optionalChoice, text, toggle } from '../../shared/step/fieldKinds';
import {
	optionalFlag,
	optionalLocator,
	requiredLocator,
	textList,
} from '../../shared/step/inputSchemas';
import { chosenValue } from '../../shared/step/readParameters';
import { recipients } from '../email/recipients';
import { optionalFolder } from './folder';
import { importance, importances } from './message';

export const rule = locator(
	'rule',
	'Rule',
	'The rule of the Inbox, chosen from the list or by its ID',
	{
		required: true,
		list: { holds: 'a rule', searchListMethod: 'searchRules' },
		entered: { id: 'e.g. AQAAAJ5dZqA=' },
		input: requiredLocator,
		byModel: 'ID of the rule, as List Rules returns it',
	},
);

/** Undefined for a field that was not added, or whose expression gives nothing: an empty value would remove something. */
function ifAdded<Input extends z.ZodTypeAny>(input: Input) {
	return z.preprocess((given) => (isGiven(given) ? given : undefined), input.optional());
}

const isGiven = (given: unknown) => (chosenValue(given) ?? undefined) !== undefined;

function texts<const Name extends string>(name: Name, displayName: string, where: string) {
	return list(name, displayName, `Only if one of these texts is ${where}, comma-separated`, {
		placeholder: 'e.g. Invoice, Bill',
		input: ifAdded(textList),
	});
}

function people<const Name extends string>(name: Name, displayName: string, description: string) {
	return text(name, displayName, `${description}; comma-separated email addresses`, {
		placeholder: 'e.g. ann@contoso.com, bob@contoso.com',
		input: ifAdded(recipients),
	});
}

function whether<const Name extends string>(name: Name, displayName: string, description: string) {
	return toggle(name, displayName, `Whether ${description}`, { input: optionalFlag });
}

/** An importance that can be taken away as well: an empty text does that, and is called `none` in the list. */
function orNone<const Name extends string, Input extends z.ZodTypeAny>(
	one: Field<Name, Input>,
	none: string,
) {
	const input = z.preprocess(
		(given) => (given === '' ? null : (given ?? undefined)),
		one.input.nullable(),
	);
	const options = [{ name: none, value: '' }, ...(one.property.options ?? [])];
	return changed(one, { options }, input);
}

/** By Graph's names: https://learn.microsoft.com/graph/api/resources/messagerulepredicates */
const predicates = [
	texts('bodyContains', 'Body Contains', 'in the body'),
	texts('bodyOrSubjectContains', 'Body or Subject Contains', 'in the body or the subject'),
	people('fromAddresses', 'From', 'Who sent it, one of these'),
	whether('hasAttachments', 'Has Attachments', 'it has to have attachments'),
	texts('headerContains', 'Headers Contain', 'in the headers'),
	orNone(importance, 'Any'),
	whether('isAutomaticReply', 'Is Automatic Reply', 'it has to be an automatic reply'),
	whether('isMeetingRequest', 'Is Invitation', 'it has to be an invitation to a meeting'),
	texts('recipientContains', 'Recipient Contains', 'in the addresses or names of the recipients'),
	texts('senderContains', 'Sender Contains', 'in the address or name of the sender'),
	whether('sentOnlyToMe', 'Sent Only to Me', 'the mailbox has to be the only recipient'),
	people('sentToAddresses', 'Sent To', 'Who it was sent to, one of these'),
	whether('sentToMe', 'Sent to Me', 'the mailbox has to be in To'),
	texts('subjectContains', 'Subject Contains', 'in the subject'),
] as const satisfies ReadonlyArray<Field<keyof MessageRulePredicates>>;

export const ruleConditions = narrowing(
	collection(
		'conditions',
		'Conditions',
		'Which incoming emails the rule is for: those that fit all of these',
		[...predicates, whether('everyEmail', 'Every Email', 'the rule is for every incoming email')],
	),
);

export const changedConditions = narrowing(
	collection(
		'conditions',
		'Conditions',
		'What you add takes the place of the same condition. Off or empty takes it away. The others stay.',
		predicates,
	),
);

export const ruleExceptions = narrowing(
	collection(
		'exceptions',
		'Exceptions',
		'Which emails the rule leaves alone: those that fit one of these',
		predicates,
	),
);

/** What a rule does: https://learn.microsoft.com/graph/api/resources/messageruleactions */
export const ruleActions = narrowing(
	collection('actions', 'Actions', 'What is done with the email, without any workflow', [
		whether('delete', 'Delete', 'to move it to Deleted Items'),
		people('forwardAsAttachmentTo', 'Forward as Attachment To', 'Who gets it as an attachment'),
		people('forwardTo', 'Forward To', 'Who gets it as a forwarded email'),
		list('labels', 'Labels', 'Labels (categories) that it gets, comma-separated', {
			placeholder: 'e.g. Invoice, Urgent',
			input: ifAdded(textList),
		}),
		whether('markAsRead', 'Mark as Read', 'to mark it as read'),
		orNone(
			optionalChoice('markImportance', 'Mark Importance', 'How important it is marked', {
				default: 'normal',
				options: importances,
			}),
			'As Sent',
		),
		changed(
			byPerson(renamed(optionalFolder, 'moveToFolder')),
			{
				displayName: 'Move to Folder',
				description: 'The folder that it is moved to, by the list, its name or path, or its ID',
			},
			ifAdded(optionalLocator.transform((locator) => locator ?? '')),
		),
		people('redirectTo', 'Redirect To', 'Who gets it as it came'),
		whether('stopProcessingRules', 'Stop Processing More Rules', 'no later rule is looked at'),
	] satisfies ReadonlyArray<Field<keyof MessageRuleActions | 'labels'>>),
);

/**
 * Actions by Graph's names.
 * @param folder ID of the folder that emails are moved to; empty for none.
 */
export function toActions(
	{ labels, ...given }: InputOf<readonly [typeof ruleActions]>['actions'],
	folder: string | undefined,
): MessageRuleActions {
	return { ...given, assignCategories: labels, moveToFolder: folder };
}
