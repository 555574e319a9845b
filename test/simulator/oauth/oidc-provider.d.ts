// The package brings no types; these are the parts that the simulator uses.
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http';

	interface Scopes {
		has(scope: string): boolean;
	}

	interface Grant {
		addOIDCScope(scopes: string): void;
		save(): Promise<string>;
	}

	interface StoredToken {
		accountId?: string;
		grantId?: string;
	}

	interface Context {
		body: unknown;
		oidc: {
			client?: { clientId: string };
			session?: { accountId?: string };
			requestParamOIDCScopes: Set<string>;
			entities: { AccessToken?: StoredToken; RefreshToken?: StoredToken };
		};
	}

	interface Interaction {
		uid: string;
		params: Record<string, unknown>;
	}

	export const interactionPolicy: {
		Prompt: new (options: { name: string; requestable: boolean }) => { name: string };
		base(): {
			get(name: string): { checks: { clear(): void; add(check: unknown): void } } | undefined;
			add(prompt: { name: string }, index?: number): void;
		};
		Check: new (
			reason: string,
			description: string,
			check: (context: Context & { oidc: { result?: { login?: unknown } } }) => boolean,
		) => object;
	};

	export default class Provider {
		constructor(issuer: string, configuration: Record<string, unknown>);
		callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
		on(event: string, listener: (context: Context, ...rest: unknown[]) => void): void;
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result: Record<string, unknown>,
			options: { mergeWithLastSubmission: boolean },
		): Promise<void>;
		Grant: new (properties: { accountId?: string; clientId?: string }) => Grant;
		Client: { prototype: object };
		AccessToken: { revokeByGrantId(grantId: string): Promise<void> };
		RefreshToken: { revokeByGrantId(grantId: string): Promise<void> };
	}
}
