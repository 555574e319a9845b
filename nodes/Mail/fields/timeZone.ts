import type { INodeProperties } from 'n8n-workflow';

/** The zone in which times without offset are meant, and in which times are returned. */
export const timeZoneField = {
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Vienna',
	description:
		"Zone of the times given and returned, as an IANA name such as Europe/Vienna or America/New_York. Leave empty for the workflow's time zone.",
} as const satisfies INodeProperties;
