import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { atosRun } from '../../../../../../src/core/stack/mapping/tools/atos';
import { flutterSymbolizeRun } from '../../../../../../src/core/stack/mapping/tools/flutterSymbolize';
import { llvmSymbolizerRun, ndkStackRun } from '../../../../../../src/core/stack/mapping/tools/nativeSymbols';
import { symbolNeeds } from '../../../../../../src/core/stack/mapping/tools/symbolNeeds';
import type { NoRun, SymbolFrames, SymbolRun } from '../../../../../../src/core/stack/mapping/tools/symbolTool';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import { stackOf } from '../../../../../../src/core/stack/trace/failingThread';

const appleText = `Thread 0 Crashed:
0   libswiftCore.dylib        0x00000001a0b1c2d4 0x1a0a00000 + 1163988
1   Example Shop              0x0000000102a3b1f0 0x102a00000 + 242160
2   Example Shop              0x0000000102a3b5c8 0x102a00000 + 243144
3   Example Shop              0x0000000102a3b5cc main (main.swift:3)

Binary Images:
0x102a00000 - 0x102b00000 +Example Shop arm64  <0a1b2c3d4e5f60718293a4b5c6d7e8f9> /var/containers/Example Shop.app/Example Shop
`;

const ndkText = `pid: 4120, tid: 4133, name: main  >>> com.example.shop <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0
backtrace:
      #00 pc 000000000000110a  /data/app/~~x==/com.example.shop-1==/lib/arm64/libcart.so (BuildId: 9f1c00aa)
      #01 pc 0000000000001125  /data/app/~~x==/com.example.shop-1==/lib/arm64/libcart.so (run+20) (BuildId: 9f1c00aa)
      #02 pc 00000000000530c4  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164) (BuildId: 0a0b0c0d)
`;

const dartText = `Warning: This VM has been configured to produce stack traces that violate the Dart standard.
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 4120, tid: 4133, name 1.ui
os: android arch: arm64 comp: yes sim: no
build_id: 'a1b2c3d4e5f60718'
isolate_dso_base: 7a1b000000, vm_dso_base: 7a1b000000
isolate_instructions: 7a1b010000, vm_instructions: 7a1b008000
    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7
    #01 abs 0000007a1b2c3e4e virt 00000000001ed7d7 _kDartIsolateSnapshotInstructions+0x1e27d7
`;

function needOf(text: string) {
	const [need, ...others] = runSynchronously(symbolNeeds(parseTrace(text)));
	assert.ok(need);
	assert.deepEqual(others, []);
	return need;
}

function started(run: SymbolRun | NoRun): SymbolRun {
	assert.ok('tool' in run, JSON.stringify(run));
	return run;
}

function summary(frames: SymbolFrames) {
	const list = frames.kind === 'byLine' ? [...frames.frames.values()].flat() : frames.frames;
	return list.map(({ line, type, method, file, line1, column1, flags, text, link }) => ({
		line,
		member: [type ?? '', method],
		at: [file, line1, column1],
		inlined: flags.includes('inlined'),
		link: text.slice(link?.start, link?.end),
	}));
}

