import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { ExecuteOptions } from '../../../../harness/executeNode';
import { executeNode } from '../../../../harness/executeNode';
import { own, provider, useMailboxes } from '../../../../harness/mail';
import type { OpenOptions } from '../../../../harness/openQuestion';
import { openQuestion } from '../../../../harness/openQuestion';
import { failureOf } from '../../../../harness/steps';

useMailboxes();

const FIELDS = [
	{ fieldLabel: 'Purpose', fieldType: 'text', requiredField: true },
	{ fieldLabel: 'Amount', fieldType: 'number', requiredField: true },
	{ fieldLabel: 'Pay by', fieldType: 'date' },
	{ fieldLabel: 'Copy to', fieldType: 'email' },
	{ fieldLabel: 'Cost centre', fieldType: 'dropdown', fieldOptions: 'Vienna\n Graz \n\nVienna' },
	{ fieldLabel: 'Remarks', fieldType: 'textarea' },
];
const LABELS = FIELDS.map(({ fieldLabel }) => fieldLabel);
const GOOD = { field0: 'Paper', field1: '12.50' };

async function ask(values: INodeParameters[] = FIELDS, options: Partial<ExecuteOptions> = {}) {
	return await executeNode({
		node: 'mail',
		simulator: provider(),
		parameters: {
			resource: 'email',
			operation: 'sendAndWait',
			to: 'boss@contoso.com',
			subject: 'What is it for?',
			message: 'Fill in, please.',
			responseType: 'form',
			formFields: { values },
		},
		...options,
	});
}

let executions = 0;
const open = async (options: Partial<OpenOptions> & Pick<OpenOptions, 'parked'>) =>
	await openQuestion({
		simulator: provider(),
		query: { choice: 'answer' },
		executionId: `form-${++executions}`,
		...options,
	});
const send = async (body: object, parked: OpenOptions['parked']) =>
	await open({ parked, method: 'POST', body: { ...body } });

describe('a form', () => {
	it('stands behind one link of the mail, with a label for each field', async () => {
		const { parked } = await ask();
		expect(own().sent[0]?.body.content.match(/href=/g)).toHaveLength(1);
		const { html, resumed } = await open({ parked });
		expect(resumed).toBeUndefined();
		for (const [place, label] of LABELS.entries()) {
			expect(html).toContain(`<label for="field${place}" dir="auto">${label}`);
		}
		expect(html).toContain('<input type="text" value="" id="field0" name="field0" required');
		expect(html).toContain('<input type="number" value="" id="field1" name="field1" required');
		expect(html).toContain(
			'<input type="date" value="" id="field2" name="field2" dir="auto" maxlength',
		);
		expect(html.match(/<option value="[^"]*"/g)).toEqual([
			'<option value=""',
			'<option value="Vienna"',
			'<option value="Graz"',
		]);
	});

	it('puts out what was filled in, by the names of the fields, each as what it is', async () => {
		const { parked } = await ask();
		const { resumed } = await send(
			{
				...GOOD,
				field2: '2026-12-24',
				field3: 'ann@contoso.com',
				field4: 'Graz',
				field5: 'a\r\nb',
			},
			parked,
		);
		expect(resumed?.[0]?.json.data).toEqual({
			form: {
				Purpose: 'Paper',
				Amount: 12.5,
				'Pay by': '2026-12-24',
				'Copy to': 'ann@contoso.com',
				'Cost centre': 'Graz',
				Remarks: 'a\nb',
			},
			respondedAt: expect.any(String),
			answeredBy: 'boss@contoso.com',
		});
	});

	it.each([
		['-0.5', -0.5],
		['+7', 7],
		['1e3', 1000],
		['.25', 0.25],
		['9007199254740991', 9_007_199_254_740_991],
	])('takes the number that was typed: %s', async (field1, Amount) => {
		const { parked } = await ask();
		const { resumed } = await send({ ...GOOD, field1 }, parked);
		expect(resumed?.[0]?.json.data).toMatchObject({ form: { Amount } });
	});

	it('puts out null for what was left empty', async () => {
		const { parked } = await ask();
		const { resumed } = await send(GOOD, parked);
		expect(resumed?.[0]?.json.data).toMatchObject({
			form: { 'Pay by': null, 'Copy to': null, 'Cost centre': null, Remarks: null },
		});
	});

	it.each([
		['Fill in this field.', { field0: ' ' }],
		['Enter a number.', { field1: '12,50' }],
		['Enter a number.', { field1: '1e999' }],
		['Enter a number.', { field1: '0x10' }],
		['Enter a number.', { field1: '0b11' }],
		['Enter a number.', { field1: '9007199254740993' }],
		['Enter a number.', { field1: '-9007199254740993' }],
		['Enter a date.', { field2: '2026-02-30' }],
		['Enter an email address.', { field3: 'ann' }],
		['Choose an entry from the list.', { field4: 'Linz' }],
	])('that a browser did not check is shown again as it was: %s', async (problem, wrong) => {
		const { parked } = await ask();
		const sent = { ...GOOD, field5: 'Keep "me" & <this>', ...wrong };
		const { status, html, resumed } = await send(sent, parked);
		expect({ status, resumed }).toEqual({ status: 422, resumed: undefined });
		expect(html).toContain(`-problem">${problem}</p>`);
		expect(html).toContain('Keep &quot;me&quot; &amp; &lt;this&gt;</textarea>');
		expect((await send(GOOD, parked)).resumed).toHaveLength(1);
	});

	it('begins with the default values, written as browsers take them, and takes back what became of them', async () => {
		const [purpose, amount, payBy, copyTo, centre, remarks] = FIELDS;
		const { parked } = await ask([
			{ ...purpose, defaultValue: 'Paper "A4"' },
			{ ...amount, defaultValue: '+.50' },
			{ ...payBy, defaultValue: ' 2026-12-24 ' },
			{ ...copyTo, defaultValue: 'mailto:ann@contoso.com' },
			{ ...centre, defaultValue: 'Graz' },
			{ ...remarks, defaultValue: 'a\n<b>' },
		]);
		const { html } = await open({ parked });
		expect(html.match(/ value="[^"]*" id/g)).toEqual([
			' value="Paper &quot;A4&quot;" id',
			' value="0.5" id',
			' value="2026-12-24" id',
			' value="ann@contoso.com" id',
		]);
		expect(html).toContain('<option value="Graz" dir="auto" selected>');
		expect(html).toContain('\na\n&lt;b&gt;</textarea>');
		const emptied = await send({ field0: '', field1: '1' }, parked);
		expect(emptied.html).toContain('name="field0" required aria-invalid');
		expect(emptied.html).not.toContain('Paper');
		const { resumed } = await send(GOOD, parked);
		expect(resumed?.[0]?.json.data).toMatchObject({ form: { Purpose: 'Paper', Remarks: null } });
	});

	it('asked before there were default values is shown without', async () => {
		const { parked } = await ask();
		const [item] = parked;
		const { form, ...question } = Object(item?.json.question);
		const before = form.map(({ initial, ...field }: { initial: string }) => [initial, field][1]);
		const json = { question: { ...question, form: before } };
		expect((await open({ parked: [{ json }] })).html).toContain('value="" id="field0"');
	});

	it('takes one answer of two that are given at the same moment', async () => {
		const { parked } = await ask();
		const both = await Promise.all(
			[GOOD, GOOD].map(
				async (body) => await open({ parked, method: 'POST', body, executionId: 'form raced' }),
			),
		);
		expect(both.map(({ status }) => status)).toEqual([200, 409]);
	});

	it('shows names and choices of any characters as text', async () => {
		const { parked } = await ask([
			{ fieldLabel: '"><script>alert(1)</script>', fieldType: 'dropdown', fieldOptions: '<b>\n"' },
			{ fieldLabel: 'constructor', fieldType: 'text' },
			{ fieldLabel: 'turned \u202e around', fieldType: 'text' },
		]);
		const { html } = await open({ parked });
		expect(html).not.toContain('<script>alert');
		expect(html).toContain('turned &lt;U+202E&gt; around');
		const { resumed } = await send({ field0: '<b>', field1: 'x' }, parked);
		expect(JSON.stringify(resumed?.[0]?.json.data)).toContain(
			'{"\\"><script>alert(1)</script>":"<b>","constructor":"x","turned \u202e around":null}',
		);
	});

	it('takes nothing but its own fields, and of a dropdown nothing but its choices', async () => {
		const key = fc.oneof(
			fc.constantFrom('field0', 'field1', 'field4', 'field6', 'text'),
			fc.string(),
		);
		const value = fc.oneof(
			fc.constantFrom('Vienna', 'Linz', '12', '2026-12-24'),
			fc.string(),
			fc.array(fc.string()),
			fc.integer(),
		);
		await fc.assert(
			fc.asyncProperty(fc.dictionary(key, value), async (body) => {
				const { parked } = await ask();
				const { status, resumed } = await send({ ...GOOD, ...body }, parked);
				if (resumed === undefined) return expect(status).toBe(422);
				const { form } = Object(resumed[0]?.json.data);
				expect(Object.keys(Object(form))).toEqual(LABELS);
				expect([null, 'Vienna', 'Graz']).toContain(Object(form)['Cost centre']);
				expect(typeof Object(form).Amount).toBe('number');
			}),
			{ numRuns: 60 },
		);
	});
});

