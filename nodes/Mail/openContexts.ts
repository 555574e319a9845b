import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { systemClock } from '../shared/http/clock';
import { createAnonymousSend } from '../shared/http/request';
import { createBinaryFiles } from '../shared/step/binary';
import { createNotices, isTool } from '../shared/step/notices';
import { callKeyOf, runKeyOf, runOf } from '../shared/step/runKey';
import { zoneOrUtc } from '../shared/text/moments';
import { createParking } from './approval/park';
import { connectGraph } from './connectGraph';
import { MAX_PARTS } from './graph/batch';
import type { MailContext } from './operation';
import type { MailWrite } from './outgoing/writes';

/**
 * Items at work at the same time: four of Graph's batches, so that the requests of the next batch are
 * ready when one is answered.
 */
export const ITEMS_AT_ONCE = 4 * MAX_PARTS;

/** Opens the account for one run of a step; gives each input item what its step works with. */
export async function openContexts(
	this: IExecuteFunctions,
	effects: readonly MailWrite[],
	clock = systemClock,
): Promise<(itemIndex: number) => MailContext> {
	const signal = this.getExecutionCancelSignal();
	const graph = await connectGraph(this, { effects, clock, signal, run: runOf(this) });
	const sendAnonymous = createAnonymousSend(this);
	const timeZone = this.getTimezone();
	const notices = createNotices(this, graph.isForAgents);
	const node = this.getNode();
	const { id: workflow = '' } = this.getWorkflow();
	const maker = { workflow, node: node.name, asTool: isTool(node) };
	return (itemIndex) => ({
		graph,
		sendAnonymous,
		clock,
		signal,
		maker,
		files: createBinaryFiles(this, itemIndex),
		notices,
		tell: notices.hint,
		parking: createParking(this),
		runKey: () => runKeyOf(this, itemIndex),
		callKey: () => callKeyOf(this, itemIndex),
		now: DateTime.fromMillis(clock.now(), { zone: zoneOrUtc(timeZone) }),
		timeZone,
	});
}
