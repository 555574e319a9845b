import fc from 'fast-check';
import {
	optionalRecipient,
	recipients,
	recipientsOrNames,
} from '../../../../nodes/Mail/email/recipients';

const parsed = (given: unknown) =>
	recipients
		.parse(given)
		.map(({ emailAddress: { address, name } }) => (name === undefined ? address : [name, address]));

const names = (given: unknown) =>
	recipientsOrNames
		.parse(given)
		.map(({ emailAddress: { address, name } }) => (name === undefined ? address : [name, address]));

const UNCLEAR =
	/^entry \d may be one recipient or two: write semicolons between several, or quotes around one name$/;

describe('Recipients, or names of contacts', () => {
	it.each([
		['a name with a comma', 'Lee, Ann <a@x.org>', [['Lee, Ann', 'a@x.org']]],
		[
			'names between semicolons',
			'Ann Lee; Bob Park <b@x.org>',
			['Ann Lee', ['Bob Park', 'b@x.org']],
		],
		['a long name in quotes', '"Ann Lee, Bob Park" <b@x.org>', [['Ann Lee, Bob Park', 'b@x.org']]],
		['a surname in front of a name', 'Lee, Ann', ['Lee, Ann']],
		['a surname of two words in front of a name', 'Van Dyke, Ann; Bob', ['Van Dyke, Ann', 'Bob']],
		['two names of several words', 'Ann Lee, Bob Park', ['Ann Lee', 'Bob Park']],
		['three names', 'Ann, Bob, Cy', ['Ann', 'Bob', 'Cy']],
		['the mailbox itself and a name', 'me, Ann', ['me', 'Ann']],
		['a surname of two words', 'Van Dyke, Ann <a@x.org>', [['Van Dyke, Ann', 'a@x.org']]],
		['the mailbox itself', 'Me, Bob Park <b@x.org>', ['Me', ['Bob Park', 'b@x.org']]],
		['a name in quotes', '"Ann Lee", Bob <b@x.org>', ['Ann Lee', ['Bob', 'b@x.org']]],
		['a name before one in quotes', 'Bob, "Ann Lee" <a@x.org>', ['Bob', ['Ann Lee', 'a@x.org']]],
		['a name before the mailbox itself', 'Bob, me <m@x.org>', ['Bob', ['me', 'm@x.org']]],
		['a name before an address in brackets', 'Ann Lee, <b@x.org>', ['Ann Lee', 'b@x.org']],
		['the last of several names', 'Ann, Cy, Bob <b@x.org>', ['Ann', 'Cy', ['Bob', 'b@x.org']]],
		[
			'a name with a comma behind an address',
			'c@x.org, Lee, Ann <a@x.org>',
			['c@x.org', ['Lee, Ann', 'a@x.org']],
		],
	])('takes %s', (_, given, expected) => {
		expect(names(given)).toEqual(expected);
	});

	it.each(['Ann Lee, Bob Park <b@x.org>', 'c@x.org, Ann Lee, Bob van Park <b@x.org>'])(
		'refuses what may be one person or two, with the way out: %s',
		(given) => {
			const { error } = recipientsOrNames.safeParse(given);
			expect(error?.issues[0]?.message).toMatch(UNCLEAR);
			expect(recipients.safeParse(given).success).toBe(true);
		},
	);

	const persons = [
		'Ann Lee <a@x.org>',
		'Ann <a@x.org>',
		'"Lee, Ann" <a@x.org>',
		'"Ann Lee"',
		'me',
		'Cy Park, d@x.org',
		'd@x.org; Ann <a@x.org>',
	];

	it.each(persons)('refuses a name with a comma in a list with commas that names %s', (person) => {
		for (const given of [`${person}, Bob, Carl <c@x.org>`, `Bob, Carl <c@x.org>, ${person}`]) {
			expect(recipientsOrNames.safeParse(given).error?.issues[0]?.message).toMatch(UNCLEAR);
			expect(recipients.safeParse(given).success).toBe(false);
		}
	});

	it.each(['Ann Lee <a@x.org>; Lee, Bob <b@x.org>', 'Lee, Bob <b@x.org>\nAnn Lee <a@x.org>,'])(
		'takes a name with a comma where no comma stands between persons: %j',
		(given) => {
			expect(names(given)).toContainEqual(['Lee, Bob', 'b@x.org']);
			expect(names(given)).toHaveLength(2);
		},
	);

	it('takes a list with commas in which each name has one', () => {
		expect(names('Lee, Ann <a@x.org>, d@x.org, Park, Bob <b@x.org>')).toEqual([
			['Lee, Ann', 'a@x.org'],
			'd@x.org',
			['Park, Bob', 'b@x.org'],
		]);
	});

	it('takes a name with a comma that stands in a list by itself', () => {
		expect(names(['Ann Lee <a@x.org>', 'Lee, Bob <b@x.org>'])).toHaveLength(2);
	});
});

