import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { recover } from '../../../shared/http/failures';
import { anyObject } from '../../../shared/provider/understand';
import { inOrder } from '../../../shared/step/outputs';
import { shortHash } from '../../../shared/text/shortHash';
import type { Ledger } from '../../../shared/watch/ledger';
import type { Change, Look, Watch } from '../../../shared/watch/watch';
import type { Contact } from '../../contacts/contact';
import { contactItem, simplifyContact } from '../../contacts/contact';
import { isThingMissing } from '../../graph/failure';
import { mailPath } from '../../graph/paths';
import type { FailedPolls } from '../attempts';
import { readOrKnown } from '../attempts';
import { changedFields } from '../changedFields';
import type { ContactSettings } from './fields';
import type { ContactPoll, FolderView, SeenContact } from './view';
import { follow, lookAt, shownFields } from './view';

/** What the polls of a trigger leave to each other. It can be read again, except for contacts that are gone. */
export interface ContactMemory {
	view?: FolderView;
	/** Contacts as they were when they were handled, by key. */
	before: Map<string, SeenContact>;
	failedPolls: FailedPolls;
}

interface ContactChange {
	changeType: ContactSettings['event'][number];
	contact: Contact;
	/** As it was before an update, where this process knows it. */
	before?: Contact;
}

/** What the ledger keeps besides the contacts. After a restart, the link tells the IDs of deleted ones. */
export const folderExtra = z.object({ link: z.string() });
type FolderExtra = z.output<typeof folderExtra>;

interface Seen extends Look {
	view: FolderView;
	/** Contacts that are no longer in the folder, by key. */
	gone: Map<string, Contact>;
}

/** Watches the contacts of a folder. An entry is the short hash of a contact, by the short hash of its ID. */
export function watchContacts(
	poll: ContactPoll,
	memory: ContactMemory,
): Watch<Seen, ContactChange, FolderExtra> {
	/** Keeps the contacts that are as they were handled: only these can tell later what changed. */
	function remember({ entries }: Ledger<FolderExtra>, view: FolderView | undefined): void {
		for (const [key, contact] of view?.contacts ?? []) {
			if (entries.get(key)?.state[0] === contact.hash) memory.before.set(key, contact);
		}
		for (const key of memory.before.keys()) if (!entries.has(key)) memory.before.delete(key);
	}

	async function findGone({ entries, extra }: Ledger<FolderExtra>, { contacts }: FolderView) {
		const missing = [...entries.keys()].filter((key) => !contacts.has(key));
		const isKnown = missing.every((key) => memory.before.has(key));
		const round = isKnown ? undefined : await follow(poll, extra.link);
		const ids = new Map((round?.removed ?? []).map((id) => [shortHash(id), id]));
		return new Map(
			missing.map((key) => [key, memory.before.get(key)?.contact ?? { id: ids.get(key) ?? '' }]),
		);
	}

	return {
		async observe(ledger) {
			const known = memory.view?.scope === poll.scope ? memory.view : undefined;
			const view = await lookAt(poll, known);
			if (ledger) remember(ledger, known);
			memory.view = view;
			return { now: view.now, view, gone: ledger ? await findGone(ledger, view) : new Map() };
		},
		diff({ entries }, { view, gone }) {
			const toChange = (key: string, next: [string] | null, change: ContactChange) => {
				const isWanted = poll.settings.event.includes(change.changeType);
				return { key, next, ...(isWanted ? { happening: change } : {}) };
			};
			const changed = [...view.contacts].flatMap(([key, { contact, hash }]) => {
				const known = entries.get(key)?.state[0];
				if (known === hash) return [];
				const changeType = known === undefined ? 'created' : 'updated';
				const before = memory.before.get(key)?.contact;
				return [toChange(key, [hash], { changeType, contact, before })];
			});
			const deleted = [...gone].map(([key, contact]): Change<ContactChange> =>
				toChange(key, null, { changeType: 'deleted', contact }),
			);
			// First what is gone: it makes room for what is new.
			return [...deleted, ...changed];
		},
		load: async (change) => ({
			verdict: 'done',
			items: [{ json: await toJson(poll, change) }],
		}),
		advance(ledger, { now, view }, open) {
			if (open.length > 0) return ledger;
			return { ...ledger, since: Math.max(ledger.since, now), extra: { link: view.link } };
		},
	};
}

/** The contact as the Mail node outputs it, with what happened to it; an ID that nobody knows is empty. */
async function toJson(
	poll: ContactPoll,
	{ changeType, contact, before }: ContactChange,
): Promise<IDataObject> {
	const shown = poll.settings.simplify
		? inOrder(contactItem, simplifyContact(contact))
		: await readRaw(poll, contact);
	const changes =
		changeType === 'updated' && before
			? { changed: changedFields(shownFields(before), shownFields(contact)) }
			: {};
	return { changeType, ...changes, ...shown, id: contact.id };
}

/** The contact as it is now; as it was last seen where it is gone, or cannot be read. */
async function readRaw(
	{ graph, failedPolls }: ContactPoll,
	contact: Contact,
): Promise<IDataObject> {
	if (contact.id === '') return {};
	const asSeen = () => anyObject.parse(contact);
	const reading = graph
		.get(mailPath`/contacts/${contact.id}`, anyObject)
		.catch(recover(isThingMissing, asSeen));
	return await readOrKnown(failedPolls, contact.id, reading, asSeen);
}
