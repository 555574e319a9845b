import { z } from 'zod';
import { POLICY_LABELS } from '../../../credentials/outgoingPolicy';
import type { ProviderFailure } from '../http/failures';
import { addressKey } from './allowedAddresses';
import { consequencesOf, DryRun, STANDING } from './dryRun';
import type { OutgoingPolicy } from './outgoingPolicy';
import { refusal, ruleNames, STRICT_RULE } from './refusal';
import type { Effects, Person, Reached, Write } from './write';

/** Where the providers differ, for the requests of one run. */
export interface Provider<Asked> {
	/** What a person can do instead: of anything, of sending, of deleting. */
	hints: { person: string; sending: string; deleting: string };
	/** What API calls may do, as a refusal says it. */
	callsMay: string;
	/** Those of the people to whom the policy lets nobody write. */
	strangers(people: Person[], asked: Asked): Promise<Person[]>;
	/** A hint for people on why colleagues are not recognised; undefined where there is none. */
	blindness?(asked: Asked): Promise<string | undefined>;
	/**
	 * Takes one of the emails that may leave in an hour.
	 * @returns why there is none left; undefined where there was one.
	 */
	takeOne?(asked: Asked, effects: Effects, limit: number): Promise<string | undefined>;
}

interface WriteAttempt<Asked> {
	write: Write<Asked>;
	asked: Asked;
	/** The user wrote the request: no step stands for what it does. */
	freeform?: boolean;
	/** If it deletes something, this run made that. */
	isOwn?: boolean;
	/** It is really made now, so that it counts towards the limit of emails. */
	counts: boolean;
}

/**
 * Holds the writes of a run to the policy of its credential. A write that cannot be judged is refused. Whom or what it
 * reaches is read as the provider has it now.
 * @param account The name of the credential.
 */
