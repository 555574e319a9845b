import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { z } from 'zod';
import { ROOT } from './sources';

const manifestSchema = z.object({
	name: z.string(),
	scripts: z.record(z.string()),
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

/** The parts of package.json that tell n8n what to load. */
export const manifest = manifestSchema.parse(
	JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')),
);

export interface Shipped<T> {
	/** As n8n derives it from the file's name. */
	className: string;
	/** The TypeScript source, relative to the root. */
	source: string;
	instance: T;
}

/** New instances of the nodes that package.json lists. */
export function shippedNodes(): Array<Shipped<INodeType>> {
	return manifest.n8n.nodes.map((file) => load<INodeType>(file));
}

/**
 * A new instance of the node that workflows store under this name: n8n derives it from the class's, which
 * begins with a capital.
 */
export function shippedNode(name: string): INodeType {
	const file = manifest.n8n.nodes.find(
		(one) => path.basename(one, '.node.js').toLowerCase() === name.toLowerCase(),
	);
	if (!file) throw new Error(`package.json lists no node ${name}`);
	return load<INodeType>(file).instance;
}

/** The triggers among them that poll a mailbox. */
export function mailboxTriggers(): Array<Shipped<INodeType>> {
	return shippedNodes().filter(
		({ source, instance }) => instance.description.polling && source.startsWith('nodes/Mail/'),
	);
}

/** New instances of the credentials that package.json lists. */
export function shippedCredentials(): Array<Shipped<ICredentialType>> {
	return manifest.n8n.credentials.map((file) => load<ICredentialType>(file));
}

function load<T>(distFile: string): Shipped<T> {
	const source = distFile.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	if (!existsSync(path.join(ROOT, source))) throw new Error(`${source} is listed but missing`);
	const className = path.basename(source).split('.')[0] ?? '';
	const classes = createRequire(__filename)(path.join(ROOT, source)) as Record<string, new () => T>;
	const Class = classes[className];
	if (!Class) throw new Error(`${source} exports no class ${className}`);
	return { className, source, instance: new Class() };
}
