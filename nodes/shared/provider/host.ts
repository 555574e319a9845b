import { InvalidInput } from '../http/failures';

/**
 * What the oldest n8n has that the nodes keep their promises on: the signing of links. n8n-core has it
 * from 1.106 on, which is n8n 1.107. docs/versions.md says what was run on which.
 */
const NEEDED = 'getSignedResumeUrl';

/**
 * Has the nodes do nothing on an n8n that is too old for them, which its contexts show by what they lack.
 * @throws InvalidInput where it is.
 */
export function requireHost(context: object): void {
	if (typeof Reflect.get(context, NEEDED) === 'function') return;
	throw new InvalidInput(
		'This n8n is too old for the nodes of this package',
		undefined,
		'Update n8n to 1.110 or newer.',
	);
}
