/** n8n shows the trigger and the node as one entry, and the description of either. */
export const DESCRIPTION =
	'Mail, calendars and contacts in Outlook and Microsoft 365; starts a workflow when mail arrives';
