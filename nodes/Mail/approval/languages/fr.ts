import type { Words } from './words';

/** A blank that keeps a colon, a semicolon or a question mark in the line of its word. */
const NB = '\u00a0';

export const fr: Words = {
	language: 'fr',
	moment: "d LLLL yyyy 'à' HH:mm",
	workflowAsks: (workflow) => `Workflow${NB}: ${workflow}`,
	stepAsks: (step) => `Étape${NB}: ${step}`,
	mailNote: `Chaque lien ouvre une page qui affiche de nouveau la question. Rien n’est décidé tant que vous n’avez pas cliqué sur le bouton de cette page${NB}: répondre à cet e-mail ne décide rien non plus. Ne transférez pas cet e-mail${NB}: toute personne qui possède les liens peut répondre en votre nom.`,
	pageNote: 'Rien n’est décidé tant que vous n’avez pas cliqué sur le bouton.',
	origin: {
		title: 'D’où vient cette question',
		step: 'Étape',
		asked: 'Posée le',
		deadline: 'Réponse attendue avant le',
		approver: 'Approbateur',
	},
	unanswered: {
		declined: (moment) =>
			`Sans réponse avant le ${moment}, la demande sera considérée comme refusée.`,
		goesOn: (moment) => `Sans réponse avant le ${moment}, le workflow se poursuivra sans elle.`,
	},
	details: 'Détails',
	yourAnswer: 'Votre réponse',
	changeText: 'Modifiez le texte ici avant de l’approuver',
	reason: 'Motif (facultatif)',
	sendAnswer: 'Envoyer la réponse',
	answer: 'Répondre',
	instead: (label) => `${label} à la place`,
	problems: {
		date: 'Saisissez une date.',
		dropdown: 'Choisissez un élément de la liste.',
		email: 'Saisissez une adresse e-mail.',
		missing: 'Remplissez ce champ.',
		number: 'Saisissez un nombre.',
	},
	parked: {
		question: () => 'Une question pour vous',
		mayRun: (node) => `Autorisez-vous cette exécution${NB}: ${node}${NB}?`,
		approve: () => 'Approuver',
		decline: () => 'Refuser',
		toApprove: () => 'Ce que vous approuvez',
		text: () => 'Texte',
		oneRuns: (nodes) => `L’un de ces nœuds sera exécuté${NB}: ${nodes}`,
		whatRuns: () => 'Ce qui sera exécuté',
		tool: () => 'Outil',
		toolNode: () => 'Nœud qui sera exécuté',
		toolNodes: () => 'L’un de ces nœuds sera exécuté',
		parameters: () => 'Ce que l’outil reçoit de l’agent, en intégralité',
		noParameters: () => 'L’outil ne reçoit rien de l’agent',
		fromInput: (parameter) => `${parameter}, ou à sa place, une valeur de l’entrée de l’agent`,
		unasked: (parameter) => `${parameter}, que l’outil ne demande pas`,
		byWorkflow: () => `C’est le workflow qui le fixe${NB}: ce n’est pas affiché ici.`,
		unreadable: () =>
			`Lecture impossible${NB}: personne ne peut dire à quoi correspond cet identifiant.`,
	},
	invalidLink: {
		title: 'Ce lien n’est pas valide',
		text: 'Ouvrez de nouveau le lien complet qui figure dans l’e-mail.',
	},
	replaced: {
		title: 'Cette question a été remplacée',
		text: `Le workflow pose désormais une autre question. Ouvrez les liens de l’e-mail le plus récent${NB}; ce lien-ci ne décide de rien.`,
	},
	tooLate: {
		title: 'Le délai est écoulé',
		text: `Les réponses à cette question ne comptent plus. Rien n’a été décidé ici${NB}: ce que l’e-mail annonce en l’absence de réponse s’applique.`,
	},
	alreadyAnswered: {
		title: 'Réponse déjà donnée',
		text: 'Quelqu’un a déjà répondu à cette question. La première réponse compte.',
	},
	notTaken: {
		title: 'Votre réponse n’a peut-être pas été prise en compte',
		text: `La connexion a peut-être été coupée, ou une autre personne a répondu au même moment. Cliquez de nouveau sur le bouton. Si ce message reste, ouvrez de nouveau le lien de l’e-mail${NB}: tant que la page affiche la question, rien n’est décidé.`,
	},
	answerTaken: {
		title: 'Merci',
		text: 'Votre réponse a été prise en compte. Vous pouvez fermer cette page.',
	},
	decisionTaken: (label) => ({
		title: 'Merci',
		text: `Votre décision a été prise en compte${NB}: ${label}. Vous pouvez fermer cette page.`,
	}),
};
