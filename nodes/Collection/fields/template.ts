import { byModel, field } from '../../shared/step/field';
import { text } from '../../shared/step/fieldKinds';
import { locator } from '../../shared/step/locator';
import { requiredNamed } from '../clients/references';
import type { TemplateKind } from '../templates/templates';

/** The template that a request, or a page or section of one, is made from. */
export function templateField(kind: TemplateKind, searchListMethod: string, example: string) {
	return byModel(
		field(
			locator({
				displayName: 'Template',
				name: 'template',
				required: true,
				description: `The ${kind} template to create the ${kind} from`,
				list: { holds: `a ${kind} template`, searchListMethod },
				entered: [
					{ displayName: 'By Name', name: 'name', placeholder: `e.g. ${example}` },
					{ displayName: 'By ID', name: 'id', hint: 'List Templates returns it in "id"' },
				],
			}),
			requiredNamed,
		),
		`Name of the ${kind} template, as List Templates returns it`,
	);
}

/** What a new page or section is called. */
export const partName = byModel(
	text(
		'name',
		'Name',
		"Name to show. Leave empty for the template's name.",
		"Empty: the template's name",
	),
);
