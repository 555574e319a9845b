import fc from 'fast-check';
import { de } from '../../../../../nodes/Mail/approval/languages/de';
import { en } from '../../../../../nodes/Mail/approval/languages/en';
import { es } from '../../../../../nodes/Mail/approval/languages/es';
import { fr } from '../../../../../nodes/Mail/approval/languages/fr';
import { nl } from '../../../../../nodes/Mail/approval/languages/nl';
import type { Words } from '../../../../../nodes/Mail/approval/languages/words';
import { htmlToText } from '../../../../../nodes/shared/html/html';
import { systemClock } from '../../../../../nodes/shared/http/clock';
import type { ExecuteOptions } from '../../../../harness/executeNode';
import { executeNode } from '../../../../harness/executeNode';
import { own, provider, useMailboxes } from '../../../../harness/mail';
import type { OpenOptions } from '../../../../harness/openQuestion';
import { openQuestion } from '../../../../harness/openQuestion';

useMailboxes();

const ALL = [de, en, es, fr, nl];
const OTHERS = ALL.filter((words) => words !== en);
const clock = { ...systemClock, now: () => Date.parse('2030-07-05T07:30:00Z') };
/** Long before any deadline that a question of today has. */
const EARLIER = { clock: { ...systemClock, now: () => Date.parse('2020-07-05T07:30:00Z') } };
const BERLIN = { timezone: 'Europe/Berlin', clock };

async function ask(parameters: ExecuteOptions['parameters'] = {}, more = {}) {
	return await executeNode({
		node: 'mail',
		simulator: provider(),
		parameters: {
			resource: 'email',
			operation: 'sendAndWait',
			to: 'boss@contoso.com',
			message: '4711',
			...parameters,
		},
		...BERLIN,
		...more,
	});
}
type Asked = Awaited<ReturnType<typeof ask>>;

/** In front of two tools, one whose email is gone and one of which the workflow sets it, with a value of the input too. */
async function review(parameters: ExecuteOptions['parameters']) {
	const messageId = "={{ $fromAI('message') }}";
	const tool = { resource: 'email', operation: 'replyToEmail' };
	const json = { tool: 'answer', toolParameters: { message: 'gone', x: 'y' }, query: { x: 'z' } };
	const reviews = Object.entries({ A: messageId, B: '={{ $json.id }}' }).map(([name, held]) => ({
		name,
		type: 'mailTool',
		parameters: { ...tool, messageId: held },
	}));
	return await ask(parameters, { items: [{ json: { ...json, toolCallId: '1' } }], reviews });
}

let executions = 0;
const open = async ({ parked }: Asked, choice: string, more: Partial<OpenOptions> = {}) =>
	await openQuestion({
		simulator: provider(),
		parked,
		query: { choice },
		executionId: `language-${++executions}`,
		...more,
	});

/** What a person reads, also where a refused answer shows it. */
function linesOf(html: string): string[] {
	return htmlToText(html.slice(html.indexOf('<body')).replace(/<\/?template>/g, ''))
		.split(/\s*\n\s*/)
		.map((line) => line.replaceAll('\u00a0', ' '))
		.filter((line) => line !== '');
}

const inLanguage = (language: string) => ({ options: { language } });
const FORM = [
	{ fieldLabel: '1', fieldType: 'number' },
	{ fieldLabel: '2', fieldType: 'date' },
	{ fieldLabel: '3', fieldType: 'email' },
	{ fieldLabel: '4', fieldType: 'dropdown', fieldOptions: 'c' },
	{ fieldLabel: '5', fieldType: 'text', requiredField: true },
];
const WRONG = { field0: 'x', field1: 'x', field2: 'x', field3: 'x' };

/** The same, with a deadline. */
const within = (parameters: ExecuteOptions['parameters'] = {}, more = {}) => ({
	...parameters,
	options: {
		...Object(parameters.options),
		limitWaitTime: { values: { resumeAmount: 2, ...more } },
	},
});

