import { createHash } from 'node:crypto';

/** Prefix and 14 characters, as ids look here (fact: collection-ids). */
export function createPrefixedId(prefix: string, seed: string): string {
	const text = createHash('sha512').update(`${prefix}/${seed}`).digest('base64');
	return `${prefix}_${text.replace(/[^A-Za-z0-9]/g, '').slice(0, 14)}`;
}

export interface SimCompany {
	id: string;
	name: string;
}

export interface SimClient {
	id: string;
	email: string;
	full_name: string;
	first_name: string | null;
	last_name: string | null;
	phone: string | null;
	avatar: string | null;
	language_code: string | null;
	client_companies: SimCompany[];
	/** Comes from an integration: listed only with include_external. */
	external: boolean;
}

export type FieldStatus = 'todo' | 'done' | 'redo' | 'approved';

export interface SimAttachedFile {
	filename: string;
	byte_size: number;
	signed_id: string;
	url: string;
}

export interface SimAnswer {
	id: string;
	text: string[] | null;
	link: string | null;
	attachment: SimAttachedFile | null;
	row: Array<{ field_column_id: string; text: string | null }> | null;
	rejection_comment: string | null;
}

export interface SimField {
	id: string;
	reference_id: string;
	name: string;
	type: string;
	internal: boolean;
	required: boolean;
	instruction_text: string | null;
	status: FieldStatus;
	rejection_comment: string | null;
	columns: Array<{ id: string; name: string }>;
	options: string[];
	answers: SimAnswer[];
}

export interface SimSection {
	id: string;
	reference_id: string;
	name: string;
	fields: SimField[];
}

export interface SimPage {
	id: string;
	reference_id: string;
	name: string;
	sections: SimSection[];
}

export type RequestStatus =
	'draft' | 'scheduled' | 'published' | 'waiting' | 'completed' | 'archived';

export interface SimRequest {
	id: string;
	name: string;
	status: RequestStatus;
	/** yyyy-mm-dd */
	due: string | null;
	clients: SimClient[];
	primary_client_id: string | null;
	template_name: string | null;
	folder_name: string | null;
	schedule_name: string | null;
	owner_id: string | null;
	comments_enabled: boolean;
	passcode_enabled: boolean;
	share_via_link_enabled: boolean;
	instruction_text: string | null;
	show_instruction: boolean;
	updated_at: string;
	/** Of the board on which it lies, if any. */
	board_column_id?: string;
	pages: SimPage[];
}

/** What a template asks for. */
export interface FieldSeed {
	name: string;
	/** Read-side type (fact: field-types); default text. */
	type?: string;
	internal?: boolean;
	required?: boolean;
	/** What the client is told to fill in. */
	instructions?: string | null;
	columns?: string[];
	options?: string[];
}

export interface SectionSeed {
	name: string;
	fields: FieldSeed[];
}

export interface PageSeed {
	name: string;
	sections: SectionSeed[];
}

export interface SimTemplate {
	id: string;
	name: string;
	description: string | null;
}

export interface SimRequestTemplate extends SimTemplate {
	pages: PageSeed[];
}

export interface SimPageTemplate extends SimTemplate {
	sections: SectionSeed[];
}

export interface SimSectionTemplate extends SimTemplate {
	fields: FieldSeed[];
}

export interface SimTeamMember {
	id: string;
	email: string;
	full_name: string;
	phone: string | null;
	avatar: string | null;
	company_name: string | null;
	role: string;
	active: boolean;
}

export interface SimWebhook {
	id: string;
	type: string;
	url: string;
	enabled: boolean;
	subscriptions: string[];
}
