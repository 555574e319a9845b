import type { HttpRequest } from '../http/request';
import { matchPath } from './matchPath';

/** Somebody whom a request names, and where. */
export interface Person {
	/** Undefined where there is only a name, or nothing: nobody can say who that is. */
	address: string | undefined;
	/** As people read it, such as `a recipient in To`. */
	as: string;
	/** For a person who is not written to, but stands for the mailbox: as its sender, or to be answered in its place. */
	stands?: 'asSender' | 'forAnswers';
}

export interface Reached {
	/** Those who get something by the request, now or later without another request. */
	told?: Person[];
	/** Those who are only named: in what a person may send later, or as somebody to write to from then on. */
	named?: Person[];
}

/** How something is deleted: with a place to take it back from, or without. */
export type Deletion = 'recoverably' | 'forGood';

/**
 * What goes on by itself afterwards: whoever writes is answered, or only those of the organization; or a rule of the
 * mailbox forwards, answers and deletes emails.
 */
export type Standing = 'answersAnybody' | 'answersOrganization' | 'rule';

/** How a draft leaves. */
export interface Departure {
	/** When it leaves by itself once it is sent, in milliseconds since the epoch; undefined for at once. */
	sendTime?: number;
	/** Its Message-ID, which its copy has too, even under another ID. */
	messageId?: string;
}

/** What a request does to others, and deletes. A policy looks up only what it needs. */
export interface Effects {
	reaches?(): Promise<Reached> | Reached;
	/** Addresses of those whom it answers. */
	answers?(): Promise<string[]>;
	/** Whether the provider verified them; left out where it does not tell. */
	areVerified?(): Promise<boolean>;
	/** An email leaves: `always`, or when somebody is told. */
	sends?: 'always' | 'whenTold';
	/** The ID of the draft that it sends. */
	draft?: string;
	/** How that draft leaves. */
	leaves?(): Promise<Departure>;
	deletes?(): Promise<Deletion | undefined> | Deletion;
	/** An event is declined, and so leaves the calendar: no rule about deletions holds that. */
	declines?: true;
	/** What goes on by itself afterwards, where no rule can look at it any more. */
	standing?: Standing;
	/** A contact is made, changed or deleted, from which others take addresses. */
	isOfContact?: boolean;
	/** Why nobody can say whom it reaches; undefined where that can be said. */
	unclear?(): Promise<string | undefined> | string | undefined;
}

/**
 * A request that writes, and what it does. An operation lists those that it may make in its `effects`.
 * @typeParam Asked The request as it is made, with what its path names.
 */
export interface Write<Asked> {
	/** Method and path, where `:name` stands for an ID. */
	request: `${HttpRequest['method']} ${string}`;
	/** As it stands in a refusal. */
	what?: string;
	/** For a write without effects: the properties that an API Call may set. */
	properties?: readonly string[];
	/** It can reach people as soon as it is made, so that n8n shows a notice in the step. */
	reachesPeople?: true;
	/** Left out for a write that changes nothing but the account itself, and deletes nothing. */
	effects?(asked: Asked): Effects;
}

/** A request that writes, what it is called in a refusal, and what it does. */
export function write<Asked>(
	request: Write<Asked>['request'],
	what: string,
	effects: (asked: Asked) => Effects,
): Write<Asked> {
	return { request, what, effects };
}

/** A write that can reach people as soon as it is made. */
export function telling<Asked>(...given: Parameters<typeof write<Asked>>): Write<Asked> {
	return { ...write(...given), reachesPeople: true };
}

/**
 * The write that a request is, and the IDs that its path names; undefined for one that is not listed.
 * @param path As in the writes, without a query.
 */
export function findWrite<One extends Pick<Write<never>, 'request'>>(
	writes: readonly One[],
	method: string,
	path: string,
): { write: One; ids: Record<string, string> } | undefined {
	for (const write of writes) {
		const [own, pattern = ''] = write.request.split(' ');
		const ids = own === method ? matchPath(pattern, path) : undefined;
		if (ids) return { write, ids };
	}
	return undefined;
}
