import type { Query } from '../../shared/http/queryString';
import type { Collected } from '../../shared/provider/request';
import type { CollectionClient } from '../api/client';
import { collectionPath } from '../api/paths';
import type { RequestRecord } from '../api/records';
import { requestShape } from '../api/records';
import type { PersonReference } from '../clients/references';
import { refersTo } from '../clients/references';

/** Which requests are wanted. Days are `yyyy-mm-dd`. */
interface RequestFilters {
	client?: PersonReference;
	dueFrom?: string;
	dueTo?: string;
	overdue: boolean;
	includeDetails: boolean;
	/** Whether each row also says whose request it is. */
	includeClients: boolean;
	search?: string;
	statuses: string[];
	sort_by?: string;
	sort_direction?: string;
	today: string;
	/** All of them unless given. */
	limit?: number;
}

/** Statuses of requests that are with the client, neither finished nor archived. */
const OPEN = ['published', 'waiting'];

/**
 * The requests that fit. Status and text are filtered by the API; client and due date here, because
 * the API has no filter for them.
 */
export async function readRequests(
	api: CollectionClient,
	filters: RequestFilters,
): Promise<Collected<RequestRecord>> {
	const { client, search, statuses, overdue, includeDetails, includeClients } = filters;
	const open = statuses.length > 0 ? statuses.filter((status) => OPEN.includes(status)) : OPEN;
	if (overdue && open.length === 0) return { items: [], complete: true };
	const wanted = overdue ? open : statuses;
	const query: Query = {
		q: search,
		filter_by: wanted.length > 0 ? { statuses: wanted } : undefined,
		expand: expansion(includeDetails, includeClients || client !== undefined),
		sort_by: filters.sort_by,
		sort_direction: filters.sort_direction,
	};
	const days = dueDays(filters);
	const isOf = ({ clients }: RequestRecord) =>
		!client || (clients ?? []).some((person) => refersTo(client, person));
	const filtered = client !== undefined || days !== undefined;
	return await api.collect(collectionPath`/requests`, requestShape, {
		query,
		limit: filters.limit,
		where: filtered ? (row) => isOf(row) && (!days || days(row)) : undefined,
		// Many items may ask for one client each. What each searches for is its own.
		isCommon: filtered && search === undefined,
	});
}

/** What each row gets in addition to ID, name, status and due date. */
function expansion(details: boolean, clients: boolean): string[] | undefined {
	if (details) return ['clients', 'owner_email', 'owner_name', 'request_template_name'];
	return clients ? ['clients'] : undefined;
}

function dueDays({ dueFrom, dueTo, overdue, today }: RequestFilters) {
	if (dueFrom === undefined && dueTo === undefined && !overdue) return undefined;
	return ({ due }: RequestRecord) => {
		const day = due?.slice(0, today.length);
		return (
			!!day &&
			(dueFrom === undefined || day >= dueFrom) &&
			(dueTo === undefined || day <= dueTo) &&
			(!overdue || day < today)
		);
	};
}
