import * as fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { scheduleByHand } from '../simulator/graph/mail/submit';
import type { SimMessage } from '../simulator/graph/message';
import { locator } from './locator';
import type { TriggerBench, TriggerStage } from './triggerBench';
import { MINUTE, openTriggerBench, SECOND } from './triggerBench';

/** What the trigger can be about. */
export const EVENTS = ['received', 'sent', 'flagged', 'labelAdded', 'moved'] as const;
type MailEvent = (typeof EVENTS)[number];

/** Something that happens in the mailbox. */
interface Happening {
	/**
	 * `comesByDetour`: through Junk, after waiting for its time, or by joining the set later than it came. `moves`: to
	 * another folder, or out of the set and into it again.
	 */
	what: 'comes' | 'comesByDetour' | 'moves' | 'changes' | 'leaves' | 'cannotBeLoaded';
	/** How long before the poll, in milliseconds. */
	before: number;
	/** How late lists show it, or how long the detour takes, in milliseconds; names where it is moved to. */
	later: number;
	/** Names one of the mails that came. */
	number: number;
}

/** What somebody changes. */
interface Settings {
	filter: string;
	/** Names of those that are chosen for mail that is received; none for all incoming mail. */
	folders: readonly string[];
}

/** A poll, and what happens before it. */
interface Step {
	/** Time since the poll before, in milliseconds. */
	wait: number;
	happenings: Happening[];
	/** What n8n goes through; in `crash` a poll whose delivery is not stored. */
	n8n: 'goes on' | 'restart' | 'crash' | 'remake';
	/** Other settings, with which the workflow is published again. */
	edit?: Settings;
	/** Another poll begins meanwhile. */
	overlaps: boolean;
	/** Requests fail at random, by this seed; 0 for none. */
	faults: number;
}

/** A short run of the trigger, as it can be printed and played again. */
export interface History {
	event: MailEvent;
	maxMails: number;
	scheduledMailWaitsIn: 'drafts' | 'outbox';
	/** Whether mails come whole with a list of them, or each has to be loaded. */
	wholeInLists: 'works' | 'refused';
	/** How late Sent Items show what was scheduled, in milliseconds. */
	sentItemsDelay: number;
	steps: Step[];
}

/** Subjects of mails for which the promise does not hold. */
export interface Broken {
	/** Never delivered. */
	lost: string[];
	repeated: string[];
	/** Delivered, and none of the event's business. */
	wrong: string[];
}

/** In the subjects of some mails, for a filter. */
const WANTED = 'wanted';

/** How late a mail may show and still be found, as docs/mail-trigger.md promises. */
const LATEST = 20 * MINUTE;
/** As long as a mail may be late, a look is believed, and clocks may differ: there the trigger changes its mind. */
const EDGES = [LATEST, 10 * MINUTE, MINUTE].flatMap((edge) => [edge - SECOND, edge, edge + SECOND]);

/** A length of time in whole seconds, every other time an edge; in milliseconds. */
const pause = (max: number) =>
	fc.oneof(
		fc.constantFrom(0, SECOND, ...EDGES.filter((edge) => edge <= max)),
		fc.nat(max / SECOND).map((seconds) => seconds * SECOND),
	);

const coming = ['comes', 'comesByDetour'] as const;
const happening: fc.Arbitrary<Happening> = fc.record({
	what: fc.constantFrom(
		...[...coming, ...coming],
		...(['moves', 'moves', 'changes', 'leaves', 'cannotBeLoaded'] as const),
	),
	before: pause(25 * MINUTE),
	later: pause(LATEST),
	number: fc.nat(100),
});

const step: fc.Arbitrary<Step> = fc.record({
	wait: pause(25 * MINUTE),
	happenings: fc.array(happening, { maxLength: 3 }),
	n8n: fc.constantFrom('goes on', 'goes on', 'goes on', 'restart', 'crash', 'remake'),
	edit: fc.oneof(
		{ weight: 9, arbitrary: fc.constant(undefined) },
		{
			weight: 1,
			arbitrary: fc.record({
				filter: fc.constantFrom('', `subject:${WANTED}`),
				folders: fc.constantFrom([], ['inbox', 'archive'], ['inbox'], ['archive']),
			}),
		},
	),
	// A history is made shorter towards 0.
	overlaps: fc.nat(4).map((one) => one === 4),
	faults: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(1_000)),
});

