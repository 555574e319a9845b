import fc from 'fast-check';
import type { INode, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';
import type { FailureKind } from '../../../../nodes/shared/http/failures';
import { InvalidInput, ProviderFailure } from '../../../../nodes/shared/http/failures';
import { requiredText, wholeNumber } from '../../../../nodes/shared/step/inputSchemas';
import { toNodeError } from '../../../../nodes/shared/step/toNodeError';

const node: INode = {
	id: 'node-1',
	name: 'Mail',
	type: 'n8n-nodes-mail-collection.mail',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const fields: INodeProperties[] = [
	{ displayName: 'Message ID', name: 'messageId', type: 'string', default: '' },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [{ displayName: 'Page Size', name: 'pageSize', type: 'number', default: 10 }],
	},
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'fixedCollection',
		default: {},
		options: [
			{
				displayName: 'Recipient',
				name: 'items',
				values: [
					{ displayName: 'Address', name: 'address', type: 'string', default: '' },
					{
						displayName: 'More',
						name: 'more',
						type: 'collection',
						default: {},
						options: [{ displayName: 'Nick Name', name: 'nick', type: 'string', default: '' }],
					},
				],
			},
		],
	},
];

const schema = z.object({
	messageId: requiredText,
	options: z.object({ pageSize: wholeNumber({ min: 1, max: 50 }) }).default({}),
	recipients: z
		.object({
			items: z.array(
				z.object({ address: requiredText, more: z.object({ nick: z.string() }).optional() }),
			),
		})
		.default({ items: [] }),
});

function refusalOf(input: unknown) {
	const parsed = schema.safeParse(input);
	if (parsed.success) throw new Error('The input is valid');
	return toNodeError(node, parsed.error, { itemIndex: 3, fields });
}

describe('a value that does not fit', () => {
	it('is named by the label of its field', () => {
		const error = refusalOf({ messageId: '' });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Message ID: is required');
		expect(error.context.itemIndex).toBe(3);
	});

	it('is named by the labels on the way to it in a collection', () => {
		expect(refusalOf({ messageId: 'x', options: { pageSize: 0 } }).message).toBe(
			'Options > Page Size: must be a whole number from 1 to 50',
		);
	});

	it('is named in a fixed collection, down to a collection within', () => {
		expect(refusalOf({ messageId: 'x', recipients: { items: [{ address: ' ' }] } }).message).toBe(
			'Recipients > Address: is required',
		);
		expect(
			refusalOf({
				messageId: 'x',
				recipients: { items: [{ address: 'x', more: { nick: 7 } }] },
			}).message,
		).toMatch(/^Recipients > More > Nick Name: /);
	});

	it('several are named together, three at most', () => {
		const { message } = refusalOf({
			messageId: '',
			options: { pageSize: 99 },
			recipients: { items: [{}, {}, {}] },
		});
		expect(message.split('; ')).toEqual([
			'Message ID, Recipients > Address: is required',
			'Options > Page Size: must be a whole number from 1 to 50',
		]);
	});

	it('that is missing is explained, but to no agent and where nothing is missing', () => {
		const explained = (input: unknown, { type }: INode = node) => {
			const explainEmpty = (path: ReadonlyArray<string | number>) => `Nothing in ${path.join()}`;
			const { error } = schema.safeParse(input);
			return toNodeError({ ...node, type }, error, { fields, explainEmpty }).description;
		};
		const tool = { ...node, type: 'n8n-nodes-mail-collection.mailTool' };
		expect(explained({ messageId: '' })).toBe('Nothing in messageId');
		expect(explained({ messageId: '' }, tool)).toBeUndefined();
		expect(explained({ messageId: 'a', options: { pageSize: 0 } })).toBeUndefined();
	});

	it('without a field of its own it is the input', () => {
		expect(refusalOf('no object').message).toMatch(/^Input: /);
	});

	it('with a field of its own and a hint it says what to do next', () => {
		const error = toNodeError(
			node,
			new InvalidInput('is not known', 'messageId', 'Find it first.'),
			{
				fields,
			},
		);
		expect(error.message).toBe('Message ID: is not known');
		expect(error.description).toBe('Find it first.');
	});

	it("n8n's texts for network errors do not replace a message that happens to hold their code", () => {
		const error = toNodeError(node, new InvalidInput('There is no label "Enoent"'));
		expect(error.message).toBe('There is no label "Enoent"');
		const api = toNodeError(node, new ProviderFailure('rejected', 'Refused: no EPERM here'));
		expect(api.message).toBe('Refused: no EPERM here');
	});
});

