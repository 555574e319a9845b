import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { InputOf } from '../../shared/step/field';
import { choice, text } from '../../shared/step/fieldKinds';
import { limitOf, returnAllFields } from '../../shared/step/returnAll';
import type { ChangesWanted } from '../graph/changes';

export const changesFields = [
	text(
		'position',
		'Position',
		'The "position" in the last item of the run before. Keep it in a Data Table. Leave it empty to begin.',
		{
			page: 'mail.md#get-changes',
			hint: 'After this step, read it with $("Get Changes").last().json.position, where Get Changes is its name',
			placeholder: 'e.g. https://graph.microsoft.com/v1.0/me/mailFolders/...',
			byModel:
				'The position in the last item of the call before, which keeps its folder and time; empty to begin',
		},
	),
	choice('begin', 'Begin', 'What to return where there is no position yet', {
		options: {
			now: { name: 'From Now On', description: 'Reads everything and returns only the position' },
			everything: { name: 'With Everything', description: 'All that is there' },
		},
		default: 'everything',
		narrows: true,
	}),
	...returnAllFields,
] as const;

/** How far changes are read, as the fields say. */
export function changesWanted(given: InputOf<typeof changesFields>): ChangesWanted {
	const { position, begin, ...wanted } = given;
	const positionOnly = position === undefined && begin === 'now';
	return { position, positionOnly, limit: positionOnly ? undefined : limitOf(wanted) };
}

/** The keys of an item in front of those of its entry. */
export const changesItem = z.object({
	/** `changed` (new ones too), `removed` (deleted or moved away); `position` in the last item. */
	change: z.enum(['changed', 'removed', 'position']),
	/** In the last item: how many there are before it. */
	changes: z.number().optional(),
	/** In the last item: false when more can be read right away, from the position on. */
	complete: z.boolean().optional(),
	/** In the last item: what the next run goes on from. */
	position: z.string().optional(),
});

/** One item for each change, and the last one with the position. */
export function toChangeItems(
	changed: IDataObject[],
	removed: IDataObject[],
	{ position, complete }: { position: string; complete: boolean },
): Array<{ json: IDataObject }> {
	const items = [
		...changed.map((json) => ({ change: 'changed', ...json })),
		...removed.map((json) => ({ change: 'removed', ...json })),
	];
	const last = { change: 'position', changes: items.length, complete, position };
	return [...items, last].map((json) => ({ json }));
}
