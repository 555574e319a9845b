import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { collectionRegistry } from '../../nodes/Collection/registry';
import { mailRegistry } from '../../nodes/Mail/registry';
import * as collection from '../harness/collection';
import * as mail from '../harness/mail';
import { failureOf } from '../harness/steps';
import type { LoggedRequest } from '../simulator/requestLog';
import type { Simulator } from '../simulator/simulator';
import { careless as already } from './careless/already';
import * as collectionInputs from './careless/collection';
import { careless as drafted } from './careless/drafted';
import { careless as emptySearches } from './careless/emptySearches';
import type { CarelessInput } from './careless/input';
import { toCareless } from './careless/input';
import { careless as ofMail } from './careless/mail';
import { furnish as furnishMail } from './careless/mailbox';
import { careless as moments } from './careless/moments';
import { careless as noValue } from './careless/nothing';
import { careless as wrapped } from './careless/wrapped';

/**
 * What careless models and people write into the steps. Each input works, and does what was meant, or is
 * refused with the way out in the message, which is all that an agent reads, and then nothing was done.
 */

mail.useMailboxes();
collection.useCollection();

const mailRows = [
	...[ofMail, noValue, drafted, wrapped, emptySearches, moments, already].flat(),
].map(toCareless);
const collectionRows = collectionInputs.careless.map(toCareless);
const rows = [...mailRows, ...collectionRows];
/** As agents are run in n8n unless somebody chose a zone. */
const tool = { asTool: true, timezone: 'America/New_York' };

/** What the refusals said. */
const refusals: string[] = [];
/** Longest usual refusal, in characters: an agent pays for each. */
const USUAL_REFUSAL = 120;

type RunStep = (
	step: string,
	parameters: INodeParameters,
	options: typeof tool,
) => Promise<INodeExecutionData[]>;

/** Requests that read, whatever their method. */
const READS = /\/(?:translateExchangeIds|getMailTips|getSchedule|findMeetingTimes)$|\/oauth\//;

/** What was changed at the provider. */
function changesAt({ requests }: Simulator): string[] {
	const each = (one: LoggedRequest): LoggedRequest[] =>
		one.parts ? one.parts.flatMap(each) : [one];
	return requests.all
		.flatMap(each)
		.filter(({ method, path, status }) => method !== 'GET' && status < 400 && !READS.test(path))
		.map(({ method, path }) => `${method} ${path}`);
}

/** A row that misspells a field would show what becomes of nothing. */
function expectStored(step: string, parameters: INodeParameters): void {
	const [resource = '', operation = ''] = step.split('.');
	const found =
		mailRegistry.find(resource, operation) ?? collectionRegistry.find(resource, operation);
	const fields = found?.fields ?? [];
	const within = (name: string) =>
		fields.flatMap((field) =>
			field.name === name && field.type === 'collection' ? (field.options ?? []) : [],
		);
	for (const [name, value] of Object.entries(parameters)) {
		expect(fields.map((field) => field.name)).toContain(name);
		const inside = within(name).map((option) => option.name);
		if (inside.length === 0) continue;
		expect(inside).toEqual(expect.arrayContaining(Object.keys(Object(value))));
	}
}

async function check<Ids>(
	{ step, given, verdict }: CarelessInput<Ids>,
	ids: Ids,
	runStep: RunStep,
	provider: Simulator,
): Promise<void> {
	const parameters = typeof given === 'function' ? given(ids) : given;
	expectStored(step, parameters);
	const run = runStep(step, parameters, tool);
	if (typeof verdict === 'function') {
		const items = (await run).map(({ json }): IDataObject => json);
		verdict(items);
		return;
	}
	const { message } = await failureOf(run);
	refusals.push(message);
	expect(message).toMatch(verdict);
	expect(changesAt(provider)).toEqual([]);
}

describe('The Mail node', () => {
	it.each(mailRows)('$step: $what', async (row) => {
		await check(row, furnishMail(), mail.runStep, mail.provider());
	});
});

describe('The Collection node', () => {
	it.each(collectionRows)('$step: $what', async (row) => {
		await check(row, collectionInputs.furnish(), collection.runStep, collection.provider());
	});
});

it('has at least 400 inputs, of which none misleads and none does harm', () => {
	const works = rows.filter(({ verdict }) => typeof verdict === 'function').length;
	process.stdout.write(
		`${rows.length} careless inputs: ${works} work, ${rows.length - works} are refused with the way out\n`,
	);
	expect(rows.length).toBeGreaterThanOrEqual(400);
	expect(new Set(rows.map(({ step, what }) => `${step}: ${what}`)).size).toBe(rows.length);
});

it('refuses in few words', () => {
	const lengths = refusals.map(({ length }) => length).sort((one, other) => one - other);
	const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
	process.stdout.write(`A refusal has ${median} characters, the longest ${lengths.at(-1) ?? 0}\n`);
	expect(median).toBeLessThanOrEqual(USUAL_REFUSAL);
});
