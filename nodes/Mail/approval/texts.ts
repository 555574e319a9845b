import { DateTime } from 'luxon';
import type { Words } from './languages/words';
import type { LinkChoice, Moment, Question, Section, Text } from './question';

/** What is said of a question, in the words of a language. */

/** A text in the language of the words; one of the workflow's author stays as it is. */
export function said(text: Text, { parked }: Words): string {
	return typeof text === 'string' ? text : parked[text.word](text.of);
}

/**
 * The subject of a question that has none.
 * @param nodes What an approval lets run, in front of a tool.
 */
export function untitled([node, ...more]: string[] = []): Text {
	return node === undefined || more.length > 0 ? word('question') : word('mayRun', node);
}

/** Lines in n8n's own message for a tool that fail to show its parameters; these are shown below, one by one. */
export const UNREADABLE = /^.*\[object Object\].*$/gm;

/** A text that is put into words only when it is read, and what it is about. */
export const word = (word: Exclude<Text, string>['word'], of = ''): Text => ({ word, of });

/** Which workflow asks, on the first screen: so that nobody answers what they do not expect. */
export function askedBy({ origin }: Question, words: Words): string {
	return origin.workflow === undefined
		? words.stepAsks(origin.step)
		: words.workflowAsks(origin.workflow);
}

/** Everything else on where a question comes from. */
export function originOf(
	{ origin, deadline, approvers }: Question,
	approver: number,
	words: Words,
): Section {
	const { title, ...names } = words.origin;
	return {
		title,
		entries: [
			{ name: names.step, value: origin.step },
			{ name: names.asked, value: momentOf(origin.askedAt, words) },
			...(deadline ? [{ name: names.deadline, value: momentOf(deadline, words) }] : []),
			{ name: names.approver, value: approvers[approver] ?? '' },
		],
	};
}

/** Such as: 5 January 2030, 09:30 (Europe/Berlin). */
function momentOf(asked: Moment | string, { language, moment }: Words): string {
	if (typeof asked === 'string') return asked;
	const { at, zone } = asked;
	return DateTime.fromISO(at, { zone }).setLocale(language).toFormat(`${moment} '('z')'`);
}

/** A note below the buttons; what happens without an answer stands before it. */
export function withDeadline(note: string, question: Question, words: Words): string {
	const { deadline, responseType } = question;
	if (!deadline) return note;
	const { goesOn, declined } = words.unanswered;
	const say = deadline.passOn || responseType !== 'approval' ? goesOn : declined;
	return `${say(momentOf(deadline, words))} ${note}`;
}

/** The text that is approved, and where it can be changed. */
export const textToApprove = (value: string | undefined): Section[] =>
	value === undefined
		? []
		: [{ title: word('toApprove'), entries: [{ name: word('text'), value }] }];

/** A parameter as people read it: n8n writes its name with underscores, and steps in one word, such as `attendeeChange`. */
export const labelOf = (parameter: string) =>
	parameter
		.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
		.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** What the button of a choice says on its page. */
export function buttonLabel(question: Question, choice: LinkChoice, words: Words): string {
	if (choice === 'answer') return words.sendAnswer;
	const { approveLabel, declineLabel = word('decline') } = question;
	return said(choice === 'approve' ? approveLabel : declineLabel, words);
}

/** What its link says in the mail: it opens the page, and sends nothing. */
export function linkLabel(question: Question, choice: LinkChoice, words: Words): string {
	return choice === 'answer' ? words.answer : buttonLabel(question, choice, words);
}

/** What the builder of a workflow reads where n8n stands under a path: docs/scaling.md, Proxies. */
export function lostPathAdvice(path: string): string {
	return `Open a link of the email to see whether it works. n8n runs under the path ${path} here: if a proxy takes that away, n8n refuses every answer with 401. docs/scaling.md has settings that work.`;
}

/** The same where the links lead to the machine of whoever opens them, as those of a worker without WEBHOOK_URL do. */
export function unreachableAdvice(host: string): string {
	return `Nobody on another machine can answer: the links of the email lead to ${host}. Set WEBHOOK_URL to the public address of n8n, in queue mode for each worker too.`;
}
