import { InvalidInput } from '../../shared/http/failures';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import { clientShape, requestShape, teamMemberShape } from '../api/records';
import { meaningOf } from './eventMeanings';
import type { ListedKind } from './knownThings';
import { LISTED, MAX_LISTED } from './knownThings';
import type { AccountReading } from './reading';
import { snapshotOfPerson, snapshotOfRow } from './snapshots';

/** All statuses of a request: without them the API may leave out the archived ones. */
const STATUSES = ['draft', 'scheduled', 'published', 'waiting', 'completed', 'archived'];

/** How an error names the entries of a list. */
const MANY = { request: 'requests', client: 'clients', teamMember: 'team members' };

/** The lists in which at least one of the events can be seen. */
export function listsFor(events: string[]): ListedKind[] {
	const kinds: ListedKind[] = ['request', 'client', 'teamMember'];
	return kinds.filter((kind) =>
		events.some((event) => {
			const told = meaningOf(event);
			return told?.kind === kind && (told.aspect === 'there' || told.aspect === LISTED[kind]);
		}),
	);
}

/**
 * Reads a whole list; each row as far as it tells something.
 * @throws InvalidInput when there is too much in it to be remembered.
 */
export async function readList(api: CollectionClient, kind: ListedKind): Promise<AccountReading[]> {
	const limit = MAX_LISTED + 1;
	const readings = await {
		async request() {
			const query = { filter_by: { statuses: STATUSES } };
			const rows = await api.list(collectionPath`/requests`, requestShape, { query, limit });
			return rows.map((row): AccountReading => ({ snapshots: [snapshotOfRow(row)] }));
		},
		async client() {
			const query = { include_external: true };
			const rows = await api.list(collectionPath`/clients`, clientShape, { query, limit });
			return rows.map((client): AccountReading => ({
				snapshots: [snapshotOfPerson('client', client)],
				client,
			}));
		},
		async teamMember() {
			const rows = await api.list(collectionPath`/team_members`, teamMemberShape, { limit });
			return rows.map((teamMember): AccountReading => ({
				snapshots: [snapshotOfPerson('teamMember', teamMember)],
				teamMember,
			}));
		},
	}[kind]();
	if (readings.length > MAX_LISTED) {
		throw new InvalidInput(
			`the account has more than ${MAX_LISTED} ${MANY[kind]}, which are too many to remember`,
			'reconcile',
			'Switch Recover Missed Events off, or choose other events.',
		);
	}
	return readings;
}
