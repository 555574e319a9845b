import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';
import { sharedProperties } from '../../../../nodes/shared/step/sharedProperties';

const NAMES = ['to', 'subject', 'body', 'folder', 'limit', 'options'] as const;

function property(name: string, more: Partial<INodeProperties> = {}): INodeProperties {
	return { displayName: name, name, type: 'string', default: '', ...more };
}

/** Names of the properties that are shown for an operation, in their order. */
function shownFor(properties: INodeProperties[], operation: string): string[] {
	return properties
		.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation))
		.map(({ name }) => name);
}

describe('the properties of a node', () => {
	it('hold what two operations have alike once, shown for both', () => {
		const merged = sharedProperties([
			{ resource: 'email', operation: 'send', fields: [property('to'), property('subject')] },
			{ resource: 'draft', operation: 'create', fields: [property('subject')] },
		]);
		expect(merged.map(({ name }) => name)).toEqual(['to', 'subject']);
		expect(merged[1]?.displayOptions).toEqual({
			show: { resource: ['email', 'draft'], operation: ['send', 'create'] },
		});
	});

	it('hold what differs in a text or a condition for each', () => {
		const later = { displayOptions: { show: { subject: ['later'] } } };
		const merged = sharedProperties([
			{ resource: 'email', operation: 'send', fields: [property('to')] },
			{ resource: 'email', operation: 'reply', fields: [property('to', { hint: 'Or nobody' })] },
			{ resource: 'email', operation: 'forward', fields: [property('to', later)] },
		]);
		expect(merged).toHaveLength(3);
		expect(merged[2]?.displayOptions?.show).toMatchObject({ subject: ['later'] });
	});

	it("keep the order of each operation's fields, and hold no equal neighbours twice", () => {
		const list = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });
		fc.assert(
			fc.property(fc.array(list, { minLength: 1, maxLength: 6 }), (operations) => {
				const merged = sharedProperties(
					operations.map((names, index) => ({
						resource: 'email',
						operation: String(index),
						fields: names.map((name) => property(name)),
					})),
				);
				operations.forEach((names, index) =>
					expect(shownFor(merged, String(index))).toEqual(names),
				);
				const [first = []] = operations;
				if (operations.every((names) => names.join() === first.join())) {
					expect(merged).toHaveLength(first.length);
				}
			}),
		);
	});
});
