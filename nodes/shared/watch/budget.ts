import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Clock } from '../http/clock';
import { isFirstPoll } from './activation';

/**
 * The budget of a poll in milliseconds where n8n does not state it, or states that of any context: five minutes (n8n
 * 2.41, poll-context). Its scheduler with durable cursors states another one (trigger-execution-context.factory).
 */
const DEFAULT_BUDGET_MS = 300_000;
/**
 * The budget of a first poll, in milliseconds. n8n 2.41 gives up a publishing, also the one at its own start, after 84 s
 * (workflow-publication-outbox-consumer), and then does not poll the trigger.
 */
const FIRST_BUDGET_MS = 80_000;
/** Share of the budget after which no request is repeated, where a poll looks at several places. */
const SHARED_RETRY = 0.1;
/** The same after which nothing new is begun. */
const LATE = 0.5;
/** The same after which no request is repeated. */
const LAST_RETRY = 0.7;
/** The same after which every request is aborted. */
const OVER = 0.9;

/** How long one poll may take, by n8n's clock. All other moments are by the provider's. */
export type Budget = ReturnType<typeof startBudget>;

/** Begins to measure a poll. */
export function startBudget(context: IPollFunctions, clock: Clock) {
	const stated = budgetOf(context);
	// With durable cursors, each poll of the schedule has a context of its own, and another budget.
	const isStarting =
		isFirstPoll(context) &&
		context.getMode() !== 'manual' &&
		isStated(context) &&
		stated === DEFAULT_BUDGET_MS;
	const total = isStarting ? FIRST_BUDGET_MS : stated;
	const startedAt = clock.now();
	const elapsed = () => clock.now() - startedAt;
	const ended = new AbortController();
	const timeout = new AbortController();
	// Rejects when the poll ends first: then nothing is left to abort.
	clock.wait(OVER * total, ended.signal).then(
		() => timeout.abort(new DOMException('The poll took too long', 'TimeoutError')),
		() => undefined,
	);
	return {
		/** It is the poll with which n8n starts a trigger, or publishes a changed one. */
		isStarting,
		/** In milliseconds. */
		total,
		/** The latest moment at which a request may be repeated, in milliseconds since the epoch. */
		deadline: startedAt + LAST_RETRY * total,
		/** The same where the poll looks at several places: a throttled one must not hold up the others. */
		sharedDeadline: startedAt + SHARED_RETRY * total,
		/** Aborts every request once the poll has taken too long. */
		signal: timeout.signal,
		/** True when nothing new may be begun; what was loaded by then is delivered. */
		isLate: () => elapsed() > LATE * total,
		/** True once n8n no longer waits for the poll. */
		isOver: () => elapsed() > total,
		/** Stops measuring; to be called when the poll is done. */
		end: () => ended.abort(),
	};
}

/** How long a poll may take, in milliseconds; older versions of n8n do not state it. */
export function budgetOf(context: IPollFunctions): number {
	const budget = z.number().positive().finite();
	return budget
		.catch(DEFAULT_BUDGET_MS)
		.parse(isStated(context) ? context.getPollBudgetMs() : undefined);
}

function isStated(context: IPollFunctions): boolean {
	return typeof Reflect.get(context, 'getPollBudgetMs') === 'function';
}
