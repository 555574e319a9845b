import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ObservableObject } from 'n8n-workflow';
import type { Cursor, ListedMail } from '../../../../nodes/Mail/trigger/cursor';
import {
	addSeen,
	isSeen,
	notAhead,
	readCursor,
	saveCursor,
	startCursor,
} from '../../../../nodes/Mail/trigger/cursor';
import { MAX_FAILED } from '../../../../nodes/Mail/trigger/deliver';
import { MAX_WAITING } from '../../../../nodes/Mail/trigger/settle';

const NOON = Date.parse('2026-03-02T12:00:00Z');

/** An immutable ID's length, as Exchange makes them. */
const idOf = (index: number) => `AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A${'x'.repeat(100)}${index}`;

const mailAt = (index: number, received: number): ListedMail => ({ id: idOf(index), received });

describe('cursor', () => {
	it('is read as it was saved, through JSON', () => {
		const mails = fc.array(
			fc.record({ id: fc.string({ minLength: 1 }), received: fc.nat(3_600_000) }),
		);
		fc.assert(
			fc.property(mails, fc.nat(3_600_000), (listed, start) => {
				const seenMails = listed.map(({ id, received }) => ({ id, received: NOON + received }));
				const cursor: Cursor = {
					...startCursor('scope', NOON),
					since: NOON + start,
					seen: addSeen(new Map(), seenMails, NOON),
					failed: seenMails.slice(0, 2).map((mail) => ({ ...mail, attempts: 3 })),
					waiting: seenMails.slice(2, 4),
					mark: {
						of: 'places',
						start: NOON,
						at: NOON + 1_000,
						confirmed: NOON + 2_000,
						peeks: [{ count: 2, newest: NOON }],
					},
				};
				const saved: unknown = JSON.parse(JSON.stringify(saveCursor(cursor)));
				expect(readCursor(saved)).toEqual({ state: 'sound', cursor });
				for (const mail of seenMails) expect(isSeen(cursor, mail)).toBe(true);
			}),
		);
	});

	it('is read as it was saved, whatever dates it holds', () => {
		const date = fc.date({ noInvalidDate: true }).map(Number);
		// Those of Graph, which an offset may carry beyond the years of four digits.
		const edges = [
			'0001-01-01T00:00:00+14:00',
			'3871-05-01T00:00:00Z',
			'9999-12-31T23:59:59-14:00',
		];
		const moment = fc.oneof(date, fc.constantFrom(...edges.map((text) => Date.parse(text))));
		fc.assert(
			fc.property(fc.array(moment, { minLength: 7, maxLength: 7 }), (moments) => {
				const [since = 0, from = 0, ...received] = moments;
				const mails = received.map((one, index) => mailAt(index, one));
				const [start = 0, at = 0, confirmed = 0] = received;
				const cursor: Cursor = {
					...startCursor('scope', from),
					since,
					seen: addSeen(new Map(), mails, -Infinity),
					failed: mails.map((mail) => ({ ...mail, attempts: 1 })),
					waiting: mails,
					mark: { of: 'places', start, at, confirmed, peeks: [] },
				};
				const saved: unknown = JSON.parse(JSON.stringify(saveCursor(cursor)));
				expect(readCursor(saved)).toEqual({ state: 'sound', cursor });
			}),
		);
	});

	it('stays under 64 KB at 10,000 mails an hour', () => {
		// Twenty minutes of overlap, and the minute that is under way.
		const count = Math.ceil((10_000 / 60) * 21);
		const mails = Array.from({ length: count }, (_, index) =>
			mailAt(index, NOON + Math.floor((index * 3_600_000) / 10_000)),
		);
		const cursor: Cursor = {
			...startCursor('scope', NOON),
			seen: addSeen(new Map(), mails, NOON),
			failed: mails.slice(0, MAX_FAILED).map((mail) => ({ ...mail, attempts: 4 })),
			waiting: mails.slice(0, MAX_WAITING),
		};
		const bytes = Buffer.byteLength(JSON.stringify(saveCursor(cursor)));
		expect(count).toBe(3_500);
		expect(bytes).toBeLessThan(64 * 1024);
	});

	it('is read as it was saved, from the object in which n8n keeps it', () => {
		const mails = [mailAt(1, NOON), mailAt(2, NOON + 60_000)];
		const cursor = { ...startCursor('scope', NOON), seen: addSeen(new Map(), mails, NOON) };
		const kept: IDataObject = ObservableObject.create({});
		kept.cursor = saveCursor(cursor);
		expect(readCursor(kept.cursor)).toEqual({ state: 'sound', cursor });
	});

	it('forgets minutes that lie wholly before the window', () => {
		const early = mailAt(1, NOON);
		const late = mailAt(2, NOON + 60_000);
		const seen = addSeen(addSeen(new Map(), [early, late], NOON), [], NOON + 60_000);
		expect([isSeen({ seen }, early), isSeen({ seen }, late)]).toEqual([false, true]);
	});

	it('does not remember mail of minutes that lie wholly before the window', () => {
		const mails = [mailAt(1, NOON - 1), mailAt(2, NOON)];
		const seen = addSeen(new Map(), mails, NOON + 59_999);
		expect(mails.map((mail) => isSeen({ seen }, mail))).toEqual([false, true]);
	});

	it('is none where nothing was saved', () => {
		expect(readCursor(undefined)).toEqual({ state: 'none' });
		expect(readCursor(null)).toEqual({ state: 'none' });
	});

	it('is damaged where the saved state is not what was written, and keeps what can be read', () => {
		const saved = saveCursor(startCursor('scope', NOON));
		const damaged = [
			{ ...saved, seen: { '29550000': 'too short' } },
			{ ...saved, seen: 'lost' },
			{ ...saved, failed: [{ id: '', received: saved.since, attempts: 1 }] },
			{ ...saved, v: 2 },
			{ ...saved, waiting: Array(5_000).fill({ id: 'x', received: saved.since }) },
			{ ...saved, from: '-271821-04-19T00:00:00.000Z' },
			{ ...saved, from: `${saved.from} ` },
			{ ...saved, from: `0${saved.from}` },
			{ ...saved, seen: { noon: '' } },
			{ ...saved, seen: { '1.5': '' } },
			{ ...saved, failed: [{ id: 'x', received: saved.since, attempts: 0 }] },
			{ ...saved, failed: [{ id: 'x', received: saved.since, attempts: 1.5 }] },
			{ ...saved, failed: Array(101).fill({ id: 'x', received: saved.since, attempts: 1 }) },
			{ ...saved, waiting: Array(101).fill({ id: 'x', received: saved.since }) },
			{ ...saved, deliveries: -1 },
			{ ...saved, deliveries: 0.5 },
			{ ...saved, mark: { of: 'places', start: saved.since, at: saved.since } },
		];
		for (const state of damaged) {
			expect(readCursor(state)).toEqual({ state: 'damaged', since: NOON });
		}
		expect(readCursor({ ...saved, since: 'yesterday' })).toEqual({ state: 'damaged' });
		expect(readCursor('{"v":1')).toEqual({ state: 'damaged' });
		expect(readCursor([])).toEqual({ state: 'damaged' });
	});

	it('of an older version has no deliveries, and a mark that was seen when it was taken', () => {
		const mark = {
			of: 'places',
			start: NOON,
			at: NOON + 1_000,
			confirmed: NOON + 9_000,
			peeks: [],
		};
		const { deliveries, ...saved } = saveCursor({ ...startCursor('scope', NOON), mark });
		delete saved.mark?.confirmed;
		expect(deliveries).toBe(0);
		expect(readCursor(saved)).toMatchObject({
			state: 'sound',
			cursor: { deliveries: 0, mark: { at: NOON + 1_000, confirmed: NOON + 1_000 } },
		});
	});

	it('is saved with the first or last date there is where its moment is none', () => {
		expect(saveCursor(startCursor('scope', Infinity)).since).toBe('+275760-09-13T00:00:00.000Z');
		expect(saveCursor(startCursor('scope', -Infinity)).since).toBe('-271821-04-20T00:00:00.000Z');
	});

	it("that is ahead of the provider's clock by more than the margin begins now", () => {
		const mark = { of: 'places', start: NOON, at: NOON, confirmed: NOON, peeks: [] };
		const cursor = { ...startCursor('scope', NOON), mark };
		const at = (more: Partial<Cursor>) => notAhead({ ...cursor, ...more }, NOON, 1_000);
		const sound = { since: NOON + 1_000, from: NOON + 1_000, mark };
		expect(at(sound)).toEqual({ ...cursor, ...sound });
		expect(at({ mark: undefined })).toEqual({ ...cursor, mark: undefined });
		const ahead = NOON + 1_001;
		for (const more of [
			{ since: ahead },
			{ from: ahead },
			...(['start', 'at', 'confirmed'] as const).map((name) => ({
				mark: { ...mark, [name]: ahead },
			})),
		]) {
			expect(at(more)).toMatchObject({ since: NOON, from: NOON, mark: undefined });
		}
		expect(at({ since: NOON - 5, from: ahead })).toMatchObject({ since: NOON - 5, from: NOON });
	});

	it('never throws, whatever was saved', () => {
		fc.assert(
			fc.property(fc.anything(), (saved) => {
				expect(['none', 'damaged', 'sound']).toContain(readCursor(saved).state);
			}),
		);
	});
});
