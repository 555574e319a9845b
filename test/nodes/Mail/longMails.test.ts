import { ToldPhrases, withoutTold } from '../../../nodes/Mail/email/history';
import { bodyOf } from '../../../nodes/Mail/email/message';
import { htmlToText, readHtml } from '../../../nodes/shared/html/html';
import { createPauses } from '../../../nodes/shared/http/pauses';
import { leastHeld, longestHold } from '../../harness/eventLoop';
import { own, runStep, useMailboxes } from '../../harness/mail';
import { locator } from '../../harness/steps';
import { startTriggerBench } from '../../harness/trigger';
import type { Mailbox } from '../../simulator/graph/mailbox';

jest.setTimeout(60_000);

useMailboxes();

const MAILS = 20;
/** 120 kB of table cells, which take longest to be read. */
const content = `<table>${'<tr><td style="color:#333"><b>All work</b> and no play</td></tr>'.repeat(2_000)}</table>`;
const CONVERSATION = 'AAQkAGI2-long';

/** How long the bodies take to be read in one go, in milliseconds of the process's own time. */
async function readInOneGo(): Promise<number> {
	const { held } = await longestHold(async () => {
		await Promise.resolve();
		for (let mail = 0; mail < MAILS; mail++) htmlToText(content, { marked: true });
	});
	return held;
}

type ContentType = 'html' | 'text';

/** As text, the same bytes come, and nothing in them has to be read. */
function deliverLongMails(mailbox: Mailbox, contentType: ContentType): void {
	for (const message of mailbox.messages) mailbox.remove(message);
	for (let mail = 0; mail < MAILS; mail++) {
		mailbox.deliver({
			subject: `Mail ${mail}`,
			from: 'ann@contoso.com',
			conversationId: CONVERSATION,
			body: { contentType, content },
		});
	}
}

/** What reading the texts adds to the longest hold, in milliseconds, of which `limit` is too much. */
async function addedByReading(
	limit: number,
	work: (contentType: ContentType) => Promise<number>,
): Promise<number> {
	// The first one compiles what all need.
	const plain = Math.min(await work('text'), await work('text'));
	return (await leastHeld(plain + limit, async () => await work('html'))) - plain;
}

describe('reading many long mails as text holds the event loop for a few of them at a time', () => {
	it.each([
		['Find Email', 'email.findEmail', { returnAll: true, options: { body: 'text' } }],
		['Get Conversation', 'email.getConversation', {}],
		[
			'Get Changes',
			'email.getChanges',
			{ folder: locator('name', 'Inbox'), returnAll: true, options: { body: 'text' } },
		],
	])('in %s', async (_name, step, parameters) => {
		const limit = (await readInOneGo()) / 5;
		const added = await addedByReading(limit, async (contentType) => {
			deliverLongMails(own(), contentType);
			const [message] = own().messages;
			const needed = step === 'email.getConversation' ? { messageId: message?.id } : {};
			const run = async () => await runStep(step, { ...parameters, ...needed });
			return (await longestHold(run)).held;
		});
		expect(added).toBeLessThan(limit);
	});

	it('in a poll of the Mail Trigger', async () => {
		const bench = await startTriggerBench({
			searchFilter: 'body:work',
			options: { maxMails: 100 },
		});
		try {
			await bench.activate();
			const limit = (await readInOneGo()) / 5;
			const added = await addedByReading(limit, async (contentType) => {
				bench.time.now += 1_000;
				deliverLongMails(bench.mailbox, contentType);
				const { result, held } = await longestHold(async () => await bench.poll());
				expect(result).toHaveLength(MAILS);
				return held;
			});
			// A batch of twenty, each read for the filter and for the item, would be all of it.
			expect(added).toBeLessThan(limit);
		} finally {
			await bench.stop();
		}
	});
});

const rules = Array.from({ length: 20_000 }, (_, at) => `.a${at} b{color:#333;top:${at}px}`);

it.each([
	['style sheets', `<style>${rules.join('\n')}</style><p class="a1">Hello</p>`],
	['style attributes', `<p style="${'color:#333;top:1px;'.repeat(100_000)}">Hello</p>`],
])('the %s of a single email hold the event loop for a few rules at a time', async (_, styled) => {
	const whole = await longestHold(async () => await Promise.resolve(htmlToText(styled)));
	const limit = whole.held / 5;
	const held = await leastHeld(limit, async () => {
		const read = await longestHold(async () => await readHtml(styled, createPauses()));
		expect(read.result).toBe('Hello');
		return read.held;
	});
	expect(held).toBeLessThan(limit);
});

it('the classes of a single element do not hold the event loop, and what they may hide is left out', async () => {
	const classes = Array.from({ length: 300_000 }, (_, at) => `a${at}`).join(' ');
	const html = `Hello<p class="${classes} b">Hidden</p><style>.b{display:none}</style>`;
	const few = html.replace(classes, 'a');
	const plain = (await longestHold(async () => await readHtml(few, createPauses()))).held;
	const limit = plain + 50;
	const held = await leastHeld(limit, async () => {
		const read = await longestHold(async () => await readHtml(html, createPauses()));
		expect(read.result).toMatch(/^Hello\n\n\[The rest was not read/);
		return read.held;
	});
	expect(held).toBeLessThan(limit);
});

it('the lines of a single email hold the event loop for a few at a time', async () => {
	const body = { contentType: 'text', content: 'Item:\n'.repeat(60_000) };
	const read = async (pause: () => Promise<void>) =>
		await longestHold(async () => await bodyOf({ body }, 'text', pause));
	await read(createPauses());
	const whole = await read(async () => await Promise.resolve());
	const limit = whole.held / 2;
	const held = await leastHeld(limit, async () => (await read(createPauses())).held);
	expect(held).toBeLessThan(limit);
});

it.each([
	['words', 'a '.repeat(500_000)],
	['quoted lines', `See below.\n\nAnn wrote:\n${'> lorem ipsum dolor sit amet\n'.repeat(30_000)}`],
])(
	'the %s of a long email hold the event loop for a few at a time in a conversation',
	async (_, text) => {
		const read = async (pause: () => Promise<void>) =>
			await longestHold(async () => {
				const told = new ToldPhrases();
				await told.add(await withoutTold(text, told, pause), pause);
			});
		await read(createPauses());
		const whole = await read(async () => await Promise.resolve());
		const limit = whole.held / 3;
		const held = await leastHeld(limit, async () => (await read(createPauses())).held);
		expect(held).toBeLessThan(limit);
	},
);

/** More than a function of JavaScript takes arguments: about 120,000 in V8. */
const MANY = 200_000;

it('an email with any number of rules is read, and one with any number of quoted lines in a conversation', async () => {
	const rules = `<style>${'.a{top:0}'.repeat(MANY)}</style><p class="a">Hello</p>`;
	expect(htmlToText(rules)).toBe('Hello');
	const quoted = 'See below.\n\nOn 1 March 2026 at 10:00 Ann wrote:\n';
	const { id } = own().deliver({
		subject: 'Long',
		from: 'ann@contoso.com',
		body: { contentType: 'text', content: `${quoted}${'>a\n'.repeat(MANY)}` },
	});
	const [read] = await runStep('email.getConversation', { messageId: id });
	expect(JSON.stringify(read?.json)).toContain('See below.');
});
