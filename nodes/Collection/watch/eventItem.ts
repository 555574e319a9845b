import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { ByteStream } from '../../shared/http/request';
import { inOrder } from '../../shared/step/outputs';
import { isSameText } from '../../shared/text/sameText';
import type { CollectionClient } from '../api/client';
import { clientItem, requestItem, teamMemberItem } from '../api/items';
import { refersTo } from '../clients/references';
import { filesOf, placedFileKeys, storeFile } from '../requests/answeredFiles';
import type { AnsweredPage } from '../requests/answers';
import { readPages } from '../requests/answers';
import {
	answeredField,
	answeredRequest,
	presentField,
	presentRequest,
} from '../requests/presentAnswers';
import { withoutCodes } from './deliveredEvent';
import type { CollectionSettings } from './fields';
import type { News } from './newEvents';
import type { AccountReading } from './reading';

const text = z.string();
const part = z.object({ name: text, id: text });

/** What the workflow gets for an event. */
export const eventItem = z.object({
	event: text,
	/** True where the output was read with the account, and fits the event. */
	confirmed: z.boolean(),
	/** True where Content Snare's delivery did not arrive, and a list told of it. */
	reconciled: z.boolean(),
	request: z.union([answeredRequest, requestItem]).optional(),
	client: clientItem.optional(),
	team_member: teamMemberItem.optional(),
	page: part.optional(),
	section: part.optional(),
	field: answeredField.optional(),
	files: z.array(z.object({ ...placedFileKeys, binary_field: text, field_id: text })).optional(),
	/** What Content Snare delivered, where the event rests on it alone. */
	delivered: z.record(z.unknown()).optional(),
	id: text.optional(),
});

/** An event that the workflow is told of. */
export interface EventToTell extends News {
	confirmed: boolean;
	reconciled: boolean;
	reading: AccountReading;
	/** What Content Snare delivered: shown where the event rests on it alone. */
	delivered?: IDataObject;
}

/** What making items needs. */
export interface Teller {
	api: CollectionClient;
	settings: CollectionSettings;
	/** Has n8n keep a file. */
	store(bytes: ByteStream, name: string, mimeType?: string): Promise<IBinaryData>;
}

/** Makes the item of an event, with what Load asks for; undefined where a filter leaves it out. */
export async function tell(
	teller: Teller,
	told: EventToTell,
): Promise<INodeExecutionData | undefined> {
	const { event, confirmed, reconciled, reading, delivered, id } = told;
	if (!isWanted(teller.settings, reading.named ?? reading)) return undefined;
	const pages = await readAll(teller, reading);
	const { files, binary } = await storeFiles(teller, pages ?? []);
	const { client, teamMember, place } = reading;
	const json: IDataObject = {
		event,
		confirmed,
		reconciled,
		...requestKeys(reading, pages),
		...(client && { client: withoutCodes(client) }),
		...(teamMember && { team_member: withoutCodes(teamMember) }),
		...(place && placeKeys(reading, place)),
		...(files && { files }),
		...(!confirmed && { delivered }),
		...(id === undefined ? {} : { id }),
	};
	return { json: inOrder(eventItem, json), ...(binary && { binary }) };
}

function isWanted(
	{ filters }: CollectionSettings,
	{ request, client }: Pick<AccountReading, 'request' | 'client'>,
): boolean {
	const { client: wanted, template, folder } = filters;
	const clients = [...(request?.clients ?? []), request?.client, client].flatMap(
		(named) => named ?? [],
	);
	return (
		(!template || isNamed(request?.request_template_name, template)) &&
		(!folder || isNamed(request?.folder_name, folder)) &&
		(!wanted || clients.some((named) => refersTo(wanted, named)))
	);
}

function isNamed(name: unknown, wanted: string): boolean {
	return typeof name === 'string' && isSameText(name, wanted);
}

/** The pages of the request with their answers, where they are asked for. */
async function readAll({ api, settings }: Teller, { request }: AccountReading) {
	if (settings.load === 'details' || !request) return undefined;
	return await readPages(api, request.pages ?? [], { includeInternal: false });
}

function requestKeys({ request }: AccountReading, pages: AnsweredPage[] | undefined): IDataObject {
	if (!request) return {};
	// The answers of a client are not codes, though a column of a table may be called so.
	const whole = pages && presentRequest(request, pages, { answeredOnly: false });
	return { request: { ...withoutCodes(request), ...(whole && { pages: whole.pages }) } };
}

function placeKeys(
	{ request }: AccountReading,
	{ page, section, field }: NonNullable<AccountReading['place']>,
) {
	return {
		page: { name: page.name, id: page.id },
		...(section && { section: { name: section.name, id: section.id } }),
		...(section && field && request && { field: presentField(field, { request, page, section }) }),
	};
}

/** Reads the files of answers into binary fields, where they are asked for. */
async function storeFiles({ api, settings, store }: Teller, pages: AnsweredPage[]) {
	if (settings.load !== 'files') return {};
	// A file without an address would hold up the event: its field names it anyway.
	const placed = filesOf(pages, [[]]).filter(({ file }) => file.url !== undefined);
	const stored = await Promise.all(placed.map(async (file) => await storeFile(api, file, store)));
	const binary: IBinaryKeyData = {};
	const files = stored.map(({ json, stored: file }, index) => {
		const binaryField = `file_${index}`;
		binary[binaryField] = file;
		return { ...json, binary_field: binaryField };
	});
	return { files, binary };
}