/** Histories of ten to twenty polls, which deliver few mails each. */
export const historyOf = (event: MailEvent): fc.Arbitrary<History> =>
	fc.record({
		event: fc.constant(event),
		maxMails: fc.integer({ min: 1, max: 4 }),
		scheduledMailWaitsIn: fc.constantFrom('drafts', 'outbox'),
		wholeInLists: fc.constantFrom('works', 'refused'),
		sentItemsDelay: pause(LATEST),
		steps: fc.array(step, { minLength: 10, maxLength: 20 }),
	});

/** Share of requests that fail while they fail. */
const FAULT_RATE = 0.2;
/** What is scheduled waits for so many times `later`: up to 80 minutes. */
const SCHEDULED_FOR = 4;
/** Time and polls after the last happening, until all has left and shows, and no window is open. */
const DRAINING_MS = (SCHEDULED_FOR + 3) * LATEST;
const DRAINING_STEP = 5 * MINUTE;
const WATCHED = 'Watched';
/** The folders between which mails are moved. Of all incoming mail each is watched, of what was sent and moved the first. */
const FOLDERS: Record<MailEvent, [string, ...string[]]> = {
	received: ['inbox', 'archive', WATCHED],
	sent: ['sentitems', 'archive'],
	flagged: ['inbox'],
	labelAdded: ['inbox'],
	moved: [WATCHED, 'inbox'],
};
const ME = 'me@contoso.com';
const OTHER = 'ann@contoso.com';

const PARAMETERS: Record<MailEvent, INodeParameters> = {
	received: {},
	sent: {},
	flagged: {},
	labelAdded: { label: locator('name', WATCHED) },
	moved: { folder: locator('name', WATCHED) },
};

/** Plays a history against the simulator. */
export async function playHistory(history: History, stage: TriggerStage): Promise<Broken> {
	const { event, maxMails, scheduledMailWaitsIn, wholeInLists, sentItemsDelay } = history;
	const parameters = { event, options: { maxMails }, searchFilter: '', ...PARAMETERS[event] };
	const bench = await openTriggerBench(stage, parameters);
	const { simulator, clock } = bench;
	const realNow = Date.now;
	// The code of n8n and its libraries see the clock too.
	Date.now = clock.now;
	const mailbox = new EventfulMailbox(bench, event);
	const poll = async () => {
		const items = await bench.poll({ after: 0 }).catch(() => undefined);
		mailbox.get(items ?? []);
		return items?.length ?? Infinity;
	};
	const publish = async ({ filter, folders }: Settings) => {
		const chosenFolders = { folder: folders.map((name) => ({ folder: locator('id', name) })) };
		const which = folders.length > 0 ? 'chosen' : 'incoming';
		Object.assign(parameters, { searchFilter: filter, folders: which, chosenFolders });
		mailbox.edit(filter, folders);
		bench.remake();
		const items = await bench.activate({ activation: 'update' }).catch(() => undefined);
		mailbox.get(items ?? []);
		if (items) mailbox.stored = mailbox.handled;
	};
	try {
		simulator.graph.sentItemsDelayMs = sentItemsDelay;
		simulator.readings.choose(
			{ fact: 'deferred-place', as: scheduledMailWaitsIn },
			{ fact: 'expand-in-list', as: wholeInLists },
		);
		bench.mailbox.folder(WATCHED);
		mailbox.come('there before', 0);
		mailbox.fates.set('there before', 'never');
		await mailbox.passTime(2 * LATEST);
		await bench.activate();
		await mailbox.passTime(SECOND);
		for (const [index, step] of history.steps.entries()) {
			await mailbox.live(step, index);
			if (step.n8n === 'restart') bench.restart();
			if (step.n8n === 'restart' || step.n8n === 'crash') mailbox.handled = mailbox.stored;
			if (step.n8n === 'remake') bench.remake();
			const rate = step.faults > 0 ? FAULT_RATE : 0;
			simulator.faults.random({ seed: step.faults, rate, kinds: [429, 503], retryAfterSeconds: 0 });
			if (step.edit) await publish(step.edit);
			if (step.n8n === 'crash') await bench.crash();
			else {
				const [items] = await Promise.all(step.overlaps ? [poll(), poll()] : [poll()]);
				const isQuiet = rate === 0 && !step.overlaps && items < maxMails;
				if (isQuiet) mailbox.handled = bench.time.now;
				if (items > 0 && items < Infinity) mailbox.stored = mailbox.handled;
			}
			simulator.requests.clear();
		}
		simulator.faults.clear();
		const end = bench.time.now + DRAINING_MS;
		for (let left = 1; left > 0 || bench.time.now < end;) {
			await mailbox.passTime(DRAINING_STEP);
			left = await poll();
			simulator.requests.clear();
		}
	} finally {
		Date.now = realNow;
		await bench.stop();
	}
	return mailbox.judge();
}

