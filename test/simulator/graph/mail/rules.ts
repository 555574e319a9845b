import { z } from 'zod';
import { checkSettings, type GraphCall, type GraphRoutes, param, readBody } from '../call';
import { badRequest, itemNotFound } from '../problem';
import type { EntityType } from '../query/filter';
import { entityAnswer, listAnswer } from '../query/list';
import { caseless, importanceSchema, recipientSchema } from '../schemas';

const texts = z.array(z.string());
const people = z.array(recipientSchema);
const flag = z.boolean();
const odataType = { '@odata.type': z.string() };

/** https://learn.microsoft.com/graph/api/resources/messagerulepredicates */
const predicatesSchema = z
	.object({
		bodyContains: texts,
		bodyOrSubjectContains: texts,
		categories: texts,
		fromAddresses: people,
		hasAttachments: flag,
		headerContains: texts,
		importance: importanceSchema,
		isApprovalRequest: flag,
		isAutomaticForward: flag,
		isAutomaticReply: flag,
		isEncrypted: flag,
		isMeetingRequest: flag,
		isMeetingResponse: flag,
		isNonDeliveryReport: flag,
		isPermissionControlled: flag,
		isReadReceipt: flag,
		isSigned: flag,
		isVoicemail: flag,
		notSentToMe: flag,
		recipientContains: texts,
		senderContains: texts,
		sensitivity: caseless(['normal', 'personal', 'private', 'confidential']),
		sentCcMe: flag,
		sentOnlyToMe: flag,
		sentToAddresses: people,
		sentToMe: flag,
		sentToOrCcMe: flag,
		subjectContains: texts,
		withinSizeRange: z.object({ minimumSize: z.number(), maximumSize: z.number() }).partial(),
		...odataType,
	})
	.partial()
	.strict();

/** https://learn.microsoft.com/graph/api/resources/messageruleactions */
const actionsSchema = z
	.object({
		assignCategories: texts,
		copyToFolder: z.string(),
		delete: flag,
		forwardAsAttachmentTo: people,
		forwardTo: people,
		markAsRead: flag,
		markImportance: importanceSchema,
		moveToFolder: z.string(),
		permanentDelete: flag,
		redirectTo: people,
		stopProcessingRules: flag,
		...odataType,
	})
	.partial()
	.strict();

/** Name, order and actions are required: https://learn.microsoft.com/graph/api/mailfolder-post-messagerules */
const ruleSchema = z
	.object({
		displayName: z.string().min(1),
		sequence: z.number().int(),
		actions: actionsSchema,
		isEnabled: flag.default(true),
		conditions: predicatesSchema.nullish(),
		exceptions: predicatesSchema.nullish(),
		'@odata.type': z.string().optional(),
	})
	.strict();

const ruleChanges = ruleSchema.extend({ isEnabled: flag }).partial().strict();

/** A rule of the Inbox. One that Graph cannot describe has neither conditions nor actions. */
export interface SimRule extends Partial<z.output<typeof ruleSchema>> {
	id: string;
	displayName: string;
	sequence: number;
	isEnabled: boolean;
	hasError: boolean;
	isReadOnly: boolean;
}

const RULE_TYPE: EntityType = {
	name: 'Microsoft.OutlookServices.MessageRule',
	properties: new Set([
		...['id', 'displayName', 'sequence', 'isEnabled', 'hasError', 'isReadOnly'],
		...['conditions', 'exceptions', 'actions'],
	]),
};

/** Rules exist for the Inbox alone: https://learn.microsoft.com/graph/api/resources/messagerule */
function checkRules(call: GraphCall, access: 'Read' | 'ReadWrite'): void {
	checkSettings(call, access);
	const folder = call.mailbox.folderOf(param(call, 'folder'));
	if (folder?.wellKnownName !== 'inbox') throw badRequest('Rules belong to the Inbox.');
}

/** Handlers for the rules of the Inbox. fact: rules-inbox, fact: rules-read-only and the pages above. */
export const ruleRoutes: GraphRoutes = {
	'GET /mailFolders/:folder/messageRules': (call) => {
		checkRules(call, 'Read');
		return listAnswer(call, {
			items: call.mailbox.rules,
			type: RULE_TYPE,
			render: (rule) => ({ ...rule }),
		});
	},
	'POST /mailFolders/:folder/messageRules': (call) => {
		checkRules(call, 'ReadWrite');
		const input = readBody(call, ruleSchema);
		const rule = call.mailbox.addRule({ ...input });
		return entityAnswer(call, { ...rule }, RULE_TYPE, { status: 201 });
	},
	// Conditions, exceptions and actions are replaced as a whole (fact: rules-inbox).
	'PATCH /mailFolders/:folder/messageRules/:rule': (call) => {
		checkRules(call, 'ReadWrite');
		const id = param(call, 'rule');
		const rule = call.mailbox.rules.find((entry) => entry.id === id);
		if (rule === undefined) throw itemNotFound();
		if (rule.isReadOnly) throw badRequest('The rule is read-only.');
		Object.assign(rule, readBody(call, ruleChanges));
		return entityAnswer(call, { ...rule }, RULE_TYPE);
	},
	'DELETE /mailFolders/:folder/messageRules/:rule': (call) => {
		checkRules(call, 'ReadWrite');
		const id = param(call, 'rule');
		const rule = call.mailbox.rules.find((entry) => entry.id === id);
		if (rule === undefined) throw itemNotFound();
		// It "cannot be modified or deleted" by this interface (resource messageRule); the code is not told.
		if (rule.isReadOnly) throw badRequest('The rule is read-only.');
		call.mailbox.rules = call.mailbox.rules.filter((entry) => entry !== rule);
		return { status: 204 };
	},
};
