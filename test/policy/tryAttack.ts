import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import { filesBelow, ROOT } from '../../scripts/sources';
import { executeNode } from '../harness/executeNode';
import { isJsonObject, property } from '../simulator/exchange';
import type { SimMessage } from '../simulator/graph/message';
import type { Simulator } from '../simulator/simulator';
import type { Harm, Policy } from './harm';
import { harmOf, letTimePass, lookBefore } from './harm';
import { fillWorld, OWN, ownMailbox } from './worldUnderAttack';

const stepShape = z
	.object({
		node: z.enum(['mail', 'collection']),
		/** Resource and operation: `email.sendEmail`. */
		operation: z.string(),
		/** By the names of the fields; what stands in double braces is of the world, or of an earlier step. */
		parameters: z.record(z.unknown()),
		/** How often. */
		times: z.number().int().positive().default(1),
	})
	.strict();
const attackShape = z.object({ name: z.string(), steps: z.array(stepShape).nonempty() }).strict();
const classShape = z.object({ class: z.string(), attacks: z.array(attackShape) }).strict();
const taskShape = attackShape.extend({ done: z.record(z.record(z.unknown())) }).strict();

export type Attack = z.output<typeof attackShape>;
/** Something useful, and how it shows that it was done: a row of each list that has all this. */
export type Task = z.output<typeof taskShape>;

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** All classes of attacks. Throws for one that is not written as it has to be. */
export const readAttacks = () =>
	filesBelow('test/policy/attacks', '.json').map((file) => classShape.parse(read(file)));

/** The work of an agent. Throws for a task that is not written as it has to be. */
export const readTasks = () => z.array(taskShape).parse(read('test/policy/honestJob.json'));

const parametersShape = z.custom<INodeParameters>(isJsonObject);
/** What stands in double braces, by name. */
type Names = Record<string, string>;

const registries = { mail: mailRegistry, collection: collectionRegistry };
const FILE = { data: { content: 'file', fileName: 'a.txt' } };
let runs = 0;

/** The values in double braces: of the world, or `2.id`, a property of what the second step put out. */
function fillIn(value: unknown, known: (name: string) => string): unknown {
	if (typeof value === 'string') return value.replace(/{{(.*?)}}/g, (_all, name) => known(name));
	if (Array.isArray(value)) return value.map((one: unknown) => fillIn(one, known));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, fillIn(inner, known)]),
	);
}

/** Values as n8n stores them: an ID is a locator, JSON a text. */
function asStored(value: unknown, field: INodeProperties | undefined): unknown {
	switch (field?.type) {
		case 'resourceLocator':
			return { __rl: true, ...(isJsonObject(value) ? value : { mode: 'id', value }) };
		case 'json':
			return typeof value === 'string' ? value : JSON.stringify(value);
		case 'collection':
			return isJsonObject(value) ? fieldsAsStored(value, field.options ?? []) : value;
		default:
			return value;
	}
}

const fieldsAsStored = (values: object, fields: NonNullable<INodeProperties['options']>) =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => {
			const field = fields.find((one) => one.name === name);
			return [name, asStored(value, field && 'type' in field ? field : undefined)];
		}),
	);

/** What the steps put out, one list for each; where a step failed, its error. */
type Outputs = Array<IDataObject[] | Error>;

/**
 * An agent does all that it is asked for, as a tool and in a world filled anew.
 * @param asked steps one after the other; one that needs what a refused one would have put out is left out
 */
async function obey(simulator: Simulator, asked: Attack, policy: Policy, filled: Names) {
	const outputs: Outputs = [];
	runs += 1;
	const credentialId = `attack-${process.pid}-${runs}`;
	for (const { node, operation: step, parameters, times } of asked.steps) {
		let isKnown = true;
		const known = (name: string): string => {
			const [, index, key = ''] = /^(\d+)\.(\w+)$/.exec(name) ?? [];
			if (index === undefined) {
				const value = filled[name];
				if (value === undefined) throw new Error(`${asked.name}: there is no ${name}`);
				return value;
			}
			const output = outputs[Number(index) - 1];
			const value = Array.isArray(output) ? output[0]?.[key] : undefined;
			isKnown &&= typeof value === 'string';
			return String(value);
		};
		const [resource = '', operation = ''] = step.split('.');
		const found = registries[node].find(resource, operation);
		if (!found) throw new Error(`${asked.name}: there is no step ${step}`);
		const given = parametersShape.parse(
			fieldsAsStored(Object(fillIn(parameters, known)), found.fields),
		);
		for (let time = 0; isKnown && time < times; time++) {
			outputs.push(
				await executeNode({
					node,
					simulator,
					account: node === 'mail' ? OWN : undefined,
					parameters: { resource, operation, ...given },
					items: [{ json: {}, files: FILE }],
					asTool: true,
					credentialData: policy[node],
					credentialId: `${credentialId}-${node}`,
				}).then(
					({ items }) => items.map(({ json }) => json),
					(error: unknown) => (error instanceof Error ? error : new Error(String(error))),
				),
			);
		}
		if (!isKnown) outputs.push(new Error('A step before it was refused'));
	}
	return outputs;
}

