import { InvalidInput, rethrow } from '../../../shared/http/failures';
import { byModel, required } from '../../../shared/step/field';
import { choice, text } from '../../../shared/step/fieldKinds';
import { labelItem, postLabel } from '../../email/labels';
import { isClash } from '../../graph/saveConflicts';
import { defineMailOperation } from '../../operation';

/** The colors of Outlook by Graph's names: https://learn.microsoft.com/graph/api/resources/outlookcategory */
const COLORS = [
	{ name: 'Black', value: 'preset14' },
	{ name: 'Blue', value: 'preset7' },
	{ name: 'Brown', value: 'preset2' },
	{ name: 'Cranberry', value: 'preset9' },
	{ name: 'Dark Blue', value: 'preset22' },
	{ name: 'Dark Brown', value: 'preset17' },
	{ name: 'Dark Cranberry', value: 'preset24' },
	{ name: 'Dark Gray', value: 'preset13' },
	{ name: 'Dark Green', value: 'preset19' },
	{ name: 'Dark Olive', value: 'preset21' },
	{ name: 'Dark Orange', value: 'preset16' },
	{ name: 'Dark Purple', value: 'preset23' },
	{ name: 'Dark Red', value: 'preset15' },
	{ name: 'Dark Steel', value: 'preset11' },
	{ name: 'Dark Teal', value: 'preset20' },
	{ name: 'Dark Yellow', value: 'preset18' },
	{ name: 'Gray', value: 'preset12' },
	{ name: 'Green', value: 'preset4' },
	{ name: 'None', value: 'none' },
	{ name: 'Olive', value: 'preset6' },
	{ name: 'Orange', value: 'preset1' },
	{ name: 'Purple', value: 'preset8' },
	{ name: 'Red', value: 'preset0' },
	{ name: 'Steel', value: 'preset10' },
	{ name: 'Teal', value: 'preset5' },
	{ name: 'Yellow', value: 'preset3' },
] as const;

/** @see https://learn.microsoft.com/graph/api/outlookuser-post-mastercategories */
export const createLabel = defineMailOperation({
	label: 'Create Label',
	action: 'Create a label',
	summary: 'Put a new label (category) on the list of the mailbox',
	returns: 'name and color of the label',
	toolText: 'Add Label puts labels on emails. Refused where the label exists; List Labels has all.',
	permission: ['MailboxSettings.ReadWrite'],
	effects: ['createLabel'],
	output: labelItem,
	modelKeys: ['name', 'color'],
	fields: [
		required(
			byModel(
				text('name', 'Name', 'Name of the label; it cannot be changed later', 'e.g. Invoice'),
			),
		),
		choice('color', 'Color', 'Color that Outlook shows the label in', {
			options: COLORS,
			default: 'none',
		}),
	],
	// The first one of a name is made.
	inTurnBy: ({ name }) => name.toLowerCase(),
	async run({ name, color }, { graph, notices }) {
		// Add Label would read it as several, and nobody could rename it.
		if (notices.forModel && /[,;]/.test(name)) {
			throw new InvalidInput(
				'must be one name',
				'name',
				'Make one label at a time, without commas.',
			);
		}
		const { id, displayName } = await postLabel(graph, { displayName: name, color }).catch(
			rethrow(isClash, () => new InvalidInput('The mailbox has this label already', 'name')),
		);
		return [{ json: { id, name: displayName, color } }];
	},
});
