import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { OperationResult } from './operation';

/**
 * As many characters of what others wrote a language model gets by one call, unless a person says more: about 25,000
 * tokens, a choice.
 */
export const MODEL_LENGTH = 100_000;

/** Tells whoever reads the output something that is no item and no error. */
export type Notices = ReturnType<typeof createNotices>;

/**
 * The keys in which a language model reads notices, why one of several was not done, what a dry run left of it, and that
 * nothing was found, beside those of the output.
 */
export const NOTICE_KEYS = [
	...(['addresses', 'found', 'more', 'problem', 'searched'] as const),
	...(['draft', 'dryRun', 'would'] as const),
];

/**
 * Notices of one run. The functions for them are missing in older n8n, and then nothing is shown.
 * @param isForAgents The credential says so: n8n does not tell a workflow that a tool calls it.
 */
export function createNotices(context: IExecuteFunctions, isForAgents = false) {
	const forModel = isTool(context.getNode());
	const canHint = 'addExecutionHints' in context;
	const shown = new Set<string>();
	function hint(advice: string): void {
		if (!canHint || shown.has(advice)) return;
		shown.add(advice);
		context.addExecutionHints({ message: advice, location: 'outputPane' });
	}

	return {
		/** The output is read by a language model, which pays for every character. */
		forModel,
		/** A language model may read it: it is that one, or the credential is for agents, whose tools may be workflows. */
		mayReachModel: forModel || isForAgents,
		/** Tells people, above the output, what they may have to look after; models are told nothing. */
		hint,
		/** Says which address each name stood for: to people above the output, to a language model in the first item. */
		named(results: OperationResult[], addresses: Record<string, string>): OperationResult[] {
			const names = Object.entries(addresses);
			const [first, ...others] = results;
			if (names.length === 0 || !first) return results;
			if (forModel) return [{ ...first, json: { addresses, ...first.json } }, ...others];
			hint(`Names stood for: ${names.map((pair) => pair.join(' - ')).join(', ')}`);
			return results;
		},
		/**
		 * Marks output that was cut. People read it above the output; a language model, which sees only
		 * items, in the key `more` of the last one, or beside that nothing was found.
		 * @param said What was cut, and how to get the rest; where nothing is said, nothing was cut.
		 */
		cut(results: OperationResult[], ...said: Array<string | false | undefined>): OperationResult[] {
			const advice = said.filter(Boolean).join(' ');
			if (advice === '') return results;
			if (forModel) {
				const last = results.at(-1) ?? { json: { found: 0 } };
				const more = [...[last.json.more].flatMap((one) => one ?? []), advice].join(' ');
				return [...results.slice(0, -1), { ...last, json: { ...last.json, more } }];
			}
			hint(advice);
			return results;
		},
	};
}

/** n8n makes a second node type of a node that can be used as a tool, and names it so. */
export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return /Tool$/.test(type);
}
