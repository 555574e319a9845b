import type { ICredentialType, INodeType, INodeTypeDescription } from 'n8n-workflow';

/**
 * Writes an evaluated node description as the source of a node, so that rules which read literals
 * also see what was computed: operation lists, stamped display options, shared fields.
 */
export function renderDescription(
	className: string,
	description: INodeTypeDescription,
	webhookMethods?: INodeType['webhookMethods'],
): string {
	return [
		"import type { INodeType, INodeTypeDescription } from 'n8n-workflow';",
		"import { NodeConnectionTypes } from 'n8n-workflow';",
		'',
		`export class ${className} implements INodeType {`,
		`description: INodeTypeDescription = ${literal(withoutResumeWebhooks(description))};`,
		'methods = {};',
		...(webhookMethods
			? [`webhookMethods = { ${Object.entries(webhookMethods).map(renderMethods).join(', ')} };`]
			: []),
		'}',
		'',
	].join('\n');
}

/** The names of methods; what they do is no concern of a rule. */
function renderMethods([name, methods]: [string, object]): string {
	const stubs = Object.keys(methods).map((method) => `async ${method}() { return true; }`);
	return `${name}: { ${stubs.join(', ')} }`;
}

/**
 * Webhooks that resume a waiting execution are n8n's own: nothing is registered at a provider, and so
 * there is no life cycle for the rules to look for.
 */
function withoutResumeWebhooks({ webhooks = [], ...rest }: INodeTypeDescription) {
	const registered = webhooks.filter(({ restartWebhook }) => !restartWebhook);
	return registered.length > 0 ? { ...rest, webhooks: registered } : rest;
}

/** Writes an evaluated credential as the source of a credential; see `renderDescription`. */
export function renderCredential(className: string, credential: ICredentialType): string {
	const members = Object.entries(credential).map(([name, value]) => `${name} = ${literal(value)};`);
	return [
		"import type { ICredentialType } from 'n8n-workflow';",
		'',
		`export class ${className} implements ICredentialType {`,
		...members,
		'}',
		'',
	].join('\n');
}

function literal(value: unknown, key = ''): string {
	if (Array.isArray(value)) {
		return `[${value.map((item: unknown) => (isMainConnection(key, item) ? 'NodeConnectionTypes.Main' : literal(item))).join(', ')}]`;
	}
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
	const entries = Object.entries(value).filter(([, held]) => held !== undefined);
	return `{ ${entries.map(([name, held]) => `${literalKey(name)}: ${literal(held, name)}`).join(', ')} }`;
}

function isMainConnection(key: string, item: unknown): boolean {
	return (key === 'inputs' || key === 'outputs') && item === 'main';
}

function literalKey(name: string): string {
	return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
