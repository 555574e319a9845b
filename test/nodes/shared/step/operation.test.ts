import { z } from 'zod';
import { InvalidInput } from '../../../../nodes/shared/http/failures';
import { field } from '../../../../nodes/shared/step/field';
import { flag, optionalText, requiredText } from '../../../../nodes/shared/step/inputSchemas';
import { operationsFor } from '../../../../nodes/shared/step/operation';

interface Context {
	account: string;
}

const shared = [
	field({ displayName: 'Mailbox', name: 'mailbox', type: 'string', default: '' }, optionalText),
] as const;

const defineOperation = operationsFor<Context, never, typeof shared>({
	writes: {},
	fields: shared,
	around: async ({ mailbox }, _input, context, run) =>
		await run({ account: mailbox ?? context.account }),
});

const copy = defineOperation({
	label: 'Copy',
	action: 'Copy a mail',
	summary: 'Copy a mail to a folder',
	fields: [
		field({ displayName: 'From', name: 'from', type: 'string', default: '' }, requiredText),
		field({ displayName: 'To', name: 'to', type: 'string', default: '' }, requiredText),
		field({ displayName: 'Force', name: 'force', type: 'boolean', default: false }, flag),
	],
	returns: 'the folders',
	toolText: undefined,
	permission: [],
	effects: [],
	output: z.object({ from: z.string(), to: z.string(), account: z.string() }),
	rules: [
		{
			holds: ({ from, to, force }) => force || from !== to,
			field: 'to',
			message: 'must be another folder than From',
		},
		{ holds: ({ to }) => to !== 'nowhere', message: 'There is no such place' },
	],
	inTurnBy: ({ from }) => from.toLowerCase(),
	run: async ({ from, to }, { account }) => [{ json: { from, to, account } }],
});

describe('an operation', () => {
	it('does not compile without its effects: a step that only reads says so', () => {
		const reading = {
			label: 'Look',
			action: 'Look at a mail',
			summary: 'Look at a mail',
			fields: [],
			returns: 'the mail',
			toolText: undefined,
			permission: [],
			output: z.object({}),
			run: async () => [],
		};
		expect(defineOperation({ ...reading, effects: [] }).effects).toEqual([]);
		// @ts-expect-error It names no effects.
		expect(() => defineOperation(reading)).toThrow(TypeError);
	});

	it("has the fields that all of the node's operations share first, then its own", () => {
		expect(copy.fields.map(({ name }) => name)).toEqual(['mailbox', 'from', 'to', 'force']);
	});

	it('runs with validated input', async () => {
		const prepared = copy.prepare({ from: ' a ', to: 'b', force: 'false', mailbox: '' });
		await expect(prepared.run({ account: 'own' })).resolves.toEqual([
			{ json: { from: 'a', to: 'b', account: 'own' } },
		]);
	});

	it('runs in the context that the shared fields make', async () => {
		const prepared = copy.prepare({ from: 'a', to: 'b', mailbox: 'shared' });
		await expect(prepared.run({ account: 'own' })).resolves.toMatchObject([
			{ json: { account: 'shared' } },
		]);
	});

	it('names what it changes, from the validated input', () => {
		expect(copy.prepare({ from: ' A ', to: 'b' }).inTurnBy).toBe('a');
	});

	it('refuses input that its schema does not take, all fields at once', () => {
		expect(() => copy.prepare({ from: '', to: '' })).toThrow(z.ZodError);
		const refused = z.object({ issues: z.array(z.object({ path: z.array(z.string()) })) });
		try {
			copy.prepare({ from: '', to: '' });
		} catch (error) {
			expect(refused.parse(error).issues.map(({ path }) => path)).toEqual([['from'], ['to']]);
		}
		expect.assertions(2);
	});

	it('refuses input that breaks a rule, in the name of the field it is about', () => {
		expect(() => copy.prepare({ from: 'a', to: 'a' })).toThrow(
			new InvalidInput('must be another folder than From', 'to'),
		);
		expect(() => copy.prepare({ from: 'a', to: 'a', force: true })).not.toThrow();
		expect(() => copy.prepare({ from: 'a', to: 'nowhere' })).toThrow('There is no such place');
	});
});
