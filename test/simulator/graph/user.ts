import { z } from 'zod';
import type { JsonObject } from '../exchange';
import { checkAccess, type GraphCall, type GraphRoutes, hasScope, readAction } from './call';
import type { Mailbox } from './mailbox';
import { accessDenied, badRequest } from './problem';
import type { EntityType } from './query/filter';
import { entityAnswer } from './query/list';

const USER_TYPE: EntityType = {
	name: 'users',
	properties: new Set(['id', 'displayName', 'mail', 'userPrincipalName', 'givenName', 'surname']),
};

function renderUser(mailbox: Mailbox): JsonObject {
	return {
		id: mailbox.id,
		displayName: mailbox.displayName,
		givenName: mailbox.displayName,
		surname: null,
		mail: mailbox.address,
		userPrincipalName: mailbox.address,
	};
}

/** https://learn.microsoft.com/graph/api/user-getmailtips */
const TIPS = [
	...['automaticReplies', 'customMailTip', 'deliveryRestriction', 'externalMemberCount'],
	...['mailboxFullStatus', 'maxMessageSize', 'moderationStatus', 'recipientScope'],
	...['recipientSuggestions', 'totalMemberCount'],
];

const mailTipsSchema = z
	.object({
		emailAddresses: z.array(z.string()),
		mailTipsOptions: z
			.string()
			.transform((text) => text.split(',').map((name) => name.trim()))
			.refine((names) => names.every((name) => TIPS.includes(name))),
	})
	.strict();

/** Only the tips that are asked for; an address of the organization that nobody has gets an error of its own. */
function tipsOf(call: GraphCall, address: string, asked: string[]): JsonObject {
	const emailAddress = { name: '', address };
	const externalMemberCount = call.world.externalMembers.get(address.toLowerCase()) ?? 0;
	const domain = address.split('@')[1]?.toLowerCase() ?? '';
	const isOfDomain = [call.caller.address.split('@')[1], ...call.world.moreDomains].includes(
		domain,
	);
	// A guest, a mail contact: its address is of the organization, and its mailbox is elsewhere.
	const isInternal = isOfDomain && !call.world.outsiders.has(address.toLowerCase());
	const mailbox = call.world.find(address);
	const isGroup = call.world.externalMembers.has(address.toLowerCase());
	if (isInternal && !mailbox && !isGroup) {
		const error = { code: 'ErrorMailTipsRecipientNotFound', message: 'The recipient is unknown.' };
		return { emailAddress, error };
	}
	const { tips, settings } = mailbox ?? {};
	const { automaticRepliesSetting: replies } = settings ?? {};
	const answers = replies && replies.status !== 'disabled';
	const known: Record<string, JsonObject> = {
		automaticReplies: {
			automaticReplies: {
				message: answers ? replies.internalReplyMessage : '',
				...(replies?.status === 'scheduled' && {
					scheduledStartTime: replies.scheduledStartDateTime,
					scheduledEndTime: replies.scheduledEndDateTime,
				}),
			},
		},
		mailboxFullStatus: { mailboxFull: tips?.mailboxFull ?? false },
		customMailTip: tips?.customMailTip ? { customMailTip: tips.customMailTip } : {},
		externalMemberCount: { externalMemberCount },
		totalMemberCount: { totalMemberCount: isGroup ? externalMemberCount + 1 : 1 },
		maxMessageSize: { maxMessageSize: mailbox?.maxMessageBytes ?? 0 },
		deliveryRestriction: { deliveryRestricted: tips?.deliveryRestricted ?? false },
		moderationStatus: { isModerated: tips?.isModerated ?? false },
		recipientScope: { recipientScope: isInternal ? 'internal' : 'external' },
	};
	return asked.reduce((all, name) => ({ ...all, ...known[name] }), { emailAddress });
}

/** `GET /me` and `GET /users/{id}`, what is known of recipients, and the organization that the account belongs to. */
export const userRoutes: GraphRoutes = {
	'GET ': (call) => {
		// https://learn.microsoft.com/graph/api/user-get (permissions)
		if (call.application && !hasScope(call, 'User.Read.All')) throw accessDenied();
		return entityAnswer(call, renderUser(call.mailbox), USER_TYPE);
	},

	// fact: mail-tips
	'POST /getMailTips': (call) => {
		checkAccess(call, 'mail', 'read');
		const { emailAddresses, mailTipsOptions } = readAction(call, mailTipsSchema);
		const limit = call.world.readings.is({ fact: 'mail-tips-limit', as: 'hundred' }) ? 100 : 50;
		if (emailAddresses.length > limit) {
			throw badRequest('Too many recipients.', 'ErrorExceededRecipientLimit');
		}
		const value = emailAddresses.map((address) => tipsOf(call, address, mailTipsOptions));
		return { status: 200, body: { value } };
	},

	// With User.Read the verified domains, and null for the rest; a personal account belongs to no
	// organization: https://learn.microsoft.com/graph/api/organization-list
	'GET /$root/organization': (call) => {
		// Applications: https://learn.microsoft.com/graph/api/organization-list (permissions)
		const scopes = call.application ? [] : ['User.Read'];
		if (!hasScope(call, ...scopes, 'Organization.Read.All')) throw accessDenied();
		const [, domain = ''] = call.caller.address.split('@');
		const verifiedDomains = [domain, ...call.world.moreDomains].map((name) => ({ name }));
		const value = call.caller.personal ? [] : [{ id: call.caller.id, verifiedDomains }];
		return { status: 200, body: { value } };
	},
};