/** A mailbox in which things happen, and that knows what the documentation promises of each. */
class EventfulMailbox {
	/** Subjects, in the order of their delivery. */
	readonly delivered: string[] = [];

	/** How often a mail has to be delivered, by its subject; `left` is one that lies where nobody looks, `maybe` once or not. */
	readonly fates = new Map<string, 'once' | 'left' | 'maybe' | 'never' | 'unwanted'>();

	/** How often a mail came to where it is looked for. */
	private readonly joined = new Map<string, number>();

	private readonly came = new Map<string, number>();

	/** When all that lists showed was handled, and what of that n8n has stored. */
	handled = 0;
	stored = 0;

	/** Delivered although the filter does not want it, or although it never lay in a folder that was watched. */
	private readonly wrong: string[] = [];

	/** When lists show a mail. */
	private readonly showed = new Map<string, number>();

	private filter = '';

	/** Names of folders. */
	private watched: readonly string[];

	private readonly due: Array<{ at: number; run(): void }> = [];

	/** A mail cannot be loaded for fewer polls than it is tried in. */
	private readonly unloadable = new Set<string>();

	constructor(
		private readonly bench: TriggerBench,
		private readonly event: MailEvent,
	) {
		this.watched = event === 'received' ? FOLDERS[event] : [FOLDERS[event][0]];
	}

	/** The time up to a poll, with what happens in it. */
	async live({ wait, happenings }: Step, index: number): Promise<void> {
		const { now } = this.bench.time;
		for (const [part, one] of happenings.entries()) {
			const at = now + Math.max(0, wait - one.before);
			const subject = `mail ${index}.${part}${part === 1 ? ` ${WANTED}` : ''}`;
			this.due.push({ at, run: () => this.happen(one, subject) });
		}
		await this.passTime(wait);
	}

	/** Time passes, and what is due happens. @param duration in milliseconds */
	async passTime(duration: number): Promise<void> {
		const { time, clock, simulator } = this.bench;
		const end = time.now + duration;
		await clock.wait(duration);
		for (;;) {
			this.due.sort((one, other) => one.at - other.at);
			const next = this.due[0];
			if (!next || next.at > end) break;
			this.due.shift();
			time.now = next.at;
			simulator.graph.sendDue();
			next.run();
		}
		time.now = end;
		simulator.graph.sendDue();
	}

	/** The workflow gets items, with the filter of now. */
	get(items: INodeExecutionData[]): void {
		const subjects = items.map(({ json }) => String(json.subject));
		this.delivered.push(...subjects);
		this.wrong.push(...subjects.filter((one) => !this.isWanted(one) || !this.joined.has(one)));
	}

	private isWanted(subject: string): boolean {
		return this.filter === '' || subject.endsWith(WANTED);
	}

	private isIn({ flag, categories, parentFolderId }: SimMessage): boolean {
		if (this.event === 'flagged') return flag.flagStatus === 'flagged';
		if (this.event === 'labelAdded') return categories.includes(WATCHED);
		return this.watched.some((name) => this.bench.mailbox.folder(name).id === parentFolderId);
	}

	/** What was looked at with a filter was handled by it; what was not may be told or not. */
	edit(filter: string, folders: readonly string[]): void {
		this.filter = filter;
		for (const [subject, fate] of this.fates) {
			const isOpen = fate === 'once' || fate === 'left';
			if (isOpen && !this.isWanted(subject)) this.fates.set(subject, 'maybe');
			if (fate !== 'unwanted' || !this.isWanted(subject)) continue;
			const isHandled = (this.showed.get(subject) ?? Infinity) + LATEST <= this.handled;
			this.fates.set(subject, isHandled ? 'never' : 'maybe');
		}
		if (this.event === 'received') this.watch(folders.length > 0 ? folders : FOLDERS.received);
	}

