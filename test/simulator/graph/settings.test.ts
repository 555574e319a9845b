import { type ApiClient, graphClient, rowsOf, textOf } from '../apiClient';
import { type Simulator, startSimulator } from '../simulator';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const RULES = '/me/mailFolders/inbox/messageRules';
const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
const rule = { displayName: 'New', sequence: 1, actions: { markAsRead: true } };

describe('the simulated settings, rules, people and rooms', () => {
	let simulator: Simulator;
	let call: ApiClient;

	beforeEach(async () => {
		simulator = await startSimulator({ clock: () => NOW });
		call = graphClient(simulator, 'me@contoso.com');
		simulator.graph.mailbox('me@contoso.com');
		simulator.graph.mailbox('kim@contoso.com').shareWith('me@contoso.com', { mail: 'readWrite' });
	});

	afterEach(() => simulator.stop());

	const setReplies = async (automaticRepliesSetting: object) =>
		await call('PATCH', '/me/mailboxSettings', { automaticRepliesSetting });

	it('keeps what a change of the replies leaves out, and answers with what was changed', async () => {
		await setReplies({ internalReplyMessage: 'Away', status: 'AlwaysEnabled' });
		const { body } = await setReplies({ externalAudience: 'none' });
		expect(body).toMatchObject({
			automaticRepliesSetting: {
				status: 'alwaysEnabled',
				internalReplyMessage: 'Away',
				externalAudience: 'none',
			},
		});
		expect(body).not.toHaveProperty('timeZone');
	});

	it.each([
		['an end before the start', '2026-03-03T09:00:00', '2026-03-03T08:00:00'],
		['a start that is over', '2026-03-01T09:00:00', '2026-03-03T08:00:00'],
	])('refuses %s', async (_what, start, end) => {
		const answer = await setReplies({
			status: 'scheduled',
			scheduledStartDateTime: at(start),
			scheduledEndDateTime: at(end),
		});
		expect(textOf(answer, 'error.code')).toBe('ErrorInvalidScheduledOofDuration');
	});

	it.each([
		['without a name', { ...rule, displayName: undefined }],
		['without an order', { ...rule, sequence: undefined }],
		['without actions', { ...rule, actions: undefined }],
		['with an action that does not exist', { ...rule, actions: { moveTo: 'x' } }],
	])('refuses a rule %s', async (_what, given) => {
		expect((await call('POST', RULES, given)).status).toBe(400);
		expect(rowsOf(await call('GET', RULES))).toEqual([]);
	});

	it('has rules for the Inbox alone, and none for those who only read', async () => {
		expect((await call('POST', '/me/mailFolders/archive/messageRules', rule)).status).toBe(400);
		const reader = graphClient(simulator, 'me@contoso.com', 'MailboxSettings.Read');
		expect((await reader('POST', RULES, rule)).status).toBe(403);
		expect((await reader('GET', RULES)).status).toBe(200);
	});

	it('keeps a rule that Graph cannot describe', async () => {
		const { id } = simulator.graph.mailbox('me@contoso.com').addRule({ displayName: 'Old' });
		expect((await call('DELETE', `${RULES}/${encodeURIComponent(id)}`)).status).toBe(400);
		expect(rowsOf(await call('GET', RULES))).toHaveLength(1);
	});

	it.each([
		['GET', '/users/kim@contoso.com/mailboxSettings'],
		['GET', '/users/kim@contoso.com/mailFolders/inbox/messageRules'],
	])('shows settings and rules of others to nobody: %s %s', async (method, path) => {
		expect((await call(method, path)).status).toBe(403);
	});

	it('asks for the scopes of people and rooms', async () => {
		const mail = graphClient(simulator, 'me@contoso.com', 'Mail.ReadWrite People.Read');
		expect((await mail('GET', '/me/people')).status).toBe(200);
		expect((await mail('GET', '/users/kim@contoso.com/people')).status).toBe(403);
		expect((await mail('GET', '/places/microsoft.graph.room')).status).toBe(403);
		expect((await call('GET', '/places/microsoft.graph.room?$top=101')).status).toBe(400);
		expect((await call('GET', '/me/people?$search="a"&$skip=1')).status).toBe(400);
	});

	it('knows no tips but those of its page', async () => {
		const body = { EmailAddresses: ['kim@contoso.com'], MailTipsOptions: 'automaticReply' };
		expect((await call('POST', '/me/getMailTips', body)).status).toBe(400);
	});
});
