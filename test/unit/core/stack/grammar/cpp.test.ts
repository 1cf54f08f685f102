import * as assert from 'node:assert/strict';
import { cppMember } from '../../../../../src/core/stack/names/cppNames';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads } from '../support/frames';

const total = { type: 'acme::Cart', method: 'total' };

describe('C++, Windows, Rust and Go stack frames', () => {
	itReads('cpp', 'native', [
		[
			'Acme.dll!acme::Cart::total(int) Line 40 + 0x12 bytes',
			{ ...total, module: 'Acme.dll', at: '40', link: 'acme::Cart::total(int)' },
		],
		['>\tAcme.exe!main() Line 12\tC++', { method: 'main', module: 'Acme.exe', at: '12', link: 'main()' }],
		[
			'ntdll.dll!RtlUserThreadStart+0x21',
			{ method: 'RtlUserThreadStart', module: 'ntdll.dll', link: 'RtlUserThreadStart' },
		],
		[
			'00 000000d1`4e2ff5a0 Acme!acme::Cart::total+0x1c [C:\\src\\my cart.cpp @ 40]',
			{ ...total, module: 'Acme', at: 'C:\\src\\my cart.cpp:40', link: 'C:\\src\\my cart.cpp @ 40' },
		],
		[
			'0a 000000d1`4e2ff5a0 00007ff6`1a2b3c4d Acme!acme::Cart::total+0x1c',
			{ ...total, module: 'Acme', link: 'acme::Cart::total' },
		],
		[
			'(Inline Function) --------`-------- Acme!acme::Cart::total+0x3 [C:\\src\\cart.cpp @ 41]',
			{ ...total, module: 'Acme', at: 'C:\\src\\cart.cpp:41', link: 'C:\\src\\cart.cpp @ 41', flags: ['inlined'] },
		],
		[
			' 0  libcart.so!acme::Cart::total() [cart.cpp : 40 + 0x3]',
			{ ...total, module: 'libcart.so', at: 'cart.cpp:40', link: 'cart.cpp : 40' },
		],
		[
			'    #3 0x55d0c1 in acme::Cart::total() /src/cart.cpp:40:9',
			{ ...total, image: { name: '', address: '0x55d0c1' }, at: '/src/cart.cpp:40:9' },
		],
		[
			'    #4 0x7f12ab in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x29d8f) (BuildId: 9f1c)',
			{
				method: '__libc_start_main',
				module: '/lib/x86_64-linux-gnu/libc.so.6',
				image: { name: '/lib/x86_64-linux-gnu/libc.so.6', address: '0x29d8f', offset: 0x29d8f, buildId: '9f1c' },
				link: '__libc_start_main',
			},
		],
		[
			'#3  0x0000555555555131 in acme::Cart::total (this=0x1, n=1) at /src/cart.cpp:40',
			{ ...total, image: { name: '', address: '0x0000555555555131' }, at: '/src/cart.cpp:40' },
		],
		['#0  acme::Cart::total (n=1) at cart.cpp:40', { ...total, at: 'cart.cpp:40' }],
		[
			'#5  0x00007f12 in raise () from /lib/libc.so.6',
			{
				method: 'raise',
				module: '/lib/libc.so.6',
				image: { name: '/lib/libc.so.6', address: '0x00007f12' },
				link: 'raise',
			},
		],
		[
			'    #1 0x55d0c1 in acme::Box<std::vector<int, std::less<int> > >::open(int) /src/acme shop/box.h:46:34',
			{
				type: 'acme::Box',
				method: 'open',
				at: '/src/acme shop/box.h:46:34',
				image: { name: '', address: '0x55d0c1' },
			},
		],
		['Acme.dll!acme::start + 0x123', { type: 'acme', method: 'start', module: 'Acme.dll', link: 'acme::start' }],
		[
			'01 (Inline Function) --------`-------- Acme!acme::f+0x3 [C:\\src\\cart.cpp @ 4]',
			{
				type: 'acme',
				method: 'f',
				at: 'C:\\src\\cart.cpp:4',
				module: 'Acme',
				flags: ['inlined'],
				link: 'C:\\src\\cart.cpp @ 4',
			},
		],
	]);

	it('parses native frames below the error message of a crashed program', () => {
		const heads: readonly (readonly [text: string, type: string, message: string])[] = [
			[
				"terminate called after throwing an instance of 'std::runtime_error'\n  what():  cart is empty",
				'std::runtime_error',
				'cart is empty',
			],
			['==4120==ERROR: AddressSanitizer: heap-use-after-free on address 0x1', 'heap-use-after-free', 'on address 0x1'],
			[
				'Unhandled exception at 0x00007FF6 (Acme.dll) in Acme.exe: 0xC0000005: Access violation reading location 0x0.',
				'0xC0000005',
				'Access violation reading location 0x0.',
			],
		];
		for (const [text, type, message] of heads) {
			const { sections } = parseTrace(`${text}\n    #0 0x55d0c1 in acme::Cart::total() /src/cart.cpp:40:9`);
			assert.deepEqual([sections[0]?.header?.type, sections[0]?.header?.message], [type, message]);
		}
	});
});

describe('C++ symbol names', () => {
	const names: readonly (readonly [symbol: string, member: string, enclosing?: string])[] = [
		['acme::Cart::total(int) const', 'acme::Cart#total'],
		['void acme::load<int, std::less<int>>(int)', 'acme#load'],
		['std::map<int, acme::Cart> acme::all()', 'acme#all'],
		['main', '#main'],
		['_ZN4acme4Cart5totalEv', 'acme::Cart#total'],
		['_ZNK4acme4Cart5totalEv', 'acme::Cart#total'],
		['_ZN4acme4CartC2Ev', 'acme::Cart#Cart'],
		['_ZN4acme4CartD0Ev', 'acme::Cart#~Cart'],
		['_Z4loadv', '#load'],
		['_ZN4acme4cart5total17h0123456789abcdefE', 'acme::cart#total'],
		['acme::cart::total::h0123456789abcdef', 'acme::cart#total'],
		['acme::Cart::load()::$_0::operator()(int) const', 'acme::Cart::load::$_0#operator()', 'acme::Cart#load'],
		['acme::Cart::load::<lambda_1>::operator()', 'acme::Cart::load::<lambda_1>#operator()', 'acme::Cart#load'],
		['operator new(unsigned long)', '#operator new'],
		['(anonymous namespace)::help()', '(anonymous namespace)#help'],
		['_ZN99999', '#_ZN99999'],
	];
	for (const [symbol, member, enclosing = member] of names) {
		it(`parses the C++ name ${symbol}`, () => {
			const read = cppMember(symbol);
			assert.equal(`${read.type}#${read.method}`, member);
			assert.equal(`${read.enclosing.type}#${read.enclosing.method}`, enclosing);
		});
	}
});
