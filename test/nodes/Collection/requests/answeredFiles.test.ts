import { mimeTypeOf } from '../../../../nodes/Collection/requests/answeredFiles';

describe('mimeTypeOf', () => {
	it.each([
		[{ 'content-type': 'image/PNG; charset=x' }, 'image/png'],
		[{ 'content-type': 'application/octet-stream' }, undefined],
		[{ 'content-type': `image/${'x'.repeat(300)}` }, 'application/octet-stream'],
		[{}, undefined],
	])('%j is %s', (headers, type) => {
		expect(mimeTypeOf(headers)).toBe(type);
	});
});
