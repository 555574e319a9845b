import { applicationCredential } from '../../../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../../../harness/executeNode';
import {
	own,
	provider,
	runForOne,
	runStep,
	SHARED_MAILBOX,
	useMailboxes,
} from '../../../../harness/mail';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const LINK =
	"https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b'a'%7d";
const VTT = [
	'WEBVTT',
	'',
	'00:00:01.000 --> 00:00:03.000',
	'<v Ann Lee>Good morning.</v>',
	'',
	'00:00:03.500 --> 00:00:05.000',
	'<v Ann Lee>Shall we',
	'start?</v>',
	'',
	'5',
	'00:00:05.500 --> 00:00:06.000',
	'<v.loud Bob>Yes: 2 &lt; 3.</v>',
	'',
].join('\r\n');
const list = 'calendar.listMeetingTranscripts';
const get = 'calendar.getMeetingTranscript';
const addMeeting = (transcripts: string[]) => own().addMeeting({ joinWebUrl: LINK, transcripts });

describe('List Meeting Transcripts', () => {
	it('finds the meeting by its link, and the transcripts newest first', async () => {
		const meeting = addMeeting([VTT, VTT]);
		const [old, recent] = meeting.transcripts;
		if (!old || !recent) throw new Error('No transcripts');
		old.createdDateTime = '2026-03-01T10:00:00Z';
		recent.createdDateTime = '2026-03-02T10:00:00Z';
		const items = await runStep(list, { meeting: LINK });
		expect(items.map(({ json }) => json)).toEqual([
			{ id: recent.id, meetingId: meeting.id, createdDateTime: '2026-03-02T10:00:00Z' },
			{ id: old.id, meetingId: meeting.id, createdDateTime: '2026-03-01T10:00:00Z' },
		]);
	});

	it('takes the ID of the meeting as well, and none is no error', async () => {
		const meeting = addMeeting([]);
		expect(await runStep(list, { meeting: meeting.id })).toEqual([]);
	});

	it.each(['={{ $json }}', '={{ JSON.stringify($json) }}'])(
		'takes the item of the event, or of a transcript: %s',
		async (item) => {
			const { id: meetingId } = addMeeting([VTT]);
			const event = { subject: 'Plan', joinUrl: LINK, id: 'AAMkA' };
			const [found] = await runStep(list, { meeting: item }, { items: [{ json: event }] });
			expect(found?.json).toMatchObject({ meetingId });
			const items = [{ json: found?.json ?? {} }];
			expect(await runForOne(get, { meeting: item }, { items })).toMatchObject({ meetingId });
		},
	);

	it('says which permission is missing', async () => {
		const meeting = addMeeting([VTT]);
		const { access_token, refresh_token } = provider().tokens.issue(own().address, {
			scope: 'Mail.Read',
		});
		const failure = await failureOf(
			runStep(
				list,
				{ meeting: meeting.id },
				{ credentialData: { oauthTokenData: { access_token, refresh_token } } },
			),
		);
		expect(failure.description).toContain('OnlineMeetingTranscript.Read.All');
	});

	// fact: application-meetings.
	it('says what an application needs', async () => {
		const meeting = addMeeting([VTT]);
		const credential = applicationCredential(provider());
		const given = { meeting: meeting.id, mailbox: OWN_MAILBOX };
		const { description } = await failureOf(runStep(list, given, { credential }));
		expect(description).toMatch(
			/OnlineMeetings\.Read\.All, a policy of Teams besides, and the user ID in Mailbox/,
		);
	});

	it('says when there is no such meeting, also in another mailbox', async () => {
		const failure = await failureOf(runStep(list, { meeting: `${LINK}x` }));
		expect(failure.message).toBe('Meeting: No online meeting of this account has this link');
		const event = await failureOf(runStep(list, { meeting: 'MSo1' }));
		expect(event.message).toContain('Not found');
		expect(event.description).toMatch(/^Meeting takes the whole link .* in joinUrl/);
		const theirs = await failureOf(runStep(list, { meeting: LINK, mailbox: SHARED_MAILBOX }));
		expect(theirs.message).toContain('not allowed');
	});
});

describe('Get Meeting Transcript', () => {
	it('takes what List Meeting Transcripts returns, or its item, for the transcript', async () => {
		const [first] = addMeeting([VTT, VTT]).transcripts;
		const items = (await runStep(list, { meeting: LINK })).filter(
			({ json }) => json.id === first?.id,
		);
		for (const transcriptId of ['={{ $json.id }}', '={{ $json }}']) {
			const read = await runForOne(get, { meeting: LINK, transcriptId }, { items });
			expect(read.id).toBe(first?.id);
		}
	});

	it('gives the newest transcript as speakers and words', async () => {
		const meeting = addMeeting([VTT]);
		expect(await runForOne(get, { meeting: LINK })).toEqual({
			id: meeting.transcripts[0]?.id,
			meetingId: meeting.id,
			format: 'text',
			content: 'Ann Lee: Good morning. Shall we start?\nBob: Yes: 2 < 3.',
		});
	});

	it('gives one transcript as it is, cut where wanted', async () => {
		const meeting = addMeeting([VTT, 'WEBVTT\n\nsecond']);
		const transcriptId = meeting.transcripts[0]?.id ?? '';
		const whole = { meeting: meeting.id, transcriptId, format: 'vtt' };
		expect(await runForOne(get, whole)).toMatchObject({ content: VTT });
		expect(await runForOne(get, { ...whole, maxLength: 6 })).toMatchObject({
			content: 'WEBVTT',
			truncated: true,
			bodyLength: VTT.length,
		});
	});

	it('gives a model what it can read of a meeting of a day, or what the person says', async () => {
		const long = `WEBVTT\n\n${'x'.repeat(300_000)}`;
		addMeeting([long]);
		const whole = { meeting: LINK, format: 'vtt' };
		const read = async (given = {}) => {
			const [item] = await runStep(get, { ...whole, ...given }, { asTool: true });
			return [String(item?.json.content).length, item?.json.more];
		};
		const advice = expect.stringContaining('gets more by a higher Maximum Length');
		expect(await read()).toEqual([100_000, advice]);
		expect(await read({ maxLength: 200_000 })).toEqual([200_000, advice]);
		expect(await read({ maxLength: 500_000 })).toEqual([long.length, undefined]);
		expect(await runForOne(get, whole)).toMatchObject({ content: long });
	});

	it('says when there is none, and when the transcript is unknown', async () => {
		const meeting = addMeeting([]);
		const none = await failureOf(runForOne(get, { meeting: LINK }));
		expect(none.message).toBe('Meeting: The meeting has no transcript');
		const unknown = { meeting: meeting.id, transcriptId: 'gone' };
		const { message, description } = await failureOf(runStep(get, unknown));
		expect(message).toBe('Transcript ID: Not found in this mailbox');
		expect(description).toMatch(/^List Meeting Transcripts returns the IDs for a meeting\./);
	});
});
