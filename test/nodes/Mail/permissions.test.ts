import * as fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';
import { mailRegistry } from '../../../nodes/Mail/registry';
import { OWN_MAILBOX } from '../../harness/executeNode';
import { provider, runStep, useMailboxes } from '../../harness/mail';
import { anyChoice, fill } from './outgoing/anyStep';
import { fillMailbox } from './outgoing/ownMailbox';

/** The permissions that the steps name: whoever grants no others reads them in docs/steps.md and in errors. */

useMailboxes();

const steps = mailRegistry.groups.flatMap(({ resource, operations }) =>
	operations.map(({ id, fields, permission }) => ({
		step: `${resource}.${id}`,
		fields,
		permission,
	})),
);
/** Names none of its own, or works on what the mailbox has nothing of. */
const UNTRIED = [
	'advanced.apiCall',
	'calendar.getMeetingTranscript',
	'calendar.listMeetingTranscripts',
	'email.restoreEmail',
	'email.unsubscribe',
];
/** What every permission set of the credential begins with. */
const SIGN_IN = 'openid profile offline_access User.Read';
const items = [{ json: {}, files: { data: { content: 'file', fileName: 'a.txt' } } }];
const choices = fc.sample(anyChoice, { numRuns: 60, seed: 1 });
/** How many of them are enough. */
const ENOUGH = 3;

/** @returns why a step failed in a mailbox that is filled anew. */
async function failureOf(
	step: string,
	fields: INodeProperties[],
	choice: number[],
	scope?: string,
) {
	provider().graph.reset();
	const search = step === 'contact.findContact' ? { search: 'pat' } : {};
	const given = { ...fill(fields, choice, fillMailbox()), ...search, mailbox: '' };
	const oauthTokenData = { ...provider().tokens.issue(OWN_MAILBOX, { scope }) };
	return await runStep(step, given, { items, credentialData: { oauthTokenData } }).then(
		() => undefined,
		(error: unknown) => String(error),
	);
}

it.each(steps.filter(({ step }) => !UNTRIED.includes(step)))(
	'$step needs no others than it names',
	async ({ step, fields, permission }) => {
		const named = permission.map((one) => one.split(/[ ,]/, 1)[0]);
		const scope = [SIGN_IN, ...named].join(' ');
		let done = 0;
		for (const choice of choices) {
			if (done === ENOUGH) return;
			if ((await failureOf(step, fields, choice)) !== undefined) continue;
			expect(await failureOf(step, fields, choice, scope)).toBeUndefined();
			done += 1;
		}
		expect(done).toBeGreaterThan(0);
	},
);
