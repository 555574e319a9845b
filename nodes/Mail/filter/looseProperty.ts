import type { INodeProperties } from 'n8n-workflow';
import { TEXT_PROPERTY_NAMES } from './properties';

/** The name in small and capital letters: n8n's conditions take no flags. */
const inAnyCase = (name: string) =>
	name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

/** A property whose colon a blank follows, outside of quotes: what stands behind it is free text (fact: search-operators). */
const LOOSE = `^(?:[^"]|"[^"]*")*?(?:^|[\\s(+-])((?:${TEXT_PROPERTY_NAMES.map(inAnyCase).join('|')})[:=])\\s+[^\\s)]`;
const WHAT_HAPPENS =
	'the words after it are looked for in the sender, the subject and the body. Delete the blank.';

/**
 * Says of a filter, or of a search, that a blank makes free text of a property's value; undefined where none does.
 * @param label The field's name, where the sentence is not read behind it.
 */
export function explainLoose(text = '', label = ''): string | undefined {
	const property = new RegExp(LOOSE).exec(text)?.[1];
	return property && `${label}: a blank follows "${property}", so ${WHAT_HAPPENS}`;
}

/** What people read below a filter while such a blank stands in it. */
export const looseNotice: INodeProperties = {
	displayName: `A blank follows the colon of a property, so ${WHAT_HAPPENS}`,
	name: 'looseNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { searchFilter: [{ _cnd: { regex: LOOSE } }] } },
};
