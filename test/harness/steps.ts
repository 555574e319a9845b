import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { ExecuteOptions } from './executeNode';
import { executeNode } from './executeNode';

export { locator } from './locator';

type StepOptions = Partial<Omit<ExecuteOptions, 'node' | 'parameters'>>;

/**
 * The two ways in which tests run a step of a node, such as `email.moveEmail`. Both reject with the
 * node's error.
 * @param setUp what every run needs beside its own options; asked for each run
 */
export function stepsOf(
	node: ExecuteOptions['node'],
	setUp: () => Pick<ExecuteOptions, 'simulator' | 'credentialId' | 'clock'>,
) {
	async function runStep(
		step: string,
		parameters: INodeParameters = {},
		options: StepOptions = {},
	): Promise<INodeExecutionData[]> {
		const [resource = '', operation = ''] = step.split('.');
		const { items } = await executeNode({
			node,
			...setUp(),
			parameters: { resource, operation, ...parameters },
			...options,
		});
		return items;
	}

	/** The output of a step that gives one item. */
	async function runForOne(...args: Parameters<typeof runStep>): Promise<IDataObject> {
		const items = await runStep(...args);
		expect(items).toHaveLength(1);
		return items[0]?.json ?? {};
	}

	return { runStep, runForOne };
}

/** What people and language models read of a step that has to fail. */
export async function failureOf(
	run: Promise<unknown>,
): Promise<{ message: string; description: string }> {
	const failed = await run.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (failed === undefined) throw new Error('The step did not fail');
	if (!(failed instanceof Error)) throw failed;
	return { message: failed.message, description: String(Reflect.get(failed, 'description') ?? '') };
}
