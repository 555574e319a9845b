import type { FailureKind } from '../../../../nodes/shared/http/failures';
import type { Outcome } from '../../../../nodes/shared/http/request';
import type { FailureTexts, Refusal } from '../../../../nodes/shared/provider/failure';
import { kindOf, toFailure } from '../../../../nodes/shared/provider/failure';

const texts: FailureTexts = {
	messages: {
		auth: 'Not signed in',
		forbidden: 'Not allowed',
		notFound: 'Not there',
		conflict: 'Changed meanwhile',
		throttled: 'Too many requests',
		unavailable: 'No answer in time',
		rejected: 'Refused',
		lost: 'The answer was lost',
		unreached: 'Not reached',
		unreadable: 'Not to be read',
	},
	hints: {
		auth: 'Or ask for access.',
		forbidden: 'Ask for the right.',
		notFound: 'Take another ID.',
		conflict: 'Try again.',
		throttled: 'Wait.',
		unavailable: 'Try later.',
		rejected: undefined,
		lost: 'Look first.',
		mayHaveHappened: 'It may be done: look first.',
	},
};

const answered = (status: number) => ({ status, headers: {}, body: undefined });

/** What the user is told of a request with this outcome. */
function told(outcome: Outcome, sends = false, said: Partial<Refusal> = {}) {
	const { kind, message, details } = toFailure(outcome, {
		texts,
		refusalOf: ({ status }) => ({ kind: kindOf(status), ...said }),
		sends,
		credential: 'Work',
		now: 0,
	});
	return { kind, message, ...details };
}

describe('the kind of a failure', () => {
	it.each<[FailureKind, number[]]>([
		['auth', [401]],
		['forbidden', [403]],
		['notFound', [404, 410]],
		['conflict', [409, 412]],
		['throttled', [429]],
		['unavailable', [408, 500, 502, 503, 504, 506, 508, 599]],
		['rejected', [302, 400, 405, 411, 413, 422, 499, 507]],
	])('is "%s" by the status %j', (kind, statuses) => {
		expect(statuses.map(kindOf)).toEqual(statuses.map(() => kind));
	});
});

describe('what is said of a request', () => {
	it('that never reached the provider: nothing happened, and the network is to blame', () => {
		expect(told({ network: 'ENOTFOUND' }, true)).toMatchObject({
			message: 'Not reached',
			hint: 'Check the network of the n8n server, then run the step again.',
			mayHaveHappened: false,
			providerCode: 'ENOTFOUND',
		});
	});

	it('whose answer was lost: it may have happened where it sends, and not where it reads', () => {
		const lost = { network: 'ECONNRESET' };
		expect(told(lost, true)).toMatchObject({
			message: 'The answer was lost',
			hint: 'Look first.',
			mayHaveHappened: true,
		});
		expect(told(lost)).toMatchObject({ message: 'Not reached', mayHaveHappened: false });
	});

	it('whose answer is no whole one: the code and the ID inside are told for support', () => {
		const requestId = '0b3f2a2e-9c5d-4a53-8d0c-2f5a3c1e7b11';
		const broken = { network: 'ANSWER_BROKEN', unreadable: { code: 'Internal', requestId } };
		expect(told(broken)).toMatchObject({
			message: 'Not to be read',
			hint: 'Run the step again; if it stays so, report it with the time and the step.',
			mayHaveHappened: false,
			providerCode: 'Internal',
			requestId,
		});
		expect(told(broken, true)).toMatchObject({
			hint: 'It may be done: look first.',
			mayHaveHappened: true,
		});
		expect(told({ network: 'ANSWER_BROKEN', unreadable: {} }).providerCode).toBe('ANSWER_BROKEN');
	});

	it('that was answered with an error: it may have happened where it sends, unless more is said', () => {
		expect(told(answered(503), true)).toMatchObject({
			message: 'No answer in time',
			hint: 'It may be done: look first.',
			mayHaveHappened: true,
			httpCode: 503,
		});
		expect(told(answered(503))).toMatchObject({ hint: 'Try later.', mayHaveHappened: false });
		expect(told(answered(507), true).mayHaveHappened).toBe(false);
		expect(told(answered(503), true, { kind: 'rejected' }).mayHaveHappened).toBe(false);
	});

	it.each([301, 302, 303, 307, 308])(
		'that was answered with a redirect (%i): where to enter the address',
		(status) => {
			expect(told(answered(status)).hint).toBe(
				'It answered with a redirect, which is not followed: enter the final address in the credential.',
			);
		},
	);

	it.each([299, 304, 400])('that was answered %i: nothing of a redirect', (status) => {
		expect(told(answered(status)).hint).toBeUndefined();
	});

	it('whose token was refused: the credential, what to do, and no word of the provider', () => {
		expect(told(answered(401), false, { reason: 'Bad token' })).toMatchObject({
			message: 'Not signed in: the credential "Work" was refused',
			hint: 'Open the credential "Work", press "Switch account" (or "Connect") and sign in again. Or ask for access.',
		});
	});

	it.each([
		['1', 'The provider asks to wait 1 second. Wait.'],
		['119', 'The provider asks to wait 119 seconds. Wait.'],
		['600', 'The provider asks to wait 10 minutes. Wait.'],
		['601', 'The provider asks to wait 11 minutes. Wait.'],
		['7200', 'The provider asks to wait 2 hours. Wait.'],
		['0', 'Wait.'],
	])('that is turned away for %s seconds: how long to wait', (seconds, hint) => {
		expect(told({ ...answered(429), headers: { 'retry-after': seconds } }).hint).toBe(hint);
	});

	it('for which nobody has signed in: not that the sign-in has ended', () => {
		expect(told({ ...answered(401), notConnected: true })).toMatchObject({
			kind: 'auth',
			message: 'The credential "Work" is not connected',
			hint: 'Open the credential "Work", press "Connect" and sign in.',
		});
	});

	it('in the words of the provider, where it has some', () => {
		const said = { message: 'Full', hint: 'Empty it.', reason: 'No room', code: 'Quota' };
		expect(told(answered(400), false, said)).toMatchObject({
			message: 'Full: No room',
			hint: 'Empty it.',
			providerCode: 'Quota',
		});
		expect(told(answered(400)).message).toBe('Refused');
	});
});