describe("a provider's failure", () => {
	it('shows the message, what to do next, and the facts for support', () => {
		const failure = new ProviderFailure('notFound', 'Not found in this mailbox', {
			hint: 'Find it again.',
			httpCode: 404,
			providerCode: 'ErrorItemNotFound',
			requestId: '0b3f2a2e',
		});
		const error = toNodeError(node, failure, { itemIndex: 1 });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'Not found in this mailbox',
			description: 'Find it again. (HTTP 404, ErrorItemNotFound, request 0b3f2a2e)',
			httpCode: '404',
			context: { itemIndex: 1 },
		});
	});

	it('without any fact it has no empty brackets', () => {
		const error = toNodeError(
			node,
			new ProviderFailure('unavailable', 'No answer', { hint: 'Wait.' }),
		);
		expect(error.description).toBe('Wait.');
	});

	it.each<[FailureKind, unknown]>([
		['auth', { cause: 'credential-invalid' }],
		['forbidden', { cause: 'credential-invalid' }],
		['notFound', { cause: 'configuration-invalid' }],
		['throttled', { cause: 'rate-limited', retryAfterMs: 5_000 }],
		['unavailable', { cause: 'temporarily-unavailable', retryAfterMs: 5_000 }],
		['conflict', undefined],
		['rejected', undefined],
	])("%s tells n8n's scheduler %j", (kind, cause) => {
		const error = toNodeError(node, new ProviderFailure(kind, 'x', { retryAfterMs: 5_000 }));
		expect(error.failure).toEqual(cause);
	});
});

describe('other errors', () => {
	it("n8n's own are passed on, with the item they belong to", () => {
		const own = new NodeOperationError(node, 'No credentials set');
		expect(toNodeError(node, own, { itemIndex: 2 })).toBe(own);
		expect(own.context.itemIndex).toBe(2);
	});

	it('an error of the package keeps its stack', () => {
		const bug = new TypeError('x is not a function');
		const error = toNodeError(node, bug);
		expect(error.message).toBe('x is not a function');
		expect(error.cause).toBe(bug);
	});

	it('thrown values of any kind become an error with a message', () => {
		fc.assert(
			fc.property(fc.anything({ withNullPrototype: true }), (thrown) => {
				expect(toNodeError(node, thrown).message).not.toBe('');
			}),
		);
	});

	it('a token, address or link in the message shows nowhere, not even in the stack', () => {
		const secret = fc.constantFrom(
			'eyJhbGciOiJSUzI1NiJ9.Zm9vYmFyYmF6cXV4.c2lnbmF0dXJl',
			'anna.smith@contoso.com',
			'https://graph.microsoft.com/v1.0/me?token=abc',
			'Bearer abcdef',
		);
		fc.assert(
			fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
				const error = toNodeError(node, new Error(`${before} ${value} ${after}`));
				const shown = [error.message, error.description, error.stack, JSON.stringify(error)].join();
				expect(shown).not.toContain(value);
			}),
		);
	});
});

describe('for an agent, which reads the message alone', () => {
	const tool = { ...node, type: 'n8n-nodes-mail-collection.mailTool' };
	const hint = 'Use IDs from Find Email.';

	it.each([
		new InvalidInput('Not found', 'messageId', hint),
		new ProviderFailure('notFound', 'Not found', { hint, httpCode: 404 }),
	])('the message of a tool says what to do', (failure) => {
		const { message } = toNodeError(tool, failure, { fields });
		expect(message).toMatch(/Not found\. Use IDs from Find Email\.$/);
		expect(toNodeError(node, failure, { fields }).message).toMatch(/Not found$/);
	});

	it('nothing is added where there is nothing to do', () => {
		expect(
			toNodeError(tool, new InvalidInput('is required', 'messageId'), { fields }).message,
		).toBe('Message ID: is required');
	});
});
