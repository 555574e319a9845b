/** What may vary, and its values. */
export interface Factor {
	name: string;
	values: string[];
}

/** One value of each factor. */
export type Combination = ReadonlyMap<string, string>;

interface Pair {
	first: [name: string, value: string];
	second: [name: string, value: string];
}

/**
 * Combinations in which each pair of values of two factors meets at least once. The first one has the first
 * value of each. Greedy: each combination begins with a pair that has not met, and takes of every other factor
 * the value by which most pairs meet that had not.
 */
export function coverPairs(factors: Factor[]): Combination[] {
	// Those with most values decide how many combinations there are: the others follow them.
	const ordered = [...factors].sort((one, other) => other.values.length - one.values.length);
	const open = new Map(pairsOf(ordered).map((pair) => [keyOf(pair), pair]));
	const combinations: Combination[] = [];
	const add = (combination: Map<string, string>) => {
		for (const pair of pairsIn(combination, ordered)) open.delete(keyOf(pair));
		combinations.push(combination);
	};
	add(new Map(factors.map(({ name, values: [first = ''] }) => [name, first])));
	for (let [next] = open.values(); next; [next] = open.values()) {
		const combination = new Map([next.first, next.second]);
		for (const { name, values } of ordered) {
			if (!combination.has(name)) combination.set(name, bestOf(name, values, combination, open));
		}
		add(combination);
	}
	return combinations;
}

/** Every pair of values of two factors. */
export function pairsOf(factors: Factor[]): Pair[] {
	return factors.flatMap((one, index) =>
		factors.slice(index + 1).flatMap((other) =>
			one.values.flatMap((value) =>
				other.values.map((match): Pair => ({
					first: [one.name, value],
					second: [other.name, match],
				})),
			),
		),
	);
}

/** The pairs that meet in a combination, named as `pairsOf` names them. */
export function pairsIn(combination: Combination, factors: Factor[]): Pair[] {
	return pairsOf(factors.map(({ name }) => ({ name, values: [combination.get(name) ?? ''] })));
}

/** A name of a pair, the same whichever factor comes first. */
export function keyOf({ first, second }: Pair): string {
	return [first, second]
		.map(([name, value]) => `${name}=${value}`)
		.sort()
		.join(' ');
}

/** Of the values the one by which most open pairs meet; where that is the same, the one with most of them left. */
function bestOf(
	name: string,
	values: string[],
	combination: Combination,
	open: ReadonlyMap<string, Pair>,
): string {
	const left = [...open.values()];
	const score = (value: string) => {
		const meets = [...combination].filter((second) =>
			open.has(keyOf({ first: [name, value], second })),
		);
		const isOf = ([one, other]: [string, string]) => one === name && other === value;
		const rest = left.filter(({ first, second }) => isOf(first) || isOf(second));
		return meets.length + rest.length / (left.length + 1);
	};
	const scored = values.map((value) => ({ value, score: score(value) }));
	return scored.reduce((best, one) => (one.score > best.score ? one : best)).value;
}
