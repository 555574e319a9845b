import { mailPath } from '../../../../nodes/Mail/graph/paths';
import { anything } from '../../../../nodes/shared/provider/understand';
import { connectedCredential } from '../../../harness/credentialsHelper';
import { OWN_MAILBOX } from '../../../harness/executeNode';
import { readSubject, setUpGraph } from '../../../harness/graph';
import type { Fault } from '../../../simulator/faults';

const world = setUpGraph();
const { connect, deliver, own, refreshCount } = world;

describe('a token that expires in the middle of a run', () => {
	it('is refreshed once, and everything is done once', async () => {
		const graph = await connect();
		world.simulator.tokens.expireAccess(OWN_MAILBOX);
		const names = Array.from({ length: 50 }, (_, index) => `Label ${index}`);
		await Promise.all(
			names.map(async (displayName) =>
				graph.post(mailPath`/outlook/masterCategories`, { displayName, color: 'none' }, anything),
			),
		);
		expect(
			own()
				.categories.map(({ displayName }) => displayName)
				.sort(),
		).toEqual(names.sort());
		expect(refreshCount()).toBe(1);
	});

	it('is refreshed once for requests of their own side by side', async () => {
		const graph = await connect();
		const mails = deliver(12);
		world.simulator.tokens.expireAccess(OWN_MAILBOX);
		await Promise.all(
			mails.map(({ immutableId }) =>
				graph.get(mailPath`/messages/${immutableId}`, anything, { alone: true }),
			),
		);
		expect(refreshCount()).toBe(1);
	});

	it('between a batch and its parts: the refused part goes alone and refreshes it', async () => {
		const graph = await connect();
		const mails = deliver(3);
		world.simulator.faults.next({ inBatch: true, path: /messages/ }, { status: 401 });
		const answers = await Promise.all(
			mails.map(({ immutableId }) => readSubject(graph, immutableId)),
		);
		expect(answers).toEqual(mails.map((mail) => ({ subject: mail.subject })));
		expect(world.simulator.requests.all.map(({ path }) => path.split('/')[1])).toEqual([
			'$batch',
			'me',
		]);
	});

	it('and is refused again where the organization has no Exchange: signing in again is not asked for', async () => {
		const graph = await connect();
		const code = 'OrganizationFromTenantGuidNotFound';
		const body = { error: { code, message: "The tenant for tenant guid '1' does not exist." } };
		world.simulator.faults.next({ times: 9, path: /messages/ }, { status: 401, body });
		await expect(readSubject(graph, 'AAMk')).rejects.toMatchObject({
			kind: 'notFound',
			message: 'The mailbox was not found, or is not shared with this account',
			details: {
				providerCode: code,
				hint: expect.stringMatching(/no Exchange Online.*Account Type.*Personal Accounts/),
			},
		});
		expect(refreshCount()).toBe(1);
	});

	it('and is refused again without a word: the account may have no mailbox', async () => {
		const graph = await connect();
		world.simulator.faults.next({ times: 9, path: /messages/ }, { status: 401, body: '' });
		await expect(readSubject(graph, 'AAMk')).rejects.toMatchObject({
			kind: 'auth',
			details: { hint: expect.stringMatching(/sign in again\. If that .* no mailbox/) },
		});
	});

	it.each<Fault>([
		{ status: 503 },
		{ cut: 'before' },
		{
			status: 429,
			body: { error: 'temporarily_unavailable', error_description: 'AADSTS90033: x' },
		},
	])(
		'and is not refreshed for the moment (%j): nothing ran, so that a creation is repeated',
		async (fault) => {
			const graph = await connect();
			world.simulator.tokens.expireAccess(OWN_MAILBOX);
			world.simulator.faults.next({ path: '/oauth/token' }, fault);
			await graph.post(mailPath`/calendars`, { name: 'New' }, anything, { alone: true });
			expect(refreshCount()).toBe(2);
			world.simulator.tokens.expireAccess(OWN_MAILBOX);
			world.simulator.faults.next({ path: '/oauth/token', times: 20 }, fault);
			await expect(
				graph.post(mailPath`/calendars`, { name: 'Other' }, anything, { alone: true }),
			).rejects.toMatchObject({
				kind: 'unavailable',
				message: 'The sign-in could not be renewed for the moment: nothing was done',
				details: { mayHaveHappened: false, providerCode: 'SIGN_IN_UNAVAILABLE' },
			});
		},
	);

	it('and came without another one to refresh it: the scope for that is named', async () => {
		const { simulator } = world;
		const oauthTokenData = { ...simulator.tokens.issue(OWN_MAILBOX), refresh_token: '' };
		const given = connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX, { oauthTokenData });
		const graph = await connect({ credential: given });
		simulator.tokens.expireAccess(OWN_MAILBOX);
		await expect(readSubject(graph, 'AAMk')).rejects.toMatchObject({
			kind: 'auth',
			message: 'The sign-in has expired or was revoked: the credential "My account" was refused',
			details: {
				hint: 'Add offline_access to Scopes in the credential, press "Switch account" (or "Connect") and sign in again.',
			},
		});
	});

	it('and cannot be refreshed: one clear error, without a storm of requests', async () => {
		const graph = await connect();
		const mails = deliver(20);
		world.simulator.tokens.revoke(OWN_MAILBOX);
		const results = await Promise.allSettled(
			mails.map(({ immutableId }) => readSubject(graph, immutableId)),
		);
		for (const result of results) {
			expect(result).toMatchObject({
				status: 'rejected',
				reason: {
					kind: 'auth',
					message:
						'The sign-in has expired or was revoked: the credential "My account" was refused',
					details: {
						hint: 'Open the credential "My account", press "Switch account" (or "Connect") and sign in again. If that changes nothing, the account has no mailbox in Exchange Online, such as a guest. Or it is a personal one, and the step is for work accounts only. Or a Conditional Access policy blocks the n8n server.',
					},
				},
			});
		}
		expect(world.simulator.requests.count({ path: '/$batch' })).toBe(1);
		expect(refreshCount()).toBe(1);
	});
});
