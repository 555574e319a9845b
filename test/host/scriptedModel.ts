import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { z } from 'zod';

const message = z.object({
	role: z.string(),
	content: z.unknown(),
	tool_calls: z.array(z.unknown()).optional(),
});
const completionRequest = z.object({
	model: z.string(),
	messages: z.array(message),
	tools: z
		.array(
			z.object({
				function: z.object({
					name: z.string(),
					description: z.string().default(''),
					parameters: z.record(z.unknown()).default({}),
				}),
			}),
		)
		.default([]),
	stream: z.boolean().default(false),
});

export type ModelRequest = z.infer<typeof completionRequest>;

/** What the model does next: calls one tool, or ends with a text. */
export type Reply =
	| {
			tool: string;
			input: Record<string, unknown>;
			/** What it writes beside the input of a tool behind a human review. */
			beside?: Record<string, unknown>;
			/** Another tool that it calls in the same turn, after this one. */
			also?: { tool: string; input: Record<string, unknown> };
	  }
	| { text: string };

export interface ScriptedModel {
	/** Base address for an OpenAI credential. */
	url: string;
	/** What the agent asked, oldest first. */
	requests: ModelRequest[];
	stop(): Promise<void>;
}

/**
 * A language model whose replies are written down, behind the interface of OpenAI's chat
 * completions. The same conversation always gets the same reply.
 *
 * @param script what to do next, given all that was said so far
 */
export async function startScriptedModel(
	script: (request: ModelRequest) => Reply,
): Promise<ScriptedModel> {
	const app = fastify({ bodyLimit: 16 * 1024 * 1024 });
	const requests: ModelRequest[] = [];
	app.get('/v1/models', () => ({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }));
	app.post('/v1/chat/completions', async (incoming, answer) => {
		const request = completionRequest.parse(incoming.body);
		requests.push(request);
		const reply = toMessage(obeyingSchema(script(request), request), requests.length);
		const base = { id: `completion-${requests.length}`, created: 0, model: request.model };
		const finish = 'tool_calls' in reply ? 'tool_calls' : 'stop';
		if (!request.stream) {
			return {
				...base,
				object: 'chat.completion',
				choices: [{ index: 0, message: { role: 'assistant', ...reply }, finish_reason: finish }],
				usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
			};
		}
		const chunk = (delta: object, finish_reason: string | null) =>
			`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
		return await answer
			.type('text/event-stream')
			.send(`${chunk({ role: 'assistant', ...reply }, null)}${chunk({}, finish)}data: [DONE]\n\n`);
	});
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		stop: async () => await app.close(),
	};
}

/** A tool behind a human review takes its input one level down. */
function obeyingSchema(reply: Reply, request: ModelRequest): Reply {
	if ('text' in reply) return reply;
	const { tools } = request;
	const schema = tools.find((tool) => tool.function.name === reply.tool)?.function.parameters;
	const isReviewed = JSON.stringify(schema ?? {}).includes('"toolParameters"');
	const also = reply.also && callOf(obeyingSchema(reply.also, request));
	return isReviewed
		? {
				...reply,
				also,
				input: { toolParameters: reply.input, hitlParameters: {}, ...reply.beside },
			}
		: { ...reply, also };
}

/** A call alone; a text calls nothing. */
const callOf = (reply: Reply) => ('text' in reply ? undefined : reply);

function toMessage(reply: Reply, serial: number) {
	if ('text' in reply) return { content: reply.text };
	const calls = [reply, ...(reply.also ? [reply.also] : [])];
	return {
		content: null,
		tool_calls: calls.map(({ tool, input }, index) => ({
			index,
			id: `call_${serial}_${index}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(input) },
		})),
	};
}

/** The results of the tools so far, oldest first, as the model reads them. */
export function toolResults({ messages }: ModelRequest): string[] {
	return messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
}
