import type { Readings } from '../readings';
import { buildPage, type NextKey } from './build';
import { createFile, type FilePlace, FileStore } from './files';
import {
	createPrefixedId,
	type PageSeed,
	type SimAnswer,
	type SimClient,
	type SimCompany,
	type SimField,
	type SimPage,
	type SimPageTemplate,
	type SimRequest,
	type SimRequestTemplate,
	type SimSection,
	type SimSectionTemplate,
	type SimTeamMember,
	type SimTemplate,
	type SimWebhook,
} from './model';
import { RateRule } from './rateRule';
import { WEBHOOK_EVENTS } from './webhookEvents';

/** What a client answers in one field. */
export interface AnswerSeed {
	text?: string | string[];
	link?: string;
	file?: { filename: string; content: string | Buffer; place?: FilePlace };
	/** Cells of one table row by column name. */
	row?: Record<string, string>;
}

const PAGES: PageSeed[] = [
	{
		name: 'Business',
		sections: [
			{
				name: 'Basics',
				fields: [
					{ name: 'Legal name', required: true },
					{ name: 'Website', type: 'url' },
					{ name: 'Internal note', internal: true },
				],
			},
		],
	},
	{ name: 'Files', sections: [{ name: 'Uploads', fields: [{ name: 'Logo', type: 'image' }] }] },
];

/** The simulated service: one workspace with everything in it. */
export class CollectionWorld {
	/** Real milliseconds that each request takes. */
	latencyMs = 2;

	/** Name that `GET /me` gives. */
	fullName = 'Olive Owner';

	clients: SimClient[] = [];

	companies: SimCompany[] = [];

	requests: SimRequest[] = [];

	requestTemplates: SimRequestTemplate[] = [];

	pageTemplates: SimPageTemplate[] = [];

	sectionTemplates: SimSectionTemplate[] = [];

	schedules: SimTemplate[] = [];

	folders: SimCompany[] = [];

	team: SimTeamMember[] = [];

	webhooks: SimWebhook[] = [];

	/** What a webhook can be told about: an account of another day may know fewer (fact: webhook-events). */
	webhookEvents = WEBHOOK_EVENTS;

	/** Requests whose integration actions were run, by id. */
	integrationRuns: string[] = [];

	/** What becomes of the body of each answer to a read: a provider may write one oddly. */
	distort: (body: unknown) => unknown = (body) => body;

	readonly rate: RateRule;

	readonly files: FileStore;

	private serial = 0;

	constructor(
		readonly clock: () => number,
		readonly readings: Readings,
		origins: () => { api: string; elsewhere: string },
	) {
		this.rate = new RateRule(clock);
		this.files = new FileStore(origins);
		this.reset();
	}

	/** Forgets everything and puts the seeds back. */
	reset(): void {
		this.serial = 0;
		this.clients = [];
		this.companies = [];
		this.requests = [];
		this.webhooks = [];
		this.webhookEvents = WEBHOOK_EVENTS;
		this.integrationRuns = [];
		this.distort = (body) => body;
		this.rate.reset();
		this.files.clear();
		this.requestTemplates = [];
		this.addRequestTemplate('Onboarding', PAGES);
		this.addRequestTemplate('Tax return', PAGES);
		const seed = (prefix: string, name: string): SimTemplate => ({
			id: createPrefixedId(prefix, name),
			name,
			description: null,
		});
		this.pageTemplates = PAGES.map((page) => ({
			...seed('ptpl', page.name),
			sections: page.sections,
		}));
		this.sectionTemplates = PAGES.flatMap((page) => page.sections).map((section) => ({
			...seed('stpl', section.name),
			fields: section.fields,
		}));
		this.schedules = [seed('cts', 'Default'), seed('cts', 'Gentle')];
		this.folders = ['Default Folder', 'Bookkeeping'].map((name) => ({
			id: createPrefixedId('fol', name),
			name,
		}));
		this.team = [
			{
				id: createPrefixedId('usr', 'owner'),
				email: 'owner@contoso.com',
				full_name: this.fullName,
				phone: null,
				avatar: null,
				company_name: 'Contoso',
				role: 'admin',
				active: true,
			},
		];
	}

