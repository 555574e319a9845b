import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Clock } from '../http/clock';

/** n8n's own budget where it does not tell: five minutes, in milliseconds. */
const DEFAULT_BUDGET_MS = 300_000;
/**
 * Shares of the budget: when no request to one of several places is repeated, nothing new is begun, no request is
 * repeated, every request is given up.
 */
const SHARED_RETRY = 0.1;
const LATE = 0.5;
const LAST_RETRY = 0.7;
const OVER = 0.9;

/** How long one poll may take. n8n's clock measures nothing else; all moments are the provider's. */
export interface Budget {
	/** In milliseconds. */
	total: number;
	/** The latest moment at which a request may be repeated, in milliseconds since the epoch. */
	deadline: number;
	/** The same where several places are looked at: one that is throttled holds up no other. */
	sharedDeadline: number;
	/** Gives up every request. */
	signal: AbortSignal;
	/** Too late to begin anything; what is in hand is delivered. */
	isLate(): boolean;
	/** n8n does not wait for the poll any more. */
	isOver(): boolean;
	/** To be called when the poll is done: nothing is measured any more. */
	end(): void;
}

/** Begins to measure a poll. */
export function startBudget(context: IPollFunctions, clock: Clock): Budget {
	const total = budgetOf(context);
	const startedAt = clock.now();
	const elapsed = () => clock.now() - startedAt;
	const ended = new AbortController();
	const timeout = new AbortController();
	// Refused when the poll ends before that: nothing is left to be given up then.
	clock.wait(OVER * total, ended.signal).then(
		() => timeout.abort(new DOMException('The poll took too long', 'TimeoutError')),
		() => undefined,
	);
	return {
		total,
		deadline: startedAt + LAST_RETRY * total,
		sharedDeadline: startedAt + SHARED_RETRY * total,
		signal: timeout.signal,
		isLate: () => elapsed() > LATE * total,
		isOver: () => elapsed() > total,
		end: () => ended.abort(),
	};
}

/** How long a poll may take, in milliseconds; older n8n does not tell. */
export function budgetOf(context: IPollFunctions): number {
	const tells = typeof Reflect.get(context, 'getPollBudgetMs') === 'function';
	const budget = z.number().positive().finite();
	return budget.catch(DEFAULT_BUDGET_MS).parse(tells ? context.getPollBudgetMs() : undefined);
}
