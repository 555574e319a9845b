import type { IAllExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { GRAPH_ROOTS } from '../../credentials/apiRoots';
import { InvalidInput } from '../shared/http/failures';
import { readOutgoingPolicy } from '../shared/outgoing/outgoingPolicy';
import type { Limits } from '../shared/provider/connect';
import { connect } from '../shared/provider/connect';
import { applicationTexts, failureTexts } from './failureTexts';
import { createGraphClient } from './graph/client';
import type { GraphClient } from './graph/types';
import { createGuard } from './outgoing/guard';
import { readMailboxes } from './outgoing/mailboxes';
import type { MailWrite } from './outgoing/writes';

/** What the field Authentication holds: the type of the credential; workflows from before it have none. */
const chosen = z.object({
	authentication: z.enum(['mailOAuth2Api', 'mailAppOAuth2Api']).default('mailOAuth2Api'),
});
type AccountType = z.output<typeof chosen>['authentication'];

/** Without a person there is no mailbox of one's own. */
const noOwnMailbox = () =>
	new InvalidInput(
		'is required with App-Only access',
		'mailbox',
		"Enter the mailbox's address there: an application has none of its own. In an API call, you can also write /users/{address} instead of /me.",
	);

/** What the credentials differ in. */
const KINDS = {
	mailOAuth2Api: {
		label: 'Mail (Outlook, Microsoft 365, Office) OAuth2 API',
		texts: failureTexts,
		noOwnMailbox: undefined,
	},
	mailAppOAuth2Api: {
		label: 'Mail App-Only (Microsoft 365, No Sign-In) OAuth2 API',
		texts: applicationTexts,
		noOwnMailbox,
	},
} satisfies Record<AccountType, unknown>;

/**
 * The type of the credential that a node works with.
 * @throws ZodError, which names the field.
 */
export function accountTypeOf(context: Pick<IAllExecuteFunctions, 'getNode'>): AccountType {
	return chosen.parse(context.getNode().parameters).authentication;
}

/**
 * Graph as the node's account sees it. An application has no mailbox of its own: the client refuses every
 * request that names none.
 * @param effects What the node may write.
 * @throws InvalidInput when the credential's API root is not https (or http on loopback), or its rules cannot be
 * understood.
 */
export async function connectGraph(
	context: IAllExecuteFunctions,
	{ effects, ...limits }: Limits & { effects: readonly MailWrite[]; run?: object },
): Promise<GraphClient> {
	const type = accountTypeOf(context);
	const { label, ...kind } = KINDS[type];
	const connection = await connect(context, {
		type,
		label,
		choice: { name: 'cloud', label: 'Cloud' },
		apiRoots: GRAPH_ROOTS,
		readRules: (fields) => ({
			policy: readOutgoingPolicy(fields),
			checkMailbox: readMailboxes(fields, kind.noOwnMailbox !== undefined),
		}),
	});
	const { account, rules } = connection;
	const { policy, checkMailbox } = rules;
	const guard = createGuard({ policy, account, clock: limits.clock, effects });
	return createGraphClient({ ...connection, ...limits, ...kind, guard, checkMailbox });
}
