import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** What n8n has from the version on in which an agent hears of a tool that failed: n8n-core 2.25. */
const HEARS_WITH = 'assertCredentialUsableByNode';

/**
 * Whether a failure would end the run of the agent whose tool this is, so that the model cannot do it better: from
 * version 3 of AI Agent on, n8n runs tools as steps, and before 2.25 it stops at one that fails (read in n8n-core
 * 1.115 to 2.25, run on n8n 1.123.81). People have no On Error to choose there. Where n8n has renamed what this asks for,
 * the model gets the same text, and n8n does not mark the step as failed.
 */
export function endsAgent(execution: IExecuteFunctions): boolean {
	const { rewireOutputLogTo, onError } = execution.getNode();
	const isStep = rewireOutputLogTo === NodeConnectionTypes.AiTool;
	return isStep && onError === undefined && !(HEARS_WITH in execution);
}
