import { locator, text } from '../../shared/step/fieldKinds';
import { requiredNamed } from '../clients/references';
import type { TemplateKind } from '../templates/templates';

/** The template that a request, or a page or section of one, is made from. */
export function templateField(kind: TemplateKind, searchListMethod: string, example: string) {
	return locator('template', 'Template', `The ${kind} template to create the ${kind} from`, {
		required: true,
		list: { holds: `a ${kind} template`, searchListMethod },
		entered: { name: `e.g. ${example}`, id: { hint: 'List Templates returns it in "id"' } },
		input: requiredNamed,
		byModel: `Name of the ${kind} template, as List Templates returns it`,
	});
}

/** What a new page or section is called. */
export const partName = text('name', 'Name', "Name to show. Leave empty for the template's name.", {
	placeholder: "Empty: the template's name",
	byModel: true,
});
