import type { INode, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ZodError } from 'zod';
import type { FailureKind } from '../http/failures';
import { InvalidInput, presentableText, ProviderFailure } from '../http/failures';
import { advised, fieldLabel, labelled } from './fieldLabels';
import { isTool } from './notices';

interface FailureSite {
	itemIndex?: number;
	/** The fields of the operation, for the label of the one at fault. */
	fields?: INodeProperties[];
	/** Why a required field is empty, by the stored names that lead to it. */
	explainEmpty?(path: ReadonlyArray<string | number>): string | undefined;
	/** The workflow goes on with the message alone. It says what may have taken effect, or was left behind. */
	goesOn?: boolean;
}

/** What is said of a field that is empty, and must not be. */
const IS_REQUIRED = 'is required';

/** n8n's scheduler backs off by the cause of a failure; see its `Failure` type. */
const CAUSES = {
	auth: 'credential-invalid',
	forbidden: 'credential-invalid',
	notFound: 'configuration-invalid',
	policy: 'configuration-invalid',
	throttled: 'rate-limited',
	unavailable: 'temporarily-unavailable',
	conflict: undefined,
	rejected: undefined,
} as const satisfies Record<FailureKind, string | undefined>;

/**
 * The only maker of n8n errors: a message that says what is wrong, a description of what to do. An
 * agent reads the message, and some read both: that of a tool says all, and nothing twice.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, fields = [], explainEmpty, goesOn }: FailureSite = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const whyEmpty = (path?: ReadonlyArray<string | number>) =>
		path && !isTool(node) ? explainEmpty?.(path) : undefined;
	if (error instanceof ZodError) {
		// A message for several fields is said once: of a time it is long, as it says what time it is now.
		const labels = new Map<string, Set<string>>();
		for (const { path, message: said } of error.issues.slice(0, 3)) {
			const of = labels.get(said) ?? new Set();
			labels.set(said, of.add(fieldLabel(path, fields) ?? 'Input'));
		}
		const message = [...labels].map(([said, of]) => `${[...of].join(', ')}: ${said}`).join('; ');
		const missing = error.issues.find((issue) => issue.message === IS_REQUIRED);
		const description = whyEmpty(missing?.path);
		return toTheLetter(new NodeOperationError(node, message, { itemIndex, description }), message);
	}
	if (error instanceof InvalidInput) {
		const isOpen = goesOn && error.isOpen;
		const message = withAdvice(node, labelled(error, fields), error.hint, isOpen);
		const why = error.message === IS_REQUIRED && whyEmpty(error.field?.split('.'));
		const told = [why || [], error.hint ?? []].flat().join(' ');
		const description = isTool(node) ? undefined : told;
		const refusal = new NodeOperationError(node, message, { itemIndex, description });
		return toTheLetter(refusal, message);
	}
	if (error instanceof ProviderFailure) return fromProvider(node, error, itemIndex, goesOn);
	return new NodeOperationError(node, harmless(error), { itemIndex });
}

/** An unforeseen error as it is, unless its message holds what must not be shown. */
function harmless(error: unknown): Error | string {
	const text = error instanceof Error ? error.message : error;
	const shown = presentableText(text) ?? 'An unknown error occurred';
	return error instanceof Error && shown === text ? error : shown;
}

function fromProvider(
	node: INode,
	failure: ProviderFailure,
	itemIndex?: number,
	goesOn = false,
): NodeApiError {
	const { hint, httpCode, retryAfterMs, mayHaveHappened, left } = failure.details;
	const isOpen = goesOn && (mayHaveHappened === true || left !== undefined);
	const message = withAdvice(node, failure.message, hint, isOpen);
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description: isTool(node) ? undefined : describeFailure(failure),
			httpCode: httpCode?.toString(),
			itemIndex,
			failure: toCause(failure.kind, retryAfterMs),
		},
	);
	return toTheLetter(error, message);
}

/** What people can do, and the facts that the provider's support asks for. */
function describeFailure({ details }: ProviderFailure): string {
	const { hint, hintForPeople, httpCode, providerCode, requestId } = details;
	const facts = [httpCode && `HTTP ${httpCode}`, providerCode, requestId && `request ${requestId}`];
	const told = facts.filter(Boolean).join(', ');
	return [hint, hintForPeople, told && `(${told})`].filter(Boolean).join(' ');
}

function withAdvice(node: INode, message: string, hint?: string, isOpen = false): string {
	return isTool(node) || isOpen ? advised(message, hint) : message;
}

/** n8n replaces a message that holds the code of a network error anywhere, in a label's name too. */
function toTheLetter<T extends Error>(error: T, message: string): T {
	error.message = message;
	return error;
}

function toCause(kind: FailureKind, retryAfterMs?: number) {
	const cause = CAUSES[kind];
	if (cause === undefined) return undefined;
	return cause === 'rate-limited' || cause === 'temporarily-unavailable'
		? { cause, retryAfterMs }
		: { cause };
}
