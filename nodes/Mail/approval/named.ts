import type { z } from 'zod';
import { OWN } from '../email/messageProperties';
import type { Described, NamedThing } from '../mailbox/describeThing';
import type { NamedValue } from './question';
import { labelOf, word } from './texts';

/** Things of one call that are looked up at most: nobody reads more of them, and a tool works mostly on one. */
const MAX_READ = 10;

/** Read IDs as the tool will read them. */
interface IdReaders {
	one: z.ZodType<string, z.ZodTypeDef, unknown>;
	several: z.ZodType<string[], z.ZodTypeDef, unknown>;
}

/** The emails or events that one field of a call names. */
function eachOf(thing: NamedThing, ids: IdReaders) {
	const isOfSeveral = thing.kind === 'email' || thing.kind === 'event';
	const read = isOfSeveral ? ids.several.safeParse(thing.id).data : undefined;
	return read ? read.map((id) => ({ ...thing, id })) : [thing];
}

/**
 * What the IDs of a call stand for; that one cannot be read is said as well.
 * @param read Describes one thing.
 * @returns the facts of each, and their texts.
 */
export async function describeNamed(
	named: NamedThing[],
	ids: IdReaders,
	read: (thing: NamedThing) => Promise<Described>,
): Promise<{ facts: NamedValue[]; texts: NamedValue[] }> {
	const things = named.flatMap((thing) => eachOf(thing, ids));
	const readOne = async (thing: NamedThing) => {
		// A name is left as it is.
		const id = thing.mode === 'name' ? thing.id : ids.one.parse(thing.id);
		return await read({ ...thing, id, within: thing.within && ids.one.parse(thing.within) });
	};
	const described = await Promise.all(
		things.map(async (thing, index) => ({
			name: labelOf(thing.kind),
			read: index < MAX_READ ? await readOne(thing).catch(() => undefined) : undefined,
		})),
	);
	return {
		facts: described.map(({ name, read }) => ({
			name,
			// Each on one line, whatever stands in a name: no part of it can be taken for another fact.
			value:
				read?.facts.map((fact) => fact.replace(/[\r\n]+/g, ' ')).join('\n') ?? word('unreadable'),
		})),
		texts: described.flatMap(({ read }) =>
			// No line of it can be taken for a fact.
			read?.text && read.text.lines.length > 0
				? [{ name: read.text.title, value: read.text.lines.map((line) => `> ${line}`).join('\n') }]
				: [],
		),
	};
}

/**
 * Declines a call that writes to people by name, without asking anybody: once it is approved, a name may stand for
 * another address. Of a review that fails an agent only hears that a person rejected the call, and stops; so what
 * it has to do is said as a person's reason.
 * @returns undefined where all are addresses, or the mailbox itself.
 * @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools
 */
export function declineNames(named: NamedThing[]) {
	const isName = ({ kind, id }: NamedThing) => kind === 'person' && id.toLowerCase() !== OWN;
	const names = named.filter(isName).map(({ id }) => `"${id}"`);
	if (names.length === 0) return undefined;
	const why = `Nobody was asked yet: ${names.join(', ')} may stand for another address once that is approved.`;
	const next = 'Write the address, as Find Contact or Find People returns it.';
	return { approved: false, chatInput: `${why} ${next} ${FIXED}` };
}

const FIXED = 'If the tool fixes the name, only a person can change that, in the tool.';
