import type { InputOf } from '../../shared/step/field';
import { changed, collection } from '../../shared/step/field';
import type { Notices } from '../../shared/step/notices';
import type { EventOutput } from '../calendar/event';
import type { simplify } from './output';
import { body, chosenProperties, maxBodyLength } from './output';
import { timeZone } from './timeZone';

/** How the body of each event is returned, which people know as its description. */
export const eventTexts = [
	changed(body, {
		displayName: 'Description',
		description: 'How the description of each event is returned',
	}),
	changed(maxBodyLength, {
		displayName: 'Maximum Description Length (Characters)',
		hint: '0 for the whole description',
		description:
			'Longer descriptions are cut and marked with "truncated", but not those of raw data',
	}),
] as const;

export const chosenOfEvent = changed(chosenProperties, {
	placeholder: 'e.g. subject, start, end, webLink',
});

export const eventOutputOptions = collection('options', 'Options', 'What is returned of an event', [
	...eventTexts,
	chosenOfEvent,
	timeZone,
]);

/** How a step puts events out, as the user chose, with times in the zone, for a language model or not. */
export function toEventOutput(
	{ options, ...chosen }: InputOf<readonly [typeof simplify, typeof eventOutputOptions]>,
	zone: string,
	{ forModel, mayReachModel }: Pick<Notices, 'forModel' | 'mayReachModel'>,
): EventOutput {
	return { ...options, simplify: chosen.simplify, zone, forModel, mayReachModel };
}