	/** Hands out keys that are unique in this world. */
	readonly nextKey: NextKey = () => {
		this.serial += 1;
		return String(this.serial);
	};

	/** Adds a request template. */
	addRequestTemplate(name: string, pages: PageSeed[] = PAGES): SimRequestTemplate {
		const template = {
			id: createPrefixedId('rtpl', name),
			name,
			description: null,
			pages,
		};
		this.requestTemplates.push(template);
		return template;
	}

	/** Adds a client; what is not given is empty. */
	addClient(client: { email: string; full_name: string } & Partial<SimClient>): SimClient {
		const added: SimClient = {
			first_name: null,
			last_name: null,
			phone: null,
			avatar: null,
			language_code: null,
			client_companies: [],
			external: false,
			...client,
			id: client.id ?? createPrefixedId('acc', this.nextKey()),
		};
		this.clients.push(added);
		return added;
	}

	/** The company of a name, made when it is new. */
	company(name: string): SimCompany {
		const found = this.companies.find((company) => company.name === name);
		if (found !== undefined) return found;
		const company = { id: createPrefixedId('com', this.nextKey()), name };
		this.companies.push(company);
		return company;
	}

	/** Adds a request; pages come from `pages` or are empty. */
	addRequest(
		request: { name: string } & Partial<Omit<SimRequest, 'pages' | 'id'>> & { pages?: PageSeed[] },
	): SimRequest {
		const { pages = [], ...rest } = request;
		const added: SimRequest = {
			status: 'draft',
			due: null,
			clients: [],
			primary_client_id: rest.clients?.[0]?.id ?? null,
			template_name: null,
			folder_name: 'Default Folder',
			schedule_name: null,
			owner_id: this.team[0]?.id ?? null,
			comments_enabled: true,
			passcode_enabled: false,
			share_via_link_enabled: false,
			instruction_text: null,
			show_instruction: false,
			updated_at: new Date(this.clock()).toISOString(),
			...rest,
			id: createPrefixedId('req', this.nextKey()),
			pages: pages.map((page) => buildPage(page, rest.template_name ?? 'inline', this.nextKey)),
		};
		this.requests.push(added);
		return added;
	}

	/** All pages, sections and fields of a request, or of every request. */
	pages(request?: SimRequest): SimPage[] {
		return (request === undefined ? this.requests : [request]).flatMap((entry) => entry.pages);
	}

	/** Every section, or those of a request. */
	sections(request?: SimRequest): SimSection[] {
		return this.pages(request).flatMap((page) => page.sections);
	}

	/** Every field, or those of a request. */
	fields(request?: SimRequest): SimField[] {
		return this.sections(request).flatMap((section) => section.fields);
	}

	/** The client answers a field, given by name or id, and submits it. */
	answer(request: SimRequest, nameOrId: string, ...answers: AnswerSeed[]): SimField {
		const field = this.fields(request).find(
			(entry) => entry.id === nameOrId || entry.name === nameOrId,
		);
		if (field === undefined) throw new Error(`The request has no field "${nameOrId}"`);
		field.answers = answers.map((seed) => this.createAnswer(field, seed));
		field.status = 'done';
		return field;
	}

	private createAnswer(field: SimField, seed: AnswerSeed): SimAnswer {
		const id = createPrefixedId('ans', this.nextKey());
		const { text, link, file, row } = seed;
		return {
			id,
			text: text === undefined ? null : [text].flat(),
			link: link ?? null,
			attachment: file === undefined ? null : createFile(this.files, id, file),
			row:
				row === undefined
					? null
					: field.columns.map((column) => ({
							field_column_id: column.id,
							text: row[column.name] ?? null,
						})),
			rejection_comment: null,
		};
	}
}
