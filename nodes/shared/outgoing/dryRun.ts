import type { IDataObject } from 'n8n-workflow';
import { addressKey } from './allowedAddresses';
import type { Deletion, Effects, Standing } from './write';

/**
 * Thrown in place of a request by a credential whose Dry Run is on: says what would have happened. It is no failure,
 * and is never taken for what a provider answers. The item loop outputs it.
 */
export class DryRun extends Error {
	override name = 'DryRun';

	/**
	 * @param would One clause, such as `an email to 2 people would leave`.
	 * @param left The email that would have been sent, and the `data` that the next step reads in place of an answer.
	 */
	constructor(
		readonly would: string,
		readonly left: { draft?: { id: string }; data?: IDataObject } = {},
	) {
		super(would);
	}
}

/** What goes on by itself afterwards, as people read it. */
export const STANDING: Record<Standing, string> = {
	answersAnybody: 'anyone who writes would be answered',
	answersOrganization: 'anyone who writes from the organization would be answered',
	rule: 'what the mailbox does by itself would change',
};

const DELETION: Record<Deletion, string> = {
	recoverably: 'something would be deleted, and could be taken back',
	forGood: 'something would be deleted permanently',
};

/** What a write would send, tell, delete or set going; empty for one that does nothing of the kind. */
export async function consequencesOf(effects: Effects): Promise<string> {
	const { sends, standing, declines } = effects;
	const told = (await effects.reaches?.())?.told ?? [];
	const reached = told.flatMap((person) =>
		person.stands ? [] : [person.address === undefined ? person : addressKey(person.address)],
	);
	const count = new Set(reached).size;
	const people = `${count} ${count === 1 ? 'person' : 'people'}`;
	const deletion = await effects.deletes?.();
	const unclear = await effects.unclear?.();
	const isSent = sends === 'always' || count > 0;
	return [
		...(isSent ? [sends ? `an email to ${people} would leave` : `${people} would be told`] : []),
		...(deletion ? [DELETION[deletion]] : []),
		...(declines ? ['the event would leave the calendar'] : []),
		...(standing ? [STANDING[standing]] : []),
		...(unclear ? [`nobody can say whom it would reach, as ${unclear}`] : []),
	].join('; ');
}
