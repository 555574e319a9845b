import fc from 'fast-check';
import { failureTexts } from '../../../../nodes/Mail/failureTexts';
import type { Addressee } from '../../../../nodes/Mail/graph/failure';
import { readRefusal } from '../../../../nodes/Mail/graph/failure';
import type { Outcome } from '../../../../nodes/shared/http/request';
import { toFailure as toProviderFailure } from '../../../../nodes/shared/provider/failure';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const REQUEST_ID = '0b3f2a2e-9c5d-4a53-8d0c-2f5a3c1e7b11';

const own: Addressee = 'own';
const context = { sends: false, addressee: own, credential: 'Work account', now: NOW };

const answered = (status: number, code?: string, message = 'Something is wrong.') => ({
	status,
	headers: {},
	body: code === undefined ? undefined : { error: { code, message } },
});

/** A failure as the Mail node words it. */
function toFailure(
	outcome: Outcome,
	{ addressee, ...site }: Omit<typeof context, 'addressee'> & { addressee: Addressee },
) {
	return toProviderFailure(outcome, {
		...site,
		texts: failureTexts,
		refusalOf: (answer) => readRefusal(answer, failureTexts, addressee),
	});
}

describe('toFailure', () => {
	it.each([
		[401, 'InvalidAuthenticationToken', 'auth'],
		[403, 'ErrorAccessDenied', 'forbidden'],
		[403, 'ErrorCannotDeleteObject', 'notFound'],
		[404, 'ErrorItemNotFound', 'notFound'],
		[400, 'ErrorInvalidIdMalformed', 'notFound'],
		[404, 'ErrorInvalidMailboxItemId', 'notFound'],
		[410, 'syncStateNotFound', 'notFound'],
		[409, 'ErrorFolderExists', 'conflict'],
		[412, 'ErrorIrresolvableConflict', 'conflict'],
		[429, 'ApplicationThrottled', 'throttled'],
		[500, 'ErrorInternalServerError', 'unavailable'],
		[503, undefined, 'unavailable'],
		[400, 'ErrorInvalidUrlQueryFilter', 'rejected'],
		[413, undefined, 'rejected'],
		[302, undefined, 'rejected'],
	])('%i %s is of the kind %s, and says what to do next', (status, code, kind) => {
		const failure = toFailure(answered(status, code), context);
		expect(failure.kind).toBe(kind);
		expect(failure.details.hint).toMatch(/\.$/);
		expect(failure.details.httpCode).toBe(status);
	});

	it('a refused token names the credential and says how to connect it again', () => {
		const failure = toFailure(answered(401), context);
		expect(failure.message).toContain('"Work account"');
		expect(failure.details.hint).toBe(
			'Open the credential "Work account", press "Switch account" (or "Connect") and sign in again. If that changes nothing, the account has no mailbox in Exchange Online, such as a guest. Or it is a personal one, and the step is for work accounts only. Or a Conditional Access policy blocks the n8n server.',
		);
	});

	it("gives Graph's reason where the request itself is wrong, and its code and request ID", () => {
		const failure = toFailure(
			{
				status: 400,
				headers: { 'request-id': REQUEST_ID },
				body: { error: { code: 'BadRequest', message: 'The property "x" is unknown.' } },
			},
			context,
		);
		expect(failure.message).toBe('The provider refused the request: The property "x" is unknown.');
		expect(failure.details).toMatchObject({ providerCode: 'BadRequest', requestId: REQUEST_ID });
	});

	it('what is already there is not called a change at the same moment', () => {
		const failure = toFailure(answered(409, 'ErrorFolderExists', 'The folder exists.'), context);
		expect(failure.message).toBe(
			'It clashes with something that is already there: The folder exists.',
		);
	});

	it('a missing right is explained for the own mailbox and for a shared one', () => {
		const hintFor = (addressee: Addressee) =>
			toFailure(answered(403, 'ErrorAccessDenied'), { ...context, addressee }).details.hint;
		expect(hintFor('own')).toMatch(/permission set that includes this,/);
		expect(hintFor('shared')).toMatch(/Shared Mailboxes/);
	});

	it.each([{ network: 'ECONNRESET' }, answered(504)])(
		'%j to a request that sends says that it may have taken effect, and where to look',
		(outcome) => {
			const failure = toFailure(outcome, { ...context, sends: true });
			expect(failure.details.mayHaveHappened).toBe(true);
			expect(failure.details.hint).toMatch(/check the mailbox before running the step again/i);
		},
	);

	it('nothing may have happened where the provider refused, or nothing is sent', () => {
		expect(toFailure(answered(400), { ...context, sends: true }).details.mayHaveHappened).toBe(
			false,
		);
		expect(toFailure(answered(503), context).details.mayHaveHappened).toBe(false);
		expect(toFailure({ network: 'ECONNRESET' }, context).details.mayHaveHappened).toBe(false);
	});

	it.each(['AccessDenied', 'ErrorAccessDenied', 'Authorization_RequestDenied'])(
		'a missing right (%s) is told in our own words',
		(code) => {
			const { message } = toFailure(answered(403, code, 'Access is denied.'), context);
			expect(message).toBe('The account is not allowed to do this');
		},
	);

	it('any other refusal (403) is told in the words of the provider', () => {
		const said = 'Account suspended. Follow the instructions in your Inbox to verify your account.';
		const failure = toFailure(answered(403, 'ErrorAccountSuspend', said), context);
		expect(failure.message).toBe(`The account is not allowed to do this: ${said}`);
		expect(failure.details.hint).toMatch(/suspended.*verify/);
		expect(toFailure(answered(403, 'ErrorOther', 'Not at night.'), context).message).toContain(
			'Not at night.',
		);
	});

	// (fact: missing-in-cloud)
	it.each(['forward', 'createUploadSession'])(
		'what the cloud does not have (%s) is called that: no value of the step is to blame',
		(segment) => {
			const said = `Resource not found for the segment '${segment}'.`;
			const { message, details } = toFailure(answered(400, 'BadRequest', said), context);
			expect(message).toBe(`The provider refused the request: ${said}`);
			expect(details.hint).toMatch(/cloud of the credential/);
		},
	);

	// (fact: mailbox-moving)
	it('a mailbox that Microsoft moves is called that', () => {
		const answer = answered(503, 'ErrorMailboxMoveInProgress', 'Mailbox move in progress.');
		const { kind, details } = toFailure(answer, context);
		expect(kind).toBe('unavailable');
		expect(details.hint).toMatch(/moved the mailbox.*hours/);
	});

	// (fact: send-limit)
	it.each([
		[429, 'ErrorExceededMessageLimit'],
		[403, 'ErrorExceededMessageLimit'],
		[400, 'ErrorExceededMessageLimit'],
		[429, 'ErrorExceededMessageLimitShowTierUpgrade'],
		[429, 'ErrorExceededMaxRecipientLimit'],
		[403, 'ErrorExceededMaxRecipientLimitBlock'],
		[403, 'ErrorExceededMaxRecipientLimitShowTierUpgrade'],
		[429, 'ErrorSubmissionQuotaExceeded'],
	])(
		'an account that has sent all it may (%i %s) is told that, not to wait a moment or to sign in again',
		(status, code) => {
			const said = 'Cannot send mail. Daily Message/Recipient limit exceeded.';
			const { kind, details } = toFailure(answered(status, code, said), context);
			expect(kind).toBe('rejected');
			expect(details.hint).toMatch(/as much as it may.*a day.*Inbox/);
		},
	);

	// (fact: send-blocked)
	it.each([
		['ErrorAccountSuspendShowTierUpgrade', /suspended.*verify/],
		['ErrorMessageSubmissionBlocked', /suspended.*verify/],
		['ErrorMessageBlocked', /spam/],
	])('what may not be sent for another reason than a right (%s) is told so', (code, hint) => {
		const { details } = toFailure(answered(403, code, 'Cannot send mail.'), context);
		expect(details.hint).toMatch(hint);
	});

	it.each([
		answered(507),
		answered(507, 'QuotaExceededException', 'Target mailbox quota exceeded.'),
		answered(500, 'ErrorQuotaExceeded', 'Mailbox has exceeded its size.'),
		answered(400, 'quotaLimitReached'),
	])('a full mailbox (%j) is called that, and the step may be tried again', (answer) => {
		const { kind, message, details } = toFailure(answer, { ...context, sends: true });
		expect({ kind, message }).toEqual({ kind: 'rejected', message: 'The mailbox is full' });
		expect(details).toMatchObject({ mayHaveHappened: false });
		expect(details.hint).toMatch(/^Empty the mailbox/);
	});

	// (fact: names-full)
	it.each([403, 500, 507])(
		'a mailbox that takes no more names of properties (%i) is not called full',
		(status) => {
			const answer = answered(status, 'ErrorQuotaExceeded', 'Cannot get ID from name.');
			const { kind, message, details } = toFailure(answer, { ...context, sends: true });
			expect({ kind, message }).toEqual({
				kind: 'rejected',
				message: 'The mailbox has no room for another named property',
			});
			expect(details).toMatchObject({ mayHaveHappened: false });
		},
	);

	it.each([
		'MailboxNotEnabledForRESTAPI',
		'ErrorInvalidUser',
		'ErrorNonExistentMailbox',
		'ResourceNotFound',
		'Request_ResourceNotFound',
	])(
		'a mailbox that is not there (404 %s) is called that, with no word of IDs of items',
		(code) => {
			const { kind, message, details } = toFailure(answered(404, code), context);
			expect({ kind, message }).toEqual({
				kind: 'notFound',
				message: 'The mailbox was not found, or is not shared with this account',
			});
			expect(details.hint).toMatch(/^Check the address in Mailbox\..*Exchange Online/);
			// (fact: no-mailbox)
			expect(details.hint).toMatch(/name that its user signs in with.*Groups/);
			expect(details.hint).not.toMatch(/\bID\b/);
		},
	);

	it.each(['MailboxNotEnabledForRESTAPI', 'MailboxNotSupportedForRESTAPI'])(
		'an account without a mailbox that is refused with 401 (%s) is not told to sign in again',
		(code) => {
			const { kind, message, details } = toFailure(answered(401, code), context);
			expect({ kind, message }).toEqual({
				kind: 'notFound',
				message: 'The mailbox was not found, or is not shared with this account',
			});
			expect(details.hint).not.toContain('sign in');
		},
	);

	it('a mailbox that Exchange does not find by its address is told to be named by its ID', () => {
		const { kind, details } = toFailure(answered(503, 'MailboxInfoStale'), context);
		expect(kind).toBe('unavailable');
		expect(details.hint).toMatch(/user ID in Mailbox/);
	});

	it('a thing that is gone is no missing mailbox, nor is what an endpoint names', () => {
		const { hint } = toFailure(answered(404, 'ErrorItemNotFound'), context).details;
		expect(hint).toMatch(/^It may be gone, as a deleted email or a declined event is/);
		const other = { ...context, addressee: 'any' as const };
		const group = toFailure(answered(404, 'Request_ResourceNotFound'), other);
		expect(group.message).not.toContain('The mailbox was not found');
	});

	// (fact: not-shared)
	it.each([
		['ErrorItemNotFound', 'The process failed to get the correct properties.'],
		['ErrorFolderNotFound', 'The specified folder could not be found in the store.'],
	])('what another mailbox does not have may be one that is not shared: %s %s', (code, says) => {
		const missing = answered(
			404,
			code,
			`The specified object was not found in the store., ${says}`,
		);
		const { kind, details } = toFailure(missing, { ...context, addressee: 'shared' });
		expect(kind).toBe('notFound');
		expect(details.hint).toMatch(/^It may be gone.* no access to it in Exchange/);
		expect(toFailure(missing, context).details.hint).not.toContain('access');
	});

	// (fact: not-shared)
	it('what has no Inbox is no mailbox, such as a group; what lacks another folder is one', () => {
		const said = (folder: string) => {
			const says = `The specified object was not found in the store., Default folder ${folder} not found.`;
			const missing = answered(404, 'ErrorItemNotFound', says);
			return toFailure(missing, { ...context, addressee: 'shared' });
		};
		expect(said('Inbox').message).toBe(
			'The mailbox was not found, or is not shared with this account',
		);
		expect(said('Inbox').details.hint).toContain('Groups');
		expect(said('Clutter').message).toBe('Not found in this mailbox');
	});

	it.each(['RequestBroker--ParseUri', 'ErrorParsingFilterQuery-ParseUri'])(
		'the code %s is told, though it holds a hyphen',
		(code) => {
			expect(toFailure(answered(400, code), context).details.providerCode).toBe(code);
		},
	);

	it('of the classes and servers of Exchange only what says something is told', () => {
		const thrown =
			'Microsoft.Exchange.InfoWorker.Common.Availability.InvalidSmtpAddressException: The address is no SMTP address.\r\n. Name of the server where exception originated: CY4PR2201MB1333. LID: 43916';
		expect(toFailure(answered(400, 'BadRequest', thrown), context).message).toBe(
			'The provider refused the request: InvalidSmtpAddressException: The address is no SMTP address.',
		);
	});

	it('keeps the time that the provider asks to wait, for the scheduler', () => {
		const failure = toFailure({ ...answered(429), headers: { 'retry-after': '1.5' } }, context);
		expect(failure.details.retryAfterMs).toBe(1_500);
	});

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
		'the code "%s" is no hint by accident',
		(code) => {
			expect(toFailure(answered(400, code), context).details.hint).toBe(
				'Check what stands in the fields.',
			);
		},
	);

	it('repeats nothing of what the provider says where the status says enough', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(401, 403, 404, 410, 412, 429, 500, 503),
				fc.boolean(),
				(status, sends) => {
					const echo = 'Dear Anna, the secret recipe';
					const code = status === 403 ? 'ErrorAccessDenied' : 'Error';
					const failure = toFailure(answered(status, code, echo), { ...context, sends });
					expect(JSON.stringify([failure.message, failure.details])).not.toContain('recipe');
				},
			),
		);
	});

	it('holds no token, address, link or long ID, whatever the provider answers', () => {
		const secrets = [
			'eyJhbGciOiJSUzI1NiJ9.Zm9vYmFyYmF6cXV4.c2lnbmF0dXJl',
			'anna.smith@contoso.com',
			'anna.smith%40contoso.com',
			'https://graph.microsoft.com/v1.0/me?token=abc',
			'AAMkAGI2TG93AAAAAAEMAAAiIsqMbYjsT5e-T7KzowPTAAAQ',
		];
		const text = fc
			.array(fc.oneof(fc.string(), fc.constantFrom(...secrets, 'Bearer s3cr3t')))
			.map((parts) => parts.join(' '));
		const body = fc.oneof(
			fc.record(
				{
					error: fc.record(
						{
							code: text,
							message: text,
							innerError: fc.record({ 'request-id': text, message: text }),
						},
						{ requiredKeys: [] },
					),
				},
				{ requiredKeys: [] },
			),
			text,
			fc.anything(),
		);
		fc.assert(
			fc.property(
				fc.integer({ min: 300, max: 599 }),
				body,
				text,
				fc.boolean(),
				(status, answer, header, sends) => {
					const headers = { 'request-id': header, 'retry-after': header };
					const failure = toFailure({ status, headers, body: answer }, { ...context, sends });
					const shown = JSON.stringify([failure.message, failure.details]);
					for (const secret of [...secrets, 's3cr3t']) expect(shown).not.toContain(secret);
					expect(failure.message).not.toBe('');
					expect(failure.details.hint).toMatch(/\.$/);
				},
			),
			{ numRuns: 500 },
		);
	});
});