describe('required symbols', () => {
	it("requires symbols for the app's images if Apple frames have no line number", () => {
		const need = needOf(appleText);
		assert.deepEqual(need.tools, ['atos']);
		assert.deepEqual(need.file, { kind: 'dSym', image: 'Example Shop', uuid: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' });
		assert.deepEqual(
			need.frames.map(({ line }) => line),
			[2, 3],
		);
		assert.equal(need.appleImage?.architecture, 'arm64');
	});

	it("requires symbols for the app's native libraries on Android", () => {
		const need = needOf(ndkText);
		assert.deepEqual(need.tools, ['llvmSymbolizer', 'ndkStack']);
		assert.deepEqual(need.file, { kind: 'library', name: 'libcart.so', buildId: '9f1c00aa' });
		assert.deepEqual(
			need.frames.map(({ line }) => line),
			[3, 4],
		);
	});

	it("requires symbols for the app's native libraries in ANR traces, sanitizer reports and minidumps", () => {
		const texts = {
			'"main" prio=5 tid=1 Native\n  native: #00 pc 000000000012a4c0  /data/app/lib/arm64/libcart.so':
				'0x000000000012a4c0',
			'    #0 0x7b1c2d3e40  (/data/app/lib/arm64/libcart.so+0x12a4c) (BuildId: 9f1c00aa)': '0x12a4c',
			'Thread 0 (crashed)\n 0  libcart.so + 0x12a4c': '0x12a4c',
		};
		for (const [text, address] of Object.entries(texts)) {
			const need = needOf(text);
			assert.deepEqual(need.tools, ['llvmSymbolizer', 'ndkStack']);
			assert.equal(need.file.kind === 'library' && need.file.name, 'libcart.so');
			assert.deepEqual(
				need.frames.map(({ image }) => image?.address),
				[address],
			);
		}
	});

	it("requires symbols for the app's image in reports with sampled stacks", () => {
		const need = needOf(`Architecture:     arm64e
Event:            cpu usage

Heaviest stack for the target process:
  27  ??? (libdyld.dylib + 5480) [0x197689568]
  27  ??? (Shop + 352120) [0x102abdf78]

Powerstats for:   Shop [251]

  Binary Images:
           0x102a68000 -                ???  com.example.shop 3.1 (31)  <0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9>  /private/Shop.app/Shop
           0x18f8f4000 -        0x18f92cfff  libdyld.dylib (1)  <6B0C1D7E-93B2-4C3F-8D61-A7B0E4F29C18>  /usr/lib/libdyld.dylib
`);
		assert.deepEqual(need.file, { kind: 'dSym', image: 'Shop', uuid: '0a1b2c3d4e5f60718293a4b5c6d7e8f9' });
		assert.equal(need.appleImage?.architecture, 'arm64');
		assert.equal(need.appleImage?.loadAddress, '0x102a68000');
	});

	it('requires the symbols of an obfuscated Dart program', () => {
		const need = needOf(dartText);
		assert.deepEqual(need.tools, ['flutter']);
		assert.deepEqual(need.file, { kind: 'dartSymbols', system: 'android-arm64', buildId: 'a1b2c3d4e5f60718' });
		assert.equal(need.frames.length, 2);
	});

	it('requires no symbols if every frame has a line number', () => {
		assert.deepEqual(runSynchronously(symbolNeeds(parseTrace('java.lang.Error: x\n\tat a.b.c(D.java:4)'))), []);
		assert.deepEqual(runSynchronously(symbolNeeds(parseTrace(''))), []);
	});
});

describe('symbolication with atos', () => {
	const symbols = '/builds/Example Shop.app.dSYM/Contents/Resources/DWARF/Example Shop';

	it('starts atos with the image file and the addresses of the frames', () => {
		const { frames, appleImage } = needOf(appleText);
		const run = started(atosRun(frames, symbols, appleImage));
		assert.deepEqual(
			[run.tool, run.arguments, run.input],
			[
				'atos',
				[
					'-o',
					symbols,
					'-arch',
					'arm64',
					'-l',
					'0x102a00000',
					'-fullPath',
					'-i',
					'-d',
					'\t',
					'0x102a3b1f0',
					'0x102a3b5c8',
				],
				undefined,
			],
		);
	});

	it('starts atos without an image list if the frames contain their offset in the image', () => {
		const run = started(atosRun(needOf(appleText).frames, symbols, undefined));
		assert.deepEqual(run.arguments.slice(0, 4), ['-o', symbols, '-l', '0x102a00000']);
	});

	it('parses atos output with one line per address, preceded by inlined frames', () => {
		const run = started(atosRun(needOf(appleText).frames, symbols, undefined));
		const output =
			'Cart.total() (in Example Shop) (/src/Cart.swift:31)\tCartView.body.getter (in Example Shop) (/src/Cart View.swift:12)\n' +
			'-[CartStore read:] (in Example Shop) (/src/CartStore.m:0)\n';
		assert.deepEqual(summary(run.read(output)), [
			{
				line: 2,
				member: ['Cart', 'total()'],
				at: ['/src/Cart.swift', 31, undefined],
				inlined: true,
				link: '/src/Cart.swift:31',
			},
			{
				line: 2,
				member: ['CartView', 'body'],
				at: ['/src/Cart View.swift', 12, undefined],
				inlined: false,
				link: '/src/Cart View.swift:12',
			},
			{
				line: 3,
				member: ['CartStore', 'read:'],
				at: ['/src/CartStore.m', undefined, undefined],
				inlined: false,
				link: '/src/CartStore.m',
			},
		]);
	});

	it('adds inlined functions below their callers in a call graph', () => {
		const need = needOf(`Call graph:
    10 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)
    + 10 ???  (in Shop)  load address 0x102a00000 + 0x3b1f0  [0x102a3b1f0]
    +   9 ???  (in Shop)  load address 0x102a00000 + 0x3b5c8  [0x102a3b5c8]
    +   1 ???  (in Shop)  load address 0x102a00000 + 0x3b5d0  [0x102a3b5d0]`);
		const image = { loadAddress: '0x102a00000', architecture: 'arm64' };
		const run = started(atosRun(need.frames, symbols, image));
		const symbolicated = run.read(
			'main (in Shop) (/src/main.swift:3)\n' +
				'Cart.total() (in Shop) (/src/Cart.swift:31)\tCart.load() (in Shop) (/src/Cart.swift:58)\n' +
				'Cart.clear() (in Shop) (/src/Cart.swift:90)\n',
		);
		assert.ok(symbolicated.kind === 'byLine');
		const lines = [...symbolicated.frames.values()].flat();
		assert.deepEqual(
			stackOf({ platform: 'apple', header: undefined, lines }).map(({ line1 }) => line1),
			[31, 58, 3],
		);
	});

	it('ignores addresses that atos could not symbolicate', () => {
		const run = started(atosRun(needOf(appleText).frames, symbols, undefined));
		for (const output of [
			'',
			'0x102a3b1f0\n0x102a3b5c8\n',
			'0x0000000102a3b1f0 (in Example Shop)\n',
			'atos: cannot load\n',
		]) {
			assert.deepEqual(summary(run.read(output)), []);
		}
		const [found] = summary(run.read('Cart.total() (in Example Shop) + 16\n'));
		assert.deepEqual(
			[found?.member, found?.at],
			[
				['Cart', 'total()'],
				[undefined, undefined, undefined],
			],
		);
	});
});

describe('symbolication with llvm-symbolizer', () => {
	// Output of version 14 for a library built with `gcc -g -O1`, for an address with inlined code and one without.
	const output =
		'rate\n/src/shop/cart.cpp:3:98\nshop::Cart::total(int) const\n/src/shop/cart.cpp:4:47\n\n??\n??:0:0\n\n';

	it('passes a library and its frame addresses to llvm-symbolizer', () => {
		const run = started(llvmSymbolizerRun(needOf(ndkText).frames, '/symbols/libcart.so'));
		assert.deepEqual(run.arguments, [
			'--obj=/symbols/libcart.so',
			'--output-style=LLVM',
			'--functions=linkage',
			'--inlines',
			'--demangle',
			'0x110a',
			'0x1125',
		]);
	});

	it('parses llvm-symbolizer output with names and locations, innermost first', () => {
		const run = started(llvmSymbolizerRun(needOf(ndkText).frames, '/symbols/libcart.so'));
		assert.deepEqual(summary(run.read(output)), [
			{
				line: 3,
				member: ['', 'rate'],
				at: ['/src/shop/cart.cpp', 3, 98],
				inlined: true,
				link: '/src/shop/cart.cpp:3:98',
			},
			{
				line: 3,
				member: ['shop::Cart', 'total'],
				at: ['/src/shop/cart.cpp', 4, 47],
				inlined: false,
				link: '/src/shop/cart.cpp:4:47',
			},
		]);
	});

	it('parses Windows paths in llvm-symbolizer output', () => {
		const run = started(llvmSymbolizerRun(needOf(ndkText).frames, 'C:\\symbols\\libcart.so'));
		assert.deepEqual(summary(run.read('run\r\nC:\\src\\cart.cpp:12:7\r\n\r\n'))[0]?.at, ['C:\\src\\cart.cpp', 12, 7]);
	});

	it('ignores unexpected llvm-symbolizer output', () => {
		const run = started(llvmSymbolizerRun(needOf(ndkText).frames, '/symbols/libcart.so'));
		for (const text of ['', '\n\n\n', 'error: no such file', 'run', 'run\n', '??\n??:0\n']) {
			assert.deepEqual(summary(run.read(text)), []);
		}
	});
});

describe('symbolication with ndk-stack', () => {
	it('passes the stack trace to ndk-stack in the format of an Android crash dump', () => {
		const run = started(ndkStackRun(needOf(ndkText).frames, '/symbols', ndkText));
		assert.deepEqual(run.arguments, ['-sym', '/symbols']);
		assert.match(run.input ?? '', /^(?:\*\*\* ){15}\*\*\*\npid: 4120/);
	});

	it('parses the names and locations below the frames in ndk-stack output', () => {
		const run = started(ndkStackRun(needOf(ndkText).frames, '/symbols', ndkText));
		const output =
			'********** Crash dump: **********\npid: 4120\n#00 0x000000000000110a /data/app/lib/arm64/libcart.so (BuildId: 9f1c00aa)\n' +
			'           rate\n           /src/cart.cpp:3:98\n           shop::Cart::total(int) const\n           /src/cart.cpp:4:47\n' +
			'#01 0x0000000000001125 /data/app/lib/arm64/libcart.so (run+20)\n  run\n  /src/cart.cpp:5:1\nCrash dump is completed\n';
		assert.deepEqual(
			summary(run.read(output)).map(({ line, member, inlined }) => [line, ...member, inlined]),
			[
				[3, '', 'rate', true],
				[3, 'shop::Cart', 'total', false],
				[4, '', 'run', false],
			],
		);
	});
});

describe('symbolication with flutter symbolize', () => {
	it('passes the complete stack trace to flutter symbolize and parses the symbolized trace', () => {
		const run = started(flutterSymbolizeRun(needOf(dartText).frames, '/symbols/app.android-arm64.symbols', dartText));
		assert.deepEqual(run.arguments, [
			'--suppress-analytics',
			'--no-version-check',
			'symbolize',
			'-d',
			'/symbols/app.android-arm64.symbols',
		]);
		assert.equal(run.input, dartText);
		const output =
			'Warning: …\n#0      Cart.total (package:shop/cart.dart:31:7)\n#1      CartView.build.<anonymous closure> (file:///src/view.dart:88)\n' +
			'#2      main (package:shop/main.dart)\n<asynchronous suspension>\n';
		assert.deepEqual(
			summary(run.read(output)).map(({ member, at, link }) => [...member, ...at, link]),
			[
				['Cart', 'total', 'package:shop/cart.dart', 31, 7, 'package:shop/cart.dart:31:7'],
				['CartView', 'build.<anonymous closure>', 'file:///src/view.dart', 88, undefined, 'file:///src/view.dart:88'],
				['', 'main', 'package:shop/main.dart', undefined, undefined, 'package:shop/main.dart'],
			],
		);
	});
});

describe('validation of symbolizer arguments', () => {
	it('accepts symbols on a Windows drive or network share', () => {
		for (const path of ['C:\\symbols\\libcart.so', '\\\\server\\share\\libcart.so']) {
			const run = llvmSymbolizerRun(needOf(ndkText).frames, path);
			assert.ok('arguments' in run && run.arguments.includes(`--obj=${path}`), JSON.stringify(run));
		}
	});

	it('does not start a symbolizer with a relative path that could be read as an option', () => {
		for (const path of ['-x', '--obj=/x', 'libcart.so', '../x', '', '/a\0b']) {
			assert.deepEqual(llvmSymbolizerRun(needOf(ndkText).frames, path), { kind: 'notAbsolute', path });
			assert.deepEqual(ndkStackRun(needOf(ndkText).frames, path, ndkText), { kind: 'notAbsolute', path });
			assert.deepEqual(atosRun(needOf(appleText).frames, path, undefined), { kind: 'notAbsolute', path });
			assert.deepEqual(flutterSymbolizeRun(needOf(dartText).frames, path, dartText), { kind: 'notAbsolute', path });
		}
	});

	it('does not start a symbolizer if there are no addresses', () => {
		assert.deepEqual(llvmSymbolizerRun([], '/x'), { kind: 'noAddresses' });
		assert.deepEqual(atosRun([], '/x', undefined), { kind: 'noAddresses' });
		assert.deepEqual(ndkStackRun([], '/x', ''), { kind: 'noAddresses' });
		assert.deepEqual(flutterSymbolizeRun([], '/x', ''), { kind: 'noAddresses' });
	});
});
