import type { RowResult } from '../../scripts/benchmark/results';
import type { ExecutionDetails } from '../host/executionData';
import { items, type StoredNode } from '../host/workflows';
import type { Faults } from '../simulator/faults';
import type { Mailbox } from '../simulator/graph/mailbox';
import type { SimMessage } from '../simulator/graph/message';
import { chunksOf, type Phase } from './limit';
import { sendAsDraft, type Side } from './sides';

const ARCHIVE = 'archive';
const LABEL = 'Onboarding';
const MB = 1_000_000;
/** Emails with files, how many each, and the size of one. */
const WITH_FILES = 20;
const FILES_EACH = 2;
const FILE_BYTES = MB;
/** What the provider asks to wait in a 429. */
const RETRY_AFTER_SECONDS = 1;
/** Runs of a list, which takes so little that what the engine has not compiled yet counts for most of the first. */
const RUNS_OF_LISTS = 5;
/** Emails that are done when something goes wrong; half of them are before it. */
const WITH_FAULT = 100;

/** Emails as they lie in the mailbox before a run. */
interface Prepared {
	emails: number;
	/** Files that each has */
	files?: number;
}

/** What a run left. */
interface Ended {
	mailbox: Mailbox;
	emails: SimMessage[];
	execution: ExecutionDetails;
}

/** A job that both sides do. */
export interface Row extends Pick<RowResult, 'id' | 'title' | 'part' | 'count'> {
	prepared: Prepared;
	/** The workflow after its start; `file` puts a file of so many bytes into the item */
	nodes(side: Side, run: Run): StoredNode[];
	/** How much of it is really done */
	done(ended: Ended): number;
	least: Phase[];
	/** Seconds that the provider makes everybody wait */
	waitSeconds?: number;
	/** Plans what goes wrong */
	fault?(side: Side, faults: Faults, ids: string[]): void;
	/** How often each side runs, in turn */
	rounds: number;
}

interface Run {
	mailbox: Mailbox;
	ids: string[];
	file(bytes: number): StoredNode;
}

const isDone = {
	moved: ({ mailbox, emails }: Ended) =>
		emails.filter(({ parentFolderId }) => parentFolderId === mailbox.folder(ARCHIVE).id).length,
	read: ({ emails }: Ended) => emails.filter(({ isRead }) => isRead).length,
	labelled: ({ emails }: Ended) =>
		emails.filter(({ categories }) => categories.includes(LABEL)).length,
	sent: ({ mailbox }: Ended) =>
		mailbox.sent.filter(({ attachments }) => attachments.length > 0).length,
};

const plain = (count: number) => count.toLocaleString('en');

/** A row that does the same to each of so many emails. */
function toEach(
	id: string,
	verb: string,
	count: number,
	row: Pick<Row, 'done' | 'least'> & { step(side: Side, mailbox: Mailbox): StoredNode },
): Row {
	return {
		id: `${id}-${count}`,
		title: `${verb} ${plain(count)} emails`,
		part: 'steps',
		count,
		prepared: { emails: count },
		nodes: (side, { ids, mailbox }) => [...items(ids), row.step(side, mailbox)],
		done: row.done,
		least: row.least,
		// A long row does not pay for a second time: the drift of the machine is small beside it.
		rounds: count > 100 ? 1 : 2,
	};
}

function marking(count: number): Row {
	return toEach('mark', 'Mark read', count, {
		step: (side) => side.markRead(),
		done: isDone.read,
		least: [{ requests: count, way: 'batched' }],
	});
}

function changing(count: number): Row[] {
	const once: Phase = { requests: count, way: 'batched' };
	return [
		toEach('move', 'Move', count, {
			step: (side, mailbox) => side.move(mailbox.folder(ARCHIVE).id),
			done: isDone.moved,
			least: [once],
		}),
		marking(count),
		toEach('label', 'Label', count, {
			step: (side) => side.addLabel(LABEL),
			done: isDone.labelled,
			// Graph has no call that adds one: the labels are read, and written with it.
			least: [once, once],
		}),
	];
}

