import { NotAsked, textAt } from './client';
import type { Finding, MailboxSite, Probe } from './probe';

/** A range that ends before it begins, so long ago that nobody is answered by it; its days are the mark of it. */
const BAD_REPLIES = {
	status: 'scheduled',
	scheduledStartDateTime: { dateTime: '2001-02-04T00:00:00', timeZone: 'UTC' },
	scheduledEndDateTime: { dateTime: '2001-02-03T00:00:00', timeZone: 'UTC' },
};

/** How a bad range of automatic replies is refused. */
export const repliesProbe: Probe<MailboxSite> = {
	fact: 'reply-range-code',
	async ask({ client, path }): Promise<Finding> {
		const where = `${path}/mailboxSettings`;
		const now = await client.fetch('GET', where);
		if (textAt(now, 'automaticRepliesSetting', 'status') !== 'disabled') {
			throw new NotAsked('Automatic replies are on, and are left alone.');
		}
		const { status, code } = await client.send('PATCH', where, {
			automaticRepliesSetting: BAD_REPLIES,
		});
		if (status < 300) await switchRepliesOff({ client, path });
		const readings: Record<string, string> = {
			ErrorInvalidScheduledOofDuration: 'exchange',
			ErrorInvalidArgument: 'generic',
		};
		const reading = status === 400 ? readings[code] : undefined;
		return { reading, evidence: { status, code } };
	},
};

/** Switches automatic replies off where they bear the mark. A mailbox that tells nobody has none of it. */
export async function switchRepliesOff({
	client,
	path,
}: Pick<MailboxSite, 'client' | 'path'>): Promise<void> {
	const { body } = await client.send('GET', `${path}/mailboxSettings`);
	const start = textAt(body, 'automaticRepliesSetting', 'scheduledStartDateTime', 'dateTime');
	const isOn = textAt(body, 'automaticRepliesSetting', 'status') === 'scheduled';
	if (!isOn || !start.startsWith('2001-02-04')) return;
	const automaticRepliesSetting = { status: 'disabled' };
	await client.fetch('PATCH', `${path}/mailboxSettings`, { automaticRepliesSetting });
}
