import { shown, valueFault } from './error';
import type { FilterableMail } from './mail';
import type { PropertyOf } from './properties';
import type { Value } from './token';

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

/**
 * The condition of a property with a fixed list of values.
 *
 * @throws {SearchFilterError} On a value that is not in the list.
 */
export function readChoice(
	value: Value,
	{ name }: PropertyOf<'choice'>,
): (mail: FilterableMail) => boolean {
	switch (name) {
		case 'hasAttachments': {
			const wanted = choose(value, ['true', 'false']) === 'true';
			return (mail) => mail.hasAttachments === wanted;
		}
		case 'importance': {
			const chosen = choose(value, IMPORTANCE_CHOICES);
			const wanted = chosen === 'medium' ? 'normal' : chosen;
			return (mail) => mail.importance === wanted;
		}
		case 'kind': {
			const chosen = choose(value, KIND_CHOICES);
			if (chosen === 'meetings') return (mail) => mail.isMeeting;
			return () => chosen === 'email';
		}
	}
}

function choose<Choice extends string>(value: Value, choices: readonly Choice[]): Choice {
	const text = value.text.trim().toLowerCase();
	const chosen = choices.find((choice) => choice === text);
	if (chosen !== undefined) return chosen;
	throw valueFault(value, `${shown(value.text)} is not one of ${choices.join(', ')}.`);
}
