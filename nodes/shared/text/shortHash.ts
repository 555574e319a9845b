const { imul } = Math;

/** Characters of a short hash: 64 bits in base64. */
export const HASH_LENGTH = 11;

/**
 * A 64-bit fingerprint of an ID, as 11 characters of base64url. Two of a million IDs share one with
 * a chance of 3 in 10^8; it is no protection against somebody who wants a collision, and IDs are
 * given by the provider. The package has a hash of its own because the only one that it may load, Web
 * Crypto's, is asynchronous, and what is decided about the mails of a poll is decided in one go.
 */
export function shortHash(id: string): string {
	let low = id.length | 0;
	let high = 0x2545f491;
	for (let index = 0; index < id.length; index++) {
		low = imul(rotate(low ^ id.charCodeAt(index), 7), 0x9e3779b1);
		high = imul(rotate(high, 11) ^ low, 0x85ebca77);
	}
	const bytes = Buffer.alloc(8);
	bytes.writeInt32BE(scatter(low ^ rotate(high, 16)), 0);
	bytes.writeInt32BE(scatter(high), 4);
	return bytes.toString('base64url');
}

function rotate(bits: number, by: number): number {
	return (bits << by) | (bits >>> (32 - by));
}

/** Lets every bit depend on every other one. */
function scatter(bits: number): number {
	let mixed = imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
	mixed = imul(mixed ^ (mixed >>> 12), 0x297a2d39);
	return mixed ^ (mixed >>> 15);
}