describe('a form is refused', () => {
	it.each<[string, INodeParameters[]]>([
		['Add at least one form field', []],
		[
			'Form Fields: has two fields of the name "Date"',
			[{ fieldLabel: 'Date' }, { fieldLabel: 'Date' }],
		],
		[
			'needs options for "Place"',
			[{ fieldLabel: 'Place', fieldType: 'dropdown', fieldOptions: ' \n' }],
		],
		['Field Name', [{ fieldLabel: ' ' }]],
	])('before anybody is asked: %s', async (message, values) => {
		expect((await failureOf(ask(values))).message).toContain(message);
		expect(own().sent).toHaveLength(0);
	});

	it.each([
		['number', '12,50 €', 'a number as 12.5'],
		['date', '24.12.2026', 'a date as 2026-12-24'],
		['email', 'Ann', 'an email address'],
		['dropdown', 'Linz', 'one of its Options'],
		['text', 'x'.repeat(10_001), '10000 characters at most'],
	])('for a default value that its field does not take: %s', async (fieldType, value, next) => {
		const field = { fieldLabel: 'Total', fieldType, fieldOptions: 'Graz', defaultValue: value };
		const { message, description } = await failureOf(ask([field]));
		expect(message).toContain(
			'Form Fields: has an Initial Value for "Total" that the field does not take',
		);
		expect(description).toContain(`Give ${next}, or leave it empty.`);
		expect(own().sent).toHaveLength(0);
	});

	it('in front of a tool, where n8n takes nothing but a yes or a no', async () => {
		const reviews = [{ name: 'Reply', type: 'mailTool', parameters: {} }];
		const items = [{ json: { tool: 'Reply', toolParameters: {}, toolCallId: 'call_1' } }];
		const failure = await failureOf(ask(FIELDS, { items, reviews }));
		expect(failure.message).toContain('Response Type: must be Approval in front of a tool');
		expect(own().sent).toHaveLength(0);
	});
});
