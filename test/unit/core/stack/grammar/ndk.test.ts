import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads } from '../support/frames';

describe('native Android stack frames', () => {
	itReads('ndk', 'native', [
		[
			'      #00 pc 0000000000012a4c  /data/app/~~x==/com.acme-1==/lib/arm64/libcart.so (acme::Cart::total() const+84) (BuildId: 9f1c)',
			{
				type: 'acme::Cart',
				method: 'total',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x0000000000012a4c', offset: 0x12a4c, buildId: '9f1c' },
				link: 'acme::Cart::total() const',
			},
		],
		[
			'#01 pc 00000000002b10f0  /data/app/~~x==/com.acme-1==/base.apk!libil2cpp.so (offset 0x1000) (BuildId: 77aa)',
			{
				module: 'libil2cpp.so',
				image: { name: 'libil2cpp.so', address: '0x00000000002b10f0', offset: 0x2b10f0, buildId: '77aa' },
			},
		],
		[
			'  #02 pc 0000000000a3c4d0  /data/app/base.apk!libil2cpp.so (Board__ctor_mB41D7C05+212)',
			{
				method: 'Board__ctor_mB41D7C05',
				enclosing: 'Board#.ctor',
				module: 'libil2cpp.so',
				image: { name: 'libil2cpp.so', address: '0x0000000000a3c4d0', offset: 0xa3c4d0 },
				link: 'Board__ctor_mB41D7C05',
			},
		],
		[
			'  #02 pc 0000000000a3c4d0  /data/app/base.apk!libil2cpp.so (Board_Place_mB41D7C05+212)',
			{
				method: 'Board_Place_mB41D7C05',
				enclosing: 'Board#Place',
				module: 'libil2cpp.so',
				image: { name: 'libil2cpp.so', address: '0x0000000000a3c4d0', offset: 0xa3c4d0 },
				link: 'Board_Place_mB41D7C05',
			},
		],
		[
			'#02 pc 0000000000045678  /memfd:jit-cache (deleted) (offset 0x2000000) (com.acme.CartVm$load$1.invokeSuspend+12)',
			{
				type: 'com.acme.CartVm$load$1',
				method: 'invokeSuspend',
				enclosing: 'com.acme.CartVm#load',
				module: 'memfd:jit-cache',
				image: { name: 'memfd:jit-cache', address: '0x0000000000045678', offset: 0x45678 },
				flags: ['async'],
				link: 'com.acme.CartVm$load$1.invokeSuspend',
			},
		],
		[
			'#01 pc 0x1b2c3d libcart.so (acme::Cart::total() + 84) (BuildId: 9f1c)',
			{
				type: 'acme::Cart',
				method: 'total',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x1b2c3d', offset: 0x1b2c3d, buildId: '9f1c' },
				link: 'acme::Cart::total()',
			},
		],
		[
			'#02 pc 0000000000045678  /data/app/lib/arm64/libcart.so (cart_total.llvm.8371920475610298374+12)',
			{
				method: 'cart_total',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x0000000000045678', offset: 0x45678 },
				link: 'cart_total.llvm.8371920475610298374',
			},
		],
		[
			'#03  pc 0001a2b4  /system/lib/libc.so (tgkill+12)',
			{
				method: 'tgkill',
				module: 'libc.so',
				image: { name: 'libc.so', address: '0x0001a2b4', offset: 0x1a2b4 },
				link: 'tgkill',
			},
		],
		[
			'#04 pc 000000000000dead  /data/app/lib/libold.so (deleted) (???)',
			{ module: 'libold.so', image: { name: 'libold.so', address: '0x000000000000dead', offset: 0xdead } },
		],
		[
			'#05 pc 0x1c2d  libbare.so',
			{ module: 'libbare.so', image: { name: 'libbare.so', address: '0x1c2d', offset: 0x1c2d } },
		],
		[
			'#06 pc 00000000000c9f30  [vdso] (__kernel_rt_sigreturn)',
			{
				method: '__kernel_rt_sigreturn',
				module: '[vdso]',
				image: { name: '[vdso]', address: '0x00000000000c9f30', offset: 0xc9f30 },
				link: '__kernel_rt_sigreturn',
			},
		],
		[
			'    /data/app/base.apk!libcart.so (offset 0x4000) (_ZN4acme4Cart5totalEv+24, pc 12a4c)',
			{
				type: 'acme::Cart',
				method: 'total',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x12a4c', offset: 0x12a4c },
				link: '_ZN4acme4Cart5totalEv',
			},
		],
		[
			'#07 pc 00000000000c9f30  /data/app/oat/arm64/base.odex (com.acme.shop.Cart.total+120)',
			{
				type: 'com.acme.shop.Cart',
				method: 'total',
				module: 'base.odex',
				image: { name: 'base.odex', address: '0x00000000000c9f30', offset: 0xc9f30 },
				link: 'com.acme.shop.Cart.total',
			},
		],
		[
			'#09 pc 000000000012a4c0  [anon:dalvik-classes.dex extracted in memory from /data/app/~~x==/com.acme-1==/base.apk] (com.acme.shop.Cart.total+0)',
			{
				type: 'com.acme.shop.Cart',
				method: 'total',
				module: 'base.apk',
				image: { name: 'base.apk', address: '0x000000000012a4c0', offset: 0x12a4c0 },
				link: 'com.acme.shop.Cart.total',
			},
		],
		[
			'#08 pc 00000000000c9f30  /data/app/My App/libcart.so (_ZN4acme4Cart5totalEv+8)',
			{
				type: 'acme::Cart',
				method: 'total',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x00000000000c9f30', offset: 0xc9f30 },
				link: '_ZN4acme4Cart5totalEv',
			},
		],
		[
			'#09 pc 00000000000c9f30  /lib/libcart.so (acme::load(int)::{lambda(int)#1}::operator()(int) const+8)',
			{
				type: 'acme::load::{lambda(int)#1}',
				method: 'operator()',
				enclosing: 'acme#load',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x00000000000c9f30', offset: 0xc9f30 },
				link: 'acme::load(int)::{lambda(int)#1}::operator()(int) const',
			},
		],
		[
			'#10 pc 00000000000c9f30  /lib/libcart.so (std::map<int, acme::Cart> acme::all<int>(std::less<int>&&)+8)',
			{
				type: 'acme',
				method: 'all',
				module: 'libcart.so',
				image: { name: 'libcart.so', address: '0x00000000000c9f30', offset: 0xc9f30 },
				link: 'std::map<int, acme::Cart> acme::all<int>(std::less<int>&&)',
			},
		],
	]);

	it('parses native Android frames below the signal line', () => {
		const { sections, platform } = parseTrace(
			[
				'*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
				"Build fingerprint: 'acme/phone:15/keys'",
				'pid: 4120, tid: 4151, name: RenderThread  >>> com.acme <<<',
				'signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------',
				"Abort message: 'cart is empty'",
				'    x0  0000000000000000  x1  0000000000001037',
				'',
				'backtrace:',
				'      #00 pc 0000000000012a4c  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)',
				'',
				'--- --- ---',
				'pid: 4120, tid: 4122, name: Signal Catcher  >>> com.acme <<<',
				'      #00 pc 00000000000c9f30  /apex/com.android.runtime/lib64/bionic/libc.so (__rt_sigtimedwait+8)',
			].join('\n'),
		);
		assert.equal(platform, 'ndk');
		assert.deepEqual(
			sections.map(({ header }) => header && [header.kind, header.type, header.message, header.crashed]),
			[
				undefined,
				['thread', '', 'RenderThread', undefined],
				['signal', 'SIGABRT', 'cart is empty', true],
				['thread', '', 'Signal Catcher', undefined],
			],
		);
	});

	it('parses the single-line form of a fatal signal in an Android log', () => {
		const { sections } = parseTrace(
			'F/libc    ( 7): Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 7 (main)',
		);
		assert.equal(sections[0]?.header?.type, 'SIGSEGV');
		assert.equal(sections[0]?.header?.message, 'code 1 (SEGV_MAPERR), fault addr 0x0 in tid 7 (main)');
	});
});