describe('Recipients', () => {
	it.each([
		['nothing', '', []],
		['undefined', undefined, []],
		['null', null, []],
		['one address', ' ann@contoso.com ', ['ann@contoso.com']],
		['commas', 'a@contoso.com, b@contoso.com', ['a@contoso.com', 'b@contoso.com']],
		['semicolons and lines', 'a@x.org; b@x.org\r\nc@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
		['empty entries', ',a@x.org,, ;', ['a@x.org']],
		['a name', 'Ann Lee <ann@contoso.com>', [['Ann Lee', 'ann@contoso.com']]],
		['a quoted name', '"Lee, Ann \\"A\\"" <a@x.org>', [['Lee, Ann "A"', 'a@x.org']]],
		['a name with a comma', 'Lee, Ann <a@x.org>; b@x.org', [['Lee, Ann', 'a@x.org'], 'b@x.org']],
		['brackets alone', '<a@x.org>', ['a@x.org']],
		['a mailto link', 'mailto:a@x.org', ['a@x.org']],
		['a mailto link with more', 'mailto:a@x.org?subject=Hello%20there', ['a@x.org']],
		['an old address in quotes', "'a@old.org' <a@new.org>", [["'a@old.org'", 'a@new.org']]],
		['an array', ['a@x.org', 'Bob <b@x.org>, c@x.org'], ['a@x.org', ['Bob', 'b@x.org'], 'c@x.org']],
		['a JSON array', '["a@x.org", "b@x.org"]', ['a@x.org', 'b@x.org']],
		['what steps return', [{ address: 'a@x.org', name: 'Ann' }], [['Ann', 'a@x.org']]],
		['what Graph returns', { emailAddress: { address: 'a@x.org' } }, ['a@x.org']],
		['a JSON object', '{"address":"a@x.org","name":"Ann"}', [['Ann', 'a@x.org']]],
		['objects as models write them', '[{"email":"a@x.org","name":"Ann"}]', [['Ann', 'a@x.org']]],
		['a client of Content Snare', { id: 'c1', email: 'a@x.org', full_name: 'Ann' }, ['a@x.org']],
		[
			'line breaks in a name',
			[{ address: 'a@x.org', name: 'Ann\r\nBcc: b' }],
			[['Ann Bcc: b', 'a@x.org']],
		],
		['a name in typographic quotes', '“Lee, Ann” <a@x.org>', [['Lee, Ann', 'a@x.org']]],
		['one quote in a name', 'Ann “A” Lee <a@x.org>', [['Ann “A” Lee', 'a@x.org']]],
		['an address twice', 'a@x.org, b@x.org, A@X.org', ['a@x.org', 'b@x.org']],
		['a name that comes second', 'a@x.org; Ann <A@x.org>; Al <a@x.org>', [['Ann', 'a@x.org']]],
		['a blank of no width', '\u200ba@x.org\u200b, a\u00adb@x.org\ufeff', ['a@x.org', 'ab@x.org']],
		['a control character', 'a\u0000@x.org', ['a@x.org']],
		['marks of direction', 'Ann <\u202aa@x.org\u202c>\u202c', [['Ann', 'a@x.org']]],
		['an entry that shows nothing', 'a@x.org,\u200b', ['a@x.org']],
		['attendees of an event', [{ address: 'a@x.org', type: 'optional' }], ['a@x.org']],
		['an old address as the name', 'a@old.org <a@new.org>', [['a@old.org', 'a@new.org']]],
		['an address as its own name', "'a@x.org' <a@x.org>", [["'a@x.org'", 'a@x.org']]],
		['the same address in the name', 'Ann (a@x.org) <A@x.org>', [['Ann (a@x.org)', 'A@x.org']]],
		['another address in quotes', '"a@x.org by List" <l@x.org>', [['a@x.org by List', 'l@x.org']]],
		['a sign in the name', 'Ann @ Contoso <a@x.org>', [['Ann @ Contoso', 'a@x.org']]],
		['a surname of two words', 'Van Dyke, Ann <a@x.org>', [['Van Dyke, Ann', 'a@x.org']]],
		['another script', 'Jörg Müller <jörg@exämple.org>', [['Jörg Müller', 'jörg@exämple.org']]],
	])('takes %s', (_, given, expected) => {
		expect(parsed(given)).toEqual(expected);
	});

	it.each([{ mail: 'a@x.org' }, { value: [{ address: 'a@x.org' }] }, [{}]])(
		'says what an object has to look like: %j',
		(given) => {
			expect(recipients.safeParse(given).error?.issues[0]?.message).toBe(
				'entry 1 is not an email address: write name@example.com, or an object with address and name',
			);
		},
	);

	it.each([
		['no address', 'Ann Lee', 1, '"Ann Lee"'],
		['a second entry without address', 'a@x.org, Bob', 2, '"Bob"'],
		['a name with two commas and no quotes', 'Lee, Ann, Dr <a@x.org>', 1, '"Lee"'],
		['a long text', 'word '.repeat(20), 1, `"${'word '.repeat(8).trim()}…"`],
		['a link', 'https://x.org/secret', 1, '"<link>"'],
		['a mailto link to others besides', 'mailto:a@x.org?cc=b@x.org', 1],
		['the same in another form', 'mailto:a@x.org?body=Hi&BCC=b@x.org', 1],
		['nothing between two dots', 'a@x..org', 1],
		['a dot at the end', 'a@x.org.', 1],
		['a dot at the beginning of the domain', 'a@.org', 1],
		['two signs', 'a@@x.org', 1],
		['blanks inside', 'a b@x.org', 1],
		['an open bracket', 'Ann <a@x.org', 1],
		['typographic quotes around', '“a@x.org”', 1],
		['quotes around', "'a@x.org'", 1],
		['signs of Markdown around', 'b@x.org, **a@x.org**', 2],
		['a sign at the end', 'a@x.org!', 1],
		['two people with and between them', 'Ann <a@x.org> and Bob <b@x.org>', 1],
		['two people with a blank between them', 'Ann <a@x.org> Bob <b@x.org>', 1],
		['two people in quotes', '"Ann" <a@x.org> "Bob" <b@x.org>', 1],
		['two people in typographic quotes', '“Ann” <a@x.org> “Bob” <b@x.org>', 1],
		['an address and a person', 'a@x.org and Bob <b@x.org>', 1],
		['two addresses in brackets', '<a@x.org> <b@x.org>', 1],
		['the word for the mailbox before a person', 'me, Bob <b@x.org>', 1, '"me"'],
		['a name in quotes before a person', '"Ann Lee", Bob <b@x.org>', 1, '""Ann Lee""'],
		['a number', 7, 1],
		['an object of another kind', { mail: 'a@x.org' }, 1],
		['lists in lists without an end', `${'['.repeat(50_000)}"a@x.org"${']'.repeat(50_000)}`, 1],
		['a list that is too deep', JSON.parse(`${'['.repeat(500)}"a@x.org"${']'.repeat(500)}`), 1],
		['an endless address', `${'a'.repeat(400)}@x.org`, 1],
	])(
		'refuses %s, naming the entry, and its text unless it holds an @',
		(_, given, entry, shown = '') => {
			const result = recipients.safeParse(given);
			const [issue] = result.error?.issues ?? [];
			const text = shown === '' ? '' : ` (${shown})`;
			expect(issue?.message).toContain(`entry ${entry} is not an email address${text}: write`);
		},
	);

	it('reads every list it could have written', () => {
		const address = fc
			.tuple(
				fc.stringMatching(/^[a-z0-9._%+-]{1,20}$/),
				fc.stringMatching(/^[a-z0-9-]{1,20}\.org$/),
			)
			.map(([local, host]) => `${local}@${host}`);
		const name = fc
			.string({ minLength: 1, maxLength: 30 })
			.map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.tuple(name, address), { maxLength: 8, selector: ([, to]) => to }),
				fc.constantFrom(', ', ';', '\n'),
				(list, separator) => {
					const text = list
						.map(([shown, to]) => `"${shown.replace(/["\\]/g, '\\$&')}" <${to}>`)
						.join(separator);
					expect(parsed(text)).toEqual(
						list.map(([shown, to]) => (shown === '' ? to : [shown, to])),
					);
				},
			),
		);
	});

	it('never takes long for any text', () => {
		fc.assert(
			fc.property(
				fc.string({
					maxLength: 2_000,
					unit: fc.constantFrom('"', '\\', '<', '>', ',', ';', 'a', '@', ' '),
				}),
				(text) => {
					recipients.safeParse(text);
				},
			),
			{ interruptAfterTimeLimit: 5_000, markInterruptAsFailure: true },
		);
	});
});

it('one recipient is one recipient', () => {
	expect(optionalRecipient.parse('a@x.org')).toEqual({ emailAddress: { address: 'a@x.org' } });
	expect(optionalRecipient.parse('')).toBeUndefined();
	expect(optionalRecipient.safeParse('a@x.org, b@x.org').error?.issues[0]?.message).toBe(
		'takes one address only',
	);
});
