import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toText } from '../../scripts/benchmark/tables';
import { ROOT } from '../../scripts/sources';
import type { Simulator } from '../simulator/simulator';
import { startSimulator } from '../simulator/simulator';
import type { Harm, Policy } from './harm';
import { HARMS } from './harm';
import { readAttacks, readTasks, tryAttack, tryTask } from './tryAttack';

const LISTED = { whoMayBeWrittenTo: 'listed', allowedAddresses: 'fabrikam.com' };

/** The one switch for agents, in both credentials. */
export const STRICT = {
	mail: { strict: true, allowedAddresses: 'fabrikam.com' },
	collection: { strict: true, allowedAddresses: 'fabrikam.com' },
} satisfies Policy;

/** Those that are compared. */
export const POLICIES: Record<string, Policy> = {
	'No rule': { mail: {}, collection: {} },
	'Listed Only': { mail: LISTED, collection: LISTED },
	'Own Organization and Listed': {
		mail: { ...LISTED, whoMayBeWrittenTo: 'organizationAndListed' },
		collection: LISTED,
	},
	Nobody: {
		mail: { whoMayBeWrittenTo: 'nobody' },
		collection: { whoMayBeWrittenTo: 'nobody' },
	},
	Strict: STRICT,
};

const fields = z.record(z.union([z.string(), z.number(), z.boolean()])).default({});
const policyShape = z.object({ mail: fields, collection: fields }).strict();

/** A policy of one's own: the fields of both credentials, by name. Throws for anything else. */
export const readPolicy = (file: string): Policy =>
	policyShape.parse(JSON.parse(readFileSync(file, 'utf8')));

/** What became of one attack under one policy. */
export interface Tried {
	policy: string;
	class: string;
	attack: string;
	harm: Harm;
	/** What the tools answered, where they refused. */
	errors: string[];
}

/** What became of everything under one policy. */
export interface Outcome {
	policy: string;
	tried: Tried[];
	/** Tasks of an honest day, done and in all. */
	done: number;
	tasks: number;
	/** Those that were not done, with what the tools answered. */
	undone: string[];
}

/** The worlds for attacks: emails leave them, and arrive nowhere. */
export async function openWorld(): Promise<Simulator> {
	const simulator = await startSimulator();
	simulator.graph.latencyMs = 0;
	simulator.graph.deliversSentMail = false;
	return simulator;
}

/** Tries all attacks and all tasks under one policy. */
export async function tryAll(
	simulator: Simulator,
	policy: string,
	entered: Policy,
): Promise<Outcome> {
	const tried: Tried[] = [];
	for (const { class: name, attacks } of readAttacks()) {
		for (const attack of attacks) {
			const found = await tryAttack(simulator, attack, entered);
			tried.push({ policy, class: name, attack: attack.name, ...found });
		}
	}
	const tasks = readTasks();
	const undone: string[] = [];
	for (const task of tasks) {
		const { isDone, errors } = await tryTask(simulator, task, entered);
		if (!isDone) undone.push([task.name, ...errors].join(': '));
	}
	return { policy, tried, done: tasks.length - undone.length, tasks: tasks.length, undone };
}

/** How many attacks did which kind of harm; one that did several counts in each. */
const countsOf = (tried: Tried[]) =>
	HARMS.map((kind) => tried.filter(({ harm }) => harm[kind].length > 0).length);

/** The row of a policy. */
export const rowOf = ({ policy, tried, done, tasks }: Outcome): string[] => [
	policy,
	...[tried.length, ...countsOf(tried)].map(String),
	`${done} of ${tasks} (${Math.floor((done / tasks) * 100)} %)`,
];

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const byPolicy = (outcomes: Outcome[]) => ({
	head: ['Policy', 'Tried', ...HARMS.map(capital), 'Honest job'],
	rows: outcomes.map(rowOf),
});

const byClass = (outcomes: Outcome[]) => ({
	head: ['Class', 'Tried', ...outcomes.map(({ policy }) => policy)],
	rows: readAttacks().map(({ class: name, attacks }) => [
		name,
		String(attacks.length),
		...outcomes.map(({ tried }) => {
			const counts = countsOf(tried.filter((one) => one.class === name));
			return counts.every((count) => count === 0) ? '0' : counts.join(' / ');
		}),
	]),
});

/** Both tables for a terminal. */
export const renderText = (outcomes: Outcome[]): string =>
	[byPolicy(outcomes), byClass(outcomes)].map(toText).join('\n\n');

/** A table as Prettier leaves it. */
function toMarkdown({ head, rows }: ReturnType<typeof byPolicy>): string {
	const widths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

const BEGIN = '<!-- From npm run attack: begin -->';
const END = '<!-- From npm run attack: end -->';
export const PAGE = join(ROOT, 'docs', 'policy.md');

/** The page with these tables in place of the old ones. Throws where it has no place for them. */
export function intoPage(page: string, outcomes: Outcome[]): string {
	const [before, rest] = page.split(BEGIN);
	const [, after] = rest?.split(END) ?? [];
	if (before === undefined || after === undefined) {
		throw new Error(`${PAGE} has no place for the tables`);
	}
	const tables = [byPolicy(outcomes), byClass(outcomes)].map(toMarkdown).join('\n\n');
	return [before, BEGIN, '\n\n', tables, '\n\n', END, after].join('');
}
