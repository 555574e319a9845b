/** A poll that is under way. */
export interface Turn {
	/** False once a later poll took its place: what it found must not be delivered. */
	isCurrent(): boolean;
	end(): void;
}

interface Running {
	startedAt: number;
}

/**
 * Polls under way in this process, by trigger. n8n starts a poll while the one before still runs,
 * and both would deliver the same mail.
 */
const running = new Map<string, Running>();

/**
 * Asks for the turn to poll.
 * @param trigger names the trigger.
 * @param patience how long the turn of another poll counts, in milliseconds; after that it is lost.
 * @param takeOver take the turn in any case, for the first poll of an activation.
 * @returns undefined while another poll has the turn.
 */
export function takeTurn(trigger: string, patience: number, takeOver: boolean): Turn | undefined {
	const now = Date.now();
	const other = running.get(trigger);
	if (other && !takeOver && Math.abs(now - other.startedAt) < patience) return undefined;
	const mine = { startedAt: now };
	running.set(trigger, mine);
	return {
		isCurrent: () => running.get(trigger) === mine,
		end() {
			if (running.get(trigger) === mine) running.delete(trigger);
		},
	};
}
