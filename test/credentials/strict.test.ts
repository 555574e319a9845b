import { credentialTypes, resolveCredential } from '../harness/credentials';
import { fieldsShown } from './fieldsShown';

const POLICY = [
	...['strict', 'whichMailboxes', 'listedMailboxes', 'whoMayBeWrittenTo', 'allowedAddresses'],
	...['mayAnswerSenders', 'onlyVerifiedSenders', 'maximumEmailsPerHour', 'whatMayBeDeleted'],
];
/** What each field lets through once it is shown. */
const LOOSE = {
	whichMailboxes: 'ownAndListed',
	whoMayBeWrittenTo: 'organizationAndListed',
	mayAnswerSenders: true,
	onlyVerifiedSenders: true,
	maximumEmailsPerHour: 500,
};

describe.each([
	['mailOAuth2Api', ['allowedAddresses']],
	['mailAppOAuth2Api', ['listedMailboxes', 'allowedAddresses']],
	['collectionOAuth2Api', ['allowedAddresses']],
] as const)('For AI Agents: Strict in %s', (type, remaining) => {
	const shown = (entered: object) =>
		fieldsShown(type, { ...entered }).filter((name) => POLICY.includes(name));

	it('is the first of the rules, and off', () => {
		expect(shown({})[0]).toBe('strict');
		const field = credentialTypes[type].properties.find(({ name }) => name === 'strict');
		expect(field).toMatchObject({ displayName: 'For AI Agents: Strict', default: false });
	});

	it.each([{}, LOOSE])('leaves only the lists to fill in (%j)', (entered) => {
		expect(shown({ ...entered, strict: true })).toEqual(['strict', ...remaining]);
	});

	it('has each field once, as n8n keeps the last of a name', () => {
		const names = credentialTypes[type].properties.map(({ name }) => name);
		expect(names).toEqual([...new Set(names)]);
	});

	it('hands the lists on, of all that is stored', () => {
		const stored = {
			...LOOSE,
			strict: true,
			allowedAddresses: 'a@b.co',
			listedMailboxes: 'c@b.co',
		};
		const given = Object.entries(resolveCredential(type, stored));
		expect(given.filter(([name]) => POLICY.includes(name)).sort()).toEqual(
			Object.entries(stored)
				.filter(([name]) => name === 'strict' || remaining.some((list) => list === name))
				.sort(),
		);
	});
});

it('asks for no list where the permissions send nothing', () => {
	const entered = { strict: true, permissions: 'draftsOnly' };
	expect(fieldsShown('mailOAuth2Api', entered)).not.toContain('allowedAddresses');
});
