import type { Words } from './words';

export const en: Words = {
	language: 'en',
	moment: 'd LLLL yyyy, HH:mm',
	workflowAsks: (workflow) => `Workflow: ${workflow}`,
	stepAsks: (step) => `Step: ${step}`,
	mailNote:
		'Each link opens a page that shows the question again. Nothing is decided until you press the button there: a reply to this email decides nothing either. Do not forward this email: anyone with the links can answer in your name.',
	pageNote: 'Nothing is decided until you press the button.',
	origin: {
		title: 'Where this comes from',
		step: 'Step',
		asked: 'Asked',
		deadline: 'Answer by',
		approver: 'Approver',
	},
	unanswered: {
		declined: (moment) => `Without an answer by ${moment}, this counts as declined.`,
		goesOn: (moment) => `Without an answer by ${moment}, the workflow goes on without one.`,
	},
	details: 'Details',
	yourAnswer: 'Your answer',
	changeText: 'Change the text here before you approve it',
	reason: 'Reason (optional)',
	sendAnswer: 'Send answer',
	answer: 'Answer',
	instead: (label) => `${label} instead`,
	problems: {
		date: 'Enter a date.',
		dropdown: 'Choose an entry from the list.',
		email: 'Enter an email address.',
		missing: 'Fill in this field.',
		number: 'Enter a number.',
	},
	parked: {
		question: () => 'A question for you',
		mayRun: (node) => `May this run: ${node}?`,
		approve: () => 'Approve',
		decline: () => 'Decline',
		toApprove: () => 'What you approve',
		text: () => 'Text',
		oneRuns: (nodes) => `One of these will run: ${nodes}`,
		whatRuns: () => 'What will run',
		tool: () => 'Tool',
		toolNode: () => 'Node that runs',
		toolNodes: () => 'One of these nodes runs',
		parameters: () => 'What it gets from the agent, in full',
		noParameters: () => 'It gets nothing from the agent',
		fromInput: (parameter) => `${parameter}, or instead, from the agent's input`,
		unasked: (parameter) => `${parameter}, which the tool does not ask for`,
		byWorkflow: () => 'The workflow sets this: you do not see it here.',
		unreadable: () => 'It could not be read: what this ID means is unknown.',
	},
	invalidLink: {
		title: 'This link is not valid',
		text: 'Open the link in the email again, in full.',
	},
	replaced: {
		title: 'This question was replaced',
		text: 'The workflow has asked something else since. Open the links in the newest email; this one decides nothing.',
	},
	tooLate: {
		title: 'The deadline is over',
		text: 'Answers to this question no longer count. Nothing was decided here: what the email said of no answer holds.',
	},
	alreadyAnswered: {
		title: 'Already answered',
		text: 'Somebody has already answered this question. The first answer counts.',
	},
	notTaken: {
		title: 'Your answer may not have been recorded',
		text: 'The connection may have failed, or somebody else may have answered at the same moment. Press the button again. If this stays, open the link in the email again: while it shows the question, nothing is decided.',
	},
	answerTaken: {
		title: 'Thank you',
		text: 'Your answer was recorded. You can close this page.',
	},
	decisionTaken: (label) => ({
		title: 'Thank you',
		text: `Your decision was recorded: ${label}. You can close this page.`,
	}),
};
