import type { INodeProperties } from 'n8n-workflow';

/** When meetings may take place; entries of an Options collection. */
export const workingHoursFields = {
	days: {
		displayName: 'Working Days',
		name: 'workingDays',
		type: 'multiOptions',
		options: [
			{ name: 'Friday', value: 'friday' },
			{ name: 'Monday', value: 'monday' },
			{ name: 'Saturday', value: 'saturday' },
			{ name: 'Sunday', value: 'sunday' },
			{ name: 'Thursday', value: 'thursday' },
			{ name: 'Tuesday', value: 'tuesday' },
			{ name: 'Wednesday', value: 'wednesday' },
		],
		default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
		description: 'Days on which free slots are looked for',
	},
	end: {
		displayName: 'Working Hours End',
		name: 'workingHoursEnd',
		type: 'string',
		default: '17:00',
		placeholder: 'e.g. 17:00',
		description: 'Time of day at which free slots end at the latest, in the time zone',
	},
	start: {
		displayName: 'Working Hours Start',
		name: 'workingHoursStart',
		type: 'string',
		default: '09:00',
		placeholder: 'e.g. 09:00',
		description: 'Time of day at which free slots begin at the earliest, in the time zone',
	},
} as const satisfies Record<string, INodeProperties>;
