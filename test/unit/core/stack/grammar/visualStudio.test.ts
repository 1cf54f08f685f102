import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { getFrame, itReads, type Row } from '../support/frames';

const cart = { type: 'MyShop.Cart', method: 'Total', module: 'MyShop.dll', link: 'MyShop.Cart.Total' };

describe('Visual Studio call stacks', () => {
	itReads('dotnet', 'managed', [
		[' \tMyShop.dll!MyShop.Cart.Total(int id) Line 31\tC#', { ...cart, at: '31' }],
		['>\tMyShop.dll!MyShop.Cart.Total(int id = 7) Line 31 + 0x12 bytes\tC#', { ...cart, at: '31' }],
		['MyShop.dll!MyShop.Cart.Total(int id) Line 31    C#', { ...cart, at: '31' }],
		['MyShop.dll!MyShop.Cart.Total(int id) Line 31', { ...cart, at: '31' }],
		['MyShop.dll!MyShop.Cart.Total(string s = "a (b) Line 3") Line 31\tC#', { ...cart, at: '31' }],
		['\tMyShop.dll!MyShop.Cart.Total() + 0x1f bytes\tC#', cart],
		['\tMyShop.dll!MyShop.Cart.Total()\tUnknown', cart],
		['\tMyShop.dll!MyShop.Cart.Total Line 31\tC#', { ...cart, at: '31' }],
		['\tMyShop.Cart.Total(int id) Line 31\tC#', { type: 'MyShop.Cart', method: 'Total', at: '31', link: cart.link }],
		['\tMyShop.exe!MyShop.Cart.Total(Integer id) Line 31\tBasic', { ...cart, module: 'MyShop.exe', at: '31' }],
		[
			'\tMyShop.dll!MyShop.App.Load.AnonymousMethod__4_1(object sender) Line 68\tC#',
			{
				type: 'MyShop.App',
				method: 'Load.AnonymousMethod__4_1',
				enclosing: 'MyShop.App#Load',
				module: 'MyShop.dll',
				at: '68',
				link: 'MyShop.App.Load.AnonymousMethod__4_1',
			},
		],
		[
			'\tMyShop.dll!MyShop.App.Load.__Parse|2_0(string text) Line 9\tC#',
			{
				type: 'MyShop.App',
				method: 'Load.__Parse|2_0',
				enclosing: 'MyShop.App#Load',
				module: 'MyShop.dll',
				at: '9',
				link: 'MyShop.App.Load.__Parse|2_0',
			},
		],
		[
			'\tMyShop.dll!MyShop.Cart<int>.Count.get() Line 12\tC#',
			{
				type: 'MyShop.Cart<int>',
				method: 'Count.get',
				enclosing: 'MyShop.Cart#Count',
				module: 'MyShop.dll',
				at: '12',
				link: 'MyShop.Cart<int>.Count.get',
			},
		],
		[
			'\tMyShop.dll!MyShop.Cart.Cart(System.Guid id) Line 8\tC#',
			{
				type: 'MyShop.Cart',
				method: 'Cart',
				enclosing: 'MyShop.Cart#.ctor',
				module: 'MyShop.dll',
				flags: ['constructor'],
				at: '8',
				link: 'MyShop.Cart.Cart',
			},
		],
		[
			'\tMyShop.dll!System.Collections.Generic.List<(int, string)>.Add((int, string) item) Line 4\tC#',
			{
				type: 'System.Collections.Generic.List<(int, string)>',
				method: 'Add',
				enclosing: 'System.Collections.Generic.List#Add',
				module: 'MyShop.dll',
				at: '4',
				link: 'System.Collections.Generic.List<(int, string)>.Add',
			},
		],
		[
			'\tMyShop.dll!Program.<Main>$(string[] args) Line 3\tC#',
			{
				type: 'Program',
				method: '<Main>$',
				enclosing: 'Program#Main',
				module: 'MyShop.dll',
				at: '3',
				link: 'Program.<Main>$',
			},
		],
		[
			'\t[Awaiting] MyShop.dll!MyShop.Cart.LoadAsync() Line 31\tC#',
			{
				...cart,
				method: 'LoadAsync',
				flags: ['async'],
				at: '31',
				link: 'MyShop.Cart.LoadAsync',
			},
		],
	]);

	itReads('cpp', 'native', [
		[
			'\tMyShop.exe!acme::Cart::total(int n) Line 40\tC++',
			{ type: 'acme::Cart', method: 'total', module: 'MyShop.exe', at: '40', link: 'acme::Cart::total(int n)' },
		],
		[
			'\t[Inline Frame] MyShop.exe!acme::total(int n) Строка 40\tC++',
			{
				type: 'acme',
				method: 'total',
				module: 'MyShop.exe',
				flags: ['inlined'],
				at: '40',
				link: 'acme::total(int n)',
			},
		],
		[
			'\tKernelBase.dll!00007ff822acbd3e()\tНет данных',
			{ module: 'KernelBase.dll', image: { name: 'KernelBase.dll', address: '0x00007ff822acbd3e' } },
		],
		[
			'\tntdll.dll!RtlUserThreadStart + 0x21 bytes\tUnknown',
			{ method: 'RtlUserThreadStart', module: 'ntdll.dll', link: 'RtlUserThreadStart' },
		],
	]);

	// The word for "line" in the languages of Visual Studio, and other forms of numbers.
	const captions =
		'Line,Zeile,Ligne,línea,Línea,riga,Riga,linha,Linha,Строка,строка,wiersz,Wiersz,řádek,Řádek,satır,Satır,行,줄,第';
	const localised = captions
		.split(',')
		.map((word): Row => [`\tMyShop.dll!MyShop.Cart.Total(int id) ${word} 31\tC#`, { ...cart, at: '31' }]);
	itReads('dotnet', 'managed', [
		...localised,
		['\tMyShop.dll!MyShop.Cart.Total(int id) 行31\tC#', { ...cart, at: '31' }],
		['\tMyShop.dll!MyShop.Cart.Total(int id) 第 31 行\tC#', { ...cart, at: '31' }],
		['\tMyShop.dll!MyShop.Cart.Total(int id) 31. sor\tC#', { ...cart, at: '31' }],
		['\tMyShop.dll!MyShop.Cart.Total(int id) Строка 31 + 0x5 байт\tC#', { ...cart, at: '31' }],
	]);

	it('parses native and managed Visual Studio frames as one section and skips bracketed placeholders', () => {
		const text = [
			' \tKernelBase.dll!00007ff822acbd3e()\tUnknown',
			' \t[Переход от машинного кода к управляемому]\t',
			'>\tMyShop.dll!MyShop.Cart.Total(int id) Line 31\tC#',
			' \t[External Code]\t',
			' \tMyShop.exe!acme::run() Line 3\tC++',
		].join('\n');
		const { platform, sections } = parseTrace(text);
		assert.equal(platform, 'dotnet');
		assert.deepEqual(
			sections.map(({ header, lines }) => [header, lines.map(({ kind }) => kind)]),
			[[undefined, ['native', 'raw', 'managed', 'raw', 'native']]],
		);
	});

	it('rejects text that only resembles a Visual Studio frame', () => {
		for (const text of ['Done! Line 31', 'see Cart.dll! Line 31\tnow', 'a.b(c)\tprice', 'x\tC#', '[a]\tC#']) {
			assert.throws(() => getFrame(text, undefined, undefined), /no frame/, text);
		}
	});
});
