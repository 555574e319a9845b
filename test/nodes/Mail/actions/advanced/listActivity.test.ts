import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { ROOT } from '../../../../../scripts/sources';
import {
	own,
	provider,
	runForOne,
	runStep,
	shared,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const step = 'advanced.listActivity';
const mail = { to: 'ann@contoso.com', subject: 'Hello', message: 'Text' };
const MADE_BY = / Name MadeBy$/;
const example = z.object({ nodes: z.array(z.object({ parameters: z.custom<INodeParameters>() })) });

async function activity(parameters = {}) {
	return (await runStep(step, parameters)).map(({ json }) => json);
}

describe('List Activity', () => {
	it('tells what was sent, when and to whom, and which node of which workflow made it', async () => {
		const parameters = { ...mail, cc: 'bob@contoso.com', bcc: 'Cid <cid@contoso.com>' };
		const { id } = await runForOne('email.sendEmail', parameters);
		expect(await activity()).toEqual([
			{
				at: own().sent[0]?.sentDateTime,
				sent: true,
				subject: 'Hello',
				recipients: ['ann@contoso.com', 'bob@contoso.com', 'cid@contoso.com'],
				node: 'Mail',
				asTool: false,
				workflowId: 'workflow-1',
				id,
			},
		]);
	});

	it('tells answers and forwards too, and what an agent sent by a tool', async () => {
		const { immutableId: messageId } = own().deliver({ subject: 'Ask', from: 'eve@evil.example' });
		await runStep('email.replyToEmail', { messageId, message: 'Yes' }, { asTool: true });
		await runStep('email.forwardEmail', { messageId, to: 'ann@contoso.com' });
		const found = await activity();
		expect(found.map(({ asTool }) => asTool).sort()).toEqual([false, true]);
		expect(found.find(({ asTool }) => asTool)).toMatchObject({
			subject: 'RE: Ask',
			recipients: ['eve@evil.example'],
		});
	});

	it('tells drafts that lie there, and those that wait for their time, as not sent', async () => {
		await runStep('email.createDraft', mail);
		await runStep('email.scheduleEmail', { ...mail, subject: 'Later', sendAt: '2100-01-01T09:00' });
		const found = await activity();
		expect(found.map(({ subject, sent }) => [subject, sent]).sort()).toEqual([
			['Hello', false],
			['Later', false],
		]);
	});

	it('says nothing of what people sent and wrote, and of what came in', async () => {
		own().deliver({ subject: 'In', from: 'eve@evil.example' });
		own().addMessage({
			subject: 'By hand',
			isDraft: true,
			parentFolderId: own().folder('drafts').id,
		});
		own().addMessage({ subject: 'Sent by hand', parentFolderId: own().folder('sentitems').id });
		expect(await activity()).toEqual([]);
	});

	it('goes by the time that is asked for', async () => {
		await runStep('email.sendEmail', mail);
		expect(await activity({ start: '2020-01-01', end: '2020-01-05' })).toEqual([]);
		expect(await activity({ start: '2100-01-01' })).toEqual([]);
		expect(await activity({ start: '2020-01-01' })).toHaveLength(1);
		expect(await activity({ start: '2020-01-01', end: '2100-01-01' })).toHaveLength(1);
		const turned = runStep(step, { start: '2026-01-02T10:00', end: '2026-01-02T09:00' });
		expect((await failureOf(turned)).message).toContain('must be after Start');
	});

	it('is not ended by emails that are written oddly', async () => {
		await runStep('email.sendEmail', mail);
		const property = { id: 'x', value: 'node=n' };
		const at = new Date().toISOString();
		const healthy = { id: 'healthy', sentDateTime: at, singleValueExtendedProperties: [property] };
		const odd = [
			{ ...healthy, id: 'oddSubject', subject: 5, toRecipients: 'x' },
			{ ...healthy, id: 'odd', singleValueExtendedProperties: [{}] },
			{ ...healthy, id: 'old', sentDateTime: 'then' },
			{},
		];
		const path = /sentitems\/messages$/;
		provider().faults.next({ path }, { status: 200, body: { value: [...odd, healthy] } });
		expect((await activity()).map(({ id }) => id).sort()).toEqual(['healthy', 'oddSubject']);
	});

	it('stops at the limit, and says that there are more', async () => {
		for (const subject of ['one', 'two', 'three']) {
			await runStep('email.sendEmail', { ...mail, subject });
		}
		const [item, ...others] = await runStep(step, { limit: 1 }, { asTool: true });
		expect(others).toEqual([]);
		expect(item?.json.more).toContain('Only the newest 1 of 3 emails');
		expect(await activity({ returnAll: true })).toHaveLength(3);
	});

	it('reads another mailbox', async () => {
		await runStep('email.sendEmail', { ...mail, mailbox: SHARED_MAILBOX });
		const found = await activity({ mailbox: SHARED_MAILBOX });
		expect(found).toHaveLength(shared().sent.length);
		expect(found).toHaveLength(1);
		expect(await activity()).toEqual([]);
	});
});

describe('The example that mails it each day', () => {
	it('asks for all of yesterday', async () => {
		const file = path.join(ROOT, 'examples/agent-activity.json');
		const { nodes } = example.parse(JSON.parse(readFileSync(file, 'utf8')));
		const [, list, send] = nodes.map(({ parameters }) => parameters);
		const today = DateTime.now().setZone('Europe/Berlin').startOf('day');
		for (const hours of [-25, -1, 1]) {
			const sent = { isDraft: false, parentFolderId: own().folder('sentitems').id };
			const at = today.plus({ hours }).toJSDate().toISOString();
			const property = {
				id: 'String {5b6e1c1e-6c0e-4f0c-9a56-0f1d7c1c2a90} Name MadeBy',
				value: 'node=n',
			};
			const times = { createdDateTime: at, sentDateTime: at, lastModifiedDateTime: at };
			own().addMessage({
				...sent,
				...times,
				subject: `${hours}`,
				singleValueExtendedProperties: [property],
			});
		}
		const items = await runStep(step, list, { timezone: 'Europe/Berlin' });
		expect(items.map(({ json }) => json.subject)).toEqual(['-1']);
		expect(send).toMatchObject({ operation: 'sendEmail', messageFormat: 'text' });
	});
});

describe('The mark of an email', () => {
	it('is no header, names no workflow, and costs no request', async () => {
		await runStep('email.sendEmail', mail);
		const [sent] = own().sent;
		expect(sent?.internetMessageHeaders).toEqual([]);
		const property = sent?.singleValueExtendedProperties.find(({ id }) => MADE_BY.test(id));
		expect(property?.value).toBe('workflow=workflow-1&node=Mail');
		expect(provider().requests.count({ inBatch: true })).toBe(0);
		expect(provider().requests.count()).toBe(2);
	});

	it('is missing from an answer where the provider refuses it there, and the answer leaves', async () => {
		const { immutableId: messageId } = own().deliver({ subject: 'Ask', from: 'eve@evil.example' });
		provider().faults.next({ method: 'POST', path: /createReply$/ }, { status: 400 });
		await runStep('email.replyToEmail', { messageId, message: 'Yes' });
		expect(own().sent).toHaveLength(1);
		expect(await activity()).toEqual([]);
	});
});
