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

/** How a kind of trigger is named, and what a person does about it. */
export interface NamedTrigger {
	/** As errors name it, with its article. */
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
	/** As whoever chose it wrote it; empty where it is the only one. Each has another one. */
	name: string;
	/** Names the account and the place. The scope of what is watched in it begins so, and in no other place. */
	scope: string;
}

/** Neither the sign-in nor a limit, but the one thing that is asked for. */
export function isOfTheThing({ kind }: ProviderFailure): boolean {
	return kind !== 'auth' && kind !== 'throttled';
}

/** What went wrong in a place. */
export class FailedAt extends Error {
	constructor(
		readonly place: NamedPlace,
		readonly reason: unknown,
	) {
		super('A place could not be looked at');
	}
}

/** Does something about a place. @throws FailedAt, which says where. */
export async function inPlace<T>({ name, scope }: NamedPlace, task: () => Promise<T>): Promise<T> {
	return await task().catch((error: unknown) => {
		throw new FailedAt({ name, scope }, error);
	});
}

/** What a poll says that n8n does not wait for any more. */
export function pollTookTooLong({ whenTooSlow }: Pick<NamedTrigger, 'whenTooSlow'>) {
	return new ProviderFailure('unavailable', 'The provider answered too slowly for one poll', {
		hint: `The next poll tries again. If it stays so, ${whenTooSlow}.`,
	});
}

/** What n8n gets of a failed poll. Wrong input is not tried again at once: n8n waits for somebody to change it. */
export function toTriggerError(
	context: IPollFunctions,
	trigger: NamedTrigger,
	error: unknown,
): NodeApiError | NodeOperationError {
	if (error instanceof FailedAt) {
		const told = toTriggerError(context, trigger, error.reason);
		if (error.place.name !== '') told.message = `${error.place.name}: ${told.message}`;
		return told;
	}
	const { who, permission, fields } = trigger;
	const known = isTimeout(error) ? pollTookTooLong(trigger) : error;
	const cause = withPermissions(known, who, permission);
	const nodeError = toNodeError(context.getNode(), cause, { fields });
	if (cause instanceof InvalidInput || cause instanceof ZodError) {
		nodeError.failure = { cause: 'configuration-invalid' };
	}
	return nodeError;
}
