import type { INodeExecutionData } from 'n8n-workflow';
import type { RandomFaults } from '../simulator/faults';
import type { SimContact } from '../simulator/graph/contacts/store';
import type { TriggerStage } from './triggerBench';
import { MINUTE, openTriggerBench } from './triggerBench';

/** All that can happen. */
export const EVERYTHING = ['created', 'updated', 'deleted'];

/** What happened to which contact, in order of names. */
export function happened(items: INodeExecutionData[]): string[] {
	return items.map(({ json }) => `${String(json.changeType)} ${String(json.displayName)}`).sort();
}

/** A history of contacts, polls and troubles. */
export interface ContactHistory {
	/** Decides what happens. */
	random: () => number;
	polls: number;
	/** Loads the package anew now and then, which takes as long as many polls. */
	reloads?: boolean;
}

export interface ContactOutcome {
	/** Items that the workflow got. */
	told: number;
	/** What the workflow got although it knew it, or although it did not happen. */
	wrong: string[];
	/** What happened and was not told at the end. */
	lost: string[];
	/** All that happened, for who looks for the reason. */
	log: string[];
}

const DAY = 24 * 60 * MINUTE;
/** Shares of polls with that trouble; a history has some of them. */
const TROUBLES = {
	expiry: 0.15,
	restart: 0.15,
	crash: 0.1,
	remake: 0.1,
	overlap: 0.15,
	reload: 0.1,
};
type Trouble = keyof typeof TROUBLES;
const FAULTS: Omit<RandomFaults, 'seed'> = {
	rate: 0.4,
	kinds: [429, 503, 'cut'],
	retryAfterSeconds: 0,
};
const CHANGES_BETWEEN = 4;
const SKEW = 10 * MINUTE;

