import type { IDataObject } from 'n8n-workflow';

/** The fields whose values differ, with the value before and after. */
export function changedFields(before: IDataObject, after: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.keys({ ...before, ...after })
			.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
			.map((name) => [name, { before: before[name], after: after[name] }]),
	);
}
