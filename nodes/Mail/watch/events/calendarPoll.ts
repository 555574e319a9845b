import type { PollStart } from '../../../shared/watch/pollInTurn';
import type { GraphClient } from '../../graph/types';
import type { FailedPolls } from '../attempts';
import type { CalendarSettings } from './fields';
import type { Wishes } from './wishes';

export interface CalendarPoll extends PollStart {
	graph: GraphClient;
	settings: CalendarSettings;
	/** The default calendar when undefined. */
	calendarId: string | undefined;
	/** Names the calendar. */
	scope: string;
	wishes: Wishes;
	/** By the ID of an event, or by its key where it is not in view. */
	failedPolls: FailedPolls;
	/** What reading an event waits for, so that many of them do not hold the event loop. */
	pause(): Promise<void>;
}
