import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and the certificate of it, as somebody pastes them. */
export interface KeyAndCertificate {
	/** PEM, PKCS #8. */
	privateKey: string;
	/** PEM, X.509. */
	certificate: string;
}

const KEY_BITS = 2048;
/** X.690: the tags of what a certificate is made of. */
const TAG = { integer: 2, bits: 3, null: 5, oid: 6, text: 12, time: 24, sequence: 48, set: 49 };
/** RFC 8017, A.2.4: sha256WithRSAEncryption. */
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');
/** X.520: commonName. */
const COMMON_NAME = Buffer.from('550403', 'hex');

function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	// X.690, 8.1.3: lengths of up to 127 as they are, longer ones behind their number of bytes.
	const bytes =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length];
	return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

/**
 * A key, and a certificate that it has signed for itself, as `openssl req -x509` makes them (RFC 5280, 4.1).
 * @param issuer Signs it instead.
 */
export function createCertificate(
	name = 'n8n mail',
	until = '20991231235959Z',
	issuer?: { name: string; privateKey: string },
): KeyAndCertificate {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS });
	const algorithm = der(TAG.sequence, der(TAG.oid, SHA256_WITH_RSA), der(TAG.null));
	const nameOf = (common: string) => {
		const text = der(TAG.text, Buffer.from(common));
		return der(TAG.sequence, der(TAG.set, der(TAG.sequence, der(TAG.oid, COMMON_NAME), text)));
	};
	const times = ['20200101000000Z', until];
	const validity = der(TAG.sequence, ...times.map((time) => der(TAG.time, Buffer.from(time))));
	const key = publicKey.export({ type: 'spki', format: 'der' });
	const serial = der(TAG.integer, Buffer.from([1]));
	const names = [nameOf(issuer?.name ?? name), validity, nameOf(name)];
	const signed = der(TAG.sequence, serial, algorithm, ...names, key);
	const signature = sign('sha256', signed, issuer?.privateKey ?? privateKey);
	const bits = der(TAG.bits, Buffer.from([0]), signature);
	const body = der(TAG.sequence, signed, algorithm, bits).toString('base64');
	return {
		privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		certificate: `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
	};
}
