import type { INodeProperties } from 'n8n-workflow';
import { DOCS } from '../../scripts/docsLinks';
import { shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { anchorsOf } from './links';

/** A property with those inside it. */
function inside(property: INodeProperties): INodeProperties[] {
	const options = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'displayName' in option && 'type' in option ? [option] : [];
	});
	return [property, ...options.flatMap(inside)];
}

const properties = [
	...shippedNodes().map(({ className, instance }) => ({
		className,
		listed: instance.description.properties,
	})),
	...shippedCredentials().map(({ className, instance }) => ({
		className,
		listed: instance.properties,
	})),
].flatMap(({ className, listed }) =>
	listed.flatMap(inside).map((property) => ({ className, property })),
);

const links = properties.flatMap(({ className, property: { displayName, description = '' } }) =>
	[...`${displayName} ${description}`.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => ({
		className,
		url,
	})),
);

describe('a link in the text of a field', () => {
	it.each(links)('of $className leads to a page and its heading: $url', ({ url }) => {
		expect(url.startsWith(DOCS)).toBe(true);
		const [page = '', ...headings] = url.slice(DOCS.length).split('#');
		expect(anchorsOf(`docs/${page}`)).toEqual(expect.arrayContaining(headings));
	});

	it('is where people look something up: in each node, and in each credential with rules', () => {
		const linking = new Set(links.map(({ className }) => className));
		expect([...linking].sort()).toEqual(
			[...new Set(properties.map(({ className }) => className))].sort(),
		);
	});

	it('is made of what a field names, and no part of the description beside it', () => {
		expect(properties.filter(({ property }) => 'page' in property)).toEqual([]);
	});

	it('is no part of what a language model reads', () => {
		const forModels = properties.flatMap(({ property }) => {
			const texts = [JSON.stringify(property.default ?? '')];
			return texts.filter((text) => text.includes('$fromAI'));
		});
		expect(forModels.length).toBeGreaterThan(50);
		expect(forModels.filter((text) => /<\/?a\b/.test(text))).toEqual([]);
	});
});

/** The steps of a node that n8n shows a notice for. */
function stepsWith(notice: string, node: string) {
	const all = shippedNodes().find(({ className }) => className === node);
	return (all?.instance.description.properties ?? [])
		.filter(({ name }) => name === notice)
		.flatMap(({ displayOptions }) => displayOptions?.show?.operation ?? []);
}

describe('the notice that a step can reach people', () => {
	const shownIn = (node: string) => stepsWith('peopleNotice', node);

	it('stands in those that send, invite, cancel and answer, and in the API call', () => {
		expect(shownIn('Mail')).toEqual(
			expect.arrayContaining([
				'sendEmail',
				'replyToEmail',
				'forwardEmail',
				'sendDraft',
				'sendAndWait',
				'createEvent',
				'cancelEvent',
				'respondToEvent',
				'apiCall',
			]),
		);
		expect(shownIn('Collection')).toEqual(
			expect.arrayContaining(['createRequest', 'publishRequest', 'inviteTeamMember']),
		);
	});

	it('stands in none that only reads, or leaves a draft', () => {
		for (const quiet of ['findEmail', 'getEmail', 'createDraft', 'updateDraft', 'addLabel']) {
			expect(shownIn('Mail')).not.toContain(quiet);
		}
		expect(shownIn('Collection')).not.toContain('listClients');
	});
});

describe('the notice that all results can be many', () => {
	it.each([
		['Mail', 'findEmail'],
		['Mail', 'listEvents'],
		['Mail', 'getChanges'],
		['Collection', 'listClients'],
	])('stands in %s %s, where Return All is on', (node, step) => {
		expect(stepsWith('manyNotice', node)).toContain(step);
		const [notice] = properties.filter(({ property }) => property.name === 'manyNotice');
		expect(notice?.property.displayOptions?.show).toMatchObject({ returnAll: [true] });
	});

	it('stands in no step that returns one thing', () => {
		expect(stepsWith('manyNotice', 'Mail')).not.toContain('getEmail');
	});
});
