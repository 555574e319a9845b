/**
 * The same data with each of its texts changed; what is no JSON stays as it is.
 * @param change What becomes of a text.
 * @param kept Names of entries that stay as they are.
 */
export function mapTexts<Value>(
	value: Value,
	change: (text: string) => string,
	kept?: readonly string[],
): Value;
export function mapTexts(
	value: unknown,
	change: (text: string) => string,
	kept: readonly string[] = [],
): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((entry: unknown) => mapTexts(entry, change, kept));
	if (
		value === null ||
		typeof value !== 'object' ||
		Object.getPrototypeOf(value) !== Object.prototype
	)
		return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name,
			kept.includes(name) ? entry : mapTexts(entry, change, kept),
		]),
	);
}
