import { readBinary } from '../harness/executeNode';
import { locator } from '../harness/steps';
import type { Payload } from './payloads';
import { at, differences, entriesOf, isAlike, listAt, pageOf, personOf, textAt } from './payloads';
import { bareText, squeezed, withoutMarks } from './plainText';
import type { Stage } from './stage';
import { jsonOf } from './stage';

const WHOLE = { body: 'text', maxBodyLength: 0 };
const under = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

/** A mail as Simplify shows it. */
export function expectedMail(mail: unknown) {
	const people = (field: string) => listAt(mail, field).flatMap((one) => personOf(one) ?? []);
	return {
		id: at(mail, 'id'),
		conversationId: at(mail, 'conversationId'),
		receivedDateTime: at(mail, 'receivedDateTime'),
		from: personOf(at(mail, 'from')) ?? personOf(at(mail, 'sender')),
		to: people('toRecipients'),
		cc: people('ccRecipients'),
		subject: textAt(mail, 'subject'),
		preview: textAt(mail, 'bodyPreview'),
		isRead: at(mail, 'isRead'),
		flag: at(mail, 'flag', 'flagStatus'),
		importance: at(mail, 'importance'),
		labels: listAt(mail, 'categories'),
		folderId: at(mail, 'parentFolderId'),
		hasAttachments: at(mail, 'hasAttachments'),
	};
}

/** What is wrong with the text of a body. */
export function wrongText(body: unknown, text: unknown): string[] {
	const content = textAt(body, 'content');
	const isHtml = /^html$/i.test(textAt(body, 'contentType'));
	const wanted = isHtml ? bareText(content) : squeezed(withoutMarks(content));
	const found = squeezed(withoutMarks(String(text ?? '')));
	if (found === wanted) return [];
	const place = [...wanted].findIndex((letter, index) => found[index] !== letter);
	const from = Math.max(0, place - 20);
	return [
		`body at ${place}: ${found.slice(from, place + 40)} instead of ${wanted.slice(from, place + 40)}`,
	];
}

const wrongMail = (mail: unknown, output: unknown) => [
	...differences(output, expectedMail(mail)),
	...wrongText(at(mail, 'body'), at(output, 'body')),
];

/** The properties of a thing that a raw output does not hold as they came. */
export function wrongRaw(stage: Stage, thing: unknown, output: unknown): string[] {
	return Object.entries(Object(thing))
		.filter(([name]) => name !== '@odata.context')
		.filter(([name, value]) => !isAlike(at(output, name) ?? null, stage.linked(value)))
		.map(([name]) => `${name} changed`);
}

export async function replayMessage(stage: Stage, payload: Payload): Promise<void> {
	for (const mail of entriesOf(payload)) {
		const id = textAt(mail, 'id');
		if (!id) {
			stage.skip(payload, 'a mail without ID');
			continue;
		}
		const path = under('/me/messages', id);
		const served = { headers: payload.headers, body: mail };
		stage.serve({ method: 'GET', path, times: Infinity }, served);
		stage.serve(
			{ method: 'GET', path: `${path}/attachments`, times: Infinity },
			{ body: { value: listAt(mail, 'attachments') } },
		);
		const read = { messageId: id, simplify: true, options: WHOLE };
		stage.judge(payload, 'email.getEmail', await stage.run('email.getEmail', read), (items) =>
			wrongMail(mail, jsonOf(items)),
		);
		const raw = await stage.run('email.getEmail', {
			...read,
			simplify: false,
			options: { body: 'html' },
		});
		stage.judge(payload, 'email.getEmail raw', raw, (items) =>
			wrongRaw(stage, mail, jsonOf(items)),
		);
		if (at(mail, 'receivedDateTime')) await replayArrival(stage, payload, mail);
		stage.clear();
	}
	stage.servePage('/me/messages', pageOf(payload), { headers: payload.headers });
	const find = { findBy: 'filters', filters: {}, returnAll: true, simplify: true, options: WHOLE };
	stage.judge(payload, 'email.findEmail', await stage.run('email.findEmail', find), (items) =>
		entriesOf(payload).flatMap((mail) => {
			if (!textAt(mail, 'id')) return [];
			const found = items.find(({ json }) => json.id === at(mail, 'id'));
			return found ? wrongMail(mail, found.json) : [`lost ${textAt(mail, 'id')}`];
		}),
	);
	stage.clear();
}

/** The mail is the newest one when the trigger is tested. */
async function replayArrival(stage: Stage, payload: Payload, mail: unknown): Promise<void> {
	const [id, receivedDateTime] = [at(mail, 'id'), at(mail, 'receivedDateTime')];
	const listing = { '@odata.count': 1, value: [{ id, receivedDateTime }] };
	stage.serve({ method: 'GET', path: '/me/messages', times: Infinity }, { body: listing });
	const parameters = { output: 'simplified', options: { body: 'text', maxBodyLength: 0 } };
	const polled = await stage.poll(parameters);
	if (at(mail, 'isDraft') === true) {
		stage.judge(
			payload,
			'trigger',
			polled,
			(items) => (items.length > 0 ? ['a draft was delivered'] : []),
			true,
		);
		return;
	}
	stage.judge(payload, 'trigger', polled, (items) =>
		differences(jsonOf(items), expectedMail(mail)),
	);
	const from = personOf(at(mail, 'from')) ?? personOf(at(mail, 'sender'));
	if (!from || !/^[\w.+-]+@[\w.-]+$/.test(from.address)) return;
	const filtered = await stage.poll({ ...parameters, searchFilter: `from:${from.address}` });
	stage.judge(payload, 'trigger filter', filtered, (items) =>
		jsonOf(items).id === id ? [] : ['not delivered'],
	);
}

