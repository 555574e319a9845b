import type {
	INodeProperties,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { ZodError } from 'zod';
import { isTimeout } from '../http/clock';
import { InvalidInput, ProviderFailure, withPermissions } from '../http/failures';
import { toNodeError } from '../step/toNodeError';
import { activates } from './activation';

/** How a kind of trigger is named, and what a person does about it. */
export interface NamedTrigger {
	/** Its name in error messages, with the article. */
	who: string;
	/** What the account has to be permitted. */
	permission: readonly string[];
	/** What n8n shows of its fields. */
	fields: INodeProperties[];
	/** What a person does about a poll that takes too long: a clause that follows "If it stays so,". */
	whenTooSlow: string;
}

/** A place that a trigger watches, maybe beside others. */
export interface NamedPlace {
	/** As the user wrote it; empty where it is the only one. No two places of a trigger have the same. */
	name: string;
	/** Names the account and the place. The scopes of what is watched in it begin with this one, and no others do. */
	scope: string;
}

/** True for a failure of the one thing that is asked for, not of the sign-in or a limit. */
export function isOfTheThing({ kind }: ProviderFailure): boolean {
	return kind !== 'auth' && kind !== 'throttled';
}

export class FailedAt extends Error {
	constructor(
		readonly place: NamedPlace,
		readonly reason: unknown,
	) {
		super('A place could not be looked at');
	}
}

/** Runs a task for a place. @throws FailedAt, which names the place. */
export async function inPlace<T>({ name, scope }: NamedPlace, task: () => Promise<T>): Promise<T> {
	return await task().catch((error: unknown) => {
		throw new FailedAt({ name, scope }, error);
	});
}

/** What tries again after a failure that passes. Only at a test of the trigger a person can run a step again. */
function nextTry(context: IPollFunctions): string {
	if (context.getMode() === 'manual') return 'Run the step again later.';
	return activates(context) ? 'Publish the workflow again later.' : 'The next poll tries again.';
}

/** The failure of a poll for which n8n no longer waits. */
export function pollTookTooLong(
	context: IPollFunctions,
	{ whenTooSlow }: Pick<NamedTrigger, 'whenTooSlow'>,
) {
	const failure = new ProviderFailure(
		'unavailable',
		'The provider answered too slowly for one poll',
	);
	return failure.withHint(`${nextTry(context)} If it stays so, ${whenTooSlow}.`);
}

/** Kinds of failure that pass by themselves. */
const PASSING = ['unavailable', 'throttled', 'conflict'];

/** Whether a poll failed for a reason that passes by itself. */
export function passes(error: unknown): boolean {
	if (error instanceof FailedAt) return passes(error.reason);
	return isTimeout(error) || (error instanceof ProviderFailure && PASSING.includes(error.kind));
}

/** A failure that passes by itself, with other advice than to run the step again; any other error stays as it is. */
export function advisedInstead(error: unknown, hint: string): unknown {
	if (!(error instanceof ProviderFailure) || error.details.isHintOfKind === false) return error;
	return PASSING.includes(error.kind) ? error.withHint(hint) : error;
}

/** The same for a poll. At a test of the trigger, the advice stays. */
export function advisedForPolls(context: IPollFunctions, error: unknown): unknown {
	return context.getMode() === 'manual' ? error : advisedInstead(error, nextTry(context));
}

/** The error that n8n gets of a failed poll. After wrong input, n8n with durable cursors polls less often (n8n 2.41.1). */
export function toTriggerError(
	context: IPollFunctions,
	trigger: NamedTrigger,
	error: unknown,
): NodeApiError | NodeOperationError {
	if (error instanceof FailedAt) {
		const shown = toTriggerError(context, trigger, error.reason);
		if (error.place.name !== '') shown.message = `${error.place.name}: ${shown.message}`;
		return shown;
	}
	const { who, permission, fields } = trigger;
	const known = isTimeout(error) ? pollTookTooLong(context, trigger) : error;
	const cause = withPermissions(advisedForPolls(context, known), who, permission);
	const nodeError = toNodeError(context.getNode(), cause, { fields });
	if (cause instanceof InvalidInput || cause instanceof ZodError) {
		nodeError.failure = { cause: 'configuration-invalid' };
	}
	return nodeError;
}
