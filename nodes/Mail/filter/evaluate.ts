import type { FilterNode } from './parse';
import type { MailView } from './preparedMail';

/** Whether the mail is what the filter asks for; `now` in milliseconds since the epoch. */
export function holds(node: FilterNode, mail: MailView, now: number): boolean {
	switch (node.kind) {
		case 'condition':
			return node.holds(mail, now);
		case 'not':
			return !holds(node.node, mail, now);
		case 'and':
			return node.nodes.every((part) => holds(part, mail, now));
		case 'or':
			return node.nodes.some((part) => holds(part, mail, now));
	}
}

/** The parts of a mail that are costly to get and that this filter looks at. */
export interface FilterNeeds {
	body: boolean;
	/** Names of the attachments. */
	attachments: boolean;
	size: boolean;
}

export function needsOf(node: FilterNode): FilterNeeds {
	switch (node.kind) {
		case 'condition':
			return {
				body: node.property === 'body' || node.property === 'any',
				attachments: node.property === 'attachment',
				size: node.property === 'size',
			};
		case 'not':
			return needsOf(node.node);
		case 'and':
		case 'or': {
			const parts = node.nodes.map(needsOf);
			return {
				body: parts.some(({ body }) => body),
				attachments: parts.some(({ attachments }) => attachments),
				size: parts.some(({ size }) => size),
			};
		}
	}
}
