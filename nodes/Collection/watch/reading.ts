import type { z } from 'zod';
import { recover, undefinedOn } from '../../shared/http/failures';
import type { Shape } from '../../shared/provider/understand';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import type { Client, RequestRecord } from '../api/records';
import { clientShape, requestShape, teamMemberShape } from '../api/records';
import type { AnsweredField, AnsweredPage } from '../requests/answers';
import { readPages, requestWithPages } from '../requests/answers';
import type { DeliveredEvent } from './deliveredEvent';
import type { Kind } from './eventMeanings';
import { meaningOf } from './eventMeanings';
import type { AccountLedger, ListedKind, Snapshot } from './knownThings';
import { isListed, knownOf } from './knownThings';
import { newsIn } from './newEvents';
import {
	fieldsOf,
	gone,
	snapshotOfDelivered,
	snapshotOfField,
	snapshotOfPage,
	snapshotOfPerson,
	snapshotOfRequest,
	snapshotOfRow,
	snapshotOfSection,
} from './snapshots';

/** What the account reads of the things that a delivery names. */
export interface AccountReading {
	snapshots: Snapshot[];
	/** The delivery names something that the account does not have: Content Snare did not write it. */
	isFalse?: boolean;
	request?: RequestRecord;
	client?: Client;
	teamMember?: Client;
	/** Where on a page something happened. */
	place?: {
		page: AnsweredPage;
		section?: AnsweredPage['sections'][number];
		field?: AnsweredField;
	};
	/** What the delivery itself says of its request or client, where the account is not asked; only for the filters. */
	named?: Pick<AccountReading, 'request' | 'client'>;
}

/** A page, a section or a field, as far as it is known where only its ID is told. */
type Part = { id: string };

/** Reads the things that a delivery names; the request of a page only where something is new. */
export async function readNamed(
	api: CollectionClient,
	ledger: AccountLedger,
	delivered: DeliveredEvent,
): Promise<AccountReading> {
	const reading = await readSubject(api, delivered);
	const { event, requestId: id = '' } = delivered;
	const isNews = newsIn(ledger, reading.snapshots, event).length > 0;
	// A field may be rejected a second time, without a delivery of its answer in between.
	const opens = isOpen(reading) && knownOf(ledger, { kind: 'request', id }, 'fields') === 'done';
	return isNews || opens ? await withRequest(api, reading, delivered) : reading;
}

/** Reads what a delivery is about, in one request; nothing of its body is believed. */
async function readSubject(
	api: CollectionClient,
	delivered: DeliveredEvent,
): Promise<AccountReading> {
	const { event, about, requestId, clientId } = delivered;
	if (about && isListed(about.kind)) {
		const looking = readThing(api, about.kind, about.id, event);
		// Gone without a word of it, it may be a thing of the account that the credential had before.
		return event.endsWith('_destroyed') ? await looking : await unlessGone(looking);
	}
	if (about) {
		const pages = await pagesWith(api, delivered);
		// Without a page or a request, the part cannot be found.
		return pages ? await lookAtPages(api, about, pages) : { snapshots: [] };
	}
	// The thing can be read, but is not named: Content Snare did not write this.
	if (meaningOf(event)) return { snapshots: [], isFalse: true };
	// Nothing can be read of the event itself, but what it names has to be there.
	if (requestId !== undefined) return await onlyThere(readThing(api, 'request', requestId));
	if (clientId !== undefined) return await onlyThere(readThing(api, 'client', clientId));
	return { snapshots: [] };
}

/** The record, or undefined when the account has none with the ID. */
async function find<T>(api: CollectionClient, path: string, shape: Shape<T>) {
	return await api.get(path, shape).catch(undefinedOn('notFound'));
}

/** One thing as the account reads it now, in one request; with an event, what that is about too. */
async function readThing(
	api: CollectionClient,
	kind: ListedKind,
	id: string,
	event = '',
): Promise<AccountReading> {
	if (kind === 'request') return await lookAtRequest(api, id, event);
	const path =
		kind === 'client' ? collectionPath`/clients/${id}` : collectionPath`/team_members/${id}`;
	const person = await find(api, path, kind === 'client' ? clientShape : teamMemberShape);
	if (!person) return { snapshots: [gone(kind, id)] };
	return { snapshots: [snapshotOfPerson(kind, person)], [kind]: person };
}

/** Reads one thing with the account; one that cannot be read has no snapshots. */
export async function readAgain(
	api: CollectionClient,
	kind: ListedKind,
	id: string,
): Promise<AccountReading> {
	return await readThing(api, kind, id).catch(
		recover(
			({ details }) => details.isUnreadable === true,
			() => ({ snapshots: [] }),
		),
	);
}

async function lookAtRequest(
	api: CollectionClient,
	id: string,
	event: string,
): Promise<AccountReading> {
	const request = await find(api, collectionPath`/requests/${id}`, requestWithPages);
	if (!request) return { snapshots: [gone('request', id)] };
	if (event !== 'all_fields_completed') {
		return { snapshots: [snapshotOfRequest(request, event)], request };
	}
	const fields = await readFields(api, request);
	// Where the request does not tell, the event rests on the delivery alone.
	return { snapshots: fields ? [snapshotOfRequest(request, event, fields)] : [], request };
}

