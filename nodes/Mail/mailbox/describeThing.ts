import { InvalidInput, recover } from '../../shared/http/failures';
import { fileOf, readAttachment } from '../attachments/attachment';
import { knownCalendars, resolveCalendar } from '../calendar/calendars';
import { describeEvent } from '../calendar/describeEvent';
import { CONTACT_SELECT, contactShape, shownName } from '../contacts/contact';
import type { Answers } from '../email/describeEmail';
import { describeEmail } from '../email/describeEmail';
import { readFolder, readFolders, resolveFolder } from '../email/folders';
import { sealDraft } from '../email/seal';
import { takesNoNames } from '../graph/failure';
import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { readRules, toRuleJson } from './rules';
import { lookUp } from './settleNames';

/** The kinds of things that calls name by their IDs. */
export type ThingKind =
	'attachment' | 'calendar' | 'contact' | 'email' | 'event' | 'folder' | 'person' | 'rule';

/** A thing of the mailbox that an agent's call names by its ID, or somebody whom it names without an address. */
export interface NamedThing {
	kind: ThingKind;
	/** The parameter that holds the ID. */
	parameter: string;
	/** The mode of its resource locator: with `name`, `id` holds a name. */
	mode: string;
	id: string;
	/** ID of the email that an attachment belongs to; empty for anything else. */
	within: string;
	/** The mailbox that the tool works on; empty for the account's own. */
	mailbox: string;
	/** Whom the tool answers. */
	answers: Answers;
	/** The call that would send this draft as it is. */
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
 * Describes a thing that an agent's call names by its ID. A draft that the call would send is sealed first. A
 * change after that is seen here, or keeps the draft from being sent. Where sealing is forbidden, the facts say so.
 * @param thing Its ID is as the tool will read it.
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
				folders.find((folder) => folder.id === found.id) ?? {};
			return { facts: [`Folder: ${path}`, `Emails in it: ${totalItemCount ?? 'unknown'}`] };
		}
		case 'calendar': {
			const chosen = await resolveCalendar(graph, { mode, value: id });
			const calendar = (await knownCalendars(graph)).find((known) => known.id === chosen);
			const owner = calendar?.owner?.address ?? '';
			return { facts: [`Calendar: ${calendar?.name ?? id}`, `Owner: ${owner}`] };
		}
		case 'contact': {
			const query = { $select: CONTACT_SELECT };
			const contact = await graph.get(mailPath`/contacts/${id}`, contactShape, { query });
			const addresses = (contact.emailAddresses ?? []).map(({ address }) => address ?? '');
			return {
				facts: [`Contact: ${shownName(contact) ?? ''}`, `Addresses: ${addresses.join(', ')}`],
			};
		}
		case 'person': {
			const { address } = await lookUp({ graph, mailbox: thing.mailbox }, id, '');
			return { facts: [`${id}: ${address}`] };
		}
		case 'rule': {
			const rule = (await readRules(graph)).find((known) => known.id === id);
			if (!rule) throw new InvalidInput('is no rule of the Inbox', 'rule');
			// Whoever made it gave it its name.
			const { name, forwardsTo = ['unknown'] } = toRuleJson(rule);
			const others = forwardsTo.length > 0 ? [`Passes emails on to: ${forwardsTo.join(', ')}`] : [];
			return { facts: [`Rule: ${name}`, ...others] };
		}
	}
}

async function describeSealed(
	graph: GraphClient,
	{ id, sentBy, answers }: NamedThing,
): Promise<Described> {
	const isUnsealed =
		sentBy !== undefined &&
		(await sealDraft(graph, id, sentBy).then(
			() => false,
			recover(['forbidden', takesNoNames], () => true),
		));
	const { facts, text } = await describeEmail(graph, id, answers);
	return { facts: [...facts, ...(isUnsealed ? [UNSEALED] : [])], text };
}

const UNSEALED = 'It may still change while you decide: it cannot be sealed.';
