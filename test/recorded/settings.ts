import type { Payload } from './payloads';
import { at, differences, momentOf, textAt } from './payloads';
import { bareText, squeezed } from './plainText';
import type { Stage } from './stage';
import { jsonOf } from './stage';
import { replayAny } from './trouble';

/** The settings of a mailbox, by the steps that read them, and as they are. */
export async function replaySettings(stage: Stage, payload: Payload): Promise<void> {
	const path = '/me/mailboxSettings';
	const served = { headers: payload.headers, body: payload.body };

	stage.serve({ method: 'GET', path }, served);
	const settings = await stage.run('advanced.getMailboxSettings', {});
	stage.judge(payload, 'advanced.getMailboxSettings', settings, (items) => {
		const hours = at(payload.body, 'workingHours');
		const time = (name: string) => textAt(hours, name).split(':').slice(0, 2).join(':');
		const expected = {
			language: at(payload.body, 'language', 'locale'),
			dateFormat: textAt(payload.body, 'dateFormat') || undefined,
			timeFormat: textAt(payload.body, 'timeFormat') || undefined,
			purpose: at(payload.body, 'userPurpose'),
		};
		const output = jsonOf(items);
		const zone = { dateTime: '2026-07-01T00:00:00', timeZone: at(payload.body, 'timeZone') };
		const shown = { ...zone, timeZone: output.timeZone };
		return [
			...differences(output, expected),
			...differences(output.workingHours, {
				days: at(hours, 'daysOfWeek'),
				start: time('startTime'),
				end: time('endTime'),
			}),
			...(Number(momentOf(zone)) === Number(momentOf(shown)) ? [] : ['another zone']),
		];
	});

	stage.serve({ method: 'GET', path }, served);
	const replies = await stage.run('advanced.getAutomaticReplies', {});
	stage.judge(payload, 'advanced.getAutomaticReplies', replies, (items) => {
		const set = at(payload.body, 'automaticRepliesSetting');
		const output = jsonOf(items);
		const isText = (name: string, other: string) =>
			squeezed(String(output[name])) === bareText(textAt(set, other).replaceAll('\uFEFF', ''));
		return [
			...differences(output, {
				status: at(set, 'status'),
				externalAudience: at(set, 'externalAudience'),
				active: false,
				start: undefined,
			}),
			...(isText('message', 'internalReplyMessage') ? [] : ['another message']),
			...(isText('externalMessage', 'externalReplyMessage') ? [] : ['another outside']),
		];
	});
	stage.clear();
	await replayAny(stage, payload);
}
