import type { ItemBody } from '../email/messageProperties';
import { inFront } from '../email/quote';
import type { Event } from './event';

/** Teams begins its part of the text with a line of underscores; so many are no accident. */
const LINE = /_{40,}/;

/** The text of an event without how to join, which is added to it some time after it was made. */
export function withoutMeetingText(text: string): string {
	const [own = ''] = text.split(LINE, 1);
	return own.trim();
}

/**
 * A new text for an event that may be an online meeting. How to join stands in the text itself, and
 * a text without it switches the meeting off: that part stays below the new text. Where it cannot be
 * told from the rest, the whole old text stays.
 * @param current With its body, as HTML.
 * @see https://learn.microsoft.com/graph/api/event-update (body property and online meetings)
 */
export function keepMeetingText(own: ItemBody, current: Event): ItemBody {
	const joining = current.isOnlineMeeting ? joiningText(current) : undefined;
	return joining === undefined ? own : inFront(own, { contentType: 'html', content: joining });
}

function joiningText({ body, onlineMeeting, onlineMeetingUrl }: Event): string | undefined {
	const html = body?.content ?? '';
	const line = LINE.exec(html);
	if (line) return html.slice(Math.max(0, html.lastIndexOf('<div', line.index)));
	// Without its query, which HTML writes in another way.
	const [link] = (onlineMeeting?.joinUrl ?? onlineMeetingUrl ?? '').split('?');
	const mayHoldIt = link === undefined || link === '' || html.includes(link);
	return mayHoldIt && html !== '' ? html : undefined;
}
