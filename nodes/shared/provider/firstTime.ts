/** Whether an ID was not there before, and notes it; what has none is new each time. */
export function isFirstTime<Id>(id: Id | undefined, seen: Set<Id>): boolean {
	if (id === undefined) return true;
	const isNew = !seen.has(id);
	seen.add(id);
	return isNew;
}
