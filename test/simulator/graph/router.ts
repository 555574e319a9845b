import type { GraphHandler, GraphRoutes } from './call';

interface Route {
	method: string;
	segments: string[];
	handler: GraphHandler;
}

/** A handler with the path parameters it was found by. */
export interface RouteMatch {
	handler: GraphHandler;
	params: Record<string, string>;
}

function matchSegments(wanted: string[], segments: string[]): Record<string, string> | undefined {
	if (wanted.length !== segments.length) return undefined;
	const params: Record<string, string> = {};
	for (const [index, part] of wanted.entries()) {
		const segment = segments[index] ?? '';
		if (part.startsWith(':')) params[part.slice(1)] = segment;
		// Names in Graph's paths are not case-sensitive, ids are.
		else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
	}
	return params;
}

/** Finds handlers by method and path; fixed names win over parameters. */
export function createRouter(
	tables: GraphRoutes[],
): (method: string, segments: string[]) => RouteMatch | undefined {
	const routes: Route[] = tables.flatMap((table) =>
		Object.entries(table).map(([key, handler]) => {
			const [method = '', path = ''] = key.split(' ');
			return { method, segments: path.split('/').slice(1), handler };
		}),
	);
	const parameters = (route: Route): number =>
		route.segments.filter((segment) => segment.startsWith(':')).length;
	routes.sort((left, right) => parameters(left) - parameters(right));
	return (method, segments) => {
		for (const route of routes) {
			if (route.method !== method) continue;
			const params = matchSegments(route.segments, segments);
			if (params !== undefined) return { handler: route.handler, params };
		}
		return undefined;
	};
}