/** Plays a history; what the workflow was told is compared with what is so after each poll, and at the end. */
export async function playContacts(
	history: ContactHistory,
	stage: TriggerStage,
): Promise<ContactOutcome> {
	const { random } = history;
	const chance = (share: number) => random() < share;
	const skew = chance(0.3) ? (chance(0.5) ? SKEW : -SKEW) : 0;
	// Few items a poll: what is left over has to follow.
	const options = { maxContacts: chance(0.3) ? 2 : 1_000 };
	const parameters = { event: EVERYTHING, options };
	const bench = await openTriggerBench(stage, parameters, skew, 'contactTrigger');
	const realNow = Date.now;
	// The code of n8n and its libraries see the wrong clock too.
	Date.now = bench.clock.now;
	const { simulator } = bench;
	const store = bench.mailbox.contacts;
	const elsewhere = store.addFolder('Elsewhere').id;
	const home = store.folder()?.id ?? '';
	const names = ['expiry', 'restart', 'crash', 'remake', 'overlap', 'reload'] as const;
	const troubles = new Set<Trouble>(names.filter(() => chance(0.4)));
	if (!history.reloads) troubles.delete('reload');
	const isUntold = chance(0.2);
	simulator.readings.choose(
		{ fact: 'contact-delta-form', as: chance(0.5) ? 'whole' : 'changed' },
		{ fact: 'contact-delta-moved-in', as: isUntold ? 'untold' : 'told' },
		{ fact: 'contact-folder-name', as: chance(0.9) ? 'named' : 'unknown' },
	);
	const result: ContactOutcome = { told: 0, wrong: [], lost: [], log: [] };
	/** What the workflow knows: companies, by name. */
	const known = new Map<string, string>();
	/** Of so many it was told that they are gone, without their names. */
	let unnamed = 0;
	/** Who left the folder since the workflow was told of them; some may be back, which is told later. */
	const departed = new Set<string>();
	let count = 0;
	let isFaulty = false;
	/** Whether updates start the workflow, and whether there were polls with which they did not. */
	let tellsUpdates = true;
	let wereUntold = false;
	/** Updates of those polls may or may not start it, until a poll went well: a restart forgets what started nothing. */
	let isUnsure = false;
	/** All that happened was looked at by this process. */
	let isSettled = false;

	const inFolder = (folder: string) =>
		store.contacts.filter(({ parentFolderId }) => parentFolderId === folder);
	const pick = (list: SimContact[]) => list[Math.floor(random() * list.length)];
	const titleOf = ({ fields }: SimContact) => String(fields.displayName);
	const truth = () =>
		new Map(inFolder(home).map((one) => [titleOf(one), String(one.fields.companyName)]));
	const isKnown = ([name, at]: [string, string]) =>
		tellsUpdates && !isUnsure ? known.get(name) === at : known.has(name);
	const isSame = () => {
		const now = truth();
		return missing(now).length === unnamed && [...now].every(isKnown);
	};
	/** What the workflow knows and is not there. */
	const missing = (now: Map<string, string>) => [...known.keys()].filter((name) => !now.has(name));

	const note = (what: string) => result.log.push(`${stamp()} ${what}`);
	const change = (fields: { companyName?: string }) => {
		const one = pick(inFolder(home));
		if (!one) return;
		one.change(fields, stamp());
		note(`${titleOf(one)} is edited: ${fields.companyName ?? 'nothing'}`);
	};
	const ACTIONS = [
		() => {
			const folder = chance(0.8) ? home : elsewhere;
			store.add({ displayName: `Contact ${++count}`, companyName: 'v0' }, folder);
			note(`Contact ${count} is made${folder === home ? '' : ' elsewhere'}`);
		},
		() => change({ companyName: `v${++count}` }),
		// An edit that changes nothing.
		() => change({}),
		() => {
			const one = pick(inFolder(home));
			if (!one) return;
			store.remove(one);
			departed.add(titleOf(one));
			note(`${titleOf(one)} is deleted`);
		},
		() => {
			const from = chance(0.5) ? home : elsewhere;
			const one = pick(inFolder(from));
			if (!one) return;
			store.move(one, from === home ? elsewhere : home);
			if (from === home) departed.add(titleOf(one));
			note(`${titleOf(one)} is moved ${from === home ? 'away' : 'here'}`);
		},
	];
	const stamp = () => new Date(bench.time.now).toISOString();

	/** Somebody changes the settings, and publishes the workflow again. */
	function edit(): void {
		if (isSettled && !isUntold && chance(0.5)) {
			tellsUpdates = !tellsUpdates;
			wereUntold = true;
			isUnsure = true;
		}
		parameters.event = EVERYTHING.filter((one) => tellsUpdates || one !== 'updated');
		options.maxContacts = chance(0.3) ? 2 : 1_000;
		note(`the settings are ${JSON.stringify(parameters)}`);
		bench.remake();
	}

	/**
	 * The workflow gets an item: it has to be news, and as it is. A contact that left may be back already
	 * where nobody tells of that.
	 */
	function get({ json }: INodeExecutionData): void {
		result.told += 1;
		const { changeType, companyName } = json;
		const name = nameOf(json);
		if (name === undefined) {
			unnamed += 1;
			const gone = [...known.keys()].filter((one) => departed.has(one)).length;
			if (changeType !== 'deleted' || unnamed > gone) result.wrong.push(String(changeType));
			return;
		}
		if (changeType === 'created' && known.has(name) && unnamed > 0) {
			// It was one of those.
			unnamed -= 1;
			known.delete(name);
		}
		const before = known.get(name);
		const now = truth().get(name);
		const isRight =
			changeType === 'deleted'
				? before !== undefined && (now === undefined || isUntold)
				: now === companyName &&
					(changeType === 'created'
						? before === undefined
						: tellsUpdates && before !== undefined && (before !== now || isUnsure));
		if (!isRight) result.wrong.push(`${String(changeType)} ${name} ${String(companyName)}`);
		if (changeType === 'created') departed.delete(name);
		if (changeType === 'deleted') known.delete(name);
		else known.set(name, String(companyName));
	}

	/** @returns false where n8n noted a failed poll. */
	async function poll(isEdited = false): Promise<boolean> {
		const polling = isEdited ? bench.activate({ activation: 'update' }) : bench.poll({ after: 0 });
		const polled = await polling.catch(() => undefined);
		// The poll with which n8n starts only tells that it failed.
		const items = bench.failures.splice(0).length > 0 ? undefined : polled;
		note(items ? `a poll tells ${happened(items).join(', ')}` : 'a poll fails');
		items?.forEach(get);
		return items !== undefined;
	}

	/** A contact that is gone may be told by its ID alone, or without one where a cloud tells no changes. */
	function nameOf({ displayName, id }: INodeExecutionData['json']): string | undefined {
		return typeof displayName === 'string'
			? displayName
			: [...ids].find(([, known]) => known === id)?.[0];
	}
	const ids = new Map<string, string>();

	try {
		for (let one = 0; one < 3; one++) ACTIONS[0]?.();
		await bench.activate();
		for (const [name, at] of truth()) known.set(name, at);
		for (let step = 0; step < history.polls; step++) {
			for (let change = Math.floor(random() * CHANGES_BETWEEN); change > 0; change--) {
				ACTIONS[Math.floor(random() * ACTIONS.length)]?.();
			}
			for (const one of store.contacts) ids.set(titleOf(one), one.idOf('immutable'));
			const wait = chance(0.05) ? DAY : 5 * MINUTE;
			bench.time.now += wait;
			await bench.clock.wait(wait);
			// The provider fails for a while, and recovers.
			if (chance(0.2)) {
				isFaulty = !isFaulty;
				note(isFaulty ? 'requests fail' : 'no request fails');
				const seed = Math.floor(random() * 1_000);
				if (isFaulty) simulator.faults.random({ seed, ...FAULTS });
				else simulator.faults.clear();
			}
			const happens = (trouble: Trouble) => {
				const does = troubles.has(trouble) && chance(TROUBLES[trouble]);
				if (does) note(`trouble: ${trouble}`);
				if (does && trouble !== 'overlap') {
					isSettled = false;
					isUnsure ||= wereUntold;
				}
				return does;
			};
			if (happens('expiry')) store.delta.expire();
			if (happens('remake')) bench.remake();
			if (happens('restart')) bench.restart();
			if (happens('crash')) await bench.crash();
			const isEdited = chance(0.1);
			if (isEdited) edit();
			const first = !isEdited && happens('overlap') ? [poll()] : [];
			if (!isEdited && happens('reload')) bench.reload();
			const [last] = await Promise.all([poll(isEdited), ...first]);
			const isWhole = options.maxContacts > CHANGES_BETWEEN * 10;
			isSettled = last && first.length === 0 && isWhole && !isFaulty;
			if (isSettled && !isUntold && !isSame()) result.lost.push(`at poll ${step}`);
			if (isSettled && (isUnsure || !tellsUpdates)) {
				for (const [name, at] of truth()) if (known.has(name)) known.set(name, at);
				isUnsure = false;
			}
			simulator.requests.clear();
		}
		simulator.faults.clear();
		bench.time.now += DAY;
		await bench.clock.wait(DAY);
		for (let rest = 0; rest < count + 1 && !isSame(); rest++) {
			bench.time.now += MINUTE;
			await poll();
		}
		const now = truth();
		for (const one of now) if (!isKnown(one)) result.lost.push(one[0]);
		const gone = missing(now);
		if (gone.length !== unnamed) result.lost.push(`deleted: ${unnamed} of ${gone.join()}`);
	} finally {
		Date.now = realNow;
		await bench.stop();
	}
	return result;
}
