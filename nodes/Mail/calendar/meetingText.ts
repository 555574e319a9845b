import type { ItemBody } from '../email/messageProperties';
import { inFront } from '../email/quote';
import type { Event } from './event';

/** Teams begins its part of the text with a line of underscores; people do not write so many. */
const LINE = /_{40,}/;

/** The text of an event without Teams' part, which is added some time after the event was made. */
export function withoutMeetingText(text: string): string {
	const [own = ''] = text.split(LINE, 1);
	return own.trim();
}

/**
 * A new text for an event that may be an online meeting. The old text says how to join, and a text without
 * that part switches the meeting off. So that part stays below the new text, or all of the old text where
 * the part cannot be found.
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
	// Compared without its query, whose `&` HTML writes as `&amp;`.
	const [link] = (onlineMeeting?.joinUrl ?? onlineMeetingUrl ?? '').split('?');
	const mayHoldIt = link === undefined || link === '' || html.includes(link);
	return mayHoldIt && html !== '' ? html : undefined;
}
