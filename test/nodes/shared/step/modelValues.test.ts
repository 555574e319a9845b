import type { INodeProperties } from 'n8n-workflow';
import { checkModelTexts } from '../../../../nodes/shared/step/modelValues';

const subject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: '',
};
const fields: INodeProperties[] = [
	subject,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [subject],
	},
	{
		displayName: 'Parts',
		name: 'parts',
		type: 'fixedCollection',
		default: {},
		options: [{ displayName: 'Part', name: 'part', values: [subject] }],
	},
];
const check = (parameters: Record<string, unknown>, effects = ['sends']) =>
	checkModelTexts({ fields, effects }, parameters);

const BAD = [
	['Subject: Plan', 'begins with "Subject:"'],
	[' subject: Plan', 'begins with "Subject:"'],
	['One\\nTwo', 'holds \\n as two characters instead of line breaks'],
	['The **plan**', 'holds Markdown, HTML or JSON'],
] as const;

describe('a text of a language model', () => {
	describe.each([
		['in a field', (text: string) => ({ subject: text })],
		['in a collection', (text: string) => ({ options: { subject: text } })],
		['in a fixed collection', (text: string) => ({ parts: { part: { subject: text } } })],
		['in the entries of one', (text: string) => ({ parts: { part: [{ subject: text }] } })],
	])('%s', (_, place) => {
		it.each(BAD)('that is %j is refused by the name of the field', (text, words) => {
			expect(() => check(place(text))).toThrow(
				expect.objectContaining({ field: 'subject', message: expect.stringContaining(words) }),
			);
		});

		it('that people could have written is taken, as is any where the step only reads', () => {
			expect(() => check(place('The plan, subject: change'))).not.toThrow();
			for (const [text] of BAD) expect(() => check(place(text), [])).not.toThrow();
		});
	});
});
