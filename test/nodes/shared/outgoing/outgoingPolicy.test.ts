import { readOutgoingPolicy } from '../../../../nodes/shared/outgoing/outgoingPolicy';

const rules = {
	whoMayBeWrittenTo: 'anyone',
	allowedAddresses: '',
	mayAnswerSenders: false,
	maximumEmailsPerHour: 0,
	whatMayBeDeleted: 'anything',
};

describe('readOutgoingPolicy', () => {
	it.each([
		['no rule at all', {}],
		['rules that hold nothing', rules],
		['the switch that is off', { ...rules, strict: false }],
		['a list that no rule asks for', { ...rules, allowedAddresses: 'ann@contoso.com' }],
		['a permission set that may send', { ...rules, permissions: 'mailCalendarContacts' }],
	])('is none for %s', (_what, fields) => {
		expect(readOutgoingPolicy(fields)).toBeUndefined();
	});

	it.each([
		[false, false],
		[true, true],
		['false', true],
	])('wants verified senders unless that is plainly off: %j', (onlyVerifiedSenders, isOn) => {
		const stored = { whoMayBeWrittenTo: 'listed', mayAnswerSenders: true, onlyVerifiedSenders };
		expect(readOutgoingPolicy(stored)?.onlyVerifiedSenders).toBe(isOn);
	});

	it('reads each rule', () => {
		const policy = readOutgoingPolicy({
			whoMayBeWrittenTo: 'listed',
			allowedAddresses: 'ann@contoso.com',
			mayAnswerSenders: true,
			maximumEmailsPerHour: 7,
			whatMayBeDeleted: 'nothingForGood',
		});
		expect(policy).toMatchObject({
			who: 'listed',
			mayAnswerSenders: true,
			perHour: 7,
			deletions: 'nothingForGood',
		});
		expect(policy?.listed.has('ann@contoso.com')).toBe(true);
	});

	it('reads a number that is a text, as n8n keeps variables', () => {
		expect(readOutgoingPolicy({ maximumEmailsPerHour: '7' })?.perHour).toBe(7);
		expect(readOutgoingPolicy({ maximumEmailsPerHour: '0' })).toBeUndefined();
	});

	it.each([true, 'true', 1])(
		'is one that tells what would happen where Dry Run is %j',
		(dryRun) => {
			const policy = readOutgoingPolicy({ ...rules, dryRun });
			expect(policy).toMatchObject({
				who: 'anyone',
				deletions: 'anything',
				restricts: false,
				dryRun: true,
			});
			expect(readOutgoingPolicy({ ...rules, dryRun: false })).toBeUndefined();
		},
	);

	it.each([{}, { ...rules, mayAnswerSenders: true, maximumEmailsPerHour: 500 }])(
		'is strict by one switch, whatever else is stored: %j',
		(stored) => {
			const policy = readOutgoingPolicy({
				...stored,
				allowedAddresses: 'ann@contoso.com',
				strict: true,
			});
			expect(policy).toMatchObject({
				who: 'listed',
				mayAnswerSenders: false,
				perHour: 20,
				deletions: 'nothing',
				isStrict: true,
			});
			expect(policy?.listed.has('ann@contoso.com')).toBe(true);
			expect(policy?.listed.has('eve@contoso.com')).toBe(false);
		},
	);

	it.each(['draftsOnly', 'readOnly'])('writes to nobody with %s, strict too', (permissions) => {
		expect(readOutgoingPolicy({ strict: true, permissions })?.who).toBe('nobody');
	});

	it.each(['draftsOnly', 'readOnly'])(
		'lets %s write to nobody, whatever is stored',
		(permissions) => {
			const stored = {
				...rules,
				permissions,
				allowedAddresses: 'contoso.com',
				mayAnswerSenders: true,
			};
			const policy = readOutgoingPolicy(stored);
			expect(policy).toMatchObject({ who: 'nobody', mayAnswerSenders: false });
			expect(policy?.listed.has('ann@contoso.com')).toBe(false);
		},
	);

	it.each([
		['For AI Agents: Strict', { strict: 'true' }],
		['For AI Agents: Strict', { strict: 1 }],
		['For AI Agents: Strict', { strict: null }],
		['Allowed Recipients', { whoMayBeWrittenTo: 'Anyone' }],
		['Allowed Recipients', { whoMayBeWrittenTo: null }],
		['What May Be Deleted', { whatMayBeDeleted: 'everything' }],
		['Maximum Emails per Hour', { maximumEmailsPerHour: 1.5 }],
		['Maximum Emails per Hour', { maximumEmailsPerHour: -1 }],
		['Maximum Emails per Hour', { maximumEmailsPerHour: '7 or so' }],
		['Maximum Emails per Hour', { maximumEmailsPerHour: '-7' }],
		['Maximum Emails per Hour', { maximumEmailsPerHour: ' ' }],
		['Maximum Emails per Hour', { maximumEmailsPerHour: '' }],
		['For AI Agents: Strict', { strict: '' }],
		['Only Verified Senders', { onlyVerifiedSenders: '' }],
		['Allowed Addresses and Domains', { whoMayBeWrittenTo: 'listed', allowedAddresses: ['a'] }],
	])('refuses %s that is not understood', (label, fields) => {
		expect(() => readOutgoingPolicy(fields)).toThrow(
			`${label} in the credential is not understood`,
		);
	});
});
