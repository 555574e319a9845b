/** A list in pieces of at most `size` entries, in its order. */
export function toChunks<One>(list: readonly One[], size: number): One[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
		list.slice(index * size, (index + 1) * size),
	);
}
