interface Stored {
	grantId?: string;
	uid?: string;
	consumed?: number;
	[name: string]: unknown;
}

/** Where the sign-in server keeps one kind of its things: in memory, for the simulator's life. */
interface Adapter {
	upsert(id: string, payload: Stored): Promise<void>;
	find(id: string): Promise<Stored | undefined>;
	findByUid(uid: string): Promise<Stored | undefined>;
	findByUserCode(): Promise<undefined>;
	consume(id: string): Promise<void>;
	destroy(id: string): Promise<void>;
	revokeByGrantId(grantId: string): Promise<void>;
}

/** Makes the adapters of one server, one for each kind of thing. */
export function createMemoryAdapter(): (kind: string) => Adapter {
	const kinds = new Map<string, Map<string, Stored>>();
	return (kind) => {
		const entries = kinds.get(kind) ?? new Map<string, Stored>();
		kinds.set(kind, entries);
		return {
			upsert: async (id, payload) => void entries.set(id, payload),
			find: async (id) => entries.get(id),
			findByUid: async (uid) => [...entries.values()].find((entry) => entry.uid === uid),
			findByUserCode: async () => undefined,
			consume: async (id) => {
				const entry = entries.get(id);
				// Seconds since the epoch, as everywhere in the server.
				if (entry !== undefined) entry.consumed = Math.floor(Date.now() / 1000);
			},
			destroy: async (id) => void entries.delete(id),
			revokeByGrantId: async (grantId) => {
				for (const [id, entry] of entries) if (entry.grantId === grantId) entries.delete(id);
			},
		};
	};
}
