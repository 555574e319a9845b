import { recover } from '../../shared/failures';
import type { Shape } from '../../shared/provider/understand';
import type { AnsweredField, AnsweredPage } from '../answers';
import { readPages, requestWithPages } from '../answers';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import type { Client, RequestRecord } from '../records';
import { clientShape, requestShape, teamMemberShape } from '../records';
import type { ListedKind, Sighting } from './memory';
import { isListed } from './memory';
import type { Notice } from './notice';
import { gone, sightField, sightListed, sightPart, sightPerson, sightRequest } from './sight';
import type { Kind } from './told';
import { toldBy } from './told';

/** Where on a page something happened. */
export interface Place {
	page: AnsweredPage;
	section?: AnsweredPage['sections'][number];
	field?: AnsweredField;
}

/** What the account reads of the things that a delivery names. */
export interface Look {
	sightings: Sighting[];
	/** It names something that the account does not have: nobody at Content Snare wrote that. */
	isFalse?: boolean;
	request?: RequestRecord;
	client?: Client;
	teamMember?: Client;
	place?: Place;
}

/** Reads what a delivery is about, in one request; nothing of its body is believed. */
export async function lookAgain(api: CollectionClient, notice: Notice): Promise<Look> {
	const { event, about, requestId, clientId } = notice;
	if (about && isListed(about.kind)) return await lookAt(api, about.kind, about.id, event);
	if (about) {
		const pages = await pagesWith(api, notice);
		// Nothing says where the part is, so that nothing can be read of it.
		return pages ? await lookAtPages(api, about, pages) : { sightings: [] };
	}
	// What could be read is not named: nobody at Content Snare wrote that.
	if (toldBy(event)) return { sightings: [], isFalse: true };
	// Nothing can be read of the event itself, but what it names has to be there.
	if (requestId !== undefined) return await onlyThere(lookAt(api, 'request', requestId));
	if (clientId !== undefined) return await onlyThere(lookAt(api, 'client', clientId));
	return { sightings: [] };
}

/** The record, or undefined when the account has none with the ID. */
async function find<T>(api: CollectionClient, path: string, shape: Shape<T>) {
	return await api.get(path, shape).catch(
		recover(
			({ kind }) => kind === 'notFound',
			() => undefined,
		),
	);
}

/** One thing as the account reads it now, in one request; with an event, what that is about too. */
export async function lookAt(
	api: CollectionClient,
	kind: ListedKind,
	id: string,
	event = '',
): Promise<Look> {
	return kind === 'request'
		? await lookAtRequest(api, id, event)
		: await lookAtPerson(api, kind, id);
}

async function lookAtRequest(api: CollectionClient, id: string, event: string): Promise<Look> {
	const request = await find(api, collectionPath`/requests/${id}`, requestWithPages);
	if (!request) return { sightings: [gone('request', id)] };
	return { sightings: [sightRequest(request, event)], request };
}

async function lookAtPerson(
	api: CollectionClient,
	kind: 'client' | 'teamMember',
	id: string,
): Promise<Look> {
	const path =
		kind === 'client' ? collectionPath`/clients/${id}` : collectionPath`/team_members/${id}`;
	const person = await find(api, path, kind === 'client' ? clientShape : teamMemberShape);
	if (!person) return { sightings: [gone(kind, id)] };
	return { sightings: [sightPerson(kind, person)], [kind]: person };
}

/** The page that a part says it lies on; where it says none, all those of its request, if it says that. */
async function pagesWith(
	api: CollectionClient,
	{ pageId, requestId }: Notice,
): Promise<string[] | undefined> {
	if (pageId !== undefined) return [pageId];
	if (requestId === undefined) return undefined;
	const request = await find(api, collectionPath`/requests/${requestId}`, requestWithPages);
	return request?.pages.map((page) => page.id) ?? [];
}

async function lookAtPages(
	api: CollectionClient,
	{ kind, id }: { kind: Kind; id: string },
	pageIds: string[],
): Promise<Look> {
	const pages = await readPages(api, pageIds, { includeInternal: true }).catch(
		recover(
			(failure) => failure.kind === 'notFound',
			() => [],
		),
	);
	const holds = (one: AnsweredPage['sections'][number]) =>
		one.id === id || one.fields.some((field) => field.id === id);
	const page = pages.find((one) => one.id === id || one.sections.some(holds));
	const section = page?.sections.find(holds);
	const field = section?.fields.find((one) => one.id === id);
	const found = { page, section, field }[kind === 'page' || kind === 'section' ? kind : 'field'];
	if (!page || !found) return { sightings: [], isFalse: true };
	return {
		sightings: [
			sightPart(
				'page',
				page.id,
				page.sections.flatMap(({ fields }) => fields),
			),
			...(section ? [sightPart('section', section.id, section.fields)] : []),
			...(field ? [sightField(field)] : []),
		].filter((one) => one.kind === kind || one.states.fields === 'open'),
		place: { page, section, field },
	};
}

async function onlyThere(looking: Promise<Look>): Promise<Look> {
	const { sightings, ...read } = await looking;
	const isFalse = sightings.some(({ states }) => states.there === 'gone');
	return { sightings: [], isFalse, ...read };
}

/**
 * The request that something on a page belongs to. The API does not say it of a page, so that a
 * delivery is believed only where that request holds the page.
 */
export async function withRequest(
	api: CollectionClient,
	look: Look,
	{ event, requestId }: Notice,
): Promise<Look> {
	const { place } = look;
	if (!place || requestId === undefined) return look;
	const { request, sightings } = await lookAtRequest(api, requestId, event);
	const holdsPage = request?.pages?.some(({ id }) => id === place.page.id);
	if (!holdsPage) return { sightings: [], isFalse: true };
	return { ...look, request, sightings: [...look.sightings, ...sightings] };
}

/** What a delivery says itself of what the account could read; for whoever believes it. */
export function lookAtBody({ event, about, body }: Notice): Look {
	if (!about) return { sightings: [] };
	const { kind, id } = about;
	if (event.endsWith('_destroyed')) return { sightings: [gone(kind, id)] };
	const request = requestShape.safeParse(body).data;
	const client = clientShape.safeParse(body).data;
	const aspect = toldBy(event)?.aspect;
	if (kind === 'request' && request && (aspect === 'there' || aspect === 'status')) {
		return { sightings: [sightListed(request)] };
	}
	if (kind === 'client' && client) return { sightings: [sightPerson('client', client)] };
	return { sightings: [] };
}
