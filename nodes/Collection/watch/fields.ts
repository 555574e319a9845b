import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../shared/http/failures';
import type { InputOf } from '../../shared/step/field';
import { changed, collection, narrowing } from '../../shared/step/field';
import { choice, choices, locator, number, toggle } from '../../shared/step/fieldKinds';
import { optionalNameLocator, textList, wholeNumber } from '../../shared/step/inputSchemas';
import { readPollParameters } from '../../shared/step/pollParameters';
import { optionalPerson } from '../clients/references';
import { clientModes, explainClient } from '../fields/client';
import { SURE_EVENTS, titleOf, WEBHOOK_EVENTS } from '../webhooks/events';

/** Stands for every event that both lists of the vendor have. */
const ALL = 'all';

/** How many of the events the first field shows: the most used. */
const MOST_USED = 4;

const toOption = (event: string) => ({ name: titleOf(event), value: event });

const events = choices(
	'events',
	'Events',
	'What starts the workflow; by expression also a list of event names such as client_updated',
	{
		page: 'collection-trigger.md#events',
		options: WEBHOOK_EVENTS.slice(0, MOST_USED).map(toOption),
		default: ['request_completed'],
	},
);

const moreEvents = choices('moreEvents', 'More Events', 'What else starts the workflow', {
	options: [
		{
			name: 'All Events',
			value: ALL,
			description: 'All but those for SMS and team members, which Content Snare may not know',
		},
		...WEBHOOK_EVENTS.slice(MOST_USED)
			.map(toOption)
			.sort((a, b) => a.name.localeCompare(b.name)),
	],
});

const load = choice('load', 'Load', 'What to read of a request that an event is about', {
	options: {
		answers: { name: 'Answers', description: 'Everything that the client filled in' },
		files: { name: 'Answers and Files', description: 'The uploaded files too, as binary data' },
		details: { name: 'Details Only', description: 'The request without its answers' },
	},
	default: 'details',
});

const optionalName = optionalNameLocator.transform((chosen) => chosen?.value);

const filters = collection(
	'filters',
	'Filters',
	'Which requests and clients to hear of. Events that name neither, and those of what was deleted, start nothing while there is a filter.',
	[
		locator('client', 'Client', 'Only this client and requests of this client', {
			...clientModes,
			// A name would be nobody's ID, and start nothing.
			input: optionalPerson.refine(
				(client) => client?.by !== 'id' || explainClient(client.value) === undefined,
				'is neither an ID nor an email: Find Client finds both by the name',
			),
		}),
		locator('folder', 'Folder', 'Only requests in this folder', {
			list: { holds: 'a folder', searchListMethod: 'searchFolderNames' },
			entered: { name: 'e.g. Bookkeeping' },
			input: optionalName,
		}),
		locator('template', 'Template', 'Only requests made from this template', {
			list: { holds: 'a request template', searchListMethod: 'searchTemplateNames' },
			entered: { name: 'e.g. Onboarding' },
			input: optionalName,
		}),
	],
);

const readAgain = toggle(
	'readAgain',
	'Verify Events',
	'Whether to read what an event is about with the account before the workflow starts. Content Snare does not sign what it sends: without this, anyone who knows the address decides what the workflow gets.',
	{ page: 'collection-trigger.md#who-can-start-the-workflow', default: true },
);

const reconcile = toggle(
	'reconcile',
	'Recover Missed Events',
	'Whether to look through the lists of requests, clients and team members for events that did not arrive, when n8n starts and from time to time',
	{ page: 'collection-trigger.md#recover-missed-events', default: true },
);

const DEFAULT_HOURS = 1;

const reconcileEvery = number(
	'reconcileEvery',
	'Recover Every (Hours)',
	'How often to look through the lists for events that did not arrive',
	{
		typeOptions: { minValue: 0, maxValue: 24 },
		default: DEFAULT_HOURS,
		hint: '0 for only when n8n starts and when the workflow is changed',
		input: wholeNumber({ min: 0, max: 24 }).transform((hours = DEFAULT_HOURS) => hours),
	},
);

/** When n8n polls: it reads a parameter of this name, which the editor shows for nodes that only poll. */
const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default:
		'={{ ({ item: $parameter["reconcileEvery"] > 0 ? [{ mode: "everyX", unit: "hours", value: $parameter["reconcileEvery"] }] : [] }) }}',
};

const triggerFields = [
	// Events that the lists do not know yet are taken too.
	narrowing(changed(events, {}, textList)),
	narrowing(changed(moreEvents, {}, textList)),
	load,
	narrowing(filters),
	narrowing(readAgain),
	narrowing(reconcile),
	reconcileEvery,
] as const;

/** The fields as n8n shows them. */
export const triggerProperties = [...triggerFields.map(({ property }) => property), pollTimes];

/** What the user chose, validated; all events in one list. */
export interface CollectionSettings extends Omit<InputOf<typeof triggerFields>, 'moreEvents'> {
	/** Those that were chosen by their names. */
	named: string[];
}

/** @throws ZodError or InvalidInput, both of which name the field. */
export function readSettings(
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>,
): CollectionSettings {
	const { moreEvents: more, ...settings } = readPollParameters(context, triggerFields);
	const chosen = [...settings.events, ...more];
	if (chosen.length === 0) throw new InvalidInput('choose at least one event', 'events');
	const all = chosen.includes(ALL) ? SURE_EVENTS : [];
	const named = chosen.filter((event) => event !== ALL);
	return { ...settings, named, events: [...all, ...named] };
}
