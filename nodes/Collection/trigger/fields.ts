import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { InputOf } from '../../shared/field';
import { choice, collection, field, inputOf } from '../../shared/field';
import { flag, optionalLocator, textList } from '../../shared/inputSchemas';
import { locator } from '../../shared/locator';
import { readPollParameters } from '../../shared/readParameters';
import { SURE_EVENTS, titleOf, WEBHOOK_EVENTS } from '../events';
import { clientModes } from '../fields/client';
import { optionalPerson } from '../references';

/** Stands for every event that both lists of the vendor have. */
const ALL = 'all';

const events = field(
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'All Events', value: ALL, description: 'All but those for SMS and team members' },
			...WEBHOOK_EVENTS.map((event) => ({ name: titleOf(event), value: event })),
		],
		default: ['request_completed'],
		description:
			'What starts the workflow; by expression also a list of event names such as request_completed',
	},
	// Events that the list does not know yet are taken too.
	textList
		.pipe(z.array(z.string()).nonempty('choose at least one event'))
		.transform((chosen) => chosen.flatMap((event) => (event === ALL ? SURE_EVENTS : [event]))),
);

const load = choice({
	displayName: 'Load',
	name: 'load',
	type: 'options',
	options: [
		{ name: 'Answers', value: 'answers', description: 'Everything that the client filled in' },
		{
			name: 'Answers and Files',
			value: 'files',
			description: 'The uploaded files too, as binary data',
		},
		{ name: 'Details Only', value: 'details', description: 'The request without its answers' },
	],
	default: 'details',
	description: 'What to read of a request that an event is about',
});

const byName = (what: string, searchListMethod: string, example: string) => ({
	list: { holds: what, searchListMethod },
	entered: [{ displayName: 'By Name', name: 'name', placeholder: `e.g. ${example}` }],
});

const optionalName = optionalLocator.transform((chosen) => chosen?.value);

const filters = collection(
	{
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		description:
			'Which requests and clients to hear of. Events that name neither, and those of what was deleted, start nothing while there is a filter.',
	},
	[
		field(
			locator({
				displayName: 'Client',
				name: 'client',
				description: 'Only this client and requests of this client',
				...clientModes,
			}),
			optionalPerson,
		),
		field(
			locator({
				displayName: 'Folder',
				name: 'folder',
				description: 'Only requests in this folder',
				...byName('a folder', 'searchFolderNames', 'Bookkeeping'),
			}),
			optionalName,
		),
		field(
			locator({
				displayName: 'Template',
				name: 'template',
				description: 'Only requests made from this template',
				...byName('a request template', 'searchTemplateNames', 'Onboarding'),
			}),
			optionalName,
		),
	],
);

const readAgain = field(
	{
		displayName: 'Read Again',
		name: 'readAgain',
		type: 'boolean',
		default: true,
		description:
			'Whether to read what an event is about with the account before the workflow starts. Content Snare does not sign what it sends: without this, whoever knows the address decides what the workflow gets.',
	},
	flag,
);

const reconcile = field(
	{
		displayName: 'Reconcile',
		name: 'reconcile',
		type: 'boolean',
		default: true,
		description:
			'Whether to look through the lists of requests, clients and team members for events that did not arrive, when n8n starts and at the times below',
	},
	flag,
);

/** All fields of the Collection Trigger but the times at which it reconciles, which n8n reads. */
export const triggerFields = [events, load, filters, readAgain, reconcile] as const;

/** What n8n shows of them. */
export const triggerProperties = triggerFields.map(({ property }) => property);

const input = inputOf(triggerFields);

/** What the user chose, validated. */
export type TriggerSettings = InputOf<typeof triggerFields>;

/** @throws ZodError, which names the field. */
export function readSettings(context: Pick<IPollFunctions, 'getNodeParameter'>): TriggerSettings {
	return input.parse(readPollParameters.call(context, triggerProperties));
}