/** Lists the newest emails, with the text of each or without. */
function listing(count: number, withTexts = false): Row {
	return {
		id: `list-${withTexts ? 'texts-' : ''}${count}`,
		title: `List ${plain(count)} emails${withTexts ? ' with their texts' : ''}`,
		part: 'steps',
		count,
		prepared: { emails: count },
		nodes: (side) => [side.list(count, withTexts)],
		done: ({ execution }) => execution.nodes.get('List')?.items.length ?? 0,
		least: [{ requests: 1, way: 'inTurn' }],
		rounds: RUNS_OF_LISTS,
	};
}

/** Sends a file; the other side by its one step, or as a draft. */
function sending(megabytes: number, asDraft = false): Row {
	const bytes = megabytes * MB;
	return {
		id: `send-${megabytes}${asDraft ? '-draft' : ''}`,
		title: `Send ${megabytes} MB${asDraft ? ' (Outlook: draft, attachment, send)' : ''}`,
		part: 'steps',
		count: 1,
		prepared: { emails: 0 },
		nodes: (side, { file }) =>
			asDraft && side.name === 'theirs' ? sendAsDraft(file(bytes)) : [file(bytes), side.send()],
		done: isDone.sent,
		// Draft, upload session, chunks, sending.
		least: [
			{ requests: 3, way: 'inTurn' },
			{ requests: chunksOf(bytes), way: 'uploaded' },
		],
		rounds: 1,
	};
}

/** Marks emails as read while something goes wrong in the middle. */
function failing(id: string, title: string, more: Pick<Row, 'fault' | 'waitSeconds'>): Row {
	return { ...marking(WITH_FAULT), id: `fault-${id}`, title, part: 'faults', rounds: 1, ...more };
}

/** The request that changes an email, as each side writes the ID into it. */
function changeOf(id: string) {
	const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	const path = new RegExp(`/(${literal(id)}|${literal(encodeURIComponent(id))})$`);
	return { method: 'PATCH', path };
}

function refusing(status: number, headers: Record<string, string>): Row['fault'] {
	return (_, faults, ids) => faults.next(changeOf(ids[ids.length / 2] ?? ''), { status, headers });
}

/** The connection of the request in the middle is gone before the provider has read it. */
function cutting(): Row['fault'] {
	return (side, faults, ids) => {
		if (side.name === 'theirs') {
			faults.next(changeOf(ids[ids.length / 2] ?? ''), { cut: 'before' });
			return;
		}
		const batch = { method: 'POST', path: '/$batch' };
		faults.next({ ...batch, times: 2 }, { delayMs: 0 });
		faults.next(batch, { cut: 'before' });
	};
}

/** Everything that both sides do, in the order of the table. */
export const ROWS: Row[] = [
	...[100, 1_000].flatMap(changing),
	listing(1_000),
	listing(1_000, true),
	{
		id: 'files-20',
		title: `Download ${WITH_FILES * FILES_EACH} files of ${WITH_FILES} emails, ${FILE_BYTES / MB} MB each`,
		part: 'steps',
		count: WITH_FILES * FILES_EACH,
		prepared: { emails: WITH_FILES, files: FILES_EACH },
		nodes: (side, { ids }) => [...items(ids), side.download()],
		done: ({ execution }) => execution.nodes.get('Download')?.files.size ?? 0,
		// One list of attachments holds the files of an email.
		least: [{ requests: WITH_FILES, way: 'sideBySide' }],
		rounds: 2,
	},
	sending(5),
	sending(60),
	sending(60, true),
	failing('429', 'One 429 with Retry-After: 1', {
		waitSeconds: RETRY_AFTER_SECONDS,
		fault: refusing(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }),
	}),
	failing('503', 'One 503', { fault: refusing(503, {}) }),
	failing('cut', 'One dropped connection', { fault: cutting() }),
];

/** Emails before a run came a minute apart. */
const FIRST_RECEIVED = Date.UTC(2026, 0, 1);

/** An email before a run, with its files. */
export function seedOf(number: number, { files = 0 }: Prepared) {
	return {
		subject: `Order ${number}`,
		from: 'pat@example.com',
		receivedDateTime: new Date(FIRST_RECEIVED + number * 60_000).toISOString(),
		body: 'All work and no play makes Jack a dull boy. '.repeat(40),
		attachments: Array.from({ length: files }, (_, file) => ({
			name: `order-${number}-${file}.bin`,
			contentType: 'application/octet-stream',
			content: Buffer.alloc(FILE_BYTES, number + file),
		})),
	};
}
