import fc from 'fast-check';
import { DateTime } from 'luxon';
import { decode, toStatus, toView } from '../../../../nodes/Mail/calendar/slots';

const start = DateTime.fromISO('2026-03-03T08:00:00', { zone: 'utc' });
const span = (minutes: number) => ({ start, end: start.plus({ minutes }) });

describe('the slots of an availability view', () => {
	it('become words, with equal neighbours joined and the last one cut at the end', () => {
		const blocks = decode('00112234', span(220), 30, 'Europe/Vienna');
		expect(
			blocks.map(({ start: from, end, status }) => [
				from.toFormat('HH:mm'),
				end.toFormat('HH:mm'),
				status,
			]),
		).toEqual([
			['09:00', '10:00', 'free'],
			['10:00', '11:00', 'tentative'],
			['11:00', '12:00', 'busy'],
			['12:00', '12:30', 'outOfOffice'],
			['12:30', '12:40', 'workingElsewhere'],
		]);
	});

	it('take an unknown sign for unknown, and pass over what lies behind the end', () => {
		expect(decode('x2', span(30), 30, 'UTC').map(({ status }) => status)).toEqual(['unknown']);
		expect(decode('', span(30), 30, 'UTC')).toEqual([]);
	});

	it('cover the whole span without gap or overlap, and say the same when written again', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[0-4]{1,60}$/),
				fc.integer({ min: 5, max: 1_440 }),
				(view, slotMinutes) => {
					const whole = span(view.length * slotMinutes);
					const blocks = decode(view, whole, slotMinutes, 'UTC');
					for (const [index, block] of blocks.entries()) {
						expect(+block.start).toBe(+(blocks[index - 1]?.end ?? whole.start));
						expect(block.status).not.toBe(blocks[index - 1]?.status);
					}
					expect(+(blocks.at(-1)?.end ?? 0)).toBe(+whole.end);
					expect(toView(blocks, whole, slotMinutes)).toBe(view);
				},
			),
		);
	});

	it('show the strongest of what meets in a slot', () => {
		const block = (status: 'busy' | 'outOfOffice' | 'workingElsewhere') => ({
			start: start.plus({ minutes: 10 }),
			end: start.plus({ minutes: 20 }),
			status,
		});
		const all = [block('workingElsewhere'), block('outOfOffice'), block('busy')];
		const valid = all.filter((one): one is never => one.start.isValid && one.end.isValid);
		expect(toView(valid, span(60), 30)).toBe('30');
		expect(toView(valid.slice(0, 1), span(60), 30)).toBe('40');
	});
});

describe('toStatus', () => {
	it.each([
		['oof', 'outOfOffice'],
		['busy', 'busy'],
		['workingElsewhere', 'workingElsewhere'],
		['constructor', 'unknown'],
		[undefined, 'unknown'],
	])('reads %s as %s', (word, status) => {
		expect(toStatus(word)).toBe(status);
	});
});
