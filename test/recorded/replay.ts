import type { Simulator } from '../simulator/simulator';
import {
	replayCalendar,
	replayContact,
	replayEvent,
	replayMeetingTimes,
	replaySchedule,
} from './calendar';
import { replayAttachment, replayCategory, replayFolder, replayMessage } from './mail';
import type { Payload } from './payloads';
import { replaySettings } from './settings';
import type { Finding, Stage } from './stage';
import { createStage } from './stage';
import { replayAny, replayBatch, replayError, replayRaw, replayWebhook } from './trouble';

const REPLAYS: Record<string, (stage: Stage, payload: Payload) => Promise<void>> = {
	attachment: replayAttachment,
	batch: replayBatch,
	calendar: replayCalendar,
	category: replayCategory,
	contact: replayContact,
	empty: replayAny,
	error: replayError,
	event: replayEvent,
	folder: replayFolder,
	mailboxSettings: replaySettings,
	meetingTimes: replayMeetingTimes,
	message: replayMessage,
	other: replayAny,
	raw: replayRaw,
	removed: replayAny,
	schedule: replaySchedule,
	snareWebhook: replayWebhook,
};

/**
 * Serves recorded answers to the steps that read such things.
 * @param enough Ends it as soon as it says so of the findings.
 * @returns what became of each; a kind that nobody knows is wrong.
 */
export async function replay(
	simulator: Simulator,
	payloads: Payload[],
	enough = (findings: Finding[]) => findings.length === Infinity,
): Promise<Finding[]> {
	const stage = createStage(simulator);
	for (const payload of payloads) {
		const run = REPLAYS[payload.kind];
		if (!run) throw new RangeError(`Nobody knows how to replay ${payload.kind}`);
		await run(stage, payload);
		if (enough(stage.findings)) break;
	}
	return stage.findings;
}
