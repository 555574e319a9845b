import type { TriggerStage } from './triggerBench';
import { MINUTE, openTriggerBench, SECOND } from './triggerBench';

/** A history of one trigger that watches several mailboxes. */
export interface MailboxesHistory {
	/** Decides what happens. */
	random: () => number;
	steps: number;
	/** Loads the package anew now and then, which takes as long as many polls. */
	reloads?: boolean;
}

export interface MailboxesOutcome {
	/** Mails that the workflow got. */
	told: number;
	/** Never delivered; delivered twice; delivered without being wanted, or as of another mailbox. */
	lost: string[];
	repeated: string[];
	wrong: string[];
	/** All that happened, for who looks for the reason. */
	log: string[];
}

/** In the subjects of some mails, for a filter. */
const WANTED = 'wanted';
/** As they are written in the field. */
const NAMES = ['Support@contoso.com', 'sales@contoso.com', 'info@contoso.com'];
type Name = string;

/** How late a mail may show and still be found, as docs/mail-trigger.md promises. */
const LATEST_MINUTES = 19;
const PAUSES = [0, 1, 1, 1, 5, 10, 20, 25, 90, 150];
const MOST_MAILS = 3;
/** Shares of steps with that trouble. */
const TROUBLES = {
	edit: 0.2,
	restart: 0.1,
	crash: 0.1,
	remake: 0.1,
	overlap: 0.15,
	reload: 0.1,
	unpublish: 0.08,
};
type Trouble = keyof typeof TROUBLES;
/** How often a mailbox fails that did not, and that did, in the step before; and fails until the end after the last one. */
const OUTAGE = 0.15;
const STILL_OUT = 0.7;
/** How a mailbox fails that is not let in, is gone, or is not there for a while. */
const REFUSALS = [403, 404, 503];
/** Polls after the last happening, and the minutes between two of them, until all shows and no window is open. */
const DRAINING_POLLS = 12;
const DRAINING_STEPS = [5, 70];

/**
 * Plays a history: the field is edited, mailboxes fail by themselves, and n8n goes through all that it does. A mail has
 * to come once where its mailbox was in the field, and had been looked at, from before it came until the end, and does
 * not fail there. How far apart polls are, and which others fail, does not matter.
 */