/** A folder and those in it that came with it. */
function withNested(folder: unknown): unknown[] {
	return [folder, ...listAt(folder, 'childFolders').flatMap(withNested)];
}

export async function replayFolder(stage: Stage, payload: Payload): Promise<void> {
	const expected = (folder: unknown) => ({
		id: at(folder, 'id'),
		name: textAt(folder, 'displayName'),
		parentFolderId: at(folder, 'parentFolderId'),
		emails: at(folder, 'totalItemCount'),
		unread: at(folder, 'unreadItemCount'),
	});
	const folders = entriesOf(payload).filter((folder) => textAt(folder, 'id'));
	for (const folder of folders) {
		const id = textAt(folder, 'id');
		stage.serve(
			{ method: 'GET', path: under('/me/mailFolders', id) },
			{ headers: payload.headers, body: folder },
		);
		const read = await stage.run('email.getFolder', { folder: locator('id', id) });
		stage.judge(payload, 'email.getFolder', read, (items) =>
			differences(jsonOf(items), expected(folder)),
		);
		stage.clear();
	}
	stage.servePage('/me/mailFolders', pageOf(payload), { headers: payload.headers });
	const all = folders.flatMap(withNested);
	for (const folder of all) {
		const path = `${under('/me/mailFolders', textAt(folder, 'id'))}/childFolders`;
		stage.serve({ path, times: Infinity }, { body: { value: listAt(folder, 'childFolders') } });
	}
	const listed = await stage.run('email.listFolders', { includeHidden: true });
	stage.judge(payload, 'email.listFolders', listed, (items) =>
		all.flatMap((folder) => {
			const found = items.find(({ json }) => json.id === at(folder, 'id'));
			return found ? differences(found.json, expected(folder)) : [`lost ${textAt(folder, 'id')}`];
		}),
	);
	stage.clear();
}

export async function replayCategory(stage: Stage, payload: Payload): Promise<void> {
	const labels = entriesOf(payload).filter((label) => textAt(label, 'id'));
	stage.servePage('/me/outlook/masterCategories', pageOf(payload), { headers: payload.headers });
	stage.judge(payload, 'email.listLabels', await stage.run('email.listLabels', {}), (items) => [
		...(items.length === labels.length ? [] : [`${items.length} of ${labels.length}`]),
		...labels.flatMap((label, index) =>
			differences(items[index]?.json, {
				id: at(label, 'id'),
				name: textAt(label, 'displayName'),
				color: at(label, 'color'),
			}),
		),
	]);
	stage.clear();
}

const MESSAGE = '/me/messages/M';

function kindOf(attachment: unknown): 'file' | 'item' | 'reference' {
	const type = textAt(attachment, '@odata.type');
	if (/reference/i.test(type)) return 'reference';
	return /itemAttachment/i.test(type) ? 'item' : 'file';
}

export async function replayAttachment(stage: Stage, payload: Payload): Promise<void> {
	// Answers to writes were cut by those who wrote them: an ID makes them readable.
	const rows = entriesOf(payload).map((row, index) => ({ id: `added-${index}`, ...Object(row) }));
	const list = `${MESSAGE}/attachments`;
	const bytesOf = (row: unknown) =>
		kindOf(row) === 'item'
			? Buffer.from('MIME-Version: 1.0')
			: Buffer.from(textAt(row, 'contentBytes'), 'base64');
	stage.servePage(list, { ...pageOf(payload), value: rows }, { headers: payload.headers });
	const listed = await stage.run('email.listAttachments', { messageId: 'M', includeInline: true });
	stage.judge(payload, 'email.listAttachments', listed, (items) => [
		...(items.length === rows.length ? [] : [`${items.length} of ${rows.length}`]),
		...rows.flatMap((row, index) =>
			differences(items[index]?.json, {
				id: row.id,
				name: at(row, 'name'),
				kind: kindOf(row),
				contentType: at(row, 'contentType'),
				size: at(row, 'size'),
				isInline: at(row, 'isInline') ?? false,
			}),
		),
	]);
	stage.clear();
	for (const row of rows) {
		const path = under(list, String(row.id));
		stage.serve({ method: 'GET', path, times: Infinity }, { body: row });
		stage.simulator.faults.next(
			{ path: `${path}/$value`, times: Infinity },
			{ status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytesOf(row) },
		);
		const outcome = await stage.run('email.downloadAttachment', {
			messageId: 'M',
			attachmentId: String(row.id),
			binaryField: 'data',
		});
		const [item] = outcome.items;
		const bytes = item?.binary?.data ? await readBinary(item, 'data') : undefined;
		stage.judge(payload, 'email.downloadAttachment', outcome, () => {
			if (kindOf(row) === 'reference') return bytes ? ['a file for a link'] : [];
			const name = textAt(row, 'name').trim();
			return [
				...(bytes?.equals(bytesOf(row)) ? [] : ['other bytes']),
				...(kindOf(row) === 'file' && name && item?.binary?.data?.fileName !== name
					? [`named ${item?.binary?.data?.fileName} instead of ${name}`]
					: []),
			];
		});
		stage.clear();
	}
}
