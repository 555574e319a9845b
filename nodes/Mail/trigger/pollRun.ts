import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { systemClock } from '../../shared/clock';
import { connectGraph } from '../connectGraph';
import type { SearchFilter } from '../filter/searchFilter';
import { parseSearchFilter } from '../filter/searchFilter';
import type { Mailbox } from './listing';
import type { MailReader } from './loadMail';
import { openViews } from './places';
import type { TriggerSettings } from './settings';
import { shortHash } from './shortHash';

/** One poll: what it works with, and how long it may. */
export interface PollRun {
	context: IPollFunctions;
	settings: TriggerSettings;
	mailbox: Mailbox;
	/** Too late to begin anything; what is in hand is delivered. */
	isLate(): boolean;
	/** n8n does not wait for the poll any more. */
	isOver(): boolean;
	/** What loading mails takes, at the provider's time. */
	readerAt(now: number): MailReader;
}

/** n8n's own budget where it does not tell: five minutes, in milliseconds. */
const DEFAULT_BUDGET_MS = 300_000;
/** Shares of the budget: when nothing new is begun, no request is repeated, every request is given up. */
const LATE = 0.5;
const LAST_RETRY = 0.7;
const OVER = 0.9;

/** How long this poll may take, in milliseconds; older n8n does not tell. */
export function budgetOf(context: IPollFunctions): number {
	const tells = typeof Reflect.get(context, 'getPollBudgetMs') === 'function';
	const budget = z.number().positive().finite();
	return budget.catch(DEFAULT_BUDGET_MS).parse(tells ? context.getPollBudgetMs() : undefined);
}

/**
 * Prepares a poll: reads the filter, connects the account, finds the folders.
 * @throws SearchFilterError for a filter that cannot be evaluated, with the position.
 * @throws ProviderFailure when a chosen folder does not exist.
 */
export async function openPoll(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<PollRun> {
	const filter: SearchFilter = parseSearchFilter(settings.searchFilter);
	// The local clock only measures how long the poll takes; all moments are the provider's.
	const startedAt = Date.now();
	const budget = budgetOf(context);
	const limits = {
		clock: systemClock,
		deadline: startedAt + LAST_RETRY * budget,
		signal: AbortSignal.timeout(Math.floor(OVER * budget)),
	};
	const graph = (await connectGraph(context, limits)).forMailbox(settings.mailbox);
	const scope = scopeOf(context, settings);
	const views = await openViews(graph, settings, scope);
	const elapsed = () => Date.now() - startedAt;
	return {
		context,
		settings,
		mailbox: { graph, views, scope },
		isLate: () => elapsed() > LATE * budget,
		isOver: () => elapsed() > budget,
		readerAt: (now) => ({
			settings,
			filter,
			views,
			logger: context.logger,
			now,
			attachments: {
				graph,
				beta: graph.forVersion('beta'),
				store: async (bytes, name, mimeType) =>
					await context.helpers.prepareBinaryData(bytes, name, mimeType),
				prefix: settings.attachmentPrefix,
			},
		}),
	};
}

/** Names the mailbox: the credential and the address. */
function scopeOf(context: IPollFunctions, { mailbox }: TriggerSettings): string {
	const { id, name } = context.getNode().credentials?.mailOAuth2Api ?? {};
	return shortHash(JSON.stringify([id ?? name ?? '', mailbox?.toLowerCase() ?? '']));
}
