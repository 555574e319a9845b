import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { Mail } from '../../../../nodes/Mail/Mail.node';
import { argumentCheck } from '../../../../nodes/shared/step/modelArguments';
import { node, runInEngine } from '../../../harness/engine';
import { executeNode } from '../../../harness/executeNode';
import { failureOf } from '../../../harness/steps';
import { droppedTool } from '../../../harness/tools';
import { startSimulator } from '../../../simulator/simulator';

const fields = [
	{ displayName: 'To', name: 'to', type: 'string', default: '' },
	{ displayName: 'Subject', name: 'subject', type: 'string', default: '' },
	{
		...{ displayName: 'Options', name: 'options', type: 'collection', default: {} },
		options: [
			{ displayName: 'Save as Draft', name: 'saveAsDraft', type: 'boolean', default: false },
		],
	},
] satisfies INodeProperties[];

function nodeType(name: string, execute: INodeType['execute']): INodeType {
	const description: Partial<INodeTypeDescription> = {
		...{ name, inputs: [], outputs: [], properties: fields },
	};
	return { description: description as INodeTypeDescription, execute };
}

/**
 * What a tool's fields hold when an agent calls it in n8n's own engine, or why it is refused.
 * @param input What the agent itself was given.
 * @param written What its model writes.
 */
