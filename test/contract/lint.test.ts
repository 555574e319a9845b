import type { INodeTypeDescription } from 'n8n-workflow';
import { lint } from './lintGate';
import { renderCredential, renderDescription } from './renderDescription';
import { shippedCredentials, shippedNodes } from './shippedClasses';

jest.setTimeout(120_000);

describe('the lint gates', () => {
	it("find nothing in the sources with the community scanner's rules", async () => {
		const patterns = ['package.json', '{nodes,credentials}/**/*.{ts,json}'];
		const { linted, lines } = await lint({ rules: 'scanner', patterns });
		expect(lines).toEqual([]);
		expect(linted).toBeGreaterThan(10);
	});

	it.each(['own', 'scanner'] as const)(
		'find nothing in the evaluated descriptions with the %s rules',
		async (rules) => {
			const texts = shippedNodes().map(({ className, source, instance }) => ({
				path: source,
				text: renderDescription(className, instance.description),
			}));
			expect(await lint({ rules, texts })).toEqual({ linted: texts.length, lines: [] });
		},
	);

	it.each(['own', 'scanner'] as const)(
		'find nothing in the evaluated credentials with the %s rules',
		async (rules) => {
			const texts = shippedCredentials().map(({ className, source, instance }) => ({
				path: source,
				text: renderCredential(className, instance),
			}));
			expect(await lint({ rules, texts })).toEqual({ linted: texts.length, lines: [] });
		},
	);

	it.each(['own', 'scanner'] as const)(
		'see faults that only the evaluated description has, with the %s rules',
		async (rules) => {
			const [mail] = shippedNodes();
			if (!mail) throw new Error('no node is listed');
			const text = renderDescription(mail.className, withFaults(mail.instance.description));
			const { lines } = await lint({ rules, texts: [{ path: mail.source, text }] });
			const broken = lines.map((line) => /\(([^()]*)\)$/.exec(line)?.[1]);
			expect(broken).toEqual(
				expect.arrayContaining([
					'n8n-nodes-base/node-param-display-name-miscased',
					'n8n-nodes-base/node-param-option-name-wrong-for-get-many',
					'n8n-nodes-base/node-param-operation-option-without-action',
				]),
			);
		},
	);

	it.each(['own', 'scanner'] as const)(
		'take no disable comment, with the %s rules',
		async (rules) => {
			const disabled = ['/* eslint', 'disable */'].join('-');
			const text = `${disabled}\nconsole.log('x');\n`;
			const { lines } = await lint({ rules, texts: [{ path: 'nodes/shared/disabled.ts', text }] });
			expect(lines).toContainEqual(expect.stringContaining('(no-console)'));
		},
	);
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
