import type { Words } from './words';

export const de: Words = {
	language: 'de',
	moment: 'd. LLLL yyyy, HH:mm',
	workflowAsks: (workflow) => `Workflow: ${workflow}`,
	stepAsks: (step) => `Schritt: ${step}`,
	mailNote:
		'Jeder Link öffnet eine Seite, die die Frage noch einmal zeigt. Solange Sie dort nicht auf die Schaltfläche klicken, ist nichts entschieden: Auch eine Antwort auf diese E-Mail entscheidet nichts. Leiten Sie diese E-Mail nicht weiter: Wer die Links hat, kann in Ihrem Namen antworten.',
	pageNote: 'Solange Sie nicht auf die Schaltfläche klicken, ist nichts entschieden.',
	origin: {
		title: 'Woher diese Frage kommt',
		step: 'Schritt',
		asked: 'Gestellt am',
		deadline: 'Antwort bis',
		approver: 'Genehmigende Person',
	},
	unanswered: {
		declined: (moment) => `Kommt bis zum ${moment} keine Antwort, gilt dies als abgelehnt.`,
		goesOn: (moment) =>
			`Kommt bis zum ${moment} keine Antwort, läuft der Workflow ohne sie weiter.`,
	},
	details: 'Details',
	yourAnswer: 'Ihre Antwort',
	changeText: 'Ändern Sie den Text hier, bevor Sie ihn genehmigen',
	reason: 'Begründung (optional)',
	sendAnswer: 'Antwort senden',
	answer: 'Antworten',
	instead: (label) => `Stattdessen: ${label}`,
	problems: {
		date: 'Geben Sie ein Datum ein.',
		dropdown: 'Wählen Sie einen Eintrag aus der Liste.',
		email: 'Geben Sie eine E-Mail-Adresse ein.',
		missing: 'Füllen Sie dieses Feld aus.',
		number: 'Geben Sie eine Zahl ein.',
	},
	parked: {
		question: () => 'Eine Frage an Sie',
		mayRun: (node) => `Darf dies ausgeführt werden: ${node}?`,
		approve: () => 'Genehmigen',
		decline: () => 'Ablehnen',
		toApprove: () => 'Was Sie genehmigen',
		text: () => 'Text',
		oneRuns: (nodes) => `Einer dieser Knoten wird ausgeführt: ${nodes}`,
		whatRuns: () => 'Was ausgeführt wird',
		tool: () => 'Werkzeug',
		toolNode: () => 'Knoten, der ausgeführt wird',
		toolNodes: () => 'Einer dieser Knoten wird ausgeführt',
		parameters: () => 'Was das Werkzeug vom Agenten erhält, vollständig',
		noParameters: () => 'Das Werkzeug erhält nichts vom Agenten',
		fromInput: (parameter) => `${parameter}, oder stattdessen, aus der Eingabe des Agenten`,
		unasked: (parameter) => `${parameter}, wonach das Werkzeug nicht fragt`,
		byWorkflow: () => 'Das legt der Workflow fest: Hier sehen Sie es nicht.',
		unreadable: () => 'Das ließ sich nicht lesen: Niemand kann sagen, wofür diese ID steht.',
	},
	invalidLink: {
		title: 'Dieser Link ist nicht gültig',
		text: 'Öffnen Sie den vollständigen Link aus der E-Mail noch einmal.',
	},
	replaced: {
		title: 'Diese Frage wurde ersetzt',
		text: 'Der Workflow fragt inzwischen etwas anderes. Öffnen Sie die Links in der neuesten E-Mail; dieser Link entscheidet nichts.',
	},
	tooLate: {
		title: 'Die Frist ist abgelaufen',
		text: 'Antworten auf diese Frage zählen nicht mehr. Hier wurde nichts entschieden: Es gilt, was die E-Mail für keine Antwort nennt.',
	},
	alreadyAnswered: {
		title: 'Bereits beantwortet',
		text: 'Diese Frage wurde bereits beantwortet. Es zählt die erste Antwort.',
	},
	notTaken: {
		title: 'Ihre Antwort wurde vielleicht nicht erfasst',
		text: 'Vielleicht ist die Verbindung abgebrochen, oder im selben Moment hat jemand anderes geantwortet. Klicken Sie noch einmal auf die Schaltfläche. Bleibt diese Meldung, öffnen Sie den Link in der E-Mail noch einmal: Solange die Seite die Frage zeigt, ist nichts entschieden.',
	},
	answerTaken: {
		title: 'Vielen Dank',
		text: 'Ihre Antwort wurde erfasst. Sie können diese Seite schließen.',
	},
	decisionTaken: (label) => ({
		title: 'Vielen Dank',
		text: `Ihre Entscheidung wurde erfasst: ${label}. Sie können diese Seite schließen.`,
	}),
};
