import type { INodeType } from 'n8n-workflow';
import type * as code from './code';

/** The package as a process of n8n has loaded it. */
export type Code = typeof code;

let loadCode: () => Code = () => {
	throw new Error('Nothing tells how the package is loaded');
};
let loaded: Code | undefined;

/** @param load evaluates the package's bundle once more. */
export function loadWith(load: () => Code): void {
	loadCode = load;
	loaded = undefined;
}

/** The package as it was loaded last. */
export function currentCode(): Code {
	return (loaded ??= loadCode());
}

/** The package, loaded once more; whoever has it from before keeps that. */
export function freshCode(): Code {
	return loadCode();
}

/** From now on another one is the current: what the modules remember of thousands of histories is forgotten. */
export function forgetCode(): void {
	loaded = undefined;
}

/** A new instance of the node that workflows store under this name. */
export function nodeOf(code: Code, name: string): INodeType {
	const Class = Object.entries(code).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
	if (typeof Class !== 'function') throw new Error(`The package has no node ${name}`);
	return Reflect.construct(Class, []) as INodeType;
}

/** Instead of the one of test/contract/shippedClasses.ts, which reads files. */
export function shippedNode(name: string): INodeType {
	return nodeOf(currentCode(), name);
}
