import type { FormField, ParkedWord, SpokenLanguage } from '../question';

/** A page that shows no question: its title, and one paragraph. */
export interface PageNotice {
	title: string;
	text: string;
}

/** Every word of a question that is not the workflow's own, in one language: none can be missing. */
export interface Words {
	language: SpokenLanguage;
	/** How a moment is written, in luxon's tokens. */
	moment: string;
	/** Which workflow asks, on the first screen; the step where it has no name. */
	workflowAsks: (workflow: string) => string;
	stepAsks: (step: string) => string;
	mailNote: string;
	pageNote: string;
	/** Everything else on where a question comes from. */
	origin: { title: string; step: string; asked: string; deadline: string; approver: string };
	/** What happens without an answer by a moment: a question to approve is declined, another goes on. */
	unanswered: { declined: (moment: string) => string; goesOn: (moment: string) => string };
	/** Opens what is folded below the buttons. */
	details: string;
	yourAnswer: string;
	changeText: string;
	reason: string;
	/** What the button of a free text or form says, and in the mail the link to it, which sends nothing. */
	sendAnswer: string;
	answer: string;
	/** What the link to another choice says on a page. */
	instead: (label: string) => string;
	/** Why a form refuses the content of a field; text fields take any. */
	problems: Record<Exclude<FormField['kind'], 'text' | 'textarea'> | 'missing', string>;
	/** The texts that a question keeps as keys, put into words when it is read. */
	parked: Record<ParkedWord, (of: string) => string>;
	invalidLink: PageNotice;
	replaced: PageNotice;
	/** What the page says once the deadline that it named is over. */
	tooLate: PageNotice;
	alreadyAnswered: PageNotice;
	/** What the page says above the question when no page came: the connection broke, or n8n refused the answer. */
	notTaken: PageNotice;
	answerTaken: PageNotice;
	decisionTaken: (label: string) => PageNotice;
}
