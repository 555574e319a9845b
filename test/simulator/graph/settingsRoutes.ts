import { z } from 'zod';
import type { ApiAnswer } from '../exchange';
import { supportedZones, toIana, toInstant } from './calendar/zones';
import { checkSettings, type GraphCall, type GraphRoutes, readBody } from './call';
import { badRequest } from './problem';
import { caseless } from './schemas';
import type { AutomaticReplies } from './settings';

const timeSchema = z.object({ dateTime: z.string(), timeZone: z.string() }).strict();

/** https://learn.microsoft.com/graph/api/resources/automaticrepliessetting */
const repliesSchema = z
	.object({
		status: caseless(['disabled', 'alwaysEnabled', 'scheduled']),
		externalAudience: caseless(['none', 'contactsOnly', 'all']),
		internalReplyMessage: z.string(),
		externalReplyMessage: z.string(),
		scheduledStartDateTime: timeSchema,
		scheduledEndDateTime: timeSchema,
	})
	.partial()
	.strict();

const settingsSchema = z
	.object({
		automaticRepliesSetting: repliesSchema.optional(),
		timeZone: z.string().optional(),
		dateFormat: z.string().optional(),
		timeFormat: z.string().optional(),
		'@odata.type': z.string().optional(),
	})
	.strict();

/**
 * The replies with what is to be changed of them: what is left out stays
 * (https://learn.microsoft.com/graph/api/user-update-mailboxsettings, example 1). Only a range that is ahead
 * is taken (the same page); the code for a bad one is that of Exchange's own interface (fact: reply-range-code).
 */
function changedReplies(
	call: GraphCall,
	current: AutomaticReplies,
	changes: z.output<typeof repliesSchema>,
): AutomaticReplies {
	const replies = { ...current, ...changes };
	if (call.mailbox.repliesByRangeAlone) {
		const staysOn = current.status === 'scheduled' && !changes.scheduledEndDateTime;
		if (changes.status === 'disabled' && staysOn) return { ...replies, status: 'scheduled' };
		if (changes.status === 'alwaysEnabled') return { ...replies, status: 'disabled' };
	}
	if (replies.status !== 'scheduled') return replies;
	const start = toInstant(replies.scheduledStartDateTime);
	const end = toInstant(replies.scheduledEndDateTime);
	if (start >= call.now && end > start) return replies;
	const isGeneric = call.world.readings.is({ fact: 'reply-range-code', as: 'generic' });
	throw badRequest(
		'The duration is not valid.',
		isGeneric ? 'ErrorInvalidArgument' : 'ErrorInvalidScheduledOofDuration',
	);
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

/** Handlers for the mailbox's settings. fact: automatic-replies. */
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
		const input = readBody(call, settingsSchema);
		const { timeZone, dateFormat, timeFormat, automaticRepliesSetting } = input;
		if (timeZone !== undefined) toIana(timeZone);
		const { settings } = call.mailbox;
		settings.timeZone = timeZone ?? settings.timeZone;
		settings.dateFormat = dateFormat ?? settings.dateFormat;
		settings.timeFormat = timeFormat ?? settings.timeFormat;
		if (automaticRepliesSetting) {
			const { automaticRepliesSetting: current } = settings;
			const replies = changedReplies(call, current, automaticRepliesSetting);
			settings.automaticRepliesSetting = replies;
		}
		// Only what was changed comes back (the same page), by the harder reading as it was asked (fact: replies-left).
		const changed = Object.entries({
			...settings,
			automaticRepliesSetting: { ...settings.automaticRepliesSetting, ...automaticRepliesSetting },
		}).filter(([name]) => name in input);
		return { status: 200, body: Object.fromEntries(changed) };
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
