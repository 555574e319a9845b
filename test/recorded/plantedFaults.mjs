/**
 * What `node test/recorded/planted.mjs` breaks: faults that a reader of recorded answers has to notice.
 * Each stands once in its file.
 */
export const FAULTS = [
	{
		fault: 'the sender stands in for no author',
		file: 'nodes/Mail/email/message.ts',
		find: 'toAddress(message.from ?? message.sender)',
		put: 'toAddress(message.from)',
	},
	{
		fault: 'copies go to the recipients',
		file: 'nodes/Mail/email/message.ts',
		find: 'cc: toAddresses(message.ccRecipients)',
		put: 'cc: toAddresses(message.toRecipients)',
	},
	// Hidden: all recorded styles stand in comments, which are no text by themselves.
	{
		fault: 'styles are text',
		file: 'nodes/shared/html/htmlTags.ts',
		find: 'script style title iframe',
		put: 'script title iframe',
	},
	{
		fault: 'every time is one of UTC',
		file: 'nodes/Mail/graph/zones.ts',
		find: 'DateTime.fromISO(time.dateTime, { zone })',
		put: "DateTime.fromISO(time.dateTime, { zone: 'UTC' })",
	},
	{
		fault: 'an all-day event ends a day late',
		file: 'nodes/Mail/calendar/event.ts',
		find: '.minus({ days: 1 })',
		put: '',
	},
	{
		fault: 'a numbered series ends in the year 1',
		file: 'nodes/Mail/calendar/eventRecurrence.ts',
		find: "'0001-01-01', ",
		put: '',
	},
	{
		fault: 'nobody has a phone at home',
		file: 'nodes/Mail/contacts/contact.ts',
		find: '\thomePhones: texts,\n',
		put: '',
	},
	{
		fault: 'a link is taken for a file',
		file: 'nodes/Mail/attachments/attachment.ts',
		find: "type.includes('referenceattachment')",
		put: "type.includes('link')",
	},
	{
		fault: 'the parts of a batch are told apart by their order',
		file: 'nodes/Mail/graph/batch.ts',
		find: 'parts.set(id, ',
		put: 'parts.set(String(parts.size + 1), ',
	},
	{
		fault: 'a full mailbox did not answer',
		file: 'nodes/Mail/graph/failure.ts',
		find: 'if (status === INSUFFICIENT_STORAGE || QUOTA_CODES.has(code))',
		put: "if (code === '?')",
	},
	{
		fault: 'an answer that breaks off is not asked for again',
		file: 'nodes/Mail/graph/failure.ts',
		find: 'return code === undefined ? outcome : broken(code, headers);',
		put: 'return outcome;',
	},
];
