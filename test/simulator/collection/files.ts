import { createHash } from 'node:crypto';
import type { ApiAnswer, ApiRequest } from '../exchange';
import type { SimAttachedFile } from './model';

/** Whether a file lies at the API's own origin, where it wants the token, or at another one. */
export type FilePlace = 'api' | 'elsewhere';

interface StoredFile {
	filename: string;
	content: Buffer;
	place: FilePlace;
}

/** Uploaded files by their signed id. Which of the places is real is open (fact: file-address). */
export class FileStore {
	private readonly files = new Map<string, StoredFile>();

	constructor(private readonly origins: () => { api: string; elsewhere: string }) {}

	/** Forgets all files. */
	clear(): void {
		this.files.clear();
	}

	/** Keeps a file and says where it can be fetched. */
	add(signedId: string, file: StoredFile): string {
		this.files.set(signedId, file);
		const { api, elsewhere } = this.origins();
		const name = encodeURIComponent(file.filename);
		return file.place === 'api'
			? `${api}/files/${signedId}/${name}`
			: `${elsewhere}/files/${signedId}/${name}`;
	}

	/**
	 * Answers a download.
	 * @param hasToken whether a valid token came with it: needed at the API's origin; elsewhere a
	 *   token, valid or not, is refused, because it must never leave the origin
	 */
	serve(request: ApiRequest, place: FilePlace, hasToken: boolean): ApiAnswer {
		const [, , signedId = ''] = request.path.split('/');
		const file = this.files.get(signedId);
		if (file === undefined || file.place !== place) return { status: 404 };
		const sentToken = request.headers.authorization !== undefined;
		if (place === 'elsewhere' && sentToken) return { status: 400 };
		if (place === 'api' && !hasToken) return { status: 401 };
		return {
			status: 200,
			headers: {
				'content-type': 'application/octet-stream',
				'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
			},
			body: file.content,
		};
	}
}

/** Stores an answer's file and describes it as the API does. */
export function createFile(
	store: FileStore,
	seed: string,
	file: { filename: string; content: string | Buffer; place?: FilePlace },
): SimAttachedFile {
	const signedId = createHash('sha256').update(`file/${seed}`).digest('hex').slice(0, 40);
	const content = Buffer.from(file.content);
	const { filename, place = 'api' } = file;
	return {
		filename,
		byte_size: content.length,
		signed_id: signedId,
		url: store.add(signedId, { filename, content, place }),
	};
}
