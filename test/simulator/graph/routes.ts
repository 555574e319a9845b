import type { GraphRoutes } from './call';
import { attachmentRoutes } from './mail/attachments';
import { categoryRoutes } from './mail/categories';
import { folderRoutes } from './mail/folders';
import { messageRoutes } from './mail/messages';
import { sendingRoutes } from './mail/sending';
import { userRoutes } from './user';

/** Everything the simulated Graph answers below `/me` and `/users/{id}`; the rest is 501. */
export const graphRoutes: GraphRoutes[] = [
	userRoutes,
	messageRoutes,
	folderRoutes,
	categoryRoutes,
	attachmentRoutes,
	sendingRoutes,
];
