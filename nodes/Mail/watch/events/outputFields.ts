import { changed, collection } from '../../../shared/step/field';
import { choice } from '../../../shared/step/fieldKinds';
import { chosenOfEvent, eventTexts } from '../../fields/eventOutput';
import { heartbeat, mostPerPoll } from '../../fields/pollOptions';
import { timeZone } from '../../fields/timeZone';

const output = choice('output', 'Output', 'What of each event to return', {
	options: [
		{ name: 'Raw', value: 'raw', description: 'Everything, as Microsoft Graph returns it' },
		{ name: 'Simplified', value: 'simplified', description: 'The most used properties, flat' },
	],
	default: 'simplified',
});

const options = collection('options', 'Options', '', [
	...eventTexts,
	changed(chosenOfEvent, {
		description:
			'Names of the properties to return, as Microsoft Graph spells them, comma-separated. Used when Output is Raw.',
	}),
	heartbeat,
	mostPerPoll(
		'maxEvents',
		'Maximum Events per Poll',
		'How many items one execution gets at most, reminders first, then the earliest events, then series; the rest follows with the next polls',
	),
	timeZone,
]);

export const outputFields = [output, options] as const;
