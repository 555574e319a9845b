import { changed, collection } from '../../../shared/step/field';
import { choice } from '../../../shared/step/fieldKinds';
import { heartbeat } from '../../fields/heartbeat';
import { mostPerPoll } from '../../fields/mostPerPoll';
import { body, chosenProperties, maxBodyLength } from '../../fields/output';
import { timeZone } from '../../fields/timeZone';

const output = choice('output', 'Output', 'What of each event to return', {
	options: [
		{ name: 'Raw', value: 'raw', description: 'Everything, as Microsoft Graph returns it' },
		{ name: 'Simplified', value: 'simplified', description: 'The most used properties, flat' },
	],
	default: 'simplified',
});

const options = collection('options', 'Options', '', [
	changed(body, {
		displayName: 'Description',
		description: 'How the description of each event is returned',
	}),
	changed(chosenProperties, {
		placeholder: 'e.g. subject, start, end, webLink',
		description:
			'Names of the properties to return, as Microsoft Graph spells them, comma-separated. Used when Output is Raw.',
	}),
	heartbeat,
	changed(maxBodyLength, {
		displayName: 'Maximum Description Length (Characters)',
		hint: '0 for the whole description',
		description: 'Longer descriptions are cut and marked with "truncated"',
	}),
	mostPerPoll(
		'maxEvents',
		'Maximum Events per Poll',
		'How many items one execution gets at most, reminders first, then the earliest events; the rest follows with the next polls',
	),
	timeZone,
]);

export const outputFields = [output, options] as const;
