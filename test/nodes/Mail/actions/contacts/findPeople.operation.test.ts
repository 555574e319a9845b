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

const step = 'contact.findPeople';
const DENIED = { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } };

function know(displayName: string, address: string, more = {}) {
	const scoredEmailAddresses = [{ address, relevanceScore: 8 }];
	own().people.push({ id: displayName, displayName, scoredEmailAddresses, ...more });
}

const names = async (given = {}) => (await runStep(step, given)).map(({ json }) => json.name);

describe('Find People', () => {
	it('says how somebody is reached, and who that is', async () => {
		know('Ann Lee', 'ann@contoso.com', {
			more: {
				jobTitle: 'Paralegal',
				department: 'Legal',
				companyName: null,
				officeLocation: '20/1109',
				phones: [{ type: 'business', number: '+1 425 555 0100' }, { number: '' }],
				userPrincipalName: 'ann@contoso.com',
				personType: { class: 'Person', subclass: 'OrganizationUser' },
			},
		});
		own().people[0]?.scoredEmailAddresses.push({ address: 'a.lee@contoso.com', relevanceScore: 1 });
		await expect(runForOne(step, { search: 'Ann' })).resolves.toEqual({
			name: 'Ann Lee',
			address: 'ann@contoso.com',
			otherAddresses: ['a.lee@contoso.com'],
			jobTitle: 'Paralegal',
			department: 'Legal',
			office: '20/1109',
			phones: ['+1 425 555 0100'],
			userPrincipalName: 'ann@contoso.com',
			kind: 'Person',
			subkind: 'OrganizationUser',
			id: 'Ann Lee',
		});
	});

	it('finds somebody by an address with a name, and all without a text', async () => {
		know('Ann Lee', 'ann@contoso.com');
		know('Bob', 'bob@fabrikam.com');
		expect(await names({ search: 'Somebody <bob@fabrikam.com>' })).toEqual(['Bob']);
		expect(await names()).toEqual(['Ann Lee', 'Bob']);
		expect(await names({ search: 'say "hi"' })).toEqual([]);
	});

	// fact: people.
	it('finds the people of a mailbox that is named, among whom Microsoft does not search', async () => {
		const found = async (search: string, options = {}) => {
			const mailbox = OWN_MAILBOX;
			const people = await runStep(step, { search, mailbox }, options);
			return people.map(({ json }) => json.name);
		};
		know('Ann Lée', 'ann@contoso.com');
		know('Bob Park', 'bob@fabrikam.com');
		const credential = applicationCredential(provider());
		expect(await found('lee, ann', { credential })).toEqual(['Ann Lée']);
		expect(await found('bob@fabrikam.com')).toEqual(['Bob Park']);
		expect(await found('Eve', { credential })).toEqual([]);
	});

	// fact: people.
	it('follows no link behind what was searched, which Microsoft refuses', async () => {
		for (const number of Array.from({ length: 1_001 }).keys()) know('Ann', `${number}@contoso.com`);
		const people = await runStep(step, { search: 'Ann', returnAll: true }, { asTool: true });
		expect(people).toHaveLength(1_000);
		expect(people.at(-1)?.json.more).toContain('Only 1000 people');
	});

	it('looks among all people of the organization where that is wanted', async () => {
		know('Ann Lee', 'ann@contoso.com');
		know('Anna', 'anna@contoso.com', { isOfDirectory: true });
		expect(await names({ search: 'ann' })).toEqual(['Ann Lee']);
		expect(await names({ search: 'ann', includeDirectory: true })).toEqual(['Ann Lee', 'Anna']);
	});

	it('returns no more than the limit, and says so to a model', async () => {
		for (const name of ['Ann', 'Bob', 'Eve']) know(name, `${name}@contoso.com`);
		const items = await runStep(step, { limit: 2 }, { asTool: true });
		expect(items.map(({ json }) => json.name)).toEqual(['Ann', 'Bob']);
		expect(items[1]?.json.more).toContain('search more exactly. A person can raise Limit');
	});

	it('refuses an asterisk', async () => {
		const { message } = await failureOf(runStep(step, { search: '*' }));
		expect(message).toContain('leave it empty for all');
	});

	it('says which permission is missing, and where to add it', async () => {
		provider().faults.next({}, { status: 403, body: DENIED });
		const failure = await failureOf(runStep(step, { search: 'Ann' }));
		expect(failure.description).toMatch(
			/^Choose Permissions "Custom" in the credential, add the scope People\.Read, /,
		);
	});

	it('says what another mailbox takes', async () => {
		provider().faults.next({}, { status: 403, body: DENIED });
		const failure = await failureOf(runStep(step, { mailbox: SHARED_MAILBOX }));
		expect(failure.description).toContain('People.Read.All');
	});
});
