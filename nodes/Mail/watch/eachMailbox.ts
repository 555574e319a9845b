import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';
import { z } from 'zod';
import { withoutSignatures } from '../../shared/step/withoutSignatures';
import { shortHash } from '../../shared/text/shortHash';
import type { PollStart } from '../../shared/watch/pollInTurn';
import type { Opened, WatchedPlace } from '../../shared/watch/pollWatch';
import type { Loaded } from '../../shared/watch/watch';
import { accountTypeOf, connectGraph } from '../connectGraph';
import { asSeen } from '../email/messageOutput';
import type { GraphClient } from '../graph/types';
import type { MailWrite } from '../outgoing/writes';

export interface WatchedMailbox {
	graph: GraphClient;
	/** Names the account and the mailbox. */
	scope: string;
	/** Who signed in, whose mailbox it is; undefined for a mailbox that is named, or where nothing tells. */
	owner?: Owner;
}

interface Owner {
	/** For all applications and for good. */
	id: string;
	/**
	 * In milliseconds since the epoch, or earlier by as long as a token holds: a refresh may bring a newer time. 0 where
	 * nothing tells.
	 */
	signedInAt: number;
}

/**
 * The mailboxes that a trigger watches side by side, each as a place of its own. Where the field names them, each item
 * has its mailbox in `mailbox`. Where the credential is for agents, items show what those of its steps would.
 * @param mailboxes what the field names; empty for the account's own mailbox.
 */
export async function eachMailbox<Happening, Extra, Memory>(
	{ context, clock, budget }: PollStart,
	mailboxes: string[],
	open: (watched: WatchedMailbox, memory: Memory) => Promise<Opened<Happening, Extra>>,
	effects: readonly MailWrite[] = [],
): Promise<Array<WatchedPlace<Happening, Extra, Memory>>> {
	const { signal } = budget;
	const areSeveral = mailboxes.length > 1;
	const deadline = areSeveral ? budget.sharedDeadline : budget.deadline;
	const account = await connectGraph(context, { effects, deadline, signal, clock });
	const chosen = mailboxes.length > 0 ? mailboxes : [undefined];
	// The own mailbox is another one once somebody else signs in, although the credential is the same.
	const owner = mailboxes.length > 0 ? undefined : await signedInAs(context);
	return chosen.map((mailbox) => {
		const scope = scopeOf(context, mailbox, owner?.id);
		const watched = { graph: account.forMailbox(mailbox), scope, owner };
		return {
			scope,
			name: areSeveral ? (mailbox ?? '') : '',
			open: async (memory: Memory) =>
				showing(await open(watched, memory), (json) => ({
					...(account.isForAgents ? withoutSignatures(asSeen(json)) : json),
					...(mailbox !== undefined && { mailbox }),
				})),
		};
	});
}

const signIn = z.object({ oauthTokenData: z.object({ id_token: z.string() }) });
/** The longest that an access token holds, in milliseconds (fact: token-life). */
const TOKEN_MS = 90 * 60_000;
const claims = z
	.object({ oid: z.string(), iat: z.number().catch(0) })
	.transform(({ oid, iat }): Owner => ({
		id: oid,
		signedInAt: Math.max(0, iat * 1_000 - TOKEN_MS),
	}));

/** Who signed in to the credential (fact: id-token); undefined where nobody did, or nothing tells. */
async function signedInAs(context: IPollFunctions): Promise<Owner | undefined> {
	const fields = signIn.safeParse(await context.getCredentials(accountTypeOf(context))).data;
	const [, payload = ''] = fields?.oauthTokenData.id_token.split('.') ?? [];
	const text = Buffer.from(payload, 'base64url').toString();
	return claims.safeParse(jsonParse<unknown>(text, { fallbackValue: null })).data;
}

/** Names the account and a mailbox of it. All names have the same length: none is the beginning of another one. */
function scopeOf(context: IPollFunctions, mailbox = '', owner?: string): string {
	const { id, name } = context.getNode().credentials?.[accountTypeOf(context)] ?? {};
	const names = [id ?? name ?? '', mailbox.toLowerCase(), ...(owner === undefined ? [] : [owner])];
	return shortHash(JSON.stringify(names));
}

/** The same watch, whose items are put out in another form. */
function showing<Happening, Extra>(
	opened: Opened<Happening, Extra>,
	shown: (json: IDataObject) => IDataObject,
): Opened<Happening, Extra> {
	const { watch } = opened;
	const load: typeof watch.load = async (happening, attempt) => {
		const { items, ...loaded }: Loaded = await watch.load(happening, attempt);
		return { ...loaded, items: items.map((item) => ({ ...item, json: shown(item.json) })) };
	};
	return { ...opened, watch: { ...watch, load } };
}