	/** What lies in folders that are watched from now on, or no more, may be told or not. */
	private watch(folders: readonly string[]): void {
		const { messages } = this.bench.mailbox;
		const before = messages.filter((mail) => this.isIn(mail));
		this.watched = folders;
		for (const mail of messages.filter((one) => this.isIn(one) !== before.includes(one))) {
			const { subject } = mail;
			if (this.isIn(mail)) this.joined.set(subject, 1);
			this.showed.set(subject, Infinity);
			const fate = this.fates.get(subject);
			const isOpen = fate === 'once' || fate === 'left';
			if (isOpen && !this.delivered.includes(subject)) this.fates.set(subject, 'maybe');
		}
	}

	/** A mail of the trigger's business. @param showed when lists show it; undefined where nobody knows. */
	private expect(subject: string, showed = Infinity): void {
		this.fates.set(subject, this.isWanted(subject) ? 'left' : 'unwanted');
		this.came.set(subject, this.bench.time.now);
		this.showed.set(subject, showed);
	}

	/** Something is done to a mail by which it may join what is looked at, or leave it. */
	private relocate(mail: SimMessage, act: () => void): void {
		const { subject } = mail;
		const wasIn = this.isIn(mail);
		act();
		this.touch(subject);
		if (this.isIn(mail) && !wasIn) this.join(subject);
		if (this.isIn(mail) || !wasIn) return;
		this.showed.set(subject, Infinity);
		const isOpen = this.fates.get(subject) === 'once' && !this.delivered.includes(subject);
		if (isOpen) this.fates.set(subject, 'left');
	}

	/** It is looked for where it is now. A set tells of each that joins it; all else is told once, while it is young. */
	private join(subject: string): void {
		const { now } = this.bench.time;
		const times = (this.joined.get(subject) ?? 0) + 1;
		this.joined.set(subject, times);
		const fate = this.fates.get(subject);
		const isSet = this.event !== 'received' && this.event !== 'sent';
		const isYoung = now <= (this.came.get(subject) ?? 0) + LATEST;
		if (fate === 'left') {
			const isSure = times === 1 || isSet || this.event === 'received';
			this.fates.set(subject, isSure && (isSet || isYoung) ? 'once' : 'maybe');
		}
		if (fate === 'never' && isSet) this.fates.set(subject, 'maybe');
	}

	private happen({ what, later, number }: Happening, subject: string): void {
		const known = [...this.fates.keys()];
		const chosen = known[number % known.length] ?? '';
		if (what === 'comes') this.come(subject, later);
		if (what === 'comesByDetour') this.comeByDetour(subject, later);
		if (what === 'moves') this.move(chosen, later / SECOND);
		if (what === 'changes') this.change(chosen);
		if (what === 'leaves') this.leave(chosen);
		if (what === 'cannotBeLoaded') this.failToLoad(chosen, 1 + (number % 2));
	}

	/** A mail of the kind that the trigger is about. @param lag how late lists show it */
	come(subject: string, lag: number): void {
		this.expect(subject, this.bench.time.now + lag);
		const isSent = this.event === 'sent';
		const folder = { received: 'inbox', sent: 'sentitems', moved: WATCHED }[String(this.event)];
		const more = {
			...(this.event === 'flagged' ? { flag: { flagStatus: 'flagged' as const } } : {}),
			...(this.event === 'labelAdded' ? { categories: [WATCHED] } : {}),
		};
		const seed = { subject, from: isSent ? ME : OTHER, ...more };
		const mail = this.bench.mailbox.deliver(seed, { visibleAfterMs: lag, folder });
		if (this.isIn(mail)) this.join(subject);
		else this.showed.set(subject, Infinity);
	}

