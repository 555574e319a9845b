import { readRows } from '../../scripts/factRows';
import { calendarProbes } from './calendarProbes';
import { cleanCollection, cleanMailbox } from './clean';
import { Client, NotAsked, refusal, textAt } from './client';
import { collectionProbes } from './collectionProbes';
import { contactProbes } from './contactProbes';
import { mailProbes } from './mailProbes';
import { type FactId, type Finding, type MailboxSite, MARK } from './probe';
import { repliesProbe } from './replies';
import { searchProbes } from './searchProbes';
import { sendingProbes } from './sendingProbes';

/** Hundreds of moves come last. */
const MAILBOX_PROBES = [
	repliesProbe,
	...searchProbes,
	...calendarProbes,
	...contactProbes,
	...sendingProbes,
	...mailProbes,
];

/** The rows that a probe asks about. */
export const ASKED = [...MAILBOX_PROBES, ...collectionProbes].map(({ fact }) => fact);

/** A provider, and a token for it. */
export interface Access {
	/** `https://graph.microsoft.com`, `https://api.contentsnare.com`. */
	root: string;
	token: string;
}

export interface CheckOptions {
	/** The one mailbox that is written to. */
	mailbox: string;
	graph?: Access | undefined;
	collection?: Access | undefined;
	/** Rows; left out: all. None: what an earlier run left is taken away. */
	only?: string[] | undefined;
	/** Resolves after so many milliseconds. */
	pause: (milliseconds: number) => Promise<unknown>;
	/** Ends the questions; what was made is taken away all the same. */
	signal?: AbortSignal;
	/** Is told what becomes of each row. */
	tell?: (entry: Entry) => void;
}

/** One row of the report. */
export interface Entry extends Partial<Finding> {
	row: string;
	known: string;
	restsOn: string;
	/** Why it was not asked. */
	notAsked?: string;
}

/** What is written down; nothing in it is anybody's content. */
export interface Report {
	/** Whose mailbox it was to the caller; empty where none was asked. */
	access: MailboxSite['access'] | '';
	rows: Entry[];
	/** Things that the provider did not let us take away. */
	left: number;
}

/** A provider with its questions. */
interface Part {
	facts: string[];
	clean: () => Promise<number>;
	/** Makes what is needed to ask. */
	open: () => Promise<Array<{ fact: FactId; ask: () => Promise<Finding> }>>;
}

function mailboxPart(options: CheckOptions, { root, token }: Access, report: Report): Part {
	const { mailbox: address, pause, signal } = options;
	const client = new Client(`${root}/v1.0`, token, pause, signal);
	const path = `/users/${address}`;
	const make = async (list: string, fields: object) =>
		textAt(await client.fetch('POST', `${path}/${list}`, fields), 'id');
	let calendar: Promise<string> | undefined;
	return {
		facts: MAILBOX_PROBES.map(({ fact }) => fact),
		clean: () => cleanMailbox({ path, client: new Client(`${root}/v1.0`, token, pause) }),
		async open() {
			report.access = await readAccess(client, address);
			const site: MailboxSite = {
				client,
				address,
				path,
				access: report.access,
				folder: await make('mailFolders', { displayName: `${MARK} 1` }),
				otherFolder: await make('mailFolders', { displayName: `${MARK} 2` }),
				calendar: () => (calendar ??= make('calendars', { name: MARK })),
			};
			return MAILBOX_PROBES.map(({ fact, ask }) => ({ fact, ask: () => ask(site) }));
		},
	};
}

/** Who asks: an application is refused `/me` (fact: application-me). */
async function readAccess(client: Client, address: string): Promise<MailboxSite['access']> {
	const answer = await client.send('GET', '/me?$select=mail,userPrincipalName');
	if (answer.status === 400) return 'application';
	if (answer.status >= 400) throw refusal(answer);
	const own = ['mail', 'userPrincipalName'].map((name) => textAt(answer.body, name).toLowerCase());
	return own.includes(address.toLowerCase()) ? 'own' : 'shared';
}

function collectionPart({ mailbox: address, pause, signal }: CheckOptions, access: Access): Part {
	const connect = (until?: AbortSignal) =>
		new Client(`${access.root}/partner_api/v1`, access.token, pause, until);
	return {
		facts: collectionProbes.map(({ fact }) => fact),
		clean: () => cleanCollection({ client: connect(), address }),
		open: async () =>
			collectionProbes.map(({ fact, ask }) => ({
				fact,
				ask: () => ask({ client: connect(signal), address }),
			})),
	};
}

const ROWS = new Map(readRows().map((row) => [row.id, row]));

async function answer(fact: FactId, ask: () => Promise<Finding>): Promise<Entry> {
	const { known = '', restsOn = '' } = ROWS.get(fact) ?? {};
	try {
		return { row: fact, known, restsOn, ...(await ask()) };
	} catch (error) {
		if (!(error instanceof NotAsked)) throw error;
		return { row: fact, known, restsOn, notAsked: error.message };
	}
}

/** Asks what is chosen of a part, and cleans up before and behind. */
async function askPart(part: Part, options: CheckOptions, report: Report): Promise<void> {
	const { only, tell, signal } = options;
	const isChosen = (fact: FactId) => only === undefined || only.includes(fact);
	const left = await part.clean();
	if (!part.facts.some(isChosen)) {
		report.left += left;
		return;
	}
	try {
		for (const { fact, ask } of (await part.open()).filter((one) => isChosen(one.fact))) {
			const entry = await answer(fact, ask);
			report.rows.push(entry);
			tell?.(entry);
		}
	} catch (error) {
		if (signal?.aborted !== true) throw error;
	} finally {
		report.left += await part.clean();
	}
}

/**
 * Asks the providers the question of each row of docs/facts with readings, writes to one mailbox alone, and takes
 * everything away again, also what an earlier run left.
 * @throws NotAsked where the account cannot be opened
 */
export async function check(options: CheckOptions): Promise<Report> {
	const report: Report = { access: '', rows: [], left: 0 };
	const { graph, collection } = options;
	const parts = [
		...(graph ? [mailboxPart(options, graph, report)] : []),
		...(collection ? [collectionPart(options, collection)] : []),
	];
	for (const part of parts) await askPart(part, options, report);
	return report;
}

/** What a finding would change in its row; empty where the row is right already. */
export function changeOf({ row, known, restsOn, reading, notAsked }: Entry): string {
	if (notAsked !== undefined) return '';
	if (reading === undefined) return `${row}: none of its readings holds; it needs another one`;
	const changes = [
		...(known === 'observed' ? [] : [`"known": "observed" (was ${known})`]),
		...(reading === restsOn ? [] : [`"restsOn": "${reading}" (was ${restsOn})`]),
	];
	return changes.length === 0 ? '' : `${row}: ${changes.join(', ')}`;
}
