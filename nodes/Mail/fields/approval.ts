import type { INodeProperties } from 'n8n-workflow';

/** What can be answered, and what the buttons say. */
export const approvalFields = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		description: 'What the person can answer',
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'One button, or one for yes and one for no',
			},
			{ name: 'Free Text', value: 'freeText', description: 'A text of their own' },
		],
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		description: 'Which buttons there are, and what they say',
		options: [
			{
				displayName: 'Approve Label',
				name: 'approveLabel',
				type: 'string',
				default: 'Approve',
				description: 'What the button for yes says',
			},
			{
				displayName: 'Ask for a Reason',
				name: 'askReason',
				type: 'boolean',
				default: true,
				description:
					'Whether the person can say why they decline; an AI agent reads it as their feedback',
			},
			{
				displayName: 'Decline Label',
				name: 'declineLabel',
				type: 'string',
				default: 'Decline',
				description: 'What the button for no says',
			},
			{
				displayName: 'Type of Approval',
				name: 'approvalType',
				type: 'options',
				default: 'double',
				description: 'Whether the person can also decline',
				options: [
					{ name: 'Approve Only', value: 'single' },
					{ name: 'Approve and Decline', value: 'double' },
				],
			},
		],
	},
] as const satisfies INodeProperties[];

/** How long to wait, and what happens then; an entry of an Options collection. */
export const limitWaitField = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: {},
	placeholder: 'Add Limit',
	description: 'When to go on without an answer; waits without end when left out',
	options: [
		{
			displayName: 'Limit',
			name: 'values',
			values: [
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					default: 1,
					description: 'How many minutes, hours or days to wait',
				},
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					description: 'How the deadline is given',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
						},
					],
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'The moment to go on at, in the time zone of the workflow',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					description: 'Unit of the amount',
					options: [
						{
							name: 'Days',
							value: 'days',
						},
						{
							name: 'Hours',
							value: 'hours',
						},
						{
							name: 'Minutes',
							value: 'minutes',
						},
					],
				},
				{
					displayName: 'Without an Answer',
					name: 'unanswered',
					type: 'options',
					default: 'decline',
					description: 'What happens when the time is over',
					options: [
						{
							name: 'Continue as Declined',
							value: 'decline',
							description: 'The output says approved:	false and timedOut:	true',
						},
						{
							name: 'Pass the Input On',
							value: 'input',
							description: 'The output is what came in, without a decision',
						},
					],
				},
			],
		},
	],
} as const satisfies INodeProperties;
