import { rememberPerRun } from '../../shared/provider/perRun';
import type { GraphClient } from './types';

/**
 * Deletes what goes to Deleted Items under the same ID (fact: delete-target, fact: contact-delete, fact: calendar-delete):
 * once in a run, however many items name it, and not again where the answer was lost. A second DELETE would be for good.
 */
export const deleteOnce = rememberPerRun(
	async (graph: GraphClient, path: string) =>
		await graph.request({ method: 'DELETE', path, repeatable: false }),
);
