import { z } from 'zod';
import { type CollectionCall, type CollectionRoutes, findById, readInput } from './call';
import { listAnswer } from './list';
import { createPrefixedId, type SimTemplate } from './model';
import { unprocessable } from './problem';

const roleSchema = z.enum(['admin', 'editor', 'reviewer', 'viewer']);

const inviteSchema = z.object({
	email: z.string().email(),
	full_name: z.string().min(1),
	role: roleSchema,
	phone: z.string().nullish(),
	personal_message: z.string().nullish(),
});

const memberSchema = z.object({ role: roleSchema.optional(), active: z.boolean().optional() });

const webhookSchema = z.object({
	url: z.string().url(),
	enabled: z.boolean().default(true),
	subscriptions: z.array(z.string()).default([]),
});

/** An unknown event may make the call fail (fact: webhook-unknown-event): here it does. */
function checkEvents({ world }: CollectionCall, names: string[]): void {
	const unknown = names.filter((name) => !world.webhookEvents.includes(name));
	if (unknown.length > 0) throw unprocessable(`Subscriptions: unknown ${unknown.join(', ')}`);
}

const renderTemplate = ({ id, name, description }: SimTemplate) => ({ id, name, description });

/** Team, webhooks, templates, folders, schedules and the account itself: fact: lists-without-search, fact: team, fact: me, fact: webhook-create. */
export const workspaceRoutes: CollectionRoutes = {
	'GET /me': { handle: (call) => ({ status: 200, body: { full_name: call.world.fullName } }) },
	'GET /request_templates': {
		scope: 'read_templates',
		handle: (call) => listAnswer(call, call.world.requestTemplates, renderTemplate),
	},
	'GET /page_templates': {
		scope: 'read_templates',
		handle: (call) => listAnswer(call, call.world.pageTemplates, renderTemplate),
	},
	'GET /section_templates': {
		scope: 'read_templates',
		handle: (call) => listAnswer(call, call.world.sectionTemplates, renderTemplate),
	},
	'GET /communication_templates': {
		scope: 'read_requests',
		handle: (call) => listAnswer(call, call.world.schedules, renderTemplate),
	},
	'GET /folders': {
		scope: 'read_requests',
		handle: (call) => listAnswer(call, call.world.folders, (folder) => ({ ...folder })),
	},
	'GET /team_members': {
		scope: 'read_team_members',
		handle: (call) =>
			listAnswer(call, call.world.team, (member) => ({ ...member }), ['full_name', 'phone']),
	},
	'POST /team_members': {
		scope: 'write_team_members',
		handle: (call) => {
			const input = readInput(call, inviteSchema);
			if (call.world.team.some((member) => member.email === input.email)) {
				throw unprocessable('Email has already been taken');
			}
			const member = {
				id: createPrefixedId('usr', call.world.nextKey()),
				email: input.email,
				full_name: input.full_name,
				role: input.role,
				phone: input.phone ?? null,
				avatar: null,
				company_name: null,
				active: true,
			};
			call.world.team.push(member);
			return { status: 201, body: member };
		},
	},
	'GET /team_members/:id': {
		scope: 'read_team_members',
		handle: (call) => ({ status: 200, body: findById(call, call.world.team, 'Team member') }),
	},
	'PUT /team_members/:id': {
		scope: 'write_team_members',
		handle: (call) => {
			const member = findById(call, call.world.team, 'Team member');
			const input = readInput(call, memberSchema);
			member.role = input.role ?? member.role;
			member.active = input.active ?? member.active;
			return { status: 200, body: member };
		},
	},
	'DELETE /team_members/:id': {
		scope: 'write_team_members',
		handle: (call) => {
			const member = findById(call, call.world.team, 'Team member');
			call.world.team = call.world.team.filter((entry) => entry !== member);
			return { status: 204 };
		},
	},
	'GET /webhooks': {
		scope: 'administration',
		handle: (call) => listAnswer(call, call.world.webhooks, (webhook) => ({ ...webhook })),
	},
	'POST /webhooks': {
		scope: 'administration',
		handle: (call) => {
			const input = readInput(call, webhookSchema);
			checkEvents(call, input.subscriptions);
			const id = createPrefixedId('whk', call.world.nextKey());
			const webhook = { id, type: 'webhook', ...input };
			call.world.webhooks.push(webhook);
			return { status: 201, body: webhook };
		},
	},
	'GET /webhooks/:id': {
		scope: 'administration',
		handle: (call) => ({ status: 200, body: findById(call, call.world.webhooks, 'Webhook') }),
	},
	'PUT /webhooks/:id': {
		scope: 'administration',
		handle: (call) => {
			const webhook = findById(call, call.world.webhooks, 'Webhook');
			// The address must always be sent again (fact: webhook-create).
			const input = readInput(call, webhookSchema.partial().required({ url: true }));
			checkEvents(call, input.subscriptions ?? []);
			Object.assign(webhook, input);
			return { status: 200, body: webhook };
		},
	},
	'DELETE /webhooks/:id': {
		scope: 'administration',
		handle: (call) => {
			const webhook = findById(call, call.world.webhooks, 'Webhook');
			call.world.webhooks = call.world.webhooks.filter((entry) => entry !== webhook);
			return { status: 204 };
		},
	},
};
