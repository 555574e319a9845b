import type { InputOf } from '../../shared/step/field';
import { changed, optionsOf } from '../../shared/step/field';
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

export const eventOutputOptions = optionsOf('What is returned of an event', [
	...eventTexts,
	chosenOfEvent,
	timeZone,
]);

/** Characters of a description in a list: 25 events stay under 30,000 characters for a language model. */
export const LISTED_BODY_LENGTH = 300;

/**
 * How a step puts events out, as the user chose, with times in the zone, for a language model or not.
 * @param usual Characters of a description unless the user says more; the whole one when left out.
 */
export function toEventOutput(
	{ options, ...chosen }: InputOf<readonly [typeof simplify, typeof eventOutputOptions]>,
	zone: string,
	{ forModel, mayReachModel }: Pick<Notices, 'forModel' | 'mayReachModel'>,
	usual?: number,
): EventOutput {
	const { maxBodyLength = usual, ...rest } = options;
	return { ...rest, maxBodyLength, simplify: chosen.simplify, zone, forModel, mayReachModel };
}
