import { mailPath } from '../graph/paths';
import type { GraphClient } from '../graph/types';
import { toldOfChange } from '../outgoing/people';
import { eventShape } from './event';

const shape = eventShape.pick({
	subject: true,
	start: true,
	type: true,
	seriesMasterId: true,
	organizer: true,
	attendees: true,
});

/**
 * Shows a person which event an ID stands for: subject, begin and organizer, whether it is a whole series, and the
 * addresses that hear of a change. Names are left out: anybody can call themselves anything.
 * @throws ProviderFailure where it cannot be read.
 */
export async function describeEvent(graph: GraphClient, id: string): Promise<{ facts: string[] }> {
	const path = mailPath`/events/${id}`;
	const [event, told] = await Promise.all([graph.part(path, shape), toldOfChange(graph, path)]);
	const { start, organizer, attendees } = event;
	const invited = (attendees ?? []).map(({ emailAddress }) => emailAddress?.address ?? '?');
	const others = told.flatMap(({ address = '?' }) => (invited.includes(address) ? [] : [address]));
	return {
		facts: [
			`Subject: ${event.subject ?? ''}`,
			`Begins: ${start?.dateTime ?? ''} ${start?.timeZone ?? ''}`,
			...(event.type === 'seriesMaster' ? ['Repeats: all of the series is meant'] : []),
			...(event.seriesMasterId ? ['Repeats: this day alone is meant'] : []),
			`Organizer: ${organizer?.emailAddress?.address ?? ''}`,
			`Invited: ${invited.join(', ')}`,
			...(others.length === 0
				? []
				: [`Invited on changed days: ${[...new Set(others)].join(', ')}`]),
		],
	};
}
