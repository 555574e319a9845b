import { type GraphCall, type GraphRoutes, hasScope, param } from './call';
import type { SimMeeting, SimTranscript } from './meetings';
import { accessDenied, badRequest, GraphProblem } from './problem';

function checkMeetings(call: GraphCall, ...scopes: string[]): void {
	// Work accounts only; the transcript scope needs an administrator's consent (fact: transcripts).
	// An application needs a policy of Teams besides (fact: application-meetings): here it has none.
	const refused = call.mailbox.personal || call.application || call.mailbox !== call.caller;
	if (refused || !hasScope(call, ...scopes)) throw accessDenied();
}

function notFound(): GraphProblem {
	return new GraphProblem(404, 'NotFound', 'The meeting or its transcript was not found.');
}

function findMeeting(call: GraphCall): SimMeeting {
	const id = param(call, 'meeting');
	const meeting = call.mailbox.meetings.find((entry) => entry.id === id);
	if (meeting === undefined) throw notFound();
	return meeting;
}

function findTranscript(call: GraphCall): SimTranscript {
	const id = param(call, 'transcript');
	const transcript = findMeeting(call).transcripts.find((entry) => entry.id === id);
	if (transcript === undefined) throw notFound();
	return transcript;
}

function show(call: GraphCall, meeting: SimMeeting, transcript: SimTranscript): object {
	const path = `/me/onlineMeetings/${meeting.id}/transcripts/${transcript.id}/content`;
	return {
		id: transcript.id,
		meetingId: meeting.id,
		createdDateTime: transcript.createdDateTime,
		transcriptContentUrl: `${call.root}${path}`,
	};
}

const TRANSCRIPTS = 'OnlineMeetingTranscript.Read.All';

/** Handlers for meetings and their transcripts. fact: transcripts. */
export const meetingRoutes: GraphRoutes = {
	'GET /onlineMeetings': (call) => {
		checkMeetings(call, 'OnlineMeetings.Read', 'OnlineMeetings.ReadWrite');
		const filter = /^JoinWebUrl eq '((?:[^']|'')*)'$/i.exec(call.query.get('$filter') ?? '')?.[1];
		if (filter === undefined) {
			throw badRequest("The filter must be JoinWebUrl eq '...'.", 'InvalidArgument');
		}
		// The address may come encoded once more (fact: transcripts).
		const wanted = filter.replace(/''/g, "'");
		const found = call.mailbox.meetings.filter(
			({ joinWebUrl }) => joinWebUrl === wanted || encodeURIComponent(joinWebUrl) === wanted,
		);
		return {
			status: 200,
			body: { value: found.map(({ id, joinWebUrl, subject }) => ({ id, joinWebUrl, subject })) },
		};
	},
	'GET /onlineMeetings/:meeting/transcripts': (call) => {
		checkMeetings(call, TRANSCRIPTS);
		const meeting = findMeeting(call);
		// No OData parameters are documented (fact: transcripts).
		const option = [...call.query.keys()].find((name) => name.startsWith('$'));
		if (option !== undefined) throw badRequest(`${option} is not supported.`, 'InvalidArgument');
		return {
			status: 200,
			body: { value: meeting.transcripts.map((entry) => show(call, meeting, entry)) },
		};
	},
	'GET /onlineMeetings/:meeting/transcripts/:transcript': (call) => {
		checkMeetings(call, TRANSCRIPTS);
		const body = show(call, findMeeting(call), findTranscript(call));
		return { status: 200, body };
	},
	'GET /onlineMeetings/:meeting/transcripts/:transcript/content': (call) => {
		checkMeetings(call, TRANSCRIPTS);
		const { content } = findTranscript(call);
		return {
			status: 200,
			headers: { 'content-type': 'text/vtt' },
			body: Buffer.from(content, 'utf8'),
		};
	},
};
