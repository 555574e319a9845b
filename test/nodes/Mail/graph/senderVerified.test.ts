import * as fc from 'fast-check';
import { senderVerified } from '../../../../nodes/Mail/graph/senderVerified';
import type { MailHeader } from '../../../harness/exchangeHeaders';
import {
	forged,
	found,
	fromColleague,
	fromOutside,
	receivedBy,
} from '../../../harness/exchangeHeaders';
import { carriedHeaders, senderText } from '../../../harness/forgedHeaders';

// fact: results-form, fact: results-reason, fact: results-topmost, fact: results-original, fact: header-firewall.

const verdict = (headers: MailHeader[]) => senderVerified({ internetMessageHeaders: headers });

const FAILS = 'fail action=none header.from=example.com';
const NONE = 'none action=none header.from=example.com';
const UNSIGNED = 'none (message not signed) header.d=none';
const SOFTFAIL = 'softfail (sender IP is 203.0.113.5) smtp.mailfrom=example.com';
const QUARANTINED = 'fail action=quarantine header.from=example.com';
const PASSED = found();

/** What Exchange wrote, and what is to be made of it. */
const WRITTEN: Array<[string, 'pass' | 'fail' | 'none']> = [
	[found(), 'pass'],
	[found({ compauth: 'pass reason=101' }), 'pass'],
	[found({ compauth: 'pass reason=102' }), 'pass'],
	[
		found({
			dmarc: 'bestguesspass action=none header.from=example.com',
			compauth: 'pass reason=109',
		}),
		'pass',
	],
	[found({ dmarc: NONE, compauth: 'pass reason=110' }), 'pass'],
	[found({ dmarc: NONE, dkim: UNSIGNED, compauth: 'pass reason=116' }), 'pass'],
	[found({ spf: SOFTFAIL, compauth: 'pass reason=100' }), 'pass'],
	[found({ dkim: UNSIGNED, compauth: 'pass reason=100' }), 'pass'],
	[found({ dmarc: FAILS, compauth: 'pass reason=130' }), 'pass'],
	[found({ dmarc: NONE, compauth: 'pass reason=701' }), 'pass'],
	[found({ dmarc: NONE, compauth: 'pass reason=703' }), 'pass'],
	// The sum says so, the domain itself says no: nobody vouches for it.
	[found({ dmarc: FAILS, compauth: 'pass reason=703' }), 'fail'],
	[found({ dmarc: 'fail', compauth: 'pass reason=100' }), 'fail'],
	[found({ compauth: 'fail' }), 'fail'],
	[found({ dmarc: QUARANTINED, compauth: 'fail reason=000' }), 'fail'],
	[
		found({ dmarc: 'fail action=oreject header.from=example.com', compauth: 'fail reason=000' }),
		'fail',
	],
	[
		found({ dmarc: 'fail action=reject header.from=example.com', compauth: 'fail reason=000' }),
		'fail',
	],
	[
		found({
			dmarc: 'fail action=pct.quarantine header.from=example.com',
			compauth: 'fail reason=001',
		}),
		'fail',
	],
	[found({ dmarc: NONE, dkim: UNSIGNED, compauth: 'fail reason=001' }), 'fail'],
	[found({ compauth: 'fail reason=002' }), 'fail'],
	[found({ dmarc: FAILS, compauth: 'fail reason=010' }), 'fail'],
	[found({ dmarc: NONE, compauth: 'fail reason=601' }), 'fail'],
	[found({ dmarc: NONE, compauth: 'softpass reason=201' }), 'none'],
	[found({ dmarc: NONE, compauth: 'softpass reason=202' }), 'none'],
	[found({ compauth: 'none reason=300' }), 'none'],
	[found({ compauth: 'none reason=405' }), 'none'],
	[found({ compauth: 'none reason=451' }), 'none'],
	[found({ compauth: 'none reason=905' }), 'none'],
	[found({ dmarc: FAILS, compauth: 'none reason=451' }), 'fail'],
	[
		found({ dmarc: 'temperror action=none header.from=example.com', compauth: 'none reason=301' }),
		'none',
	],
	[
		found({ dmarc: 'permerror action=none header.from=example.com', compauth: 'fail reason=001' }),
		'fail',
	],
	// Two signatures.
	[
		`${found({ compauth: '' }).replace(/;compauth=$/, '')};dkim=fail (body hash did not verify) header.d=esp.com;compauth=pass reason=100`,
		'pass',
	],
	// As it was written until some years ago: the receiving domain stands between the parts.
	[
		'spf=pass (sender IP is 203.0.113.5) smtp.mailfrom=example.com; contoso.com; dkim=pass (signature was verified) header.d=example.com;contoso.com; dmarc=pass action=none header.from=example.com;compauth=pass reason=100',
		'pass',
	],
	[
		'spf=fail (sender IP is 203.0.113.5) smtp.mailfrom=example.com; contoso.com; dkim=none (message not signed) header.d=none;contoso.com; dmarc=none action=none header.from=example.com;compauth=fail reason=001',
		'fail',
	],
	// As folded lines come where they are not joined.
	[
		found()
			.replace(/ smtp/, '\r\n\tsmtp')
			.replace(/;dmarc/, ';\r\n dmarc'),
		'pass',
	],
	[found({ spf: 'none (sender IP is 203.0.113.5) smtp.helo=mail.example.com' }), 'pass'],
	[found({ spf: 'pass (sender IP is 2001:db8::1) smtp.mailfrom=example.com' }), 'pass'],
	// What an organization sends has no sum.
	[
		'dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=example.com;',
		'none',
	],
	// Nothing that Exchange would write.
	[found({ compauth: 'pass' }), 'none'],
	[found({ compauth: 'pass reason=999' }), 'none'],
	[found({ compauth: 'pass reason=000' }), 'none'],
	[found({ compauth: 'passed reason=100' }), 'none'],
	[found({ compauth: 'pass (reason=000) reason=100 x' }), 'none'],
	['', 'none'],
	[';;;', 'none'],
	['compauth', 'none'],
	['none', 'none'],
];

