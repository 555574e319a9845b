import { type LoggedRequest, observeRequests } from '../simulator/requestLog';
import { type GraphDescription, loadGraphDescription } from './graphDescription';

/**
 * Set up for every test file: whatever the nodes send to Graph is checked against Microsoft's
 * description after each test, where the environment names that file (GRAPH_OPENAPI). Where it does
 * not, `graphDescription.test.ts` reports its part as skipped.
 */

/** Tests that send requests of their own, wrong ones too: it is not a step that makes them. */
const OWN_REQUESTS = [
	/\/test\/simulator\//,
	/\/test\/live\//,
	/\/test\/contract\/(hostile\/|graphDescription\.test)/,
	/\/test\/recorded\//,
	/\/test\/nodes\/shared\/http\//,
	/\/test\/nodes\/Mail\/outgoing\/writes\.test/,
	/\/test\/policy\//,
];

declare global {
	/** One for all test files of a process: its schemas take half a second to compile. */
	var graphDescription: GraphDescription | undefined;
}

const { testPath = '' } = expect.getState();
const isChecked =
	Boolean(process.env.GRAPH_OPENAPI) && !OWN_REQUESTS.some((files) => files.test(testPath));

if (isChecked) {
	const arrived: LoggedRequest[] = [];
	observeRequests((entry) => {
		if (entry.service === 'graph') arrived.push(entry);
	});
	afterEach(() => {
		const sent = arrived.splice(0);
		if (sent.length === 0) return;
		// Only now: many test files make no request, and the description is large.
		globalThis.graphDescription ??= loadGraphDescription();
		expect(globalThis.graphDescription?.violations(sent)).toEqual([]);
	});
}
