import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { WEBHOOK_EVENTS } from '../../../../nodes/Collection/webhooks/events';
import { provider, useCollection, world } from '../../../harness/collection';
import type { CollectionTriggerBench } from '../../../harness/collectionTrigger';
import { startCollectionTrigger } from '../../../harness/collectionTrigger';
import { deliver } from '../../../simulator/collection/deliveries';
import type { RequestStatus } from '../../../simulator/collection/model';
import { WEBHOOK_EVENTS as SIMULATED } from '../../../simulator/collection/webhookEvents';
import { DESCRIPTION_FILE } from '../openapi';

/** The vendor's events as its own examples show them. */

const bodyShape = z.object({ event_name: z.string(), id: z.coerce.string() }).passthrough();
type Body = z.infer<typeof bodyShape>;

const descriptionShape = z.object({
	'x-webhooks': z.object({ events: z.record(z.object({ example: bodyShape })) }),
});
const recordedShape = z.object({ cases: z.array(z.object({ id: z.string(), body: bodyShape })) });

function read<T extends z.ZodTypeAny>(file: string | undefined, shape: T): z.output<T> | undefined {
	return file === undefined ? undefined : shape.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const described = read(DESCRIPTION_FILE, descriptionShape)?.['x-webhooks'].events;
const folder = process.env.RECORDED_ANSWERS;
const recorded = read(folder && path.join(folder, 'snareWebhook-1.json'), recordedShape)?.cases;

useCollection();

let bench: CollectionTriggerBench | undefined;
afterEach(async () => {
	await bench?.stop();
	bench = undefined;
});

const AFTERWARDS: Record<string, RequestStatus> = {
	request_draft: 'draft',
	request_completed: 'completed',
	request_archived: 'archived',
};
const BEFORE: Record<string, RequestStatus> = {
	request_published: 'draft',
	request_draft: 'published',
	request_reopened: 'completed',
};

/** Lets happen what the body tells, in an account that has the things it names. */
async function play(body: Body): Promise<void> {
	const { event_name: event, id } = body;
	const [owner] = world().team;
	const isCreated = event.endsWith('_created');
	const client = { email: 'pat@example.com', full_name: 'Pat', id: 'acc_Aa11Bb22Cc33Dd' };
	if (event.startsWith('client_')) client.id = id;
	if (event.startsWith('team_member_') && owner) owner.id = isCreated ? 'usr_other' : id;
	const account = () => world().addClient({ ...client });
	const request = () => {
		const added = world().addRequest({
			name: 'Onboarding',
			status: BEFORE[event] ?? 'published',
			clients: world().clients,
			pages: [{ name: 'Business', sections: [{ name: 'Basics', fields: [{ name: 'Name' }] }] }],
		});
		const [page] = added.pages;
		const [section] = page?.sections ?? [];
		const [field] = section?.fields ?? [];
		const named = (key: string) => (typeof body[key] === 'string' ? body[key] : undefined);
		const ofRequest = event.startsWith('request_') || event === 'all_fields_completed';
		added.id = ofRequest ? id : (named('request_id') ?? 'req_Aa11Bb22Cc33Dd');
		if (page) page.id = event === 'page_completed' ? id : (named('page_id') ?? page.id);
		if (section) section.id = named('section_id') ?? section.id;
		if (field && event.startsWith('field_')) field.id = id;
		return { added, field };
	};
	if (event !== 'client_created') account();
	const before = event === 'request_created' ? undefined : request();

	bench = await startCollectionTrigger(provider(), { events: [event] });
	await bench.activate();

	const { added, field } = before ?? request();
	if (event === 'client_created') account();
	if (event === 'client_updated') for (const one of world().clients) one.phone = '+1 556';
	if (event === 'client_destroyed') world().clients = [];
	if (event === 'team_member_created' && owner) world().team.push({ ...owner, id });
	if (event === 'team_member_updated' && owner) owner.role = 'viewer';
	if (event === 'team_member_destroyed') world().team = [];
	if (event === 'request_destroyed') world().requests = [];
	if (!event.endsWith('_created')) added.status = AFTERWARDS[event] ?? 'published';
	if (field) field.status = 'done';
	if (field && event === 'field_approved') field.status = 'approved';
	if (field && event === 'field_rejected') field.status = 'redo';
}

async function expectOnce(body: Body): Promise<void> {
	await play(body);
	const sent = { ...body };
	expect(await deliver(world(), sent)).toEqual([200]);
	expect(await deliver(world(), sent)).toEqual([200]);
	await bench?.settled();
	const items = bench?.executions.flat().map(({ json }) => json) ?? [];
	expect(items.map(({ event }) => event)).toEqual([body.event_name]);
	expect(JSON.stringify(items)).not.toContain('pin_code"');
}

const skipped = (what: string | undefined) => (what === undefined ? ', skipped' : '');

describe(`the vendor's description${skipped(DESCRIPTION_FILE)}`, () => {
	const names = Object.keys(described ?? {});
	const eachName = described ? it.each(names) : it.skip.each(['any']);

	(described ? it : it.skip)(
		'has the events that the trigger offers and the simulator knows',
		() => {
			expect([...WEBHOOK_EVENTS].sort()).toEqual([...names].sort());
			expect([...SIMULATED].sort()).toEqual([...names].sort());
			expect(names).toHaveLength(61);
		},
	);

	eachName('has an example of %s, which is told once', async (name) => {
		const example = described?.[name]?.example;
		if (!example) throw new Error(`no example of ${name}`);
		await expectOnce(example);
	});
});

describe(`the deliveries that others recorded${skipped(folder)}`, () => {
	const eachCase = recorded ? it.each(recorded) : it.skip.each([{ id: 'any', body: undefined }]);

	eachCase('have $id, which is told once', async ({ body }) => {
		if (!body) throw new Error('nothing is recorded');
		await expectOnce(body);
	});
});
