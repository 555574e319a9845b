import type { InputOf } from '../../shared/field';
import { choice, collection, field } from '../../shared/field';
import { wholeNumber } from '../../shared/inputSchemas';
import type { EventOutput } from '../calendar/event';
import type { simplify } from './output';
import { propertyNames } from './output';
import { timeZone } from './timeZone';

/** What of an event is put out. */
export const eventOutputOptions = collection(
	{
		displayName: 'Options',
		name: 'options',
		placeholder: 'Add Option',
		description: 'What is returned of each event',
	},
	[
		choice({
			displayName: 'Description',
			name: 'body',
			type: 'options',
			options: [
				{ name: 'HTML', value: 'html', description: 'As it was written' },
				{ name: 'None', value: 'none', description: 'Only the preview of 255 characters' },
				{ name: 'Text', value: 'text', description: 'Without formatting; best for AI agents' },
			],
			default: 'text',
			description: 'How the description of each event is returned',
		}),
		field(
			{
				displayName: 'Fields',
				name: 'fields',
				type: 'string',
				default: '',
				placeholder: 'e.g. subject, start, end, webLink',
				description:
					'Names of the properties to return, as Microsoft Graph spells them, with commas between them. Used when Simplify is off.',
			},
			propertyNames,
		),
		field(
			{
				displayName: 'Maximum Description Length',
				name: 'maxBodyLength',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 2000,
				description:
					'Longer descriptions are cut after this many characters and marked with "truncated". 0 returns the whole description.',
			},
			wholeNumber({ min: 0 }),
		),
		timeZone,
	],
);

/** How a step puts events out, as the user chose. */
export function toEventOutput(
	{ options, ...chosen }: InputOf<readonly [typeof simplify, typeof eventOutputOptions]>,
	workflowZone: string,
): EventOutput {
	return { ...options, simplify: chosen.simplify, zone: options.timeZone ?? workflowZone };
}
