import { type LoggedRequest, observeRequests } from '../simulator/requestLog';
import { type GraphDescription, loadGraphDescription } from './graphDescription';

/**
 * Set up for every test file: whatever the nodes send to Graph is checked against Microsoft's
 * description after each test, where the environment names that file (GRAPH_OPENAPI). Where it does
 * not, `graphDescription.test.ts` reports its part as skipped.
 */

/** Tests that send requests of their own, wrong ones too. */
const OWN_REQUESTS = /\/test\/(simulator\/|contract\/(graphDescription\.test\.ts$|hostile\/))/;

const isChecked =
	Boolean(process.env.GRAPH_OPENAPI) && !OWN_REQUESTS.test(expect.getState().testPath ?? '');

if (isChecked) {
	const arrived: LoggedRequest[] = [];
	observeRequests((entry) => {
		if (entry.service === 'graph') arrived.push(entry);
	});
	let description: GraphDescription | undefined;
	afterEach(() => {
		const sent = arrived.splice(0);
		if (sent.length === 0) return;
		// Only now: many test files make no request, and the description is large.
		description ??= loadGraphDescription();
		expect(description?.violations(sent)).toEqual([]);
	});
}