/** Every mail and page that a question can have, as `parameters` and the browser want it. */
async function documents(
	parameters: ExecuteOptions['parameters'],
	acceptLanguage?: string,
): Promise<Record<string, string>> {
	const text = { approvalOptions: { text: '4712' } };
	const form = { responseType: 'form', formFields: { values: FORM } };
	const asked = {
		approval: await ask(within({ ...parameters, ...text })),
		freeText: await ask(within({ ...parameters, responseType: 'freeText' })),
		form: await ask({ ...parameters, ...form }),
		reviewed: await review(parameters ?? {}),
		alone: await ask({ ...parameters }, oneTool()),
		late: await ask(within({ ...parameters }), EARLIER),
	};
	const mails = own().sent.slice(-6);
	const post = { method: 'POST', acceptLanguage } as const;
	const executionId = `answered ${++executions}`;
	const pages = {
		approve: await open(asked.approval, 'approve', { acceptLanguage }),
		decline: await open(asked.approval, 'decline', { acceptLanguage }),
		freeText: await open(asked.freeText, 'answer', { acceptLanguage }),
		form: await open(asked.form, 'answer', { acceptLanguage }),
		refused: await open(asked.form, 'answer', { ...post, body: WRONG }),
		reviewed: await open(asked.reviewed, 'approve', { acceptLanguage }),
		alone: await open(asked.alone, 'approve', { acceptLanguage }),
		invalid: await open(asked.approval, 'approve', { acceptLanguage, signature: 'x' }),
		replaced: await open(asked.approval, 'approve', {
			acceptLanguage,
			query: { choice: 'approve', question: 'of before' },
		}),
		late: await open(asked.late, 'approve', { acceptLanguage }),
		declined: await open(asked.approval, 'decline', { ...post, executionId }),
		again: await open(asked.approval, 'decline', { ...post, executionId }),
		answered: await open(asked.freeText, 'answer', { ...post, body: { text: 'yes' } }),
	};
	return {
		...Object.fromEntries(mails.map(({ body }, place) => [`mail ${place}`, body.content])),
		...Object.fromEntries(Object.entries(pages).map(([name, { html }]) => [name, html])),
	};
}

/** In front of one tool that gets nothing. */
const oneTool = () => ({
	items: [{ json: { tool: 'answer', toolCallId: '1' } }],
	reviews: [{ name: 'A', type: 'otherTool', parameters: {} }],
});

/** Every text of a language, with a part where it takes one; the tokens of a moment are none. */
function textsOf(words: Words, part = '§'): Map<string, string> {
	const found = new Map<string, string>();
	const walk = (value: unknown, name: string) => {
		const said: unknown = typeof value === 'function' ? value(part) : value;
		if (typeof said === 'string') found.set(name, said);
		else for (const [key, one] of Object.entries(Object(said))) walk(one, `${name}.${key}`);
	};
	walk(words, 'words');
	for (const name of ['words.language', 'words.moment']) found.delete(name);
	return found;
}
/** Its texts that are the English ones too, as pages show them. */
function sameAsEnglish(words: Words): string[] {
	const english = textsOf(en, 'Onboarding');
	return [...textsOf(words, 'Onboarding')].flatMap(([name, text]) =>
		english.get(name) === text.replaceAll('\u00a0', ' ') ? [text] : [],
	);
}

describe('the words of a question', () => {
	it.each(ALL)('$language has each text, with its part, and none is empty', (words) => {
		const texts = textsOf(words);
		expect([...texts.keys()]).toEqual([...textsOf(en).keys()]);
		expect([...texts].filter(([, text]) => text.trim().length < 4 && text !== '')).toEqual([]);
		expect([...texts.values()].filter((text) => text === '')).toEqual([]);
		const withPart = (of: Words) =>
			[...textsOf(of)].flatMap(([name, text]) => (text.includes('§') ? [name] : []));
		expect(withPart(words)).toEqual(withPart(en));
	});

	it('are the English ones nowhere but where a language has the same word', () => {
		const same = Object.fromEntries(OTHERS.map((words) => [words.language, sameAsEnglish(words)]));
		expect(same).toEqual({
			de: ['Workflow: Onboarding', 'Details', 'Text'],
			es: [],
			fr: [],
			nl: ['Workflow: Onboarding', 'Details', 'Tool'],
		});
	});
});