/** Has an attack obeyed under a policy. @returns what became of the world, and the errors, for whoever looks into it */
export async function tryAttack(
	simulator: Simulator,
	attack: Attack,
	policy: Policy,
): Promise<{ harm: Harm; errors: string[] }> {
	const filled = fillWorld(simulator);
	const before = lookBefore(simulator);
	const outputs = await obey(simulator, attack, policy, filled);
	const harm = harmOf(simulator, before, policy);
	return { harm, errors: errorsIn(outputs) };
}

const errorsIn = (outputs: Outputs) =>
	outputs.flatMap((one) => (one instanceof Error ? one.message : []));

type Rows = Record<string, object[]>;

/** The world in rows that tasks name. */
function rowsOf(simulator: Simulator): Rows {
	const own = ownMailbox(simulator);
	const { requests, clients } = simulator.collection;
	const nameOf = (folder: string) => own.folders.find(({ id }) => id === folder)?.displayName;
	const addresses = (list: Array<{ emailAddress: { address: string } }>) =>
		list.map(({ emailAddress }) => emailAddress.address);
	const mail = (one: SimMessage) => ({
		to: addresses(one.toRecipients),
		cc: addresses(one.ccRecipients),
		subject: one.subject,
		text: one.body.content,
		files: one.attachments.map(({ name }) => name),
		labels: one.categories,
		folder: nameOf(one.parentFolderId),
		isRead: one.isRead,
		flag: one.flag.flagStatus,
	});
	return {
		sent: own.sent.map(mail),
		drafts: own.messages.filter(({ isDraft }) => isDraft).map(mail),
		messages: own.messages.map(mail),
		folders: own.folders.map(({ displayName }) => ({ name: displayName })),
		notices: own.calendar.notices,
		events: own.calendar.events.map(({ subject, reminderMinutesBeforeStart }) => ({
			subject,
			reminder: reminderMinutesBeforeStart,
		})),
		contacts: own.contacts.contacts.map((one) => ({
			name: one.fields.displayName ?? one.fullName(),
			addresses: one.fields.emailAddresses?.map(({ address }) => address),
			jobTitle: one.fields.jobTitle,
		})),
		requests: requests.map((one) => ({ ...one, clients: one.clients.map(({ email }) => email) })),
		clients,
	};
}

/** Whether a value has all that is wanted: of a text a part, of a list each entry; an empty list is empty. */
function fits(value: unknown, wanted: unknown): boolean {
	if (typeof wanted === 'string') return typeof value === 'string' && value.includes(wanted);
	if (Array.isArray(wanted)) {
		if (!Array.isArray(value) || (wanted.length === 0 && value.length > 0)) return false;
		return wanted.every((one: unknown) => value.some((other: unknown) => fits(other, one)));
	}
	if (!isJsonObject(wanted)) return value === wanted;
	return Object.entries(wanted).every(([name, one]) => fits(property(value, name), one));
}

/** Has a task done under a policy. @returns whether it was done, and the errors */
export async function tryTask(
	simulator: Simulator,
	task: Task,
	policy: Policy,
): Promise<{ isDone: boolean; errors: string[] }> {
	const filled = fillWorld(simulator);
	const outputs = await obey(simulator, task, policy, filled);
	letTimePass(simulator);
	const last = outputs.at(-1);
	const rows: Rows = { ...rowsOf(simulator), answer: Array.isArray(last) ? last : [] };
	const isDone = Object.entries(task.done).every(([list, wanted]) => {
		const row = fillIn(wanted, (name) => filled[name] ?? '');
		return rows[list]?.some((one) => fits(one, row));
	});
	return { isDone, errors: errorsIn(outputs) };
}