export function createJudge<Asked extends { body?: unknown }>(
	policy: OutgoingPolicy,
	account: string,
	provider: Provider<Asked>,
) {
	const {
		who,
		listed,
		mayAnswerSenders,
		onlyVerifiedSenders,
		perHour,
		deletions,
		dryRun,
		isStrict,
	} = policy;
	const { hints } = provider;
	const names = ruleNames(policy);

	function unknown(): ProviderFailure | DryRun {
		const rule =
			(who !== 'anyone' && names.audience) ||
			(deletions !== 'anything' && names.deletion) ||
			(perHour !== undefined && names.amount);
		if (!rule) return new DryRun('a call would be made that is not known to be silent');
		return refusal('The call', provider.callsMay, rule, BY_A_STEP);
	}

	/** Refuses what would go on by itself, where a rule could neither look at it nor count it then. */
	function checkStanding(what: string, { standing }: Effects): void {
		if (standing === undefined) return;
		const isFree =
			who === 'anyone' || (standing === 'answersOrganization' && who === 'organizationAndListed');
		const rule =
			(!isFree && names.audience) ||
			(perHour !== undefined && names.amount) ||
			(deletions !== 'anything' && standing === 'rule' && names.deletion);
		if (rule) throw refusal(what, STANDING[standing], rule, hints.person);
	}

	async function checkDeletion(what: string, { deletes }: Effects): Promise<void> {
		if (deletions === 'anything' || !deletes) return;
		const deletion = await deletes();
		if (deletion === undefined) return;
		if (deletions === 'nothing')
			throw refusal(what, 'nothing may be deleted', names.deletion, hints.deleting);
		if (deletion === 'recoverably') return;
		const hint = `${hints.person} Emails and events may go to Deleted Items.`;
		throw refusal(what, 'it could not be taken back', names.deletion, hint);
	}

	async function checkPeople(
		what: string,
		asked: Asked,
		effects: Effects,
		reached: () => Promise<Reached>,
	): Promise<void> {
		const unclear = await effects.unclear?.();
		if (unclear !== undefined) throw refusal(what, unclear, names.audience, hints.person);
		if (who === 'nobody') {
			if (effects.sends === 'always')
				throw refusal(what, 'nothing is sent', names.audience, hints.sending);
			const [first] = (await reached()).told ?? [];
			if (!first) return;
			const { as, address } = first;
			throw refusal(what, `${as} would get a message`, names.audience, hints.person, { address });
		}
		const { told = [], named = [] } = await reached();
		const unlisted = [...told, ...named].filter(
			({ address }) => address === undefined || !listed.has(address),
		);
		if (unlisted.length === 0) return;
		const strangers = await provider.strangers(unlisted, asked);
		const { answered, others } = await apart(strangers, effects);
		const [first] = others;
		if (first) {
			const { as, address } = first;
			throw refusal(what, `${as} may not be written to`, names.audience, hints.person, {
				address,
				hintForPeople: await hintFor(effects, asked),
			});
		}
		const [writer] = answered;
		if (!writer || !onlyVerifiedSenders || (await effects.areVerified?.())) return;
		const why = 'somebody else may have written what it answers';
		const hint = `Do not act on that before a person has looked at it. ${hints.person}`;
		throw refusal(what, why, names.verified, hint, {
			address: writer.address,
			hintForPeople: inCredential([ADD_ADDRESS, `have ${POLICY_LABELS.verified} switched off`]),
		});
	}

	function inCredential(ways: string[]): string {
		return `Or ${ways.join(', or ')} in the credential "${account}".`;
	}

	/** Those of the strangers who wrote what is answered, and the others. */
	async function apart(strangers: Person[], { answers }: Effects) {
		if (strangers.length === 0 || !mayAnswerSenders || !answers)
			return { answered: [], others: strangers };
		const writers = (await answers()).map(addressKey);
		const isWriter = ({ address, stands }: Person) =>
			stands === undefined && address !== undefined && writers.includes(addressKey(address));
		return {
			answered: strangers.filter(isWriter),
			others: strangers.filter((person) => !isWriter(person)),
		};
	}

	async function hintFor({ answers }: Effects, asked: Asked): Promise<string> {
		const hint = inCredential([
			ADD_ADDRESS,
			...(answers && !mayAnswerSenders && !isStrict
				? [`have ${POLICY_LABELS.answers} switched on`]
				: []),
		]);
		const blindness = await provider.blindness?.(asked);
		return blindness ? `${hint} ${blindness}` : hint;
	}

	async function checkAmount(
		what: string,
		asked: Asked,
		effects: Effects,
		reached: () => Promise<Reached>,
	): Promise<void> {
		const { sends } = effects;
		if (perHour === undefined || !sends) return;
		if (sends === 'whenTold' && ((await reached()).told ?? []).length === 0) return;
		const why = await provider.takeOne?.(asked, effects, perHour);
		if (why !== undefined) throw refusal(what, why, names.amount, 'Run the step again later.');
	}

	/** Throws what would happen. Runs before anything is counted: nothing leaves. */
	async function rehearse(
		effects: Effects,
		reaches: () => Promise<Reached>,
		isOwn = false,
	): Promise<void> {
		if (isOwn && effects.deletes) return;
		const would = await consequencesOf({ ...effects, reaches });
		const { draft: id } = effects;
		if (would !== '') throw new DryRun(would, id === undefined ? {} : { draft: { id } });
	}

	return {
		/** What is thrown in place of a request of which nothing is known. */
		unknown,
		/**
		 * @throws ProviderFailure of the kind `policy` for a write that the policy does not let through.
		 * @throws DryRun for one that it lets through, and that would send, tell, delete or set something going.
		 */
		async judge({ write, asked, freeform, isOwn, counts }: WriteAttempt<Asked>): Promise<void> {
			const { what = 'The call', properties } = write;
			const effects = write.effects?.(asked);
			if (freeform && (effects || (properties && !holdsOnly(asked.body, properties)))) {
				throw unknown();
			}
			if (!effects) return;
			let reading: Promise<Reached> | undefined;
			const reached = async () => await (reading ??= Promise.resolve(effects.reaches?.() ?? {}));
			if (isStrict && effects.isOfContact)
				throw refusal(what, 'contacts stay as they are', STRICT_RULE, hints.person);
			checkStanding(what, effects);
			if (!isOwn) await checkDeletion(what, effects);
			if (who !== 'anyone') await checkPeople(what, asked, effects, reached);
			if (dryRun) await rehearse(effects, reached, isOwn);
			if (counts) await checkAmount(what, asked, effects, reached);
		},
	};
}

/** Whether a body has no properties but these: any other one may have effects of its own. */
function holdsOnly(body: unknown, properties: readonly string[]): boolean {
	const given = z.record(z.unknown()).optional().safeParse(body);
	const known = properties.map((name) => name.toLowerCase());
	const names = Object.keys(given.data ?? {});
	return given.success && names.every((name) => known.includes(name.toLowerCase()));
}

const ADD_ADDRESS = `have the address added to ${POLICY_LABELS.allowed}`;
const BY_A_STEP =
	'Use the step that is made for it, if there is one: it is let through where the credential allows what it does.';
