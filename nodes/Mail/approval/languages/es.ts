import type { Words } from './words';

export const es: Words = {
	language: 'es',
	moment: "d 'de' LLLL 'de' yyyy, HH:mm",
	workflowAsks: (workflow) => `Flujo de trabajo: ${workflow}`,
	stepAsks: (step) => `Paso: ${step}`,
	mailNote:
		'Cada enlace abre una página que muestra la pregunta de nuevo. No se decide nada hasta que usted pulse el botón de esa página: responder a este correo tampoco decide nada. No reenvíe este correo: quien tenga los enlaces puede responder en su nombre.',
	pageNote: 'No se decide nada hasta que usted pulse el botón.',
	origin: {
		title: 'De dónde viene esta pregunta',
		step: 'Paso',
		asked: 'Formulada el',
		deadline: 'Responder antes del',
		approver: 'Aprobador',
	},
	unanswered: {
		declined: (moment) => `Si no hay respuesta antes del ${moment}, se considerará rechazado.`,
		goesOn: (moment) =>
			`Si no hay respuesta antes del ${moment}, el flujo de trabajo continuará sin ella.`,
	},
	details: 'Detalles',
	yourAnswer: 'Su respuesta',
	changeText: 'Modifique el texto aquí antes de aprobarlo',
	reason: 'Motivo (opcional)',
	sendAnswer: 'Enviar la respuesta',
	answer: 'Responder',
	instead: (label) => `${label} en su lugar`,
	problems: {
		date: 'Introduzca una fecha.',
		dropdown: 'Elija una opción de la lista.',
		email: 'Introduzca una dirección de correo electrónico.',
		missing: 'Rellene este campo.',
		number: 'Introduzca un número.',
	},
	parked: {
		question: () => 'Una pregunta para usted',
		mayRun: (node) => `¿Se puede ejecutar esto: ${node}?`,
		approve: () => 'Aprobar',
		decline: () => 'Rechazar',
		toApprove: () => 'Lo que usted aprueba',
		text: () => 'Texto',
		oneRuns: (nodes) => `Se ejecutará uno de estos nodos: ${nodes}`,
		whatRuns: () => 'Lo que se ejecutará',
		tool: () => 'Herramienta',
		toolNode: () => 'Nodo que se ejecutará',
		toolNodes: () => 'Se ejecutará uno de estos nodos',
		parameters: () => 'Todo lo que la herramienta recibe del agente',
		noParameters: () => 'La herramienta no recibe nada del agente',
		fromInput: (parameter) => `${parameter}, o en su lugar, un valor de la entrada del agente`,
		unasked: (parameter) => `${parameter}, que la herramienta no pide`,
		byWorkflow: () => 'Lo fija el flujo de trabajo: aquí no se muestra.',
		unreadable: () => 'No se pudo leer: nadie puede saber a qué corresponde este ID.',
	},
	invalidLink: {
		title: 'Este enlace no es válido',
		text: 'Abra de nuevo el enlace completo del correo.',
	},
	replaced: {
		title: 'Esta pregunta ha sido sustituida',
		text: 'El flujo de trabajo pregunta ahora otra cosa. Abra los enlaces del correo más reciente; este enlace no decide nada.',
	},
	tooLate: {
		title: 'El plazo ha terminado',
		text: 'Las respuestas a esta pregunta ya no cuentan. Aquí no se ha decidido nada: vale lo que el correo dice para el caso de no responder.',
	},
	alreadyAnswered: {
		title: 'Ya se ha respondido',
		text: 'Alguien ya ha respondido a esta pregunta. Cuenta la primera respuesta.',
	},
	notTaken: {
		title: 'Es posible que su respuesta no se haya registrado',
		text: 'Puede que haya fallado la conexión o que otra persona haya respondido en el mismo momento. Pulse el botón otra vez. Si este aviso sigue, abra de nuevo el enlace del correo: mientras la página muestre la pregunta, no hay nada decidido.',
	},
	answerTaken: {
		title: 'Gracias',
		text: 'Su respuesta se ha registrado. Puede cerrar esta página.',
	},
	decisionTaken: (label) => ({
		title: 'Gracias',
		text: `Su decisión se ha registrado: ${label}. Puede cerrar esta página.`,
	}),
};
