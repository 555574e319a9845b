import fc from 'fast-check';
import { fileName, mimeTypeOf } from '../../../nodes/Collection/answeredFiles';

describe('fileName', () => {
	it.each([
		['logo.png', 'logo.png'],
		['Bank statement (May).pdf', 'Bank statement (May).pdf'],
		['../../etc/passwd', 'passwd'],
		['C:\\Users\\pat\\logo.png', 'logo.png'],
		['..', 'file'],
		['', 'file'],
		['a/', 'file'],
		['a\u0000b\r\nc.txt', 'abc.txt'],
		['invoice\u202Efdp.exe', 'invoicefdp.exe'],
		[`${'a'.repeat(300)}.pdf`, `${'a'.repeat(196)}.pdf`],
	])('%j becomes %j', (given, name) => {
		expect(fileName(given)).toBe(name);
	});

	it('never names a folder', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (given) => {
				const name = fileName(given);
				return name !== '' && !/[\\/\0\r\n]/.test(name) && name !== '.' && name !== '..';
			}),
		);
	});
});

describe('mimeTypeOf', () => {
	it.each([
		[{ 'content-type': 'image/PNG; charset=x' }, 'image/png'],
		[{ 'content-type': 'application/octet-stream' }, undefined],
		[{}, undefined],
	])('%j is %s', (headers, type) => {
		expect(mimeTypeOf(headers)).toBe(type);
	});
});
