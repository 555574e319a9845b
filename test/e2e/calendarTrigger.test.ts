import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { prepare, type StoredWorkflow } from '../host/exampleWorkflow';
import { MAILBOX, type Stage } from '../host/stage';
import type { SimEvent } from '../simulator/graph/calendar/event';
import { sharedStage } from './sharedStage';
import { until } from './waiting';

const TRIGGER = 'Calendar Event';
const MINUTE_MS = 60_000;
/** Time Before Start in the workflow. */
const TIME_BEFORE_MS = MINUTE_MS;

/** A workflow that keeps what its trigger gave. */
function workflowOf(trigger: string): StoredWorkflow {
	return {
		name: 'Calendar events',
		nodes: [
			{
				name: trigger,
				type: 'n8n-nodes-mail-collection.calendarTrigger',
				parameters: {
					pollTimes: {},
					event: ['created', 'updated', 'cancelled', 'startingSoon', 'ended', 'answered'],
					timeBefore: 1,
				},
				credentials: { mailOAuth2Api: { id: '', name: 'Mail account' } },
				id: 'trigger',
				typeVersion: 1,
				position: [0, 0],
			},
			{
				name: 'Done',
				type: 'n8n-nodes-base.noOp',
				parameters: {},
				id: 'done',
				typeVersion: 1,
				position: [240, 0],
			},
		],
		connections: { [trigger]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

describe('the Calendar Trigger in a real n8n', { timeout: 900_000 }, () => {
	let stage: Stage;
	let workflowId: string;
	let trigger = TRIGGER;

	const calendar = () => stage.simulator.graph.mailbox(MAILBOX).calendar;
	const time = (moment: number) => ({
		dateTime: new Date(moment).toISOString().replace('Z', ''),
		timeZone: 'UTC',
	});
	const add = (subject: string, startsAfterMs = 60 * MINUTE_MS, lengthMs = 30 * MINUTE_MS) => {
		const start = Date.now() + startsAfterMs;
		return calendar().seed({
			subject,
			start: time(start),
			end: time(start + lengthMs),
			attendees: ['pat@example.com'],
		});
	};
	/** What happened to which event, over all executions. */
	const happened = async (): Promise<string[]> => {
		const executions = await stage.client.executions(workflowId);
		const items = await Promise.all(
			executions.map(async ({ id }) => {
				const { nodes } = await stage.client.execution(id);
				return [...nodes].flatMap(([name, { items = [] }]) => (name === 'Done' ? items : []));
			}),
		);
		return items
			.flat()
			.map(({ changeType, subject }) => `${String(changeType)} ${String(subject)}`);
	};
	const seen = async (happening: string) =>
		await until(
			happening,
			async () => ((await happened()).includes(happening) ? true : undefined),
			150_000,
		);
	const polls = () => stage.simulator.requests.count({ path: /calendarView\/delta$/ });
	const untilPolled = async (times: number) => {
		const enough = polls() + times;
		await until(`${times} polls`, () => (polls() >= enough ? true : undefined));
	};
	const edit = (event: SimEvent, fields: Partial<SimEvent>) => calendar().edit(event, fields);

	before(async () => {
		stage = await sharedStage();
		stage.simulator.requests.clear();
		const saved = await stage.client.importWorkflow(
			prepare(workflowOf(trigger), stage.credentials),
		);
		workflowId = saved.id;
		add('there before');
		await stage.client.publish(saved);
		await untilPolled(2);
	});
	after(async () => await stage.client.unpublish(workflowId));

	it('starts the workflow once for each thing that happens', async () => {
		const event = add('Review');
		await seen('created Review');
		edit(event, { subject: 'Review of the plan' });
		await seen('updated Review of the plan');
		calendar().answer(event, 'pat@example.com', 'accepted');
		await seen('answered Review of the plan');
		calendar().remove(event);
		await seen('deleted Review of the plan');
		const short = add('Short', TIME_BEFORE_MS + 15_000, 1_000);
		await seen('startingSoon Short');
		await seen('ended Short');
		edit(short, { isCancelled: true });
		await seen('cancelled Short');
		await untilPolled(2);
		assert.deepEqual((await happened()).sort(), [
			'answered Review of the plan',
			'cancelled Short',
			'created Review',
			'created Short',
			'deleted Review of the plan',
			'ended Short',
			'startingSoon Short',
			'updated Review of the plan',
		]);
	});

	it('goes on where it was when n8n is killed with -9 between two changes', async () => {
		const before = await happened();
		const event = add('Planning');
		await seen('created Planning');
		// A poll without a delivery leaves its state in memory only.
		await untilPolled(2);
		await stage.n8n.kill();
		edit(event, { subject: 'Planning, moved' });
		add('made while down');
		await stage.n8n.start();
		await seen('updated Planning, moved');
		calendar().remove(event);
		await seen('deleted Planning, moved');
		await untilPolled(2);
		const after = await happened();
		assert.deepEqual(after.slice(0, after.length - before.length).sort(), [
			'created Planning',
			'created made while down',
			'deleted Planning, moved',
			'updated Planning, moved',
		]);
	});

	it('begins anew when it is switched off and on, and tells nothing twice when its node is renamed', async () => {
		const before = await happened();
		await stage.client.unpublish(workflowId);
		add('made while off');
		const { versionId } = await current();
		await stage.client.publish({ id: workflowId, versionId });
		await untilPolled(2);
		add('after that');
		await seen('created after that');
		trigger = 'Another Name';
		const { nodes, connections } = prepare(workflowOf(trigger), stage.credentials);
		const changed = (await stage.client.call('PATCH', `/workflows/${workflowId}`, {
			nodes,
			connections,
			versionId,
		})) as { versionId: string };
		await stage.client.publish({ id: workflowId, versionId: changed.versionId });
		await untilPolled(2);
		add('after the new name');
		await seen('created after the new name');
		await untilPolled(2);
		const after = await happened();
		assert.deepEqual(after.slice(0, after.length - before.length).sort(), [
			'created after that',
			'created after the new name',
		]);
	});

	async function current(): Promise<{ versionId: string }> {
		return (await stage.client.call('GET', `/workflows/${workflowId}`)) as { versionId: string };
	}
});
