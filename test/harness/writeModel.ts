import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import type { Mailbox } from '../simulator/graph/mailbox';
import { OWN_MAILBOX } from './account';
import { COLLECTION_WRITES } from './collectionWrites';
import { connectedCredential } from './credentialsHelper';
import { locator } from './locator';
import type { SendBench, SendOutcome } from './sendModel';
import { planTrouble } from './sendModel';

/*
 * Histories of steps that make or change something other than an email that leaves: answers are lost, requests fail, n8n
 * repeats what failed. What docs/mail.md promises has to hold, at Content Snare too: what is said to be done was done
 * once; of what is said not to be done, nothing was made; and where nobody can tell, the step says so.
 */

/** Runs of a history, at most. */
const MOST_RUNS = 10;
const MOST_TRIES = 3;
const ANN = 'ann@contoso.com';
const TIMES = {
	start: { dateTime: '2027-03-03T10:00:00', timeZone: 'UTC' },
	end: { dateTime: '2027-03-03T11:00:00', timeZone: 'UTC' },
};
/** How an error says that nobody can tell. */
const OPEN = /may (?:or may not )?(?:have (?:been|taken)|exist|be in its)|attachments were added/;

/** A step, by resource and operation, and how often what it does was done. */
export interface Write {
	step: string;
	parameters: INodeParameters;
	count(): number;
}

const archive = locator('name', 'Archive');

/** What can be written, each time to something of its own. @param name that nothing else has. */
const WRITES: Array<(name: string, mailbox: Mailbox) => Write> = [
	(name, { calendar }) => ({
		step: 'calendar.createEvent',
		parameters: { subject: name, start: '2027-03-03T10:00', attendees: ANN },
		count: () => calendar.events.filter(({ subject }) => subject === name).length,
	}),
	(name, { calendar }) => ({
		step: 'calendar.createCalendar',
		parameters: { name },
		count: () => calendar.calendars.filter((one) => one.name === name).length,
	}),
	(name, { calendar }) => {
		const event = calendar.seed({ subject: name, attendees: [ANN], ...TIMES });
		return {
			step: 'calendar.forwardEvent',
			parameters: { eventId: locator('id', event.id), to: 'bob@contoso.com', comment: name },
			count: () =>
				calendar.notices.filter(({ kind, comment }) => kind === 'forward' && comment === name)
					.length,
		};
	},
	(name, { calendar }) => {
		const event = calendar.seed({ subject: 'Old', attendees: [ANN], ...TIMES });
		const added = 'bob@contoso.com';
		return {
			step: 'calendar.updateEvent',
			parameters: { eventId: locator('id', event.id), subject: name, attendees: added },
			// How often its attendees were told.
			count: () =>
				event.subject === name &&
				event.attendees.some(({ emailAddress }) => emailAddress.address === added)
					? calendar.notices.filter(({ eventId }) => eventId === event.id).length
					: 0,
		};
	},
	(name, { calendar }) => {
		const event = calendar.seed({ subject: name, ...TIMES });
		const otherAttachments = { textFiles: [{ fileName: 'plan.txt', content: name }] };
		return {
			step: 'calendar.updateEvent',
			parameters: { eventId: locator('id', event.id), options: { otherAttachments } },
			count: () => event.attachments.length,
		};
	},
	(name, { calendar }) => {
		const event = calendar.seed({ subject: name, ...TIMES });
		return {
			step: 'calendar.snoozeOrDismissReminder',
			parameters: {
				eventId: locator('id', event.id),
				reminder: 'snooze',
				remindAt: '2027-03-03T09:00',
			},
			count: () => Number(event.reminder !== undefined),
		};
	},
	(name, { contacts }) => ({
		step: 'contact.createContact',
		parameters: { givenName: name },
		count: () => contacts.contacts.filter(({ fields }) => fields.givenName === name).length,
	}),
	(name, { contacts }) => ({
		step: 'contact.upsertContact',
		parameters: { email: `${name}@fabrikam.com`, givenName: name },
		count: () => contacts.contacts.filter(({ fields }) => fields.givenName === name).length,
	}),
	(name, mailbox) => ({
		step: 'email.createFolder',
		parameters: { name },
		count: () => mailbox.folders.filter(({ displayName }) => displayName === name).length,
	}),
	(name, mailbox) => ({
		step: 'email.createLabel',
		parameters: { name },
		count: () => mailbox.categories.filter(({ displayName }) => displayName === name).length,
	}),
	(name, mailbox) => ({
		step: 'advanced.createRule',
		parameters: { name, conditions: { everyEmail: true }, actions: { markAsRead: true } },
		count: () => mailbox.rules.filter(({ displayName }) => displayName === name).length,
	}),
	(name, mailbox) => ({
		step: 'email.copyEmail',
		parameters: { messageId: mailCalled(name, mailbox), folder: archive },
		count: () => mailbox.messages.filter(({ subject }) => subject === name).length - 1,
	}),
	(name, mailbox) => ({
		step: 'email.moveEmail',
		parameters: { messageId: mailCalled(name, mailbox), folder: archive },
		count: () => countIn('archive', name, mailbox),
	}),
	(name, mailbox) => ({
		step: 'email.deleteEmail',
		parameters: { messageId: mailCalled(name, mailbox), permanently: true },
		count: () => Number(!mailbox.messages.some(({ subject }) => subject === name)),
	}),
	(name, mailbox) => ({
		step: 'email.restoreEmail',
		parameters: { messageId: mailCalled(name, mailbox, 'deleteditems') },
		count: () => countIn('inbox', name, mailbox),
	}),
	(name, mailbox) => {
		mailbox.addCategory(name);
		const messageId = mailCalled(name, mailbox);
		return {
			step: 'email.addLabel',
			parameters: { messageId, label: name },
			count: () => mailbox.messages.filter(({ categories }) => categories.includes(name)).length,
		};
	},
];

