import { z } from 'zod';
import type { ApiAnswer } from '../exchange';
import { supportedZones, toIana } from './calendar/zones';
import { type GraphCall, type GraphRoutes, hasScope, readBody } from './call';
import { accessDenied } from './problem';

const settingsSchema = z
	.object({
		timeZone: z.string().optional(),
		dateFormat: z.string().optional(),
		timeFormat: z.string().optional(),
		'@odata.type': z.string().optional(),
	})
	.strict();

function checkSettings(call: GraphCall, access: 'Read' | 'ReadWrite'): void {
	const scopes = ['MailboxSettings.ReadWrite'];
	if (access === 'Read') scopes.push('MailboxSettings.Read');
	// Consumer mailboxes gave 403, and so do those of others (graph.md 8, 13).
	const refused = call.mailbox.personal || call.mailbox !== call.caller;
	if (refused || !hasScope(call, ...scopes)) throw accessDenied();
}

function zonesAnswer(call: GraphCall, standard: 'windows' | 'iana'): ApiAnswer {
	checkSettings(call, 'Read');
	return {
		status: 200,
		body: {
			'@odata.context': `${call.root}/$metadata#Collection(microsoft.graph.timeZoneInformation)`,
			value: supportedZones(standard).map((alias) => ({ alias, displayName: alias })),
		},
	};
}

/** Handlers for the mailbox's settings. Sources: graph.md 10, 13. */
export const settingsRoutes: GraphRoutes = {
	'GET /mailboxSettings': (call) => {
		checkSettings(call, 'Read');
		const context = `${call.root}/$metadata#users/mailboxSettings`;
		return { status: 200, body: { '@odata.context': context, ...call.mailbox.settings } };
	},
	'GET /mailboxSettings/timeZone': (call) => {
		checkSettings(call, 'Read');
		return { status: 200, body: { value: call.mailbox.settings.timeZone } };
	},
	'PATCH /mailboxSettings': (call) => {
		checkSettings(call, 'ReadWrite');
		const { timeZone, dateFormat, timeFormat } = readBody(call, settingsSchema);
		if (timeZone !== undefined) toIana(timeZone);
		const { settings } = call.mailbox;
		settings.timeZone = timeZone ?? settings.timeZone;
		settings.dateFormat = dateFormat ?? settings.dateFormat;
		settings.timeFormat = timeFormat ?? settings.timeFormat;
		return { status: 200, body: settings };
	},
	'GET /outlook/supportedTimeZones': (call) => zonesAnswer(call, 'windows'),
	'GET /outlook/supportedTimeZones()': (call) => zonesAnswer(call, 'windows'),
	"GET /outlook/supportedTimeZones(TimeZoneStandard=microsoft.graph.timeZoneStandard'Windows')": (
		call,
	) => zonesAnswer(call, 'windows'),
	"GET /outlook/supportedTimeZones(TimeZoneStandard=microsoft.graph.timeZoneStandard'Iana')": (
		call,
	) => zonesAnswer(call, 'iana'),
};
