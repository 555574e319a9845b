import type { IPollFunctions } from 'n8n-workflow';

/**
 * A mark on n8n's context: the activation was handled. n8n keeps one context for all polls until it makes the workflow
 * anew. A variable of this module would not do: an update of the package loads the module a second time, and the next
 * poll would count as the first one and pass over what came in between.
 */
const ACTIVATED = Symbol.for('n8n-nodes-mail-collection.activated');

/** True for the poll with which n8n activates the workflow. */
export function activates(context: IPollFunctions): boolean {
	return context.getActivationMode() === 'activate' && isFirstPoll(context);
}

/** True until the activation of this context is handled: for its first poll, and for the next one where that failed. */
export function isFirstPoll(context: IPollFunctions): boolean {
	return Reflect.get(context, ACTIVATED) !== true;
}

/** Marks the activation of this context as handled. */
export function endActivation(context: IPollFunctions): void {
	Reflect.defineProperty(context, ACTIVATED, { value: true, configurable: true });
}

/** The same error with its advice in its message: where a workflow cannot be switched on, n8n shows nothing else. */
export function withAdviceInside<Failure extends Error>(failure: Failure): Failure {
	const description: unknown = Reflect.get(failure, 'description');
	failure.message = [failure.message.replace(/\.$/, ''), description].filter(Boolean).join('. ');
	return failure;
}

/**
 * Ends a poll that failed. A first poll throws nothing, and n8n is only told of the failure, where n8n starts the trigger
 * by itself, at its own start or as the new leader, and where a changed trigger is published and the failure passes. If
 * it threw, n8n 2.41 would not poll the trigger until somebody publishes it again, not even after its next start.
 * @param passes It is such a publishing, and the failure passes by itself.
 * @throws the failure, in all other cases.
 */
export function endFailedPoll(context: IPollFunctions, failure: Error, passes: boolean): null {
	const mode = context.getActivationMode();
	const goesOn = mode === 'init' || mode === 'leadershipChange' || (mode === 'update' && passes);
	if (activates(context)) throw withAdviceInside(failure);
	if (!goesOn || !isFirstPoll(context)) throw failure;
	endActivation(context);
	context.__emitError(failure);
	return null;
}