function mailCalled(subject: string, mailbox: Mailbox, folder = 'inbox') {
	return locator('id', mailbox.deliver({ subject, from: ANN }, { folder }).immutableId);
}

function countIn(folder: string, name: string, mailbox: Mailbox): number {
	const { id } = mailbox.folder(folder);
	return mailbox.messages.filter((one) => one.subject === name && one.parentFolderId === id).length;
}

/** @param random decides what happens. */
export async function playWrites(
	random: () => number,
	{ simulator, clock, stage }: SendBench,
): Promise<Omit<SendOutcome, 'sent'>> {
	const broken: string[] = [];
	const log: string[] = [];
	const below = (count: number) => Math.floor(random() * count);
	const mailbox = simulator.graph.mailbox(OWN_MAILBOX);
	const connect = {
		mail: () => connectedCredential('mailOAuth2Api', simulator, OWN_MAILBOX),
		collection: () => connectedCredential('collectionOAuth2Api', simulator, 'collection'),
	};
	// What the package remembers of an account must not reach into the same history, played again.
	const account = randomUUID();
	const runs = 1 + below(MOST_RUNS);
	for (let number = 1; number <= runs; number++) {
		const kind = below(WRITES.length + COLLECTION_WRITES.length);
		const name = `thing${number}`;
		const write =
			WRITES[kind]?.(name, mailbox) ??
			COLLECTION_WRITES[kind - WRITES.length]?.(name, simulator.collection);
		if (!write) continue;
		const node = kind < WRITES.length ? 'mail' : 'collection';
		const [resource = '', operation = ''] = write.step.split('.');
		const tries = 1 + below(MOST_TRIES);
		log.push(`run ${number}: ${write.step}, ${tries} tries`);
		planTrouble(simulator.faults, random, (what) => log.push(what));
		const error = await stage
			.runStep({
				node,
				simulator,
				clock,
				parameters: { resource, operation, ...write.parameters },
				items: [{ json: {} }],
				credential: connect[node](),
				credentialId: account,
				executionId: `execution-${number}`,
				tries,
				continueOnFail: false,
				life: new AbortController().signal,
			})
			.then(
				() => undefined,
				(thrown: unknown) =>
					`${String(thrown)} ${String(Reflect.get(Object(thrown), 'description'))}`,
			);
		simulator.faults.clear();
		const count = write.count();
		log.push(`said: ${error ?? 'done'}; done ${count} times`);
		const isWrong = error === undefined ? count !== 1 : count > (OPEN.test(error) ? 1 : 0);
		if (isWrong) broken.push(`run ${number}: ${write.step} is told wrongly, done ${count} times`);
	}
	return { broken, log };
}