	private comeByDetour(subject: string, duration: number): void {
		this.expect(subject);
		const { mailbox, simulator, time } = this.bench;
		if (this.event === 'sent') {
			const at = time.now + duration * SCHEDULED_FOR + SECOND;
			const seed = { subject, from: ME, toRecipients: [OTHER] };
			scheduleByHand(simulator.graph, mailbox, seed, at);
			this.join(subject);
			return;
		}
		const folder = this.event === 'received' ? 'junkemail' : 'inbox';
		const mail = mailbox.deliver({ subject, from: OTHER }, { folder });
		const run = () => {
			if (mailbox.messageOf(mail.id) !== mail) return;
			this.relocate(mail, () => {
				if (this.event === 'received') mailbox.move(mail, mailbox.folder('inbox'));
				if (this.event === 'flagged') mail.flag = { flagStatus: 'flagged' };
				if (this.event === 'labelAdded') mail.categories = [WATCHED];
				if (this.event === 'moved') mailbox.move(mail, mailbox.folder(WATCHED));
			});
			const isFirst = this.isIn(mail) && this.joined.get(subject) === 1;
			if (isFirst && !this.unloadable.has(subject)) this.showed.set(subject, time.now);
		};
		this.due.push({ at: time.now + duration, run });
	}

	/** To another folder, which a number names, or out of the set and into it again. */
	private move(subject: string, number: number): void {
		const { mailbox } = this.bench;
		const mail = this.find(subject);
		if (!mail || mail.isDraft) return;
		this.relocate(mail, () => {
			const isIn = this.isIn(mail);
			const folders = FOLDERS[this.event].map((name) => mailbox.folder(name));
			const others = folders.filter(({ id }) => id !== mail.parentFolderId);
			const to = others[number % others.length];
			if (this.event === 'flagged') mail.flag = { flagStatus: isIn ? 'notFlagged' : 'flagged' };
			else if (this.event === 'labelAdded') mail.categories = isIn ? [] : [WATCHED];
			else if (to) mailbox.move(mail, to);
		});
	}

	/** Something of it changes that does not matter. */
	private change(subject: string): void {
		const { mailbox } = this.bench;
		const mail = this.find(subject);
		if (!mail || mail.isDraft) return;
		this.relocate(mail, () => {
			mail.isRead = !mail.isRead;
			if (this.event !== 'labelAdded') mail.categories = ['Other'];
			if (this.event !== 'sent') return;
			const folder = mail.parentFolderId;
			mailbox.move(mail, mailbox.folder('inbox'));
			mailbox.move(mail, mailbox.folder(folder));
		});
	}

	/** It is gone, or not in the set any more, for good. */
	private leave(subject: string): void {
		const { mailbox } = this.bench;
		const mail = this.find(subject);
		if (!mail) return;
		// What waits was not sent yet, and must not be told; what is gone before a poll cannot be.
		if (mail.isDraft) this.fates.set(subject, 'never');
		else if (!this.delivered.includes(subject) && this.fates.get(subject) === 'once')
			this.fates.set(subject, 'maybe');
		mailbox.remove(mail);
	}

	private failToLoad(subject: string, polls: number): void {
		const mail = this.find(subject);
		if (!mail || this.unloadable.has(subject)) return;
		this.unloadable.add(subject);
		this.showed.set(subject, Infinity);
		const path = `/me/messages/${encodeURIComponent(mail.immutableId)}`;
		this.bench.simulator.faults.next({ method: 'GET', path, times: polls }, { status: 400 });
	}

	private find(subject: string) {
		return this.bench.mailbox.messages.findLast((mail) => mail.subject === subject);
	}

	private touch(subject: string): void {
		const now = new Date(this.bench.time.now).toISOString();
		this.find(subject)?.touch(now.replace(/\.\d+/, ''));
	}

	/** What the documentation promises, and did not hold. */
	judge(): Broken {
		const timesOf = (subject: string) => this.delivered.filter((one) => one === subject).length;
		const all = [...this.fates];
		const isSet = this.event !== 'received' && this.event !== 'sent';
		const most = (subject: string) => (isSet ? (this.joined.get(subject) ?? 1) : 1);
		return {
			lost: all.flatMap(([one, fate]) => (fate === 'once' && timesOf(one) === 0 ? [one] : [])),
			repeated: all.flatMap(([one]) => (timesOf(one) > most(one) ? [one] : [])),
			wrong: [
				...this.wrong,
				...this.delivered.filter((one) => (this.fates.get(one) ?? 'never') === 'never'),
			],
		};
	}
}