async function call(to: string, input: IDataObject, written: IDataObject): Promise<unknown> {
	const action = { actionType: 'ExecutionNodeAction' as const, type: 'ai_tool' as const };
	const asked = { ...action, nodeName: 'Tool', id: 'call_1', metadata: { itemIndex: 0 } };
	const rounds = [{ actions: [{ ...asked, input: written }], metadata: {} }];
	const seen: unknown[] = [];
	const types = {
		start: nodeType('start', async () => [[{ json: input }]]),
		agent: nodeType('agent', async () => rounds.shift() ?? [[{ json: {} }]]),
		tool: nodeType('tool', async function (this: IExecuteFunctions) {
			try {
				const unused = argumentCheck(this, fields)(0);
				const read = ['to', 'subject'].map((name) => this.getNodeParameter(name, 0));
				seen.push([...read, ...unused]);
			} catch (error) {
				seen.push(error);
			}
			return [[{ json: {} }]];
		}),
	};
	const parameters = { to, subject: "={{ $fromAI('Subject', '', 'string') }}" };
	await runInEngine(types, {
		nodes: [
			node('Start', 'start'),
			node('Agent', 'agent'),
			{ ...node('Tool', 'tool'), parameters },
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
	});
	return seen[0];
}

const ANN = 'ann@contoso.com';
const EVE = 'eve@evil.example';

it.each(["={{ $fromAI(\n\t'To',\n\t'Who gets it') }}", "={{ $fromAI ('To') }}"])(
	'takes what a model was asked for, however a person wrote that: %j',
	async (to) => {
		expect(await call(to, {}, { To: ANN, Subject: 'Hello' })).toEqual([ANN, 'Hello']);
	},
);

describe('what a model writes beside the parameters of its tool', () => {
	it.each([
		'={{ $json.boss }}',
		'={{ $json["boss"] }}',
		'={{ $input.item.json.boss }}',
		'=To {{ $data?.boss }}',
	])('is refused where an expression reads it: %s', async (to) => {
		expect(await call(to, { boss: ANN }, { Subject: 'Hi', boss: EVE })).toMatchObject({
			message: '"boss" is no parameter of this tool',
			hint: 'Leave it out: the workflow sets it.',
		});
	});

	it('is refused where an expression reads what a webhook took from its address', async () => {
		const given = { query: { boss: ANN } };
		const to = '={{ $json.query.boss }}';
		expect(await call(to, given, { Subject: 'Hi' })).toEqual([ANN, 'Hi']);
		const written = { Subject: 'Hi', query: { boss: EVE } };
		expect(await call(to, given, written)).toMatchObject({
			message: '"query" is no parameter of this tool',
			hint: 'Leave it out: the workflow sets it.',
		});
	});

	it.each(['the boss', 'boss.email', 'Büro', 'Élise'])(
		'is refused where an expression reads it by a name that no parameter can have: %s',
		async (name) => {
			const given = { [name]: ANN };
			const to = `={{ $json["${name}"] }}`;
			expect(await call(to, given, { Subject: 'Hi' })).toEqual([ANN, 'Hi']);
			expect(await call(to, given, { Subject: 'Hi', [name]: EVE })).toMatchObject({
				message: `"${name}" is no parameter of this tool`,
				hint: 'Leave it out: the workflow sets it.',
			});
		},
	);

	it.each([
		'={{ Object.values($json)[0] }}',
		'={{ $json[Object.keys($json)[0]] }}',
		'={{ $json.values()[0] }}',
		'={{ Object.entries($input.item.json).map(([, value]) => value)[0] }}',
	])('is refused where an expression reads all that there is: %s', async (to) => {
		expect(await call(to, { boss: ANN }, { Subject: 'Hi' })).toEqual([ANN, 'Hi']);
		expect(await call(to, { boss: ANN }, { Subject: 'Hi', boss: EVE })).toMatchObject({
			message: '"boss" is no parameter of this tool',
			hint: 'Leave it out: the workflow sets it.',
		});
	});

	it.each([
		'={{ $json.boss.toLowerCase() }}',
		"={{ $json?.['boss'] }}",
		'={{ $json?.boss ?? "" }}',
	])('is only told where an expression reads something else by its name: %s', async (to) => {
		const written = { Subject: 'Hi', other: EVE };
		expect(await call(to, { boss: ANN }, written)).toEqual([
			...[ANN, 'Hi'],
			'"other" was not used: it is no parameter of this tool.',
		]);
	});

	it('is refused too where it is empty: nobody would get what the workflow sends', async () => {
		expect(await call('={{ $json.boss }}', { boss: ANN }, { boss: '' })).toMatchObject({
			message: '"boss" is no parameter of this tool',
		});
	});

	const unset = 'Leave it out: only a person can set it, and nobody did.';
	it.each([
		['Save_as_Draft', unset],
		['saveAsDraft', unset],
		['save-as-draft', unset],
		['Save as Draft', unset],
		['To', 'Leave it out: the workflow sets it.'],
	])(
		'is refused where it is called as a field that the model does not fill: %s',
		async (name, hint) => {
			const written = { Subject: 'Hi', [name]: 'true' };
			expect(await call(ANN, { boss: ANN }, written)).toMatchObject({
				message: `"${name}" is no parameter of this tool`,
				hint,
			});
			// What the agent was given is not what its model wrote.
			expect(await call(ANN, { [name]: 'true' }, { Subject: 'Hi' })).toEqual([ANN, 'Hi']);
		},
	);

	it.each([
		['replyToEmail', 'Attachments', { attachments: 'data' }],
		['replyToEmail', 'Send_At', { options: { sendAt: '2031-03-05T10:00' } }],
		['replyToEmail', 'Bcc', { options: { bcc: ANN } }],
		[
			'forwardEmail',
			'File_Name',
			{ options: { otherAttachments: { textFiles: [{ fileName: 'a.txt', content: 'a' }] } } },
		],
	])(
		'is refused by %s, and whether the workflow sets %s is told: a model would say that it is done',
		async (id, name, own) => {
			const simulator = await startSimulator();
			const { parameters } = droppedTool(new Mail(), 'email', id);
			const refused = async (more: INodeParameters) => {
				const parts = { ...{ node: 'mail' as const, asTool: true, simulator } };
				const items = [{ json: { Message_ID: 'A', Message: 'See the file', [name]: 'x' } }];
				return await failureOf(
					executeNode({ ...parts, items, parameters: { ...parameters, ...more } }),
				);
			};
			const said = `"${name}" is no parameter of this tool.`;
			expect((await refused({})).message).toBe(`${said} ${unset}`);
			expect((await refused(own)).message).toBe(`${said} Leave it out: the workflow sets it.`);
			await simulator.stop();
		},
	);

	it('is refused with its name where only that is written otherwise', async () => {
		expect(await call(ANN, {}, { subject: 'Hi' })).toMatchObject({
			message: '"subject" is no parameter of this tool',
			hint: 'Write it as "Subject".',
		});
	});

	it('is refused too where the model says that it is another call', async () => {
		const written = { boss: EVE, toolCallId: 'call_2' };
		expect(await call('={{ $json.boss }}', { boss: ANN }, written)).toMatchObject({
			message: '"boss" is no parameter of this tool',
		});
	});

	it('does not matter elsewhere: the workflow sets what it set', async () => {
		const given = { boss: ANN, other: 1 };
		expect(await call('={{ $json.boss }}', given, { Subject: 'Hi' })).toEqual([ANN, 'Hi']);
		const more = { Subject: 'Hi', 'a b': 3, toolCallId: 'x' };
		expect(await call('={{ $json.boss }}', given, more)).toEqual([ANN, 'Hi']);
	});

	it('is told elsewhere, as it was not used', async () => {
		const given = { boss: ANN, other: 1 };
		const more = { Subject: 'Hi', other: 2, bos: EVE };
		expect(await call('={{ $json.boss }}', given, more)).toEqual([
			...[ANN, 'Hi'],
			'"other" was not used: it is no parameter of this tool.',
			'"bos" was not used: it is no parameter of this tool.',
		]);
		expect(await call(ANN, given, { Subject: 'Hi', query: 'x' })).toEqual([
			...[ANN, 'Hi'],
			'"query" was not used: it is no parameter of this tool.',
		]);
		expect(await call(ANN, given, { query: { Subject: 'Hi' } })).toEqual([ANN, 'Hi']);
	});

	it("is none of it what n8n's test of a tool gives, whatever an expression reads", async () => {
		const simulator = await startSimulator();
		const { items } = await executeNode({
			...{ node: 'mail', asTool: true, simulator },
			parameters: {
				...{ resource: 'email', operation: 'createDraft', to: ANN, message: 'Hi' },
				subject: "={{ $fromAI('Subject') }} {{ JSON.stringify($json).length > 0 ? '!' : '' }}",
			},
			items: [{ json: { query: { Subject: 'Hi' } } }],
		});
		expect(items).toHaveLength(1);
		await simulator.stop();
	});

	it('is told beside what the step did', async () => {
		const simulator = await startSimulator();
		const given = {
			...{ node: 'mail' as const, asTool: true, simulator },
			parameters: { resource: 'email', operation: 'listLabels' },
		};
		const { items } = await executeNode({ ...given, items: [{ json: { Colour: 'red' } }] });
		expect(items.at(-1)?.json.more).toBe('"Colour" was not used: it is no parameter of this tool.');
		await simulator.stop();
	});

	it.each([
		[
			'sendEmail',
			{ To: ANN, Subject: 'Hi', Message: 'Hello', Send_At: '2031-03-05T10:00' },
			'Send_At',
		],
		['createEvent', { Subject: 'Talk', Start: '2031-03-05T10:00Z', duration: 30 }, 'duration'],
		['createDraft', { Subject: 'Hi', Message: 'Hello', attendees: ANN }, 'attendees'],
	])('is refused where %s writes, and another step has such a field', async (id, json, name) => {
		const simulator = await startSimulator();
		const resource = id === 'createEvent' ? 'calendar' : 'email';
		const { parameters } = droppedTool(new Mail(), resource, id);
		const called = executeNode({
			...{ node: 'mail', asTool: true, simulator, parameters },
			items: [{ json }],
		});
		await expect(called).rejects.toThrow(
			`"${name}" is no parameter of this tool. Leave it out, or use a tool that has it.`,
		);
		expect(simulator.requests.count()).toBe(0);
		await simulator.stop();
	});

	it.each([
		['sendEmail', { To: ANN, Subject: 'Hi', Message: 'Hello' }, { draft: true }],
		['sendEmail', { To: ANN, Subject: 'Hi', Message: 'Hello' }, { dry_run: 'true' }],
		['createEvent', { Subject: 'Talk', Start: '2031-03-05T10:00Z' }, { preview: 1 }],
		['deleteEmail', { Message_ID: 'AAkALgAA' }, { dryRun: true }],
	])('is refused where %s would do what is only to be tried: %j %j', async (id, json, more) => {
		const simulator = await startSimulator();
		const resource = id === 'createEvent' ? 'calendar' : 'email';
		const { parameters } = droppedTool(new Mail(), resource, id);
		const call = async (written: IDataObject) =>
			await executeNode({
				...{ node: 'mail', asTool: true, simulator, parameters },
				items: [{ json: { ...json, ...written } }],
			});
		await expect(call(more)).rejects.toThrow(/" is no parameter of this tool\. Leave it out, or/);
		expect(simulator.requests.count()).toBe(0);
		const meant = Object.fromEntries(Object.keys(more).map((name) => [name, false]));
		await call(meant).catch(() => undefined);
		expect(simulator.requests.count()).toBeGreaterThan(0);
		await simulator.stop();
	});

	it.each([
		['sendEmail', { scheduled_time: '2031-03-05T10:00' }, { scheduled_time: '' }],
		['sendEmail', { attachment_ids: ['A'] }, { attachment_ids: [] }],
		['sendEmail', { file: 'plan.pdf' }, { file_format: 'text' }],
		['replyToEmail', { reply_all: true }, { reply_all: 'False' }],
		['replyToEmail', { from_address: EVE }, { form: 'short' }],
		['createEvent', { recurring: 'weekly' }, { recurring: false }],
		['createEvent', { rrule: 'FREQ=WEEKLY' }, { rrule: 'none' }],
		['createEvent', { guests: ANN }, { guests: '' }],
		['createEvent', { calendarId: 'Team' }, { calendarId: 'primary' }],
		['createEvent', { notify_attendees: false }, { notify_attendees: true }],
		['createEvent', { send_updates: 'none' }, { sendUpdates: 'ALL' }],
	])(
		'is refused where %s would do otherwise what cannot be taken back: %j, not %j',
		async (id, json, usual) => {
			const simulator = await startSimulator();
			const resource = id === 'createEvent' ? 'calendar' : 'email';
			const { parameters } = droppedTool(new Mail(), resource, id);
			const given = {
				sendEmail: { To: ANN, Subject: 'Hi', Message: 'Hello' },
				replyToEmail: { Message_ID: 'AAkALgAA', Message: 'Hello' },
				createEvent: { Subject: 'Talk', Start: '2031-03-05T10:00Z' },
			}[id];
			const called = async (more: IDataObject) =>
				await executeNode({
					...{ node: 'mail', asTool: true, simulator, parameters },
					items: [{ json: { ...given, ...more } }],
				});
			await expect(called(json)).rejects.toThrow(
				/" is no parameter of this tool\. Leave it out, or/,
			);
			expect(simulator.requests.count()).toBe(0);
			await called(usual).catch(() => undefined);
			expect(simulator.requests.count()).toBeGreaterThan(0);
			await simulator.stop();
		},
	);

	it('is told where a step only reads, whatever fields others have', async () => {
		const simulator = await startSimulator();
		const { parameters } = droppedTool(new Mail(), 'email', 'listLabels');
		const { items } = await executeNode({
			...{ node: 'mail', asTool: true, simulator, parameters },
			items: [{ json: { Send_At: '2031-03-05T10:00' } }],
		});
		expect(items.at(-1)?.json.more).toBe(
			'"Send_At" was not used: it is no parameter of this tool.',
		);
		await simulator.stop();
	});

	it('cannot be told from the input of the agent before n8n 2.8, and is no reason to refuse that', async () => {
		const simulator = await startSimulator();
		const given = {
			...{ node: 'mail' as const, asTool: true, simulator },
			parameters: { resource: 'email', operation: 'findEmail' },
		};
		const json = { folder: 'Inbox', toolCallId: 'call_1' };
		await expect(executeNode({ ...given, items: [{ json }] })).resolves.toBeDefined();
		await simulator.stop();
	});

	it('has a step do nothing', async () => {
		const simulator = await startSimulator();
		const sent = executeNode({
			...{ node: 'mail', asTool: true, simulator },
			parameters: {
				...{ resource: 'email', operation: 'sendEmail', message: 'Hi' },
				...{ to: '={{ $json.boss }}', subject: "={{ $fromAI('Subject') }}" },
			},
			items: [{ json: { Subject: 'Hi', boss: EVE } }],
		});
		await expect(sent).rejects.toThrow('"boss" is no parameter of this tool');
		expect(simulator.requests.count()).toBe(0);
		await simulator.stop();
	});
});
