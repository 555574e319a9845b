import type { INodeTypeDescription } from 'n8n-workflow';
import { shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { lint, type LintAnswer } from './lintGate';
import { renderCredential, renderDescription } from './renderDescription';

jest.setTimeout(120_000);

const nodes = shippedNodes();
const descriptions = nodes.map(({ className, source, instance }) => ({
	path: source,
	text: renderDescription(className, instance.description, instance.webhookMethods),
}));
const credentials = shippedCredentials().map(({ className, source, instance }) => ({
	path: source,
	text: renderCredential(className, instance),
}));
const faulty = nodes.slice(0, 1).map(({ className, source, instance }) => ({
	path: source,
	text: renderDescription(className, withFaults(instance.description)),
}));
const disabled = [
	{
		path: 'nodes/shared/disabled.ts',
		text: `${['/* eslint', 'disable */'].join('-')}\nconsole.log('x');\n`,
	},
];

// The sources are linted by `npm run lint`, and what is packed by package.test.ts.
describe.each(['own', 'scanner'] as const)('the lint gate with the %s rules', (rules) => {
	let answers: LintAnswer[];

	// All in one process: loading the rules takes longer than linting with them.
	beforeAll(async () => {
		const texts = [descriptions, credentials, faulty, disabled].map((each) => ({ texts: each }));
		answers = await lint(rules, texts);
	});

	it('finds nothing in the evaluated descriptions', () => {
		expect(answers[0]).toEqual({ linted: descriptions.length, lines: [] });
	});

	it('finds nothing in the evaluated credentials', () => {
		expect(answers[1]).toEqual({ linted: credentials.length, lines: [] });
	});

	it('sees faults that only the evaluated description has', () => {
		const broken = answers[2]?.lines.map((line) => /\(([^()]*)\)$/.exec(line)?.[1]);
		expect(broken).toEqual(
			expect.arrayContaining([
				'n8n-nodes-base/node-param-display-name-miscased',
				'n8n-nodes-base/node-param-option-name-wrong-for-get-many',
				'n8n-nodes-base/node-param-operation-option-without-action',
			]),
		);
	});

	it('takes no disable comment', () => {
		expect(answers[3]?.lines).toContainEqual(expect.stringContaining('(no-console)'));
	});
});

/** A copy with three faults in computed parts: a label's case, an operation's name and its action. */
function withFaults(description: INodeTypeDescription): INodeTypeDescription {
	const copy = structuredClone(description);
	const selector = copy.properties.find(({ name }) => name === 'operation');
	const field = copy.properties.find(({ type }) => type === 'string');
	const first = selector?.options?.[0];
	if (!first || !field || !('value' in first)) throw new Error('no operation and field to break');
	first.name = 'Get All';
	first.value = 'getAll';
	delete first.action;
	field.displayName = 'some broken label';
	return copy;
}
