import * as fc from 'fast-check';
import {
	isOfDomain,
	readAllowedAddresses,
} from '../../../../nodes/shared/outgoing/allowedAddresses';

const label = 'Allowed Addresses and Domains';
const read = (text: string) => readAllowedAddresses(text, label);

describe('readAllowedAddresses', () => {
	const listed = read(
		' Ann@Contoso.com; fabrikam.com,\n@tailspin.example ,, *@adatum.com, bob@contoso.com, kim@litware.com, Zoë@litware.com',
	);

	it.each([
		'ann@contoso.com',
		'ANN@CONTOSO.COM',
		'bob@contoso.com',
		'x@Fabrikam.com',
		'y@tailspin.example',
		'z@adatum.com',
		"o'brien.pat+x_1@fabrikam.com",
		'Zoë@litware.com',
	])('lists %s', (address) => {
		expect(listed.has(address)).toBe(true);
	});

	it.each([
		'',
		'eve@contoso.com',
		'ann+x@contoso.com',
		'x@sub.fabrikam.com',
		'x@fabrikam.com.evil.example',
		'x@notfabrikam.com',
		'x@fabrikam.com.',
		'fabrikam.com',
		'@fabrikam.com',
		'eve@evil.example@fabrikam.com',
		'"eve@evil.example"@fabrikam.com',
		'eve%evil.example@fabrikam.com',
		'evil.example!eve@fabrikam.com',
		'IMCEASMTP-eve+40evil.example@fabrikam.com',
		'eve@evil.example,x@fabrikam.com',
		'<x@fabrikam.com>',
		' x@fabrikam.com',
		'x\u200B@fabrikam.com',
		'x@fabrikam\u3002com',
		'x@fabrıkam.com',
		// The Kelvin sign, which is a k once it is made small.
		'x@fabri\u212aam.com',
		'\u212aim@litware.com',
		'eve\uff05evil.example@fabrikam.com',
		'eve\uff20evil.example@fabrikam.com',
		'zoë@fabrikam.com',
		'x=?utf-8?q?eve=40evil.example?=@fabrikam.com',
		'/o=evil/s=eve/@fabrikam.com',
		'eve_evil.example#EXT#@fabrikam.com',
		'.x@fabrikam.com',
		'x..y@fabrikam.com',
	])('does not list %j', (address) => {
		expect(listed.has(address)).toBe(false);
	});

	it.each([
		'ann',
		'*',
		'*.contoso.com',
		'ann@@contoso.com',
		'ann@contoso.com bob@contoso.com',
		'com',
	])('refuses %j by its place, without repeating it', (entry) => {
		expect(() => read(`bob@contoso.com, ${entry}`)).toThrow(
			`${label} in the credential: entry 2 is neither an address nor a domain`,
		);
	});

	it('lists nobody where nothing is entered', () => {
		expect(read(' \n,').has('ann@contoso.com')).toBe(false);
	});

	it('lists of any text only what ends in a listed domain, with one @ in front of it', () => {
		const part = fc.string({ unit: 'grapheme', maxLength: 12 });
		fc.assert(
			fc.property(part, part, (local, domain) => {
				const address = `${local}@${domain}`;
				const isListed = isOfDomain(address, new Set(['fabrikam.com']));
				expect(isListed && domain.toLowerCase() !== 'fabrikam.com').toBe(false);
			}),
		);
		fc.assert(
			fc.property(part, (local) => {
				const isListed = isOfDomain(`${local}@fabrikam.com`, new Set(['fabrikam.com']));
				expect(isListed && !/^[a-z0-9$&'*+.=?^_`{|}~-]+$/i.test(local)).toBe(false);
			}),
		);
	});
});
