import { calendarRoutes } from './calendar/calendars';
import { deltaRoutes } from './calendar/delta';
import { eventRoutes } from './calendar/events';
import { scheduleRoutes } from './calendar/schedule';
import type { GraphRoutes } from './call';
import { contactRoutes } from './contacts/contacts';
import { contactDeltaRoutes } from './contacts/delta';
import { attachmentRoutes } from './mail/attachments';
import { categoryRoutes } from './mail/categories';
import { messageDeltaRoutes } from './mail/delta';
import { folderRoutes } from './mail/folders';
import { messageRoutes } from './mail/messages';
import { ruleRoutes } from './mail/rules';
import { sendingRoutes } from './mail/sending';
import { meetingRoutes } from './meetingRoutes';
import { peopleRoutes } from './people';
import { settingsRoutes } from './settingsRoutes';
import { userRoutes } from './user';

/** Everything the simulated Graph answers below `/me` and `/users/{id}`; the rest is 501. */
export const graphRoutes: GraphRoutes[] = [
	userRoutes,
	messageRoutes,
	messageDeltaRoutes,
	folderRoutes,
	categoryRoutes,
	attachmentRoutes,
	ruleRoutes,
	sendingRoutes,
	eventRoutes,
	deltaRoutes,
	calendarRoutes,
	scheduleRoutes,
	contactRoutes,
	contactDeltaRoutes,
	settingsRoutes,
	meetingRoutes,
	peopleRoutes,
];