/** Whether all fields of a request are done. Where the request itself does not say so, its pages are read. */
async function readFields(api: CollectionClient, request: z.output<typeof requestWithPages>) {
	const said = fieldsOf(request);
	if (said === 'done' || request.pages.length === 0) return said;
	const pages = await readPages(api, request.pages, { includeInternal: true });
	return pages.every((page) => snapshotOfPage(page).states.fields === 'done') ? 'done' : 'open';
}

/** The pages on which a part may lie: the one that the delivery names, else all of the request that it names. */
async function pagesWith(
	api: CollectionClient,
	{ pageId, requestId }: DeliveredEvent,
): Promise<Part[] | undefined> {
	if (pageId !== undefined) return [{ id: pageId }];
	if (requestId === undefined) return undefined;
	const request = await find(api, collectionPath`/requests/${requestId}`, requestWithPages);
	return request?.pages ?? [];
}

async function lookAtPages(
	api: CollectionClient,
	{ kind, id }: { kind: Kind; id: string },
	named: Part[],
): Promise<AccountReading> {
	// One that is gone by now is not where the part lies.
	const there = await Promise.all(
		named.map(async (page) =>
			readPages(api, [page], { includeInternal: true }).catch(undefinedOn('notFound')),
		),
	);
	const pages = there.flatMap((read) => read ?? []);
	const isIt = (part: Part) => part.id === id;
	const holds = (part: AnsweredPage['sections'][number]) => isIt(part) || part.fields.some(isIt);
	const page = pages.find((part) => isIt(part) || part.sections.some(holds));
	const section = page?.sections.find(holds);
	const field = section?.fields.find(isIt);
	const subject = { page, section, field }[kind === 'page' || kind === 'section' ? kind : 'field'];
	if (!page || !subject) return { snapshots: [], isFalse: true };
	return {
		snapshots: [
			snapshotOfPage(page),
			...(section ? [snapshotOfSection(section, page)] : []),
			...(field ? [snapshotOfField(field)] : []),
		].filter(({ kind: own, states }) => own === kind || states.fields === 'open'),
		place: { page, section, field },
	};
}

/** Whether a page or section that was read has a field that is open. */
function isOpen({ snapshots }: AccountReading): boolean {
	return snapshots.some(({ states }) => states.fields === 'open');
}

/** Nothing of a thing that is not there. */
async function unlessGone(looking: Promise<AccountReading>): Promise<AccountReading> {
	const reading = await looking;
	const isFalse = reading.snapshots.some(({ states }) => states.there === 'gone');
	return isFalse ? { snapshots: [], isFalse } : reading;
}

/** Checks only that a thing exists, of an event of which nothing else can be read. */
async function onlyThere(looking: Promise<AccountReading>): Promise<AccountReading> {
	return { ...(await unlessGone(looking)), snapshots: [] };
}

/**
 * Adds the request of something on a page. The API does not tell the request of a page: the one that the delivery
 * names is believed only if it holds the page.
 */
async function withRequest(
	api: CollectionClient,
	reading: AccountReading,
	{ event, requestId }: DeliveredEvent,
): Promise<AccountReading> {
	const { place } = reading;
	if (!place || requestId === undefined) return reading;
	const request = await find(api, collectionPath`/requests/${requestId}`, requestWithPages);
	if (!request?.pages.some(({ id }) => id === place.page.id)) {
		return { snapshots: [], isFalse: true };
	}
	// The request's own word on its fields is not believed: it may count an optional field as open.
	const fields = isOpen(reading) ? 'open' : undefined;
	const snapshots = [...reading.snapshots, snapshotOfRequest(request, event, fields)];
	return { ...reading, request, snapshots };
}

/** Takes the delivery's own word for what the account could read, where Verify Events is off. */
export function readingOfBody({ event, about, body, ...ids }: DeliveredEvent): AccountReading {
	// What the delivery is about, or names beside it.
	const said = (id?: string, beside?: unknown) => (id === ids.id ? body : beside);
	const request = requestShape.safeParse(said(ids.requestId, body.request)).data;
	const person = clientShape.safeParse(said(ids.clientId, body.client)).data;
	const named = { request, client: person };
	if (!about) return { snapshots: [], named };
	const { kind, id } = about;
	if (event.endsWith('_destroyed')) return { snapshots: [gone(kind, id)] };
	const aspect = meaningOf(event)?.aspect;
	if (kind === 'request' && request && (aspect === 'there' || aspect === 'status')) {
		return { snapshots: [snapshotOfRow(request)], named };
	}
	if (kind === 'client' && person) return { snapshots: [snapshotOfDelivered(person)], named };
	// What else a delivery says of a team member is not documented: a change of one rests on the delivery alone.
	if (event === 'team_member_created') {
		return { snapshots: [{ kind, id, states: { there: 'yes' } }], named };
	}
	return { snapshots: [], named };
}
