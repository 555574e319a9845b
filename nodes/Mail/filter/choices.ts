import { shown } from './error';
import type { FilterableMail } from './mail';
import type { PropertyOf } from './properties';
import { nearestOf } from './properties';
import type { Restriction } from './restriction';
import { valueFault } from './restriction';

export type ChoiceTest = (mail: FilterableMail) => boolean;

const ATTACHMENT_CHOICES = ['true', 'false'] as const;
/** KQL says medium where Graph's messages say normal. */
const IMPORTANCE_CHOICES = ['low', 'medium', 'high', 'normal'] as const;
/** Graph's documented list. */
const KIND_CHOICES = [
	'email',
	'contacts',
	'docs',
	'faxes',
	'im',
	'journals',
	'meetings',
	'notes',
	'posts',
	'rssfeeds',
	'tasks',
	'voicemail',
] as const;

/** Answers people give to a yes-or-no question; only for the nearest valid form. */
const YES_NO = new Map([
	['yes', 'true'],
	['y', 'true'],
	['1', 'true'],
	['no', 'false'],
	['n', 'false'],
	['0', 'false'],
]);

/**
 * The condition of a property with a fixed list of values.
 *
 * @throws {FilterFault} On a value that is not in the list.
 */
export function readChoice(restriction: Restriction, { name }: PropertyOf<'choice'>): ChoiceTest {
	switch (name) {
		case 'hasAttachments': {
			const wanted = choose(restriction, ATTACHMENT_CHOICES) === 'true';
			return (mail) => mail.hasAttachments === wanted;
		}
		case 'importance': {
			const chosen = choose(restriction, IMPORTANCE_CHOICES);
			const wanted = chosen === 'medium' ? 'normal' : chosen;
			return (mail) => mail.importance === wanted;
		}
		case 'kind': {
			const isEmail = choose(restriction, KIND_CHOICES) === 'email';
			return () => isEmail;
		}
	}
}

function choose<Choice extends string>(
	restriction: Restriction,
	choices: readonly Choice[],
): Choice {
	const text = restriction.value.text.trim().toLowerCase();
	const chosen = choices.find((choice) => choice === text);
	if (chosen !== undefined) return chosen;
	const yesOrNo = YES_NO.get(text);
	throw valueFault(
		restriction,
		`${shown(restriction.value.text)} is not one of ${choices.join(', ')}.`,
		{
			values: [
				...(yesOrNo === undefined ? [] : [yesOrNo]),
				...nearestOf(text.slice(0, 40), choices).slice(0, 1),
			],
		},
	);
}
