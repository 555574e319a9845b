import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { accounts, authentication } from '../fields/authentication';
import { listSearch } from '../listSearch';
import { calendarTriggerProperties } from '../watch/events/fields';
import { poll } from '../watch/events/poll';

export class CalendarTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Calendar Trigger',
		name: 'calendarTrigger',
		icon: { light: 'file:calendar.svg', dark: 'file:calendar.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ ($parameter["event"] || []).map((one) => ({ created: "created", updated: "updated", cancelled: "cancelled", startingSoon: "starting soon", ended: "ended", answered: "answered" }[one] || "")).filter(Boolean).join(", ") }}',
		description:
			'Starts a workflow when an event in an Outlook or Microsoft 365 calendar is created, updated, cancelled, answered, starts soon or ends. To create or change events, use Mail',
		defaults: { name: 'Calendar Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: accounts,
		properties: [authentication.property, ...calendarTriggerProperties],
	};

	methods = { listSearch: { searchCalendars: listSearch.searchCalendars } };

	poll = poll;
}
