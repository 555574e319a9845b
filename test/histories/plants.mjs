/** Faults to plant into the package's modules while they are bundled: a run that does not find them proves nothing. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** By name: what stands in a file, and what takes its place. */
export const PLANTS = {
	// A mail that becomes visible later than ten minutes is passed over.
	shortWindow: {
		file: 'nodes/Mail/watch/arrivals/window.ts',
		from: 'OVERLAP_MS = 20 * 60_000',
		to: 'OVERLAP_MS = 10 * 60_000',
	},
	// What a quiet folder held last is listed again, and no longer known.
	quietFolder: {
		file: 'nodes/Mail/watch/arrivals/window.ts',
		from: 'mail.received < start',
		to: 'mail.received < position.from',
	},
	// What waited in Junk is told from wherever it was moved to.
	anyFolder: {
		file: 'nodes/Mail/watch/arrivals/arrivals.ts',
		from: 'places.holds(mail.parentFolderId)',
		to: "mail.parentFolderId !== ''",
	},
	// One email joins a set as another one leaves it: the set looks the same.
	longTrust: {
		file: 'nodes/Mail/watch/members/watchMembers.ts',
		from: 'TRUST_MS = 10 * 60_000',
		to: 'TRUST_MS = 600 * 60_000',
	},
	// A mailbox that failed has no place any more: it begins anew.
	failedForgotten: {
		file: 'nodes/shared/watch/pollWatch.ts',
		from: '...left]',
		to: ']',
	},
	// Another filter makes another watch, which begins anew.
	filterBeginsAnew: {
		file: 'nodes/Mail/watch/arrivals/watchArrivals.ts',
		from: 'scope,\n\t\twatch',
		to: 'scope: scope + settings.searchFilter,\n\t\twatch',
	},
	// An event that was reminded of, and is moved, is not reminded of again.
	remindedOnce: {
		file: 'nodes/Mail/watch/events/compare.ts',
		from: 'known?.start === event.start && known.reminded',
		to: 'known?.reminded',
	},
	// What matches only since the conditions are others is told as updated.
	otherConditions: {
		file: 'nodes/Mail/watch/events/compare.ts',
		from: 'position.conditions === wishes.conditions && ',
		to: '',
	},
	// A contact that is moved here is not told of by a provider that keeps it to itself.
	neverReadAgain: {
		file: 'nodes/Mail/watch/contacts/view.ts',
		from: 'round && Math.abs(round.now - known.readAt) < READ_AGAIN_MS',
		to: 'round',
	},
	// What a delivery told is forgotten.
	deliveryNotKept: {
		file: 'nodes/Collection/watch/receive.ts',
		from: 'session.store(this, look.ledger);',
		to: '',
	},
	// What happened before its event was chosen is told once it is.
	chosenBefore: {
		file: 'nodes/Collection/watch/watchAccount.ts',
		from: 'events?.includes(event) ?? true',
		to: "event !== ''",
	},
	// An answer is lost: it is done again without a look.
	doneAgain: {
		file: 'nodes/shared/provider/once.ts',
		from: 'await lookUp(failure, isTriedAgain ? made : attempts)',
		to: 'undefined',
	},
	// An event whose answer was lost is said not to be made.
	eventDenied: {
		file: 'nodes/Mail/calendar/postEventOnce.ts',
		from: 'details.unanswered === true',
		to: 'details.isEndless === true',
	},
	// A draft that was there before is taken for the request whose answer was lost.
	draftTaken: {
		file: 'nodes/Collection/requests/requests.ts',
		from: "(request.status === 'draft') === (sought.status === 'draft')",
		to: "request.status !== ''",
	},
	// A change whose answer was lost is said not to be made.
	changeDenied: {
		file: 'nodes/shared/provider/request.ts',
		from: 'doesChange(request) && !failure',
		to: "request.method === 'GET' && !failure",
	},
	// A file whose answer was lost is attached again where the event cannot be read.
	attachedTwice: {
		file: 'nodes/Mail/calendar/patchEvent.ts',
		from: 'failure instanceof MayBeAttached',
		to: "failure.kind === 'policy'",
	},
	// A change of an event whose answer was lost is made again without looking, so that its attendees are told twice.
	toldTwice: {
		file: 'nodes/Mail/calendar/patchOnce.ts',
		from: 'repeatable: false',
		to: 'repeatable: true',
	},
	// A scheduled email of which nobody knows whether it waits is not taken back.
	notTakenBack: {
		file: 'nodes/Mail/email/schedule.ts',
		from: 'await deleteUnchanged(graph, await readVersion(graph, id))',
		to: "((await readVersion(graph, id)) ? ('deleted' as const) : 'gone')",
	},
	// A list of who may be written to is not looked at.
	listIgnored: {
		file: 'nodes/shared/outgoing/guard.ts',
		from: "if (who !== 'anyone') await checkPeople",
		to: "if (who === 'nobody') await checkPeople",
	},
	// What Sent Items do not show yet no longer counts a minute after it was sent.
	sentForgotten: {
		file: 'nodes/Mail/outgoing/hour.ts',
		from: '(other.isSure || isFresh(other, at))',
		to: 'isFresh(other, at)',
	},
	// A link of an earlier question of the same execution decides this one.
	anyQuestion: {
		file: 'nodes/Mail/approval/webhook.ts',
		from: 'link.question !== question.id',
		to: 'link.question === undefined',
	},
	// A draft goes out although it was changed since its review.
	changedDraft: {
		file: 'nodes/Mail/email/seal.ts',
		from: 'seals.includes(digest)',
		to: 'seals.length > 0',
	},
	// An answer still counts long after the deadline.
	longGrace: {
		file: 'nodes/Mail/approval/webhook.ts',
		from: 'GRACE_MS = 60_000',
		to: 'GRACE_MS = 600_000',
	},
	// Two answers of the same moment both count.
	everyAnswer: {
		file: 'nodes/Mail/approval/webhook.ts',
		from: 'answered.get(question.id)',
		to: "answered.get('')",
	},
};

/** The text of a file with the fault of that name. */
function faulty({ file, from, to }) {
	const text = readFileSync(join(ROOT, file), 'utf8');
	if (text.split(from).length !== 2) throw new Error(`${file} does not say once: ${from}`);
	return text.replace(from, () => to);
}

/** @throws where a file has changed so that a fault cannot be planted any more. */
export function checkPlants() {
	for (const plant of Object.values(PLANTS)) faulty(plant);
}

/** The plugin of esbuild that plants a fault. */
export function planted(name) {
	const plant = PLANTS[name];
	return {
		name: 'planted',
		setup({ onLoad }) {
			const filter = new RegExp(`${join(ROOT, plant.file).replaceAll(/[.\\]/g, '\\$&')}$`);
			onLoad({ filter }, () => ({ contents: faulty(plant), loader: 'ts' }));
		},
	};
}
