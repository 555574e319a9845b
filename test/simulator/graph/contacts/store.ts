import type { JsonObject } from '../../exchange';
import { DeltaLinks } from '../deltaLinks';
import { createChangeKey, createContainerId, createItemId, type IdKind } from '../ids';
import { isoSeconds } from '../text';
import type { KnownContacts } from './delta';
import type { ContactInput } from './schemas';

export interface SimContactFolder {
	id: string;
	displayName: string;
	parentFolderId: string;
	isDefault: boolean;
}

/** In the order in which they are read. */
const NAME_PARTS = ['title', 'givenName', 'middleName', 'surname', 'generation'] as const;

/** One contact: what a client set, in Graph's names, and what the service adds. */
export class SimContact {
	generation = 0;

	lastModifiedDateTime: string;

	private edits = 0;

	constructor(
		/** Unique over the whole simulated world. */
		readonly key: string,
		public fields: ContactInput,
		public parentFolderId: string,
		readonly createdDateTime: string,
	) {
		this.lastModifiedDateTime = createdDateTime;
	}

	get etag(): string {
		return `W/"${createChangeKey(`${this.key}/${this.edits}`)}"`;
	}

	/** The id in the asked format. */
	idOf(kind: IdKind): string {
		return createItemId(kind, this.key, this.generation);
	}

	/** Takes over what a client changed. */
	change(fields: ContactInput, now: string): void {
		const renamed = NAME_PARTS.some((part) => fields[part] !== undefined);
		this.fields = { ...this.fields, ...fields };
		// A part of the name without displayName may make a new one (fact: contact-names).
		if (renamed && fields.displayName === undefined) this.fields.displayName = this.fullName();
		this.edits += 1;
		this.lastModifiedDateTime = now;
	}

	/** All parts of the name: of which Graph makes the shown one is not told. */
	fullName(): string {
		return NAME_PARTS.map((part) => this.fields[part])
			.filter(Boolean)
			.join(' ');
	}

	/** The contact as Graph shows it, every property present. */
	render(kind: IdKind): JsonObject {
		return {
			'@odata.etag': this.etag,
			id: this.idOf(kind),
			createdDateTime: this.createdDateTime,
			lastModifiedDateTime: this.lastModifiedDateTime,
			changeKey: createChangeKey(`${this.key}/${this.edits}`),
			parentFolderId: this.parentFolderId,
			...EMPTY,
			...this.fields,
			displayName: this.fields.displayName ?? this.fullName(),
			fileAs: this.fields.fileAs ?? this.fullName(),
		};
	}
}

const EMPTY: JsonObject = {
	categories: [],
	birthday: null,
	fileAs: '',
	displayName: '',
	givenName: null,
	initials: null,
	middleName: null,
	nickName: null,
	surname: null,
	title: null,
	yomiGivenName: null,
	yomiSurname: null,
	yomiCompanyName: null,
	generation: null,
	imAddresses: [],
	jobTitle: null,
	companyName: null,
	department: null,
	officeLocation: null,
	profession: null,
	businessHomePage: null,
	assistantName: null,
	manager: null,
	homePhones: [],
	mobilePhone: null,
	businessPhones: [],
	spouseName: null,
	personalNotes: '',
	children: [],
	emailAddresses: [],
	homeAddress: {},
	businessAddress: {},
	otherAddress: {},
};

/** Names of all properties of a contact. */
export const CONTACT_PROPERTIES = [
	'id',
	'createdDateTime',
	'lastModifiedDateTime',
	'changeKey',
	'parentFolderId',
	...Object.keys(EMPTY),
];

/** Contacts and their folders in one mailbox. */
export class ContactStore {
	contacts: SimContact[] = [];

	/** Those in Deleted Items (fact: contact-delete). */
	deleted: SimContact[] = [];

	readonly delta = new DeltaLinks<KnownContacts>();

	folders: SimContactFolder[];

	constructor(
		address: string,
		private readonly clock: () => number,
		private readonly nextKey: (kind: string) => string,
	) {
		this.folders = [
			{
				id: createContainerId(`${address}/contacts`),
				displayName: 'Contacts',
				parentFolderId: createContainerId(`${address}/msgfolderroot`),
				isDefault: true,
			},
		];
	}

	/** The folder of an id, or the default one. */
	folder(id?: string): SimContactFolder | undefined {
		return this.folders.find((entry) => (id === undefined ? entry.isDefault : entry.id === id));
	}

	/** Adds a folder, by default in the default one, as programs do (fact: contact-folders-below). */
	addFolder(displayName: string, parent = this.folder()?.id ?? ''): SimContactFolder {
		const folder = {
			id: createContainerId(this.nextKey('contactFolder')),
			displayName,
			parentFolderId: parent,
			isDefault: false,
		};
		this.folders.push(folder);
		return folder;
	}

	/** Adds a contact, by default to the default folder. */
	add(fields: ContactInput, folderId?: string): SimContact {
		const folder = folderId ?? this.folder()?.id ?? '';
		const now = isoSeconds(this.clock());
		const contact = new SimContact(this.nextKey('contact'), fields, folder, now);
		this.contacts.push(contact);
		return contact;
	}

	/** Takes a contact out for good. */
	remove(contact: SimContact): void {
		this.contacts = this.contacts.filter((entry) => entry !== contact);
	}

	/** Puts a contact into Deleted Items, and takes one that lies there out for good. */
	delete(contact: SimContact): void {
		const isDeleted = this.deleted.includes(contact);
		this.remove(contact);
		this.deleted = isDeleted
			? this.deleted.filter((entry) => entry !== contact)
			: [...this.deleted, contact];
	}

	/** Moves a contact, as Outlook does: it gets another mutable ID. */
	move(contact: SimContact, folderId: string): void {
		contact.parentFolderId = folderId;
		contact.generation += 1;
	}

	/** The contact of an id in either format. */
	find(id: string, contacts = this.contacts): SimContact | undefined {
		return contacts.find(
			(contact) => contact.idOf('rest') === id || contact.idOf('immutable') === id,
		);
	}
}
