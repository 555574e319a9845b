import type { IPollFunctions } from 'n8n-workflow';

/**
 * The mark on n8n's context whose activation was handled. n8n keeps that context for all polls until the
 * workflow is made anew, also while it updates the package, which loads this module a second time: what a
 * module remembers would take the next poll for a first one, and pass over what came in between.
 */
const ACTIVATED = Symbol.for('n8n-nodes-mail-collection.activated');

/** True for the poll with which n8n activates the workflow. */
export function activates(context: IPollFunctions): boolean {
	return context.getActivationMode() === 'activate' && isFirstPoll(context);
}

/** True for the first poll since n8n began to poll, or after those that failed. */
export function isFirstPoll(context: IPollFunctions): boolean {
	return Reflect.get(context, ACTIVATED) !== true;
}

/** The activation that the context belongs to is handled. */
export function endActivation(context: IPollFunctions): void {
	Reflect.defineProperty(context, ACTIVATED, { value: true, configurable: true });
}

/**
 * Ends a poll that failed. Where n8n starts the trigger by itself, at its own start or as the new leader, it is only
 * told of the first: n8n 2.41 polls a trigger no more whose first poll throws, not even after its next start.
 * @throws the failure, anywhere else.
 */
export function endFailedPoll(context: IPollFunctions, failure: Error): null {
	const mode = context.getActivationMode();
	const startsByItself = mode === 'init' || mode === 'leadershipChange';
	if (!startsByItself || !isFirstPoll(context)) throw failure;
	endActivation(context);
	context.__emitError(failure);
	return null;
}
