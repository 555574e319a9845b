import type { INodeType } from 'n8n-workflow';
import type * as calendarTrigger from './code/calendarTrigger';
import type * as collection from './code/collection';
import type * as collectionTrigger from './code/collectionTrigger';
import type * as contactTrigger from './code/contactTrigger';
import type * as mail from './code/mail';
import type * as mailTrigger from './code/mailTrigger';

/**
 * The package's code, by the stored names of the nodes that it is for. A bundle of each is what n8n has of it, also after it
 * updated the package: it can be loaded anew, and faults can be planted into it.
 */
interface Code {
	calendarTrigger: typeof calendarTrigger;
	collection: typeof collection;
	collectionTrigger: typeof collectionTrigger;
	contactTrigger: typeof contactTrigger;
	mail: typeof mail;
	mailTrigger: typeof mailTrigger;
}
type Name = keyof Code;

/** Evaluates the bundle of a node once more. */
export type Load = <N extends Name>(name: N) => Code[N];

let load: Load = () => {
	throw new Error('Nothing tells how the package is loaded');
};
let loaded: Partial<Code> = {};

/** Tells how the package is loaded. */
export function loadWith(how: Load): void {
	load = how;
	loaded = {};
}

/** The code of a node as it was loaded last. */
export function currentCode<N extends Name>(name: N): Code[N] {
	const code: Code[N] = loaded[name] ?? load(name);
	loaded = { ...loaded, [name]: code };
	return code;
}

/** The code of a node, loaded once more; whoever has it from before keeps that. */
export function freshCode<N extends Name>(name: N): Code[N] {
	return load(name);
}

/** From now on another one is the current: what the modules remember of many histories is forgotten. */
export function forgetCode(): void {
	loaded = {};
}

/** A new instance of a node. */
export function nodeIn(code: Code[Name], name: string): INodeType {
	const Class = Object.entries(code).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
	if (typeof Class !== 'function') throw new Error(`There is no class of the node ${name}`);
	return Reflect.construct(Class, []) as INodeType;
}

const NAMES = [
	'calendarTrigger',
	'collection',
	'collectionTrigger',
	'contactTrigger',
	'mail',
	'mailTrigger',
] as const;

/** The name of a node, where it is one that histories are played with. */
export function named(name: string): Name {
	const known = NAMES.find((one) => one === name);
	if (!known) throw new Error(`No history is played with the node ${name}`);
	return known;
}

/** A new instance of the node that workflows store under this name: that of scripts/shippedClasses.ts reads files. */
export function shippedNode(name: string): INodeType {
	return nodeIn(currentCode(named(name)), name);
}