/** What whoever sends a mail can put into it, while Exchange finds that it fails, or says nothing. */
const FORGERIES: Array<[string, MailHeader[]]> = [
	['another header of the same kind', [forged(PASSED)]],
	['several', [forged(PASSED), forged(PASSED)]],
	['one in small letters', [{ name: 'authentication-results', value: PASSED }]],
	['one of a known server', [forged(`mx.microsoft.com 1; ${PASSED}`)]],
	[
		'one of another mailbox provider',
		[forged('mx.google.com; dmarc=pass header.from=example.com')],
	],
	['one that was renamed', [{ name: 'Authentication-Results-Original', value: PASSED }]],
	[
		'one sealed by a server in between',
		[{ name: 'ARC-Authentication-Results', value: `i=1; ${PASSED}` }],
	],
	[
		'who it would be authenticated as',
		[{ name: 'X-MS-Exchange-Organization-AuthAs', value: 'Internal' }],
	],
	['both, as a colleague has them', fromColleague()],
	['a whole way through Exchange with what it found', fromOutside(PASSED)],
	[
		'a server whose name looks like one of Microsoft',
		[
			receivedBy(
				'from a.prod.outlook.com (2603:10a6::1) by b.prod.outlook.com (2603:10a6::2) with HTTPS; Mon, 2 Mar 2026 12:00:00 +0000',
			),
			forged(PASSED),
		],
	],
	['letters that look like those', [{ name: 'Authentication‐Results', value: PASSED }]],
	['a name with a blank', [{ name: 'Authentication-Results ', value: PASSED }]],
	[
		'a header that goes on in the next line',
		[{ name: 'X-A', value: `a\r\nAuthentication-Results: ${PASSED}` }],
	],
];

describe('senderVerified', () => {
	it('has at least 60 headers to look at', () => {
		expect(WRITTEN.length + 2 * FORGERIES.length).toBeGreaterThanOrEqual(60);
	});

	it.each(WRITTEN)('of %j is %s', (written, expected) => {
		expect(verdict(fromOutside(written))).toBe(expected);
	});

	it.each(FORGERIES)('is not made a pass by %s, where it fails', (_what, carried) => {
		expect(
			verdict(fromOutside(found({ dmarc: FAILS, compauth: 'fail reason=001' }), carried)),
		).toBe('fail');
	});

	it.each(FORGERIES)('is not made a pass by %s, where Exchange says nothing', (_what, carried) => {
		expect(verdict(fromOutside(undefined, carried))).toBe('none');
	});

	it.each(FORGERIES)(
		'is not made a pass by %s, where it came in by another server',
		(_what, carried) => {
			const gateway = receivedBy(
				'from mail.example.com (203.0.113.5) by mx.contoso.com (10.0.0.1); Mon, 2 Mar 2026 12:00:00 +0000',
			);
			expect(verdict([gateway, ...carried])).toBe('none');
		},
	);

	it('is pass for a colleague, and none for who is said to be one by a mail from outside', () => {
		expect(verdict(fromColleague())).toBe('pass');
		expect(
			verdict(fromColleague([{ name: 'X-MS-Exchange-Organization-AuthAs', value: 'Anonymous' }])),
		).toBe('none');
	});

	it('is none for a draft, which nobody sent, and for what is no mail', () => {
		expect(
			[[], undefined].map((headers) => senderVerified({ internetMessageHeaders: headers })),
		).toEqual(['none', 'none']);
		expect([undefined, null, 'x', { internetMessageHeaders: [{}] }].map(senderVerified)).toEqual([
			'none',
			'none',
			'none',
			'none',
		]);
		expect(verdict([{ name: 'X-MS-Exchange-Organization-AuthAs', value: 'Internal' }])).toBe(
			'none',
		);
	});

	it('is not pass in the other order of headers, whatever came along', () => {
		for (const [, carried] of FORGERIES) {
			const headers = fromOutside(found({ compauth: 'fail reason=001' }), carried).reverse();
			expect(verdict(headers)).not.toBe('pass');
		}
	});
});

const bad = fc.constantFrom(
	'fail reason=000',
	'fail reason=001',
	'none reason=451',
	'softpass reason=202',
);

describe('nothing that a sender writes makes a pass', () => {
	it('below what Exchange found, or where it found nothing', () => {
		fc.assert(
			fc.property(fc.option(bad, { nil: undefined }), carriedHeaders, (compauth, carried) => {
				const written = compauth === undefined ? undefined : found({ dmarc: NONE, compauth });
				const own = verdict(fromOutside(written));
				const all = verdict(fromOutside(written, carried));
				expect(all === 'pass').toBe(false);
				if (own === 'fail') expect(all).toBe('fail');
			}),
			{ numRuns: 2_000 },
		);
	});

	it('within what Exchange repeats of it: names of domains', () => {
		fc.assert(
			fc.property(bad, senderText, senderText, senderText, (compauth, mailFrom, signer, from) => {
				const written = found({
					spf: `pass (sender IP is 203.0.113.5) smtp.mailfrom=${mailFrom}`,
					dkim: `pass (signature was verified) header.d=${signer}`,
					dmarc: `none action=none header.from=${from}`,
					compauth,
				});
				expect(verdict(fromOutside(written))).not.toBe('pass');
			}),
			{ numRuns: 5_000 },
		);
	});
});
