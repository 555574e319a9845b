/** Shows one step of a longer job: its title at once, its result or failure when it is done. */
export type Step = <T>(
	title: string,
	work: () => Promise<T>,
	describe?: (value: T) => string,
) => Promise<T>;

const isTerminal = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const colour = (code: number) => (text: string) =>
	isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text;
const green = colour(32);
const red = colour(31);
const dim = colour(2);

/** Prints the steps one under the other, with the seconds each took. */
export const printedStep: Step = async (title, work, describe) => {
	if (isTerminal) process.stdout.write(`  … ${title}`);
	const startedAt = Date.now();
	const finish = (line: string) =>
		process.stdout.write(`${isTerminal ? '\r\u001b[K' : ''}${line}\n`);
	try {
		const value = await work();
		const seconds = dim(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
		const result = describe?.(value);
		const details = result === undefined ? seconds : `${result}  ${seconds}`;
		finish(`  ${green('✓')} ${title.padEnd(34)} ${details}`);
		return value;
	} catch (error) {
		finish(`  ${red('✗')} ${title}`);
		throw error;
	}
};