describe('a question in a language', () => {
	/** What is the workflow's own, or was looked up, and the same in every language. */
	const OWN = ['Mail', 'boss@contoso.com', '4711', '4712', 'answer', 'A', 'B', 'X', 'x', 'y', 'z'];
	const ALSO_OWN = [
		'Message',
		'message',
		'Email',
		'gone',
		'1',
		'2',
		'3',
		'4',
		'5',
		'5 *',
		'c',
		'1 2 3 4',
	];

	it.each(OTHERS)(
		'$language: mails and pages whole, chosen for both, whatever a browser wants',
		async (words) => {
			const { language } = words;
			const english = await documents(inLanguage('en'));
			const shown = await documents(inLanguage(language), 'en');
			const allowed = new Set([...OWN, ...ALSO_OWN, ...sameAsEnglish(words)]);
			for (const [name, html] of Object.entries(shown)) {
				expect(html).toContain(`<html lang="${language}">`);
				const before = new Set(linesOf(english[name] ?? ''));
				const left = linesOf(html).filter((line) => before.has(line) && !allowed.has(line));
				expect({ name, left }).toEqual({ name, left: [] });
			}
		},
	);

	it.each(ALL)('$language: shows each of its texts somewhere', async (words) => {
		const shown = Object.values(await documents(inLanguage(words.language))).map(linesOf);
		const all = shown.flat().join('\n');
		const texts = textsOf(words, '\n');
		// What the step calls itself stands where a workflow has no name.
		texts.delete('words.stepAsks');
		const missing = [...texts.values()]
			.flatMap((text) => text.split('\n'))
			.map((text) => text.replaceAll('\u00a0', ' ').trim())
			.filter((text) => !all.includes(text));
		expect(missing).toEqual([]);
	});

	it.each(ALL)('$language: names the step where the workflow has no name', async (words) => {
		const asked = await ask(inLanguage(words.language));
		const question = Object(asked.parked[0]?.json.question);
		const origin = { ...question.origin, workflow: undefined };
		const parked = [{ json: { question: { ...question, origin } } }];
		expect((await open({ ...asked, parked }, 'approve')).html).toContain(words.stepAsks('Mail'));
	});

	it.each(OTHERS)('$language: automatically on the page that a browser opens', async (words) => {
		const pages = await documents({}, words.language);
		const chosen = await documents(inLanguage(words.language));
		for (const [name, html] of Object.entries(pages)) {
			if (name.startsWith('mail')) expect(html).toContain('<html lang="en">');
			else
				expect({ name, lines: linesOf(html) }).toEqual({
					name,
					lines: linesOf(chosen[name] ?? ''),
				});
		}
	});

	it.each([
		['de', '5. Juli 2030, 09:30 (Europe/Berlin)'],
		['en', '5 July 2030, 09:30 (Europe/Berlin)'],
		['es', '5 de julio de 2030, 09:30 (Europe/Berlin)'],
		['fr', '5 juillet 2030 à 09:30 (Europe/Berlin)'],
		['nl', '5 juli 2030, 09:30 (Europe/Berlin)'],
	])('%s: says when it was asked, where the workflow runs', async (language, moment) => {
		const asked = await ask(inLanguage(language));
		const { html } = await open(asked, 'approve');
		for (const shown of [own().sent.at(-1)?.body.content ?? '', html]) {
			expect(linesOf(shown)).toContain(moment);
		}
	});

	it.each([
		[
			'de',
			'Kommt bis zum 5. Juli 2030, 11:30 (Europe/Berlin) keine Antwort, gilt dies als abgelehnt.',
			'Kommt bis zum 5. Juli 2030, 11:30 (Europe/Berlin) keine Antwort, läuft der Workflow ohne sie weiter.',
		],
		[
			'en',
			'Without an answer by 5 July 2030, 11:30 (Europe/Berlin), this counts as declined.',
			'Without an answer by 5 July 2030, 11:30 (Europe/Berlin), the workflow goes on without one.',
		],
		[
			'es',
			'Si no hay respuesta antes del 5 de julio de 2030, 11:30 (Europe/Berlin), se considerará rechazado.',
			'Si no hay respuesta antes del 5 de julio de 2030, 11:30 (Europe/Berlin), el flujo de trabajo continuará sin ella.',
		],
		[
			'fr',
			'Sans réponse avant le 5 juillet 2030 à 11:30 (Europe/Berlin), la demande sera considérée comme refusée.',
			'Sans réponse avant le 5 juillet 2030 à 11:30 (Europe/Berlin), le workflow se poursuivra sans elle.',
		],
		[
			'nl',
			'Is er op 5 juli 2030, 11:30 (Europe/Berlin) nog geen antwoord, dan geldt dit als afgewezen.',
			'Is er op 5 juli 2030, 11:30 (Europe/Berlin) nog geen antwoord, dan gaat de workflow zonder antwoord verder.',
		],
	])('%s: says by when it counts, and what happens then', async (language, declined, goesOn) => {
		const shown = async (more: object, answer = 'approve', limit = {}) => {
			const asked = await ask(within({ ...inLanguage(language), ...more }, limit));
			const { html } = await open(asked, answer);
			return [own().sent.at(-1)?.body.content ?? '', html].map((one) => linesOf(one).join('\n'));
		};
		const passOn = { unanswered: 'input' };
		for (const text of await shown({})) expect(text).toContain(declined);
		for (const text of await shown({}, 'approve', passOn)) expect(text).toContain(goesOn);
		// A text that nobody gave is no refusal.
		for (const text of await shown({ responseType: 'freeText' }, 'answer')) {
			expect(text).toContain(goesOn);
		}
	});

	it('says nothing of a deadline where it waits without end', async () => {
		const { html } = await open(await ask(), 'approve');
		for (const shown of [own().sent.at(-1)?.body.content ?? '', html]) {
			expect(linesOf(shown)).not.toContain(en.origin.deadline);
			expect(shown).not.toContain('Without an answer');
		}
	});

	it('counts as declined in front of a tool, whatever is chosen for the input', async () => {
		const asked = await review(within({}, { unanswered: 'input' }));
		const { html } = await open(asked, 'approve');
		for (const shown of [own().sent.at(-1)?.body.content ?? '', html]) {
			expect(shown).toContain('Europe/Berlin), this counts as declined.');
		}
	});

	it.each([
		['de', 'Eine Frage an Sie', 'Darf dies ausgeführt werden: A?'],
		['en', 'A question for you', 'May this run: A?'],
		['es', 'Una pregunta para usted', '¿Se puede ejecutar esto: A?'],
		['fr', 'Une question pour vous', 'Autorisez-vous cette exécution\u00a0: A\u00a0?'],
		['nl', 'Een vraag voor u', 'Mag dit worden uitgevoerd: A?'],
	])('%s: has a subject where its author gave none', async (language, question, mayRun) => {
		await ask(inLanguage(language));
		await ask(inLanguage(language), oneTool());
		expect(own().sent.map(({ subject }) => subject)).toEqual([question, mayRun]);
	});

	it('leaves what an author wrote, and says what was left as it was', async () => {
		const approvalOptions = { approveLabel: 'Yes', declineLabel: 'Decline' };
		const asked = await ask({ ...inLanguage('de'), subject: 'Send it?', approvalOptions });
		const { html } = await open(asked, 'approve');
		for (const shown of [own().sent.at(-1)?.body.content ?? '', html]) {
			expect(linesOf(shown)[0]).toBe('Send it?');
			expect(linesOf(shown).join('\n')).toMatch(/Yes[^]*Ablehnen/);
		}
	});

	it('is read where it was asked before questions had a language, all in English', async () => {
		const asked = await ask({ subject: 'Send it?' });
		const question = Object(asked.parked[0]?.json.question);
		const origin = { ...question.origin, askedAt: '5 July 2030, 09:30 (Europe/Berlin)' };
		const labels = { approveLabel: 'Approve', declineLabel: 'Decline' };
		const json = { question: { ...question, ...labels, origin, language: undefined } };
		const old = { ...asked, parked: [{ json }] };
		const { html } = await open(old, 'approve', { acceptLanguage: 'de' });
		expect(linesOf(html)).toEqual(linesOf((await open(asked, 'approve')).html));
		expect(html).toContain('<html lang="en">');
	});
});

