import type { FormField, LinkChoice, Question, Section } from './question';

/** Every word that is not the workflow's own: of the mail that asks, of its page, of what it puts out. */

/**
 * The subject of a question that has none.
 * @param nodes What an approval lets run, in front of a tool.
 */
export function untitled(nodes: string[] = []): string {
	return nodes.length === 1 ? `May this run: ${nodes[0]}?` : 'A question for you';
}

export const MAIL_NOTE =
	'Each link opens a page that shows the question once more. Nothing is decided before you press the button there. Do not forward this email: whoever has the links can answer in your name.';

export const PAGE_NOTE = 'Nothing is decided before you press the button.';

/** Which workflow asks, on the first screen: so that nobody answers what they do not expect. */
export function askedBy({ origin }: Question): string {
	return origin.workflow === undefined ? `Step: ${origin.step}` : `Workflow: ${origin.workflow}`;
}

/** Everything else on where a question comes from. */
export function originOf({ origin, approvers }: Question, approver: number): Section {
	return {
		title: 'Where this comes from',
		entries: [
			{ name: 'Step', value: origin.step },
			{ name: 'Asked', value: origin.askedAt },
			{ name: 'Approver', value: approvers[approver] ?? '' },
		],
	};
}

/** Opens what is folded below the buttons. */
export const DETAILS_LABEL = 'Details';

export const ANSWER_LABEL = 'Your answer';
/** Why what stands in a field of a form is not taken. */
export const FORM_PROBLEMS: Record<FormField['kind'] | 'missing', string> = {
	date: 'Enter a date.',
	dropdown: 'Choose one of the list.',
	email: 'Enter an email address.',
	missing: 'Fill in this field.',
	number: 'Enter a number.',
	text: 'Enter a text.',
	textarea: 'Enter a text.',
};
/** The text that is approved, and where it can be changed. */
export const textToApprove = (value: string | undefined): Section[] =>
	value === undefined ? [] : [{ title: 'What you approve', entries: [{ name: 'Text', value }] }];
export const CHANGE_LABEL = 'Change the text here before you approve it';
export const REASON_LABEL = 'Reason (optional)';

/** Heads of what stands under the message in front of an agent's tool. */
export const oneOf = (nodes: string[]) => `One of these will run: ${nodes.join(', ')}`;
export const TOOL_TITLE = 'What will run';
export const NAMED_TOOL = 'Tool';
export const TOOL_NODE = 'Node that runs';
export const TOOL_NODES = 'One of these nodes runs';
export const PARAMETERS_TITLE = 'What it gets from the agent, in full';
export const NO_PARAMETERS = 'It gets nothing from the agent';
/** A parameter for which the input of the agent holds a value too. */
export const fromInput = (parameter: string) => `${parameter}, or instead, from the agent's input`;
/** A parameter as people read it: n8n writes its name with low lines. */
export const labelOf = (parameter: string) =>
	parameter.replace(/_/g, ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
export const UNREADABLE = 'It could not be read: nobody can tell what this ID stands for.';

/** A page that shows no question: its title, and one paragraph. */
export interface PageNotice {
	title: string;
	text: string;
}

export const INVALID_LINK: PageNotice = {
	title: 'This link is not valid',
	text: 'Open the link in the email again, in full.',
};

export const REPLACED: PageNotice = {
	title: 'This question was replaced',
	text: 'The workflow asks something else by now. Open the links in the newest email; this one decides nothing.',
};

export const ALREADY_ANSWERED: PageNotice = {
	title: 'Already answered',
	text: 'Somebody has answered this question already. The first answer counts.',
};

/** What the page says when n8n itself refused an answer: it had taken another one, or could take none. */
export const NOT_TAKEN: PageNotice = {
	title: 'Your answer was not taken',
	text: 'Somebody else may have answered at the same moment. Open the link in the email again: as long as it shows the question, nothing is decided.',
};

export function thanksFor(question: Question, choice: LinkChoice): PageNotice {
	const taken =
		choice === 'answer'
			? 'Your answer was taken.'
			: `Your decision was taken: ${buttonLabel(question, choice)}.`;
	return { title: 'Thank you', text: `${taken} You can close this page.` };
}

/** What the button of a choice says on its page. */
export function buttonLabel(question: Question, choice: LinkChoice): string {
	if (choice === 'answer') return 'Send answer';
	return choice === 'approve' ? question.approveLabel : (question.declineLabel ?? 'Decline');
}

/** What its link says in the mail: it opens the page, and sends nothing. */
export function linkLabel(question: Question, choice: LinkChoice): string {
	return choice === 'answer' ? 'Answer' : buttonLabel(question, choice);
}

/** What the link to another choice says on a page. */
export function insteadLabel(question: Question, choice: LinkChoice): string {
	return `${buttonLabel(question, choice)} instead`;
}

/** What the builder of a workflow reads where n8n stands under a path: docs/scaling.md, Proxies. */
export function lostPathAdvice(path: string): string {
	return `n8n stands under the path ${path} here. Where the proxy in front of it takes that path away, n8n refuses every answer with 401. Open a link of the email to see whether it works; docs/scaling.md has settings that do.`;
}
