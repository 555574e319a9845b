import type { INodeProperties } from 'n8n-workflow';
import { TEXT_PROPERTY_NAMES } from './properties';

/** A property whose colon a blank follows, outside of quotes: its value is free text (fact: search-operators). */
const LOOSE = new RegExp(
	`^(?:[^"]|"[^"]*")*?(?:^|[\\s(+-])((?:${TEXT_PROPERTY_NAMES.join('|')})[:=])\\s+[^\\s)]`,
	'i',
);
const WHAT_HAPPENS =
	'the words after it are looked for in the sender, the subject and the body. Delete the blank.';

/**
 * Says of a filter, or of a search, that a blank makes free text of a property's value; undefined where none does.
 * @param label The field's name, where the sentence is not read behind it.
 */
export function explainLoose(text = '', label = ''): string | undefined {
	const property = LOOSE.exec(text)?.[1];
	return property && `${label}: a blank follows "${property}", so ${WHAT_HAPPENS}`;
}

/** What people read below a filter while it looks as if such a blank stood in it. n8n gives patterns little time. */
export const looseNotice: INodeProperties = {
	displayName: `Where a blank follows the colon of a property, ${WHAT_HAPPENS}`,
	name: 'looseNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: {
			searchFilter: TEXT_PROPERTY_NAMES.map((name) => ({ _cnd: { includes: `${name}: ` } })),
		},
	},
};
