import { OWN_MAILBOX } from './executeNode';
import { own } from './mail';

const person = (name: string) => ({
	emailAddress: { name, address: `${name.toLowerCase().replace(' ', '.')}@contoso.com` },
});

/** Mails as offices write them arrive in the own mailbox: long HTML, read and unread, some with copies. */
export function deliverOfficeMails(count: number): void {
	const [ann, bob] = [person('Annemarie Lee'), person('Bob Park')];
	const me = { emailAddress: { name: 'Megan Bowen', address: OWN_MAILBOX } };
	for (let index = 0; index < count; index++) {
		own().deliver({
			subject: `Quarterly figures of the region, part ${index}`,
			from: index % 3 === 0 ? ann : bob,
			toRecipients: index % 3 === 1 ? [me, ann] : [me],
			ccRecipients: index % 5 === 0 ? [ann] : [],
			isRead: index % 4 > 0,
			importance: index % 10 === 0 ? 'high' : 'normal',
			receivedDateTime: new Date(Date.UTC(2026, 2, 1, 8, index)).toISOString(),
			body: {
				contentType: 'html',
				content: `<p>Dear all,</p><p>${'the figures are in. '.repeat(400)}</p>`,
			},
		});
	}
}
