import { htmlToText } from '../../../nodes/shared/html';
import { longestHold } from '../../harness/eventLoop';
import { own, runStep, useMailboxes } from '../../harness/mail';
import { locator } from '../../harness/steps';
import { startTriggerBench } from '../../harness/trigger';

jest.setTimeout(60_000);

useMailboxes();

const MAILS = 20;
/** 120 kB of table cells, which take longest to be read. */
const BODY = {
	contentType: 'html' as const,
	content: `<table>${'<tr><td style="color:#333"><b>All work</b> and no play</td></tr>'.repeat(2_000)}</table>`,
};
const CONVERSATION = 'AAQkAGI2-long';

/** How long the bodies take to be read in one go, in milliseconds of the process's own time. */
async function readInOneGo(): Promise<number> {
	const { held } = await longestHold(async () => {
		await Promise.resolve();
		for (let mail = 0; mail < MAILS; mail++) htmlToText(BODY.content, { marked: true });
	});
	return held;
}

function deliverLongMails(): void {
	for (let mail = 0; mail < MAILS; mail++) {
		own().deliver({
			subject: `Mail ${mail}`,
			from: 'ann@contoso.com',
			conversationId: CONVERSATION,
			receivedDateTime: new Date(Date.UTC(2026, 2, 1, 0, mail)).toISOString(),
			body: BODY,
		});
	}
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
		deliverLongMails();
		const [message] = own().messages;
		const needed = step === 'email.getConversation' ? { messageId: message?.id } : {};
		const whole = await readInOneGo();
		const { held } = await longestHold(
			async () => await runStep(step, { ...parameters, ...needed }),
		);
		expect(held).toBeLessThan(whole / 3);
	});

	it('in a poll of the Mail Trigger', async () => {
		const bench = await startTriggerBench({
			searchFilter: 'body:work',
			options: { maxMails: 100 },
		});
		try {
			await bench.activate();
			bench.time.now += 1_000;
			for (let mail = 0; mail < MAILS; mail++) {
				bench.mailbox.deliver({ subject: `Mail ${mail}`, from: 'ann@contoso.com', body: BODY });
			}
			const whole = await readInOneGo();
			const { result, held } = await longestHold(async () => await bench.poll());
			expect(result).toHaveLength(MAILS);
			// A batch of twenty, each read for the filter and for the item, would be all of it.
			expect(held).toBeLessThan(whole / 3);
		} finally {
			await bench.stop();
		}
	});
});
