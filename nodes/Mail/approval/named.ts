import type { z } from 'zod';
import { requiredIdText } from '../../shared/step/inputSchemas';
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

/** The decision about a call that nobody is asked about. */
interface Declined {
	approved: false;
	/** What the agent is told. */
	chatInput: string;
}

/**
 * Describes what the IDs of a call stand for, and says where one cannot be read.
 * @param read Describes one thing.
 * @returns the facts of each, and their texts, unless the call is declined.
 */
export async function describeNamed(
	named: NamedThing[],
	ids: IdReaders,
	read: (thing: NamedThing) => Promise<Described>,
): Promise<{ facts: NamedValue[]; texts: NamedValue[] } | { declined: Declined }> {
	const byName = declineNames(named);
	if (byName) return { declined: byName };
	const things = named.flatMap((thing) => {
		const mayBeSeveral = thing.kind === 'email' || thing.kind === 'event';
		const several = mayBeSeveral ? ids.several.safeParse(thing.id).data : undefined;
		return several?.map((id) => ({ ...thing, id })) ?? [thing];
	});
	const readOne = async (thing: NamedThing) => {
		// Beside its own ID, an attachment has that of its email.
		const one = thing.kind === 'attachment' ? requiredIdText : ids.one;
		const id = thing.mode === 'name' ? thing.id : one.parse(thing.id);
		return await read({ ...thing, id, within: thing.within && ids.one.parse(thing.within) });
	};
	const described = await Promise.all(
		things.map(async (thing, index) => ({
			name: labelOf(thing.kind),
			isSent: thing.sentBy !== undefined,
			read: index < MAX_READ ? await readOne(thing).catch(() => undefined) : undefined,
		})),
	);
	if (described.some(({ isSent, read }) => isSent && !read)) return { declined: UNSEEN_DRAFT };
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
 * Declines a call that names people without addresses, and asks nobody: after the approval, a name may stand for
 * another address. An agent stops when a review fails, and only hears that a person rejected the call. So the
 * decline tells it what to do, as if that were the person's reason.
 * @returns undefined where all are addresses, or the mailbox itself.
 * @see https://docs.n8n.io/advanced-ai/human-in-the-loop-tools
 */
function declineNames(named: NamedThing[]): Declined | undefined {
	const isName = ({ kind, id }: NamedThing) => kind === 'person' && id.toLowerCase() !== OWN;
	const names = named.filter(isName).map(({ id }) => `"${id}"`);
	if (names.length === 0) return undefined;
	const why = `Nobody was asked yet: ${names.join(', ')} may stand for another address once that is approved.`;
	const next = 'Write the address, as Find Contact or Find People returns it.';
	return { approved: false, chatInput: `${why} ${next} ${FIXED}` };
}

/** Declines a call that sends a draft which nobody can see: without a seal, it would go out whatever it says by then. */
const UNSEEN_DRAFT: Declined = {
	approved: false,
	chatInput:
		'Nobody was asked yet: the draft could not be read. Check its ID, and call the tool again.',
};

const FIXED = 'If the tool fixes the name, only a person can change that, in the tool.';
