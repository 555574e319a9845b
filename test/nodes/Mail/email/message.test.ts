import {
	bodyOf,
	messageShape,
	simplifiedSelect,
	simplifyMessage,
} from '../../../../nodes/Mail/email/message';

const graphMessage = {
	'@odata.etag': 'W/"CQAAABYAAAB"',
	id: 'AAkALg',
	conversationId: 'AAQkAD',
	receivedDateTime: '2026-03-02T10:00:00Z',
	from: { emailAddress: { name: 'Billing', address: 'billing@contoso.com' } },
	toRecipients: [{ emailAddress: { address: 'ap@example.com' } }],
	ccRecipients: [],
	subject: 'Invoice 17',
	bodyPreview: 'Please find',
	body: { contentType: 'text', content: 'Please find the invoice 🧾 attached' },
	isRead: false,
	flag: { flagStatus: 'flagged' },
	importance: 'high',
	categories: ['Red'],
	parentFolderId: 'AAMkInbox',
	hasAttachments: true,
	webLink: 'https://outlook.office365.com/owa/?ItemID=AAkALg',
};

const { content } = graphMessage.body;

describe('simplifyMessage', () => {
	it('gives the fields people work with, flat and by plain names', () => {
		expect(simplifyMessage(messageShape.parse(graphMessage), { content })).toEqual({
			id: 'AAkALg',
			conversationId: 'AAQkAD',
			receivedDateTime: '2026-03-02T10:00:00Z',
			from: { name: 'Billing', address: 'billing@contoso.com' },
			to: [{ address: 'ap@example.com' }],
			cc: [],
			subject: 'Invoice 17',
			preview: 'Please find',
			body: 'Please find the invoice 🧾 attached',
			isRead: false,
			flag: 'flagged',
			importance: 'high',
			labels: ['Red'],
			folderId: 'AAMkInbox',
			hasAttachments: true,
		});
	});

	it('reads a mail of which Graph left out everything but the ID', () => {
		const sparse = messageShape.parse({ id: 'AAkALg', from: null, toRecipients: [{}], body: null });
		expect(simplifyMessage(sparse, { content: '' })).toEqual({
			id: 'AAkALg',
			to: [],
			cc: [],
			subject: '',
			preview: '',
			body: '',
			labels: [],
		});
	});

	it('gives text where Graph gave HTML although text was asked for', async () => {
		const body = { contentType: 'html', content: '<p>Please <b>find</b></p>' };
		const message = messageShape.parse({ ...graphMessage, body });
		expect(await bodyOf(message, 'text')).toBe('Please find');
		expect(await bodyOf(message, 'html')).toBe(body.content);
	});

	it('marks a body that was cut, and never cuts a character in two', () => {
		const message = messageShape.parse(graphMessage);
		const emojiAt = graphMessage.body.content.indexOf('🧾');
		const cut = simplifyMessage(message, { content, maxBodyLength: emojiAt + 1 });
		expect(cut).toMatchObject({
			body: 'Please find the invoice ',
			truncated: true,
			bodyLength: graphMessage.body.content.length,
		});
		const whole = graphMessage.body.content.length;
		expect(simplifyMessage(message, { content, maxBodyLength: whole })).not.toHaveProperty(
			'truncated',
		);
	});

	it('leaves the body out, and does not ask for it, when none is wanted', () => {
		expect(simplifyMessage(messageShape.parse(graphMessage))).not.toHaveProperty('body');
		expect(simplifiedSelect('none').split(',')).not.toContain('body');
		expect(simplifiedSelect('html').split(',')).toContain('body');
	});

	it('refuses a mail without an ID', () => {
		expect(messageShape.safeParse({ subject: 'Invoice 17' }).success).toBe(false);
	});
});
