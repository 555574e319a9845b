import type { FailureKind } from '../../shared/http/failures';
import { InvalidInput, rethrow, undefinedOn } from '../../shared/http/failures';
import { rememberPerRun } from '../../shared/provider/perRun';
import { isSameText } from '../../shared/text/sameText';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import type { Named } from '../api/records';
import { given, namedShape, recordShape } from '../api/records';
import type { NamedReference } from '../clients/references';

export type TemplateKind = 'request' | 'page' | 'section';

/** Where the templates of a kind are listed. */
export const TEMPLATE_PATHS: Record<TemplateKind, string> = {
	request: collectionPath`/request_templates`,
	page: collectionPath`/page_templates`,
	section: collectionPath`/section_templates`,
};

const PART_PATHS = { page: collectionPath`/pages`, section: collectionPath`/sections` };

/** Failures that an unknown template may be the cause of. */
export const REFUSED: FailureKind[] = ['rejected', 'notFound'];

/** How many names a refusal suggests. */
const MAX_SUGGESTIONS = 5;

/** All templates of a kind, read once in a run; undefined where the account may not see them. */
const templatesOnce = rememberPerRun(
	async (api: CollectionClient, kind: TemplateKind): Promise<Named[] | undefined> =>
		await api.list(TEMPLATE_PATHS[kind], namedShape).catch(undefinedOn('forbidden')),
);

/**
 * The template's ID for a name; the name itself where the account may not list templates. An ID may stand in place of a
 * name: a language model has no other way to choose one of two that have the same name.
 * @throws InvalidInput when no template, or more than one, has the name.
 */
export async function resolveTemplate(
	api: CollectionClient,
	kind: TemplateKind,
	reference: NamedReference,
): Promise<NamedReference> {
	if (reference.by === 'id') return reference;
	const templates = await templatesOnce(api, kind);
	if (!templates) return reference;
	const matching = templates.filter(
		({ id, name }) => id === reference.value || isSameText(name, reference.value),
	);
	const exact = matching.filter(({ name }) => name === reference.value);
	const [template, another] = exact.length > 0 ? exact : matching;
	if (!template) throw noSuchTemplate(kind, templates);
	if (another) {
		throw new InvalidInput(
			`several ${kind} templates have this name`,
			'template',
			'Choose the template from the list, or by its ID.',
		);
	}
	return { by: 'id', value: template.id };
}

/**
 * Creates a page or section from its template.
 * @throws InvalidInput when there is no such template.
 */
export async function postPart(
	api: CollectionClient,
	kind: 'page' | 'section',
	reference: NamedReference,
	body: Record<string, unknown>,
) {
	const template = await resolveTemplate(api, kind, reference);
	const source = { [`source_template_${template.by}`]: template.value };
	return await api
		.post(PART_PATHS[kind], given({ ...body, ...source }), recordShape)
		.catch(
			rethrow(REFUSED, async (failure) => (await unknownTemplate(api, kind, template)) ?? failure),
		);
}

/** What is wrong with a request that was refused, where no template has the ID; undefined where that is not it. */
export async function unknownTemplate(
	api: CollectionClient,
	kind: TemplateKind,
	{ by, value }: NamedReference,
): Promise<InvalidInput | undefined> {
	if (by !== 'id') return undefined;
	const templates = await templatesOnce(api, kind).catch(() => undefined);
	if (!templates || templates.some(({ id }) => id === value)) return undefined;
	return noSuchTemplate(kind, templates);
}

function noSuchTemplate(kind: TemplateKind, templates: Named[]): InvalidInput {
	const names = templates.flatMap(({ name }) => (name ? [name] : [])).slice(0, MAX_SUGGESTIONS);
	return new InvalidInput(
		`there is no such ${kind} template`,
		'template',
		names.length > 0
			? `Templates are, for example: ${names.join(', ')}.`
			: `The account has no ${kind} templates yet: make one in Content Snare.`,
	);
}