describe('the language of a browser', () => {
	it.each([
		['de-AT,de;q=0.9,en;q=0.8', 'de'],
		['it, fr;q=0.5, en;q=0.4', 'fr'],
		['en;q=0.2 , nl ; q=0.9', 'nl'],
		['en;q=0.9,es;q=0.9', 'en'],
		['ES-mx', 'es'],
		['de;q=0, it', 'en'],
		['de;q=7, fr;q=0.1', 'fr'],
		['zh-Hant,*', 'en'],
		['den,nll', 'en'],
		['', 'en'],
		[undefined, 'en'],
	])('is the most wanted of those that there are: %j', async (acceptLanguage, language) => {
		const { html } = await open(await ask(), 'approve', { acceptLanguage });
		expect(html).toContain(`<html lang="${language}">`);
	});

	it('is English for anything that names no other one, and never a failure', async () => {
		const asked = await ask();
		const part = fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.constantFrom(',', ';', 'q=', '1', '0.', '-', '*', 'en', 'constructor', '__proto__', ' '),
		);
		const garbage = fc
			.array(part)
			.map((parts) => parts.join(''))
			.filter((text) => !/(?:^|,)\s*(?:de|es|fr|nl)/i.test(text));
		await fc.assert(
			fc.asyncProperty(garbage, async (acceptLanguage) => {
				const { status, html } = await open(asked, 'approve', { acceptLanguage });
				expect(status).toBe(200);
				expect(html).toContain('<html lang="en">');
			}),
			{ numRuns: 100 },
		);
	});
});
