import fc from 'fast-check';
import { own, provider, runStep, useMailboxes } from '../../../harness/mail';

useMailboxes();

const step = 'email.findEmail';
const texts = { search: '', options: { body: 'text' } };
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, second)).toISOString();

/** Emails of these seconds, each with a body of so many characters. */
function deliver(emails: Array<{ second: number; length: number }>) {
	const mailbox = own();
	for (const email of mailbox.messages) mailbox.remove(email);
	mailbox.maxPageCharacters = Infinity;
	emails.forEach(({ second, length }, index) =>
		mailbox.deliver({
			subject: String(index),
			from: 'ann@contoso.com',
			receivedDateTime: at(second),
			body: 'x'.repeat(length),
		}),
	);
}

const sizes = () =>
	provider()
		.requests.matching({ path: /messages$/ })
		.map(({ query }) => Number(query.$top));
const alike = (count: number, length: number, second = (index: number) => index) =>
	Array.from({ length: count }, (_, index) => ({ second: second(index), length }));

/** What Find Email gives, in its order. */
async function found(limit?: number) {
	const given = limit === undefined ? { returnAll: true } : { limit };
	const items = await runStep(step, { ...texts, ...given });
	return items.map(({ json }) => ({
		subject: json.subject,
		time: Date.parse(String(json.receivedDateTime)),
	}));
}

describe('A list with bodies', () => {
	it('reads 1,000 short ones in four pages, with one more that tells of others', async () => {
		deliver(alike(1_100, 2_000));
		await runStep(step, { search: '', limit: 1 });
		provider().requests.clear();
		expect(await found(1_000)).toHaveLength(1_000);
		expect(sizes()).toEqual([25, 100, 400, 479]);
	});

	it('asks for no more than 2.5 MB of long ones at a time', async () => {
		deliver(alike(120, 62_000));
		provider().requests.clear();
		expect(await found(100)).toHaveLength(100);
		expect(Math.max(...sizes())).toBe(40);
	});

	it('comes to an end where more emails than a page have one second, short and long by turns', async () => {
		deliver([
			...Array.from({ length: 490 }, (_, index) => ({
				second: 7,
				length: index < 90 ? 90_000 : 10,
			})),
			...alike(60, 10, () => 8),
		]);
		expect(new Set((await found()).map(({ subject }) => subject)).size).toBe(550);
	});

	it('asks for small pages again where Graph cannot make a large one in time', async () => {
		deliver(alike(300, 2_000));
		own().maxPageCharacters = 60 * 2_000;
		provider().requests.clear();
		const subjects = (await found()).map(({ subject }) => Number(subject));
		expect(subjects).toEqual(Array.from({ length: 300 }, (_, index) => 299 - index));
		const after = sizes().slice(sizes().lastIndexOf(100) + 1);
		expect(after.length).toBeGreaterThan(10);
		expect(new Set(after)).toEqual(new Set([25]));
	});

	it('fails where Graph cannot make a small page in time', async () => {
		deliver(alike(30, 2_000));
		own().maxPageCharacters = 20 * 2_000;
		await expect(found()).rejects.toThrow(/did not answer|unavailable|later/);
	});

	it('is asked for once where nothing answers, whatever the page: the usual tries, and no more', async () => {
		deliver(alike(30, 10));
		await runStep(step, { search: '', limit: 1 });
		provider().requests.clear();
		provider().faults.next({ path: /\/messages$/, times: 99 }, { status: 503 });
		await expect(runStep(step, { search: '', limit: 200 })).rejects.toThrow();
		provider().faults.clear();
		expect(sizes()).toEqual(Array(6).fill(sizes()[0]));
	});

	it('tells each once, the newest first, whatever the seconds, the bodies and the limit', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.record({
						second: fc.integer({ min: 0, max: 40 }),
						length: fc.constantFrom(1, 900, 40_000),
					}),
					{ minLength: 20, maxLength: 260 },
				),
				fc.option(fc.integer({ min: 1, max: 270 }), { nil: undefined }),
				fc.constantFrom(Infinity, 1_100_000),
				async (emails, limit, most) => {
					deliver(emails);
					own().maxPageCharacters = most;
					const expected = emails
						.map(({ second }) => Date.parse(at(second)))
						.sort((one, other) => other - one);
					const got = await found(limit);
					expect(got.map(({ time }) => time)).toEqual(expected.slice(0, limit));
					expect(new Set(got.map(({ subject }) => subject)).size).toBe(got.length);
				},
			),
			{ numRuns: 40 },
		);
	});
});