export async function playMailboxes(
	{ random, steps, reloads = false }: MailboxesHistory,
	stage: TriggerStage,
): Promise<MailboxesOutcome> {
	const chance = (share: number) => random() < share;
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const someOf = (list: readonly Name[]) => {
		const some = list.filter(() => chance(0.6)).sort(() => random() - 0.5);
		return some.length > 0 ? some : [pick(list)];
	};
	let field = someOf(NAMES);
	const parameters = {
		mailbox: field.join(', '),
		options: { maxMails: 1 + Math.floor(random() * 4) },
		searchFilter: '',
	};
	const bench = await openTriggerBench(stage, parameters);
	const { simulator, time, clock } = bench;
	const realNow = Date.now;
	Date.now = clock.now;
	const log: string[] = [];
	const note = (what: string) =>
		log.push(`${new Date(time.now).toISOString().slice(11, 19)} ${what}`);
	const fates = new Map<string, { of: Name; at: number; fate: 'once' | 'maybe' | 'never' }>();
	const delivered: string[] = [];
	const wrong: string[] = [];
	/** Mailboxes that were looked at, by whether n8n has stored that. */
	const begun = new Map<Name, { isStored: boolean }>();
	let failing = new Set<Name>();
	/** What the code keeps beside the workflow is gone, until a poll has put it there again. */
	let isReloaded = false;

	const mailboxes = new Map(NAMES.map((name) => [name, simulator.graph.mailbox(name)]));
	for (const mailbox of mailboxes.values())
		mailbox.shareWith(bench.mailbox.address, { mail: 'readWrite' });

	const isWanted = (subject: string) => parameters.searchFilter === '' || subject.endsWith(WANTED);

	function come(of: Name, subject: string, lag: number): void {
		const fate = begun.has(of) && isWanted(subject) ? 'once' : 'maybe';
		fates.set(subject, { of, at: time.now, fate });
		mailboxes.get(of)?.deliver({ subject, from: 'ann@contoso.com' }, { visibleAfterMs: lag });
		note(`${of} gets ${subject}, visible after ${lag / MINUTE} min`);
	}

	/** From now on those fail that are chosen, and no others. */
	function breakDown(isChosen: (name: Name) => boolean): void {
		const chosen = NAMES.filter(isChosen);
		failing = new Set(chosen);
		simulator.faults.clear();
		for (const name of chosen) {
			const path = new RegExp(`/users/${name.replace('@', '(@|%40)')}/`, 'i');
			simulator.faults.next({ path, times: Infinity }, { status: pick(REFUSALS) });
			note(`${name} fails`);
		}
	}

	/** Its place is gone: what did not come yet may be lost. */
	function forget(name: Name): void {
		begun.delete(name);
		for (const [subject, one] of fates) {
			if (one.of === name && !delivered.includes(subject) && one.fate === 'once')
				one.fate = 'maybe';
		}
	}

	function looked(isSaved: boolean): void {
		for (const name of field) {
			if (!failing.has(name) && !begun.has(name)) begun.set(name, { isStored: false });
		}
		if (isSaved) for (const place of begun.values()) place.isStored = true;
	}

	/** What only the process knew is gone. */
	function died(): void {
		for (const [name, { isStored }] of begun) if (!isStored) forget(name);
	}

	/** n8n stores no poll without items: what is neither stored nor kept by the code is gone with the workflow. */
	function remake(): void {
		bench.remake();
		if (isReloaded) died();
	}

	async function poll(how: () => Promise<Array<{ json: object }>>, saves = false): Promise<number> {
		let failure = '';
		let isRefused = false;
		bench.failures.length = 0;
		const items = await how().catch((error: Error) => {
			failure = error.message;
			isRefused = true;
			return [];
		});
		// The poll with which n8n starts only tells that it failed.
		if (!saves && items.length === 0) failure ||= bench.failures[0]?.message ?? '';
		for (const { json } of items) {
			const { subject, mailbox } = json as { subject: string; mailbox: string };
			if (fates.get(subject)?.of !== mailbox) wrong.push(`${subject} as of ${mailbox}`);
			if (!isWanted(subject)) wrong.push(`${subject} with the filter ${parameters.searchFilter}`);
			delivered.push(subject);
		}
		note(`poll of ${field.join()}: ${items.length} items${failure && `, and fails: ${failure}`}`);
		if (!isRefused) looked(items.length > 0 || (saves && failure === ''));
		if (failure === '') isReloaded = false;
		simulator.requests.clear();
		return items.length;
	}

	const passTime = async (duration: number) => {
		time.now += duration;
		await clock.wait(duration);
	};

	/**
	 * Somebody unpublishes the workflow, and publishes it again. What came meanwhile is not wanted. A mailbox that fails
	 * refuses that. Where n8n starts anew or somebody publishes all the same, the others work.
	 */
	async function publishAnew(step: number): Promise<void> {
		NAMES.forEach(forget);
		for (const name of field) {
			const subject = `mail ${step} while unpublished, ${name} ${WANTED}`;
			come(name, subject, 0);
			fates.set(subject, { of: name, at: time.now, fate: 'never' });
		}
		await passTime(pick([5, 90]) * MINUTE);
		bench.remake();
		await poll(async () => await bench.activate(), true);
		if (begun.size > 0) return;
		breakDown((name) => failing.has(name) && name !== field[0]);
		const activation = pick(['init', 'update'] as const);
		if (activation === 'init') bench.restart();
		else bench.remake();
		await poll(async () => await bench.activate({ activation }), true);
	}

	try {
		for (const name of NAMES) {
			come(name, `there before ${name}`, 0);
			fates.set(`there before ${name}`, { of: name, at: time.now, fate: 'never' });
		}
		await passTime(2 * LATEST_MINUTES * MINUTE);
		await poll(async () => await bench.activate(), true);
		await passTime(SECOND);
		for (let step = 0; step < steps; step++) {
			const troubles = (Object.keys(TROUBLES) as Trouble[]).filter((one) => chance(TROUBLES[one]));
			const has = (trouble: Trouble) => troubles.includes(trouble);
			const wait = pick(PAUSES) * MINUTE;
			for (let mails = Math.floor(random() * (MOST_MAILS + 1)); mails > 0; mails--) {
				await passTime(Math.floor(wait / (MOST_MAILS + 1)));
				come(
					pick(NAMES),
					`mail ${step}.${mails}${chance(0.5) ? ` ${WANTED}` : ''}`,
					chance(0.5) ? 0 : Math.floor(random() * LATEST_MINUTES) * MINUTE,
				);
			}
			if (troubles.length > 0) note(troubles.join());
			breakDown((name) => chance(failing.has(name) ? STILL_OUT : OUTAGE));
			if (reloads && has('reload')) {
				bench.reload();
				isReloaded = true;
			}
			if (has('restart')) {
				bench.restart();
				died();
			}
			if (has('remake')) remake();
			if (has('edit')) {
				field = someOf(NAMES);
				parameters.mailbox = field.join(chance(0.5) ? ', ' : '; ');
				if (chance(0.3)) parameters.searchFilter = pick(['', `subject:${WANTED}`]);
				for (const [subject, one] of fates) {
					if (one.fate === 'once' && !isWanted(subject)) one.fate = 'maybe';
				}
				for (const name of NAMES) if (!field.includes(name)) forget(name);
				remake();
				await poll(async () => await bench.activate({ activation: 'update' }), true);
			}
			if (has('unpublish')) await publishAnew(step);
			if (has('crash')) {
				await bench.crash();
				note('crash');
				died();
			} else {
				const usual = async () => await poll(async () => await bench.poll({ after: 0 }));
				await Promise.all(has('overlap') ? [usual(), usual()] : [usual()]);
			}
		}
		breakDown((name) => failing.has(name) && chance(STILL_OUT));
		const step = pick(DRAINING_STEPS) * MINUTE;
		for (let polls = 0, left = 1; left > 0 || polls < DRAINING_POLLS; polls++) {
			await passTime(step);
			left = await poll(async () => await bench.poll({ after: 0 }));
		}
		for (const name of failing) forget(name);
	} finally {
		Date.now = realNow;
		await bench.stop();
	}
	const timesOf = (subject: string) => delivered.filter((one) => one === subject).length;
	const named = [...fates].map(([subject, { of, fate }]) => ({ subject, of, fate }));
	return {
		told: delivered.length,
		lost: named.flatMap(({ subject, of, fate }) =>
			fate === 'once' && timesOf(subject) === 0 ? [`${subject} of ${of}`] : [],
		),
		repeated: named.flatMap(({ subject, of }) =>
			timesOf(subject) > 1 ? [`${subject} of ${of}`] : [],
		),
		wrong: [
			...wrong,
			...named.flatMap(({ subject, fate }) =>
				fate === 'never' && timesOf(subject) > 0 ? [subject] : [],
			),
		],
		log,
	};
}
