import type { Words } from './words';

export const nl: Words = {
	language: 'nl',
	moment: 'd LLLL yyyy, HH:mm',
	workflowAsks: (workflow) => `Workflow: ${workflow}`,
	stepAsks: (step) => `Stap: ${step}`,
	mailNote:
		'Elke link opent een pagina die de vraag nog een keer toont. Er wordt niets besloten voordat u daar op de knop klikt: ook een antwoord op deze e-mail besluit niets. Stuur deze e-mail niet door: wie de links heeft, kan namens u antwoorden.',
	pageNote: 'Er wordt niets besloten voordat u op de knop klikt.',
	origin: {
		title: 'Waar deze vraag vandaan komt',
		step: 'Stap',
		asked: 'Gesteld op',
		deadline: 'Antwoord vóór',
		approver: 'Goedkeurder',
	},
	unanswered: {
		declined: (moment) => `Is er op ${moment} nog geen antwoord, dan geldt dit als afgewezen.`,
		goesOn: (moment) =>
			`Is er op ${moment} nog geen antwoord, dan gaat de workflow zonder antwoord verder.`,
	},
	details: 'Details',
	yourAnswer: 'Uw antwoord',
	changeText: 'Wijzig de tekst hier voordat u deze goedkeurt',
	reason: 'Reden (optioneel)',
	sendAnswer: 'Antwoord verzenden',
	answer: 'Antwoorden',
	instead: (label) => `In plaats daarvan: ${label}`,
	problems: {
		date: 'Voer een datum in.',
		dropdown: 'Kies een optie uit de lijst.',
		email: 'Voer een e-mailadres in.',
		missing: 'Vul dit veld in.',
		number: 'Voer een getal in.',
	},
	parked: {
		question: () => 'Een vraag voor u',
		mayRun: (node) => `Mag dit worden uitgevoerd: ${node}?`,
		approve: () => 'Goedkeuren',
		decline: () => 'Afwijzen',
		toApprove: () => 'Wat u goedkeurt',
		text: () => 'Tekst',
		oneRuns: (nodes) => `Een van deze nodes wordt uitgevoerd: ${nodes}`,
		whatRuns: () => 'Wat er wordt uitgevoerd',
		tool: () => 'Tool',
		toolNode: () => 'Node die wordt uitgevoerd',
		toolNodes: () => 'Een van deze nodes wordt uitgevoerd',
		parameters: () => 'Wat de tool van de agent krijgt, volledig',
		noParameters: () => 'De tool krijgt niets van de agent',
		fromInput: (parameter) => `${parameter}, of in plaats daarvan, uit de invoer van de agent`,
		unasked: (parameter) => `${parameter}, waar de tool niet om vraagt`,
		byWorkflow: () => 'De workflow bepaalt dit: u ziet het hier niet.',
		unreadable: () => 'Dit kon niet worden gelezen: niemand kan zeggen waar deze ID voor staat.',
	},
	invalidLink: {
		title: 'Deze link is niet geldig',
		text: 'Open de volledige link in de e-mail opnieuw.',
	},
	replaced: {
		title: 'Deze vraag is vervangen',
		text: 'De workflow vraagt inmiddels iets anders. Open de links in de nieuwste e-mail; deze link beslist niets.',
	},
	tooLate: {
		title: 'De termijn is verstreken',
		text: 'Antwoorden op deze vraag tellen niet meer. Hier is niets beslist: wat de e-mail zegt over geen antwoord, geldt.',
	},
	alreadyAnswered: {
		title: 'Al beantwoord',
		text: 'Iemand heeft deze vraag al beantwoord. Het eerste antwoord telt.',
	},
	notTaken: {
		title: 'Uw antwoord is misschien niet vastgelegd',
		text: 'Misschien is de verbinding verbroken, of heeft iemand anders op hetzelfde moment geantwoord. Klik nog een keer op de knop. Blijft deze melding staan, open dan de link in de e-mail opnieuw: zolang de pagina de vraag toont, is er niets besloten.',
	},
	answerTaken: {
		title: 'Bedankt',
		text: 'Uw antwoord is vastgelegd. U kunt deze pagina sluiten.',
	},
	decisionTaken: (label) => ({
		title: 'Bedankt',
		text: `Uw beslissing is vastgelegd: ${label}. U kunt deze pagina sluiten.`,
	}),
};
