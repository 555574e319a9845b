/**
 * What the steps cost a language model as tools, in characters: `npm run perf -- toolSizes`.
 */
import { runStep, useMailboxes } from '../harness/mail';
import { deliverOfficeMails } from '../harness/officeMails';
import { allTools } from '../harness/tools';

useMailboxes();

/** A little above what was measured for a list of 25 emails: 15,624 characters. */
const LIST = 16_500;

it('a dropped tool costs', () => {
	const tools = allTools().sort((a, b) => a.characters - b.characters);
	const lines = tools.map(({ id, characters, description, fields }) => {
		const described = Object.keys(fields).length;
		return `${id.padEnd(24)} ${characters} characters, ${described} fields, ${description}`;
	});
	const all = tools.reduce((sum, { characters }) => sum + characters, 0);
	process.stdout.write(`${lines.join('\n')}\n${tools.length} tools: ${all} characters\n`);
	expect(tools.at(-1)?.characters).toBeLessThan(1_400);
});

it('a list of 25 mails costs a model half of what people get', async () => {
	deliverOfficeMails(25);
	const find = { search: 'figures', limit: 25 };
	const [forPeople, forModel] = await Promise.all(
		[false, true].map(async (asTool) => {
			const items = await runStep('email.findEmail', find, { asTool });
			expect(items).toHaveLength(25);
			return JSON.stringify(items.map(({ json }) => json)).length;
		}),
	);
	process.stdout.write(`25 mails: ${forModel} for a model, ${forPeople} for people\n`);
	expect(forModel).toBeLessThan(LIST);
	expect(forModel).toBeLessThan((forPeople ?? 0) / 2);
});
