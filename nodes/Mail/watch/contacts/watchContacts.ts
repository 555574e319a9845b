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
import { mailPath } from '../../graph/paths';
import type { FailedPolls } from '../attempts';
import { readOrKnown } from '../attempts';
import { changedFields } from '../changedFields';
import type { ContactSettings } from './fields';
import type { ContactPoll, FolderView, SeenContact } from './view';
import { follow, lookAt, shownFields } from './view';

/** What the polls of a trigger leave to each other; all of it can be read again, but for what is gone. */
export interface ContactMemory {
	view?: FolderView;
	/** Contacts as they were when they were handled, by key. */
	before: Map<string, SeenContact>;
	failedPolls: FailedPolls;
}

/** What happened to a contact. */
interface ContactChange {
	changeType: ContactSettings['event'][number];
	contact: Contact;
	/** As it was before an update, where this process knows it. */
	before?: Contact;
}

/** What the ledger keeps beside the contacts: after a restart it tells the IDs of what is gone. */
export const folderExtra = z.object({ link: z.string() });
type FolderExtra = z.output<typeof folderExtra>;

interface Seen extends Look {
	view: FolderView;
	/** Contacts that are not there any more, by key. */
	gone: Map<string, Contact>;
}

/** The contacts of a folder; an entry is the short hash of one, by the short hash of its ID. */
export function watchContacts(
	poll: ContactPoll,
	memory: ContactMemory,
): Watch<Seen, ContactChange, FolderExtra> {
	/** Only what is as it was handled can tell later what changed. */
	function remember({ entries }: Ledger<FolderExtra>, view: FolderView | undefined): void {
		for (const [key, one] of view?.contacts ?? []) {
			if (entries.get(key)?.state[0] === one.hash) memory.before.set(key, one);
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
			const wanted = (key: string, next: [string] | null, change: ContactChange) => {
				const isWanted = poll.settings.event.includes(change.changeType);
				return { key, next, ...(isWanted ? { happening: change } : {}) };
			};
			const there = [...view.contacts].flatMap(([key, { contact, hash }]) => {
				const known = entries.get(key)?.state[0];
				if (known === hash) return [];
				const changeType = known === undefined ? 'created' : 'updated';
				const before = memory.before.get(key)?.contact;
				return [wanted(key, [hash], { changeType, contact, before })];
			});
			const left = [...gone].map(([key, contact]): Change<ContactChange> =>
				wanted(key, null, { changeType: 'deleted', contact }),
			);
			// What is gone makes room for what is new.
			return [...left, ...there];
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

/** The contact as the Mail node puts it out, with what happened to it; an ID that nobody knows is empty. */
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

/** The contact as it is now; as it was seen last where it is there no more, or cannot be read. */
async function readRaw(
	{ graph, failedPolls }: ContactPoll,
	contact: Contact,
): Promise<IDataObject> {
	if (contact.id === '') return {};
	const asSeen = () => anyObject.parse(contact);
	const reading = graph
		.get(mailPath`/contacts/${contact.id}`, anyObject)
		.catch(recover('notFound', asSeen));
	return await readOrKnown(failedPolls, contact.id, reading, asSeen);
}
