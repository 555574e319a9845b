import { InvalidInput, recover } from '../../shared/http/failures';
import { fileOf, readAttachment } from '../attachments/attachment';
import { knownCalendars, resolveCalendar } from '../calendar/calendars';
import { describeEvent } from '../calendar/describeEvent';
import { CONTACT_SELECT, contactShape } from '../contacts/contact';
import type { Answers } from '../email/describeEmail';
import { describeEmail } from '../email/describeEmail';
import { readFolder, readFolders, resolveFolder } from '../email/folders';
import { sealDraft } from '../email/seal';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { readRules } from './rules';
import { lookUp } from './settleNames';

/** The kinds of things that calls name by their IDs. */
export type ThingKind =
	'attachment' | 'calendar' | 'contact' | 'email' | 'event' | 'folder' | 'person' | 'rule';

/** A thing of the mailbox that an agent's call names by its ID, or somebody whom it names without an address. */
export interface NamedThing {
	kind: ThingKind;
	/** The parameter that holds the ID. */
	parameter: string;
	/** How it is named, as a resource locator has it: what goes by its `name` has that for its ID. */
	mode: string;
	id: string;
	/** ID of the email that it belongs to; empty for what belongs to none. */
	within: string;
	/** The mailbox that the tool works on; empty for the account's own. */
	mailbox: string;
	/** Whom the tool answers. */
	answers: Answers;
	/** The call that sends it as it is. */
	sentBy?: string;
}

/** A thing as people read it. */
export interface Described {
	/** A line for each fact. */
	facts: string[];
	/** What is shown of its text, and what that is called. */
	text?: { title: string; lines: string[] };
}

/**
 * What a thing is that an agent's call names by its ID. A draft that will be sent as it is gets sealed
 * before it is read: what changes in between is seen, or not sent. Where that is forbidden, it says so.
 * @param thing With its ID as the tool will read it.
 * @throws ProviderFailure where it cannot be read.
 */
export async function describeThing(graph: GraphClient, thing: NamedThing): Promise<Described> {
	const { id, mode } = thing;
	switch (thing.kind) {
		case 'email':
			return await describeSealed(graph, thing);
		case 'event':
			return await describeEvent(graph, id);
		case 'attachment': {
			const file = await readAttachment(graph, thing.within, id);
			return { facts: [`File: ${fileOf(file).name} (${file.size ?? 'unknown'} bytes)`] };
		}
		case 'folder': {
			const chosen = await resolveFolder(graph, { mode, value: id }, 'folder');
			const [found, folders] = await Promise.all([
				readFolder(graph, chosen),
				readFolders(graph, true),
			]);
			if (!found) throw new InvalidInput('is no folder of the mailbox', 'folder');
			const { path = found.displayName, totalItemCount } =
				folders.find((one) => one.id === found.id) ?? {};
			return { facts: [`Folder: ${path}`, `Emails in it: ${totalItemCount ?? 'unknown'}`] };
		}
		case 'calendar': {
			const chosen = await resolveCalendar(graph, { mode, value: id });
			const found = (await knownCalendars(graph)).find((one) => one.id === chosen);
			return { facts: [`Calendar: ${found?.name ?? id}`, `Owner: ${found?.owner?.address ?? ''}`] };
		}
		case 'contact': {
			const query = { $select: CONTACT_SELECT };
			const contact = await graph.get(mailPath`/contacts/${id}`, contactShape, { query });
			const addresses = (contact.emailAddresses ?? []).map(({ address }) => address ?? '');
			return {
				facts: [`Contact: ${contact.displayName ?? ''}`, `Addresses: ${addresses.join(', ')}`],
			};
		}
		case 'person': {
			const { address } = await lookUp({ graph, mailbox: thing.mailbox }, id, '');
			return { facts: [`${id}: ${address}`] };
		}
		case 'rule': {
			const rule = (await readRules(graph)).find((one) => one.id === id);
			if (!rule) throw new InvalidInput('is no rule of the Inbox', 'rule');
			return { facts: [`Rule: ${rule.displayName ?? ''}`] };
		}
	}
}

async function describeSealed(
	graph: GraphClient,
	{ id, sentBy, answers }: NamedThing,
): Promise<Described> {
	const isOpen =
		sentBy !== undefined &&
		(await sealDraft(graph, id, sentBy).then(
			() => false,
			recover('forbidden', () => true),
		));
	const { facts, text } = await describeEmail(graph, id, answers);
	return { facts: [...facts, ...(isOpen ? [UNSEALED] : [])], text };
}

const UNSEALED = 'It may still change while you decide: this account may not seal it.';
