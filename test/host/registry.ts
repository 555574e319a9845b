import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { createCertificate } from '../harness/certificate';
import { LOOPBACK } from './ports';
import { runCommand } from './runCommand';

const TAR_TIMEOUT_MS = 30_000;
const AUTHORITY = 'Registry of the tests';

/** A registry that holds one package, where n8n's own installer looks for the public one. */
export interface Registry {
	/** Variables for n8n: its way to the registry. */
	environment: Record<string, string>;
	/** Publishes a packed package under a version. */
	publish(tarball: string, version: string): Promise<void>;
	stop(): Promise<void>;
}

interface Published {
	manifest: Record<string, unknown>;
	bytes: Buffer;
}

/**
 * Starts a registry behind a proxy. Without a licence n8n takes packages from the public registry alone:
 * whatever host it names, the proxy leads it here, and the certificate is made for that name.
 *
 * @param folder where its files go
 */
export async function startRegistry(folder: string): Promise<Registry> {
	const versions = new Map<string, Published>();
	const authority = createCertificate(AUTHORITY);
	const authorityFile = join(folder, 'registry.pem');
	const npmrc = join(folder, 'npmrc');
	await writeFile(authorityFile, authority.certificate);
	await writeFile(npmrc, '');

	const contexts = new Map<string, SecureContext>();
	const contextFor = (host: string): SecureContext => {
		const { privateKey: key, certificate: cert } = createCertificate(host, undefined, {
			name: AUTHORITY,
			privateKey: authority.privateKey,
		});
		const context = contexts.get(host) ?? createSecureContext({ key, cert });
		contexts.set(host, context);
		return context;
	};
	const tls = createTlsServer(
		{ SNICallback: (host, done) => done(null, contextFor(host)) },
		(request, response) => {
			const parts = decodeURIComponent(request.url ?? '').split('/');
			const [, name, version = '', file] = parts;
			const latest = [...versions.keys()].at(-1) ?? '';
			const found = (one: string) => {
				const known = versions.get(one);
				if (!known) return undefined;
				const shasum = createHash('sha1').update(known.bytes).digest('hex');
				const tarball = `https://${request.headers.host}/${name}/-/${one}`;
				return { ...known.manifest, dist: { tarball, shasum } };
			};
			if (version === '-') return void response.end(versions.get(file ?? '')?.bytes);
			const [one] = versions.values();
			const all = { name, 'dist-tags': { latest }, versions: {} };
			const every = Object.fromEntries([...versions.keys()].map((each) => [each, found(each)]));
			const answer =
				version === ''
					? { ...all, versions: every }
					: found(version === 'latest' ? latest : version);
			const isHere = one?.manifest.name === name && answer !== undefined;
			response.writeHead(isHere ? 200 : 404, { 'content-type': 'application/json' });
			response.end(JSON.stringify(isHere ? answer : {}));
		},
	);
	const proxy = createServer((_, response) => response.writeHead(403).end());
	// What a tunnel holds is no connection of the server any more.
	const tunnels = new Set<Duplex>();
	proxy.on('connect', (_, socket, head) => {
		const { port } = tls.address() as AddressInfo;
		const onward = connect(port, LOOPBACK, () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		for (const side of [onward, socket]) {
			tunnels.add(side);
			side.on('error', () => side.destroy()).on('close', () => tunnels.delete(side));
		}
	});
	await Promise.all([tls, proxy].map(listen));

	return {
		environment: {
			HTTPS_PROXY: `http://${LOOPBACK}:${(proxy.address() as AddressInfo).port}`,
			NODE_EXTRA_CA_CERTS: authorityFile,
			npm_config_userconfig: npmrc,
			npm_config_cache: join(folder, 'npm-cache'),
		},
		async publish(tarball, version) {
			const unpacked = join(folder, `package-${version}`);
			await mkdir(unpacked);
			const tar = async (...args: string[]) =>
				await runCommand('tar', ['tar', ...args], { cwd: unpacked, timeoutMs: TAR_TIMEOUT_MS });
			await tar('-xzf', tarball);
			const file = join(unpacked, 'package', 'package.json');
			const manifest: Record<string, unknown> = {
				...(JSON.parse(await readFile(file, 'utf8')) as object),
				version,
			};
			await writeFile(file, JSON.stringify(manifest));
			await tar('-czf', 'package.tgz', 'package');
			const bytes = await readFile(join(unpacked, 'package.tgz'));
			versions.set(version, { manifest, bytes });
		},
		async stop() {
			for (const side of tunnels) side.destroy();
			for (const server of [proxy, tls]) server.closeAllConnections();
			await Promise.all(
				[proxy, tls].map(async (one) => await new Promise((resolve) => one.close(resolve))),
			);
		},
	};
}

async function listen(server: Server): Promise<void> {
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
}
