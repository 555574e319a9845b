import { InvalidInput, undefinedOn } from '../../../shared/http/failures';
import { shortHash } from '../../../shared/text/shortHash';
import type { Contact } from '../../contacts/contact';
import { CONTACT_SELECT, contactsPath, simplifyContact } from '../../contacts/contact';
import type { ToldContact } from '../../contacts/contactChanges';
import {
	CONTACT_PAGES,
	contactInFull,
	requestContacts,
	toldContact,
} from '../../contacts/contactChanges';
import type { DeltaRound } from '../../graph/delta';
import { isLinkRefused, readDelta } from '../../graph/delta';
import { isThingMissing } from '../../graph/failure';
import { MAX_PAGE } from '../../graph/pages';
import { providerTime } from '../../graph/providerTime';
import type { GraphClient } from '../../graph/types';
import type { FailedPolls } from '../attempts';
import { followUnlessBroken, readOrKnown, whereChosenIsMissing } from '../attempts';
import type { ContactSettings } from './fields';

/** The most contacts that a folder may hold: each takes some 24 bytes of what n8n stores, and some 2 kB of memory. */
const MAX_CONTACTS = 5_000;
const prefer = [CONTACT_PAGES];
const query = { $select: CONTACT_SELECT };
const NAMES = CONTACT_SELECT.split(',');
/**
 * How long only changes are asked for before all is read again, in milliseconds. The provider may not report a contact
 * that is moved into the folder (fact: contact-delta-moved-in).
 */
const READ_AGAIN_MS = 24 * 3_600_000;

export interface ContactPoll {
	graph: GraphClient;
	settings: ContactSettings;
	/** ID of the folder; the default folder when undefined. */
	folder: string | undefined;
	/** Names the account and the folder. */
	scope: string;
	/** By the ID of a contact. */
	failedPolls: FailedPolls;
}

/** A contact as a look saw it. */
export interface SeenContact {
	contact: Contact;
	/** Short hash of all its fields in the output. */
	hash: string;
}

/** The folder as this process knows it; never changed in place. */
export interface FolderView {
	scope: string;
	/** All of it, by the short hash of the ID. */
	contacts: ReadonlyMap<string, SeenContact>;
	/** The link to later changes; empty where the provider has no changes of this folder. */
	link: string;
	/** When all of it was read, by the provider's time, in milliseconds. */
	readAt: number;
	/** When it was last looked at, likewise. */
	now: number;
}

type Round = DeltaRound<ToldContact>;

/**
 * Looks at the folder. That is one small request where nothing changed. All of it is read where there is no view yet,
 * the provider gave up its link, or a day has passed.
 */
export async function lookAt(
	poll: ContactPoll,
	known: FolderView | undefined,
): Promise<FolderView> {
	const round = known && (await follow(poll, known.link));
	// A date far ahead in one answer must not put that off for long.
	const isRecent = round && Math.abs(round.now - known.readAt) < READ_AGAIN_MS;
	if (!isRecent) return await readAll(poll);
	const contacts = new Map(known.contacts);
	for (const id of round.removed) contacts.delete(shortHash(id));
	await Promise.all(
		round.told.map(async (told) => {
			const key = shortHash(told.used.id);
			const reading = contactInFull(poll.graph, told, NAMES, query).catch(
				undefinedOn(isThingMissing),
			);
			const asKnown = () => ({ used: { ...contacts.get(key)?.contact, ...told.used } });
			// One that is not found may be there a moment later (fact: found-late). If it is gone, the next round tells.
			const now =
				(await readOrKnown(poll.failedPolls, told.used.id, reading, asKnown)) ?? asKnown();
			contacts.set(key, seen(now.used));
		}),
	);
	return withinBounds({ ...known, contacts, link: round.link, now: round.now });
}

/**
 * What changed since the round that the link is from.
 * @returns undefined when the link is of no use any more, or tells too much.
 */
export async function follow(
	{ graph, failedPolls }: ContactPoll,
	link: string,
): Promise<Round | undefined> {
	if (link === '') return undefined;
	const read = async () => await readRound(graph, await graph.follow(link, { prefer }));
	return await followUnlessBroken(failedPolls, link, read);
}

async function readAll(poll: ContactPoll): Promise<FolderView> {
	const { graph, folder, scope } = poll;
	// Not every cloud reports changes (fact: contact-delta-missing), or knows the name (fact: contact-folder-name).
	const first = await requestContacts(graph, folder, { query, prefer }).catch(
		undefinedOn(isLinkRefused),
	);
	const reading = first ? readRound(graph, first) : readList(poll);
	const round = await reading.catch(whereChosenIsMissing('folder', folder === undefined));
	if (!round) throw tooMany();
	const { told, link, now } = round;
	const contacts = new Map(told.map(({ used }) => [shortHash(used.id), seen(used)]));
	return withinBounds({ scope, contacts, link, readAt: now, now });
}

async function readRound(graph: GraphClient, first: Parameters<typeof readDelta>[1]) {
	return await readDelta(graph, first, toldContact, { prefer }, 2 * MAX_CONTACTS);
}

async function readList({ graph, folder }: ContactPoll): Promise<Round> {
	const path = contactsPath(folder);
	const newest = await graph.request({ method: 'GET', path, query: { $top: 1, $select: 'id' } });
	const now = providerTime([newest]);
	const options = { limit: MAX_CONTACTS + 1, query, needsEntries: true };
	const read = async () => await graph.list(path, toldContact, options);
	const first = await read();
	// Next links skip a contact for each one that is deleted meanwhile. It is read twice: gone is what both lack.
	const told = first.length >= MAX_PAGE ? [...first, ...(await read())] : first;
	return { told, removed: [], link: '', now };
}

function seen(contact: Contact): SeenContact {
	return { contact, hash: shortHash(JSON.stringify(shownFields(contact))) };
}

/** The fields of a contact whose change counts: all but its folder. */
export function shownFields(contact: Contact) {
	return simplifyContact({ ...contact, id: '', parentFolderId: undefined });
}

function withinBounds(view: FolderView): FolderView {
	if (view.contacts.size <= MAX_CONTACTS) return view;
	throw tooMany();
}

function tooMany(): InvalidInput {
	return new InvalidInput(
		`the folder has more than ${MAX_CONTACTS} contacts, which are too many to watch`,
		'folder',
		'Choose another folder, or move contacts that need no workflow to another one.',
	);
}
