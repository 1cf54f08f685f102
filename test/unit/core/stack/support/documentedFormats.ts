import { readFileSync } from 'node:fs';
import type { Platform } from '../../../../../src/core/stack/trace/model';

const page = readFileSync('docs/stack-trace-formats.md', 'utf8');

/** Number of lines of each function, so that every line number in the examples is inside a function. */
const functionLines = 70;

function body(head: string, open = '{', close = '}'): string {
	return [`${head} ${open}`, ...Array.from({ length: functionLines }, () => '\t\tcall();'), `\t${close}`].join('\n');
}

const kotlin = (type: string, method: string) =>
	`package com.example.shop\nclass ${type} {\n${body(`\tfun ${method}()`)}\n}`;
const swift = `class Cart {\n${body('\tfunc total()')}\n${body('\tfunc load()')}\n}`;
const dart = (type: string, method: string) =>
	`class ${type} {\n${body(`\tvoid ${method}()`)}\n}\n${body('void total()')}`;
const csharp = (type: string, method: string) =>
	`namespace Shop;\npublic class ${type} {\n${body(`\tpublic void ${method}()`)}\n}`;
const python = (method: string) => `def ${method}():\n${'    call()\n'.repeat(functionLines)}`;

interface DocumentedPlatform {
	/** Heading of the table in `docs/stack-trace-formats.md`. */
	readonly heading: string;
	readonly sources: Readonly<Record<string, string>>;
	/** Replacements that turn the examples into frames of a library. */
	readonly libraries: readonly (readonly [RegExp, string])[];
}

export type KnownPlatform = Exclude<Platform, 'unknown'>;

export const documentedPlatforms: Readonly<Record<KnownPlatform, DocumentedPlatform>> = {
	jvm: {
		heading: 'Java and Kotlin',
		sources: {
			'app/Cart.kt': kotlin('Cart', 'total'),
			'app/Main.kt': kotlin('Main', 'main'),
			'app/Vm.kt': kotlin('Vm', 'load'),
			'app/CartScreen.kt': body('fun CartScreen()'),
			'old/Cart.java': `package com.example.shop;\npublic class Cart {\n${body('\tpublic int total()')}\n}`,
			'Assets/Board.cs': csharp('Board', 'Place').replace('namespace Shop;\n', ''),
		},
		libraries: [[/com\.example\.shop/g, 'android.app']],
	},
	ndk: {
		heading: 'Native code on Android',
		sources: { 'cpp/cart.cpp': `${body('int shop::Cart::total()')}\n${body('void shop::Cart::load()')}` },
		libraries: [[/\/data\/app\/lib\/arm64\/libcart\.so/g, '/system/lib64/libart.so']],
	},
	apple: {
		heading: 'Apple platforms',
		sources: {
			'Shop/Cart.swift': swift,
			'shared/Cart.kt': kotlin('Cart', 'total').replace('.shop', ''),
		},
		libraries: [[/\bShop\b(?!\.)/g, 'UIKitCore']],
	},
	dart: {
		heading: 'Dart and Flutter',
		sources: {
			'lib/cart.dart': dart('Cart', 'total'),
			'lib/cart_page.dart': dart('_CartPageState', 'build'),
			'pubspec.yaml': 'name: shop\n',
		},
		libraries: [[/(?<=packages?[:/])shop/g, 'flutter']],
	},
	javascript: {
		heading: 'JavaScript and React Native',
		sources: {
			'src/app.js': body('function total()'),
			'src/cart.js': body('function total()'),
			'src/screens/CartList.tsx': body('export function CartList()'),
			'src/Shop.tsx': body('export function Shop()'),
			'lib/cart.dart': dart('Cart', 'total'),
		},
		libraries: [[/https:\/\/example\.com\/app\.js|src\/screens\/CartList\.tsx/g, 'node_modules/react/index.js']],
	},
	dotnet: {
		heading: '.NET',
		sources: { 'Cart.cs': csharp('Cart', 'Total') },
		libraries: [[/\bShop\.Cart\b/g, 'System.Cart']],
	},
	unity: {
		heading: 'Unity',
		sources: { 'Assets/CartView.cs': csharp('CartView', 'Show').replace('namespace Shop;\n', '') },
		libraries: [
			[/\bCartView(?=[.:]Show)/g, 'UnityEngine.CartView'],
			[/Assets\/CartView/g, 'Library/PackageCache/ui/CartView'],
		],
	},
	cpp: {
		heading: 'C++',
		sources: {
			'src/cart.cpp': `${body('int shop::Cart::total(int n)')}`,
			'src/main.cpp': body('int main()'),
		},
		libraries: [[/\bShop\.exe\b/g, 'ntdll.dll']],
	},
	python: {
		heading: 'Python',
		sources: { 'cart.py': python('total'), 'main.py': python('main') },
		libraries: [[/\/app\//g, '/usr/lib/python3.11/']],
	},
	go: {
		heading: 'Go',
		sources: {
			'cart.go': `package main\n${body('func (c *Cart) Total()')}`,
			'main.go': `package main\n${body('func main()')}`,
			'a.go': `package main\n${body('func start()')}`,
		},
		libraries: [
			[/\bmain(?=\.)/g, 'runtime'],
			[/\/src\//g, '/usr/local/go/src/runtime/'],
		],
	},
	rust: {
		heading: 'Rust',
		sources: { 'src/cart.rs': body('pub fn total()') },
		libraries: [[/\bshop::cart\b/g, 'core::cell']],
	},
};

export interface DocumentedFormat {
	readonly name: string;
	readonly example: string;
}

export function documentedBelow(heading: string): readonly DocumentedFormat[] {
	const section = page.split('\n## ').find((text) => text.startsWith(`${heading}\n`)) ?? '';
	return [...section.matchAll(/^(.+?)\|(`+)(.+)\2$/gm)].map(([, name = '', , example = '']) => ({
		name: name.replaceAll('`', ''),
		example: example.replaceAll('\\|', '|'),
	}));
}

const javaFrame = '\tat com.example.shop.Main.main(Main.kt:58)';
export const java = `java.io.IOException: no cart\n${javaFrame}`;
const appleFrame = '0   Shop                            0x0000000102a3b5c8 Cart.load() + 12 (Cart.swift:58)';
const sampledFrame = '  27  Cart.load() + 12 (Cart.swift:58,9 in Shop + 17460) [0x104e1b5c8]';
const ndkFrame = '      #00 pc 000000000012a4c0  /data/app/lib/arm64/libcart.so (shop::Cart::load()+84)';
const pythonFrame = '  File "/app/main.py", line 58, in main\n    cart.total()';

/** Text around an example that is read only within a report or next to other lines, by platform and name of the row. */
export const contexts: Readonly<Record<string, (example: string) => string>> = {
	'jvm Cause': (example) => `${java}\n${example}\n${javaFrame}`,
	'jvm Suppressed': (example) => `${java}\n\t${example}\n\t${javaFrame}`,
	'jvm Omitted': (example) => `${java}\n\t${example}`,
	'jvm ANR thread': (example) => `${example}\n${javaFrame}`,
	'jvm ANR, native': (example) => `"main" prio=5 tid=1 Native\n  ${example}\n${javaFrame}`,
	'jvm Thread list': (example) => `${example}\n${javaFrame}`,
	'ndk Signal': (example) => `${example}\nbacktrace:\n${ndkFrame}`,
	'ndk Memory history': (example) => `signal 11 (SIGSEGV)\nbacktrace:\n${ndkFrame}\n\n${example}\n${ndkFrame}`,
	'ndk ndk-stack': (example) => `${example}\nshop::Cart::total()\n/src/cart.cpp:31:9`,
	'apple Exception type': (example) => `${example}\n\nThread 0 Crashed:\n${appleFrame}`,
	'apple Thread': (example) => `${example}\nThread 0:\n${appleFrame}`,
	'apple Crashed thread': (example) => `${example}\n${appleFrame}`,
	'apple Thread list': (example) => `${example}\n${appleFrame}`,
	'apple .ips': (example) =>
		`{"app_name":"Shop"}\n{"usedImages":[{"name":"Shop","base":4345233408}],"threads":[{"frames":[${example}]}]}`,
	'apple MetricKit': (example) =>
		`{"crashDiagnostics":[{"callStackTree":{"callStacks":[{"callStackRootFrames":[${example}]}]}}]}`,
	'apple Event': (example) => `${example}\n\nHeaviest stack for the target process:\n${sampledFrame}`,
	'apple Heaviest stack': (example) => `${example}\n${sampledFrame}`,
	'apple Stackshot': (example) =>
		`{"bug_type":"288"}\n{"frontmostPids":[7],"binaryImages":[["",4345233408,"P"]],"processByPid":{"7":{"pid":7,"procname":"Shop",${example.slice(1, -1)}}}}`,
	'apple Log': (example) => `${example}\n*** First throw call stack:\n(\n${appleFrame}\n)`,
	'dart Location on next line': (example) => `#0      _CartPageState.build.<anonymous closure>\n${example}`,
	'dart Caught error': (example) => `${example}\nLateError: no cart\n\n#0      total (package:shop/cart.dart:31:7)`,
	'dart Flutter engine': (example) => `${example}\n#0      total (package:shop/cart.dart:31:7)`,
	'javascript Firefox console': (example) => `Uncaught TypeError: no cart\n    ${example}`,
	'javascript Expo': (example) => `Call Stack\n  ${example}`,
	'javascript Component': (example) => `Warning: no key\n    ${example}`,
	'javascript Error in Java exception': (example) => `${example}\ntotal@1:132161`,
	'dotnet Inner exception': (example) => `System.Exception: no cart\n ${example}\n   at Shop.Cart.Total()`,
	'dotnet Android': (example) => `android.runtime.JavaProxyThrowable: [System.Exception]: no cart\n\t${example}`,
	'dotnet Mono signal': (example) => `${example}\n\t  at Shop.Cart:Total <0x00027>`,
	'unity Exception': (example) =>
		`NullReferenceException: no cart\n  ${example}\nUnityEngine.Debug:LogException(Exception)`,
	'cpp Sanitizer error': (example) => `${example}\n    #0 0x55d0c0 in main /src/main.cpp:40:9`,
	'python Error': (example) => `Traceback (most recent call last):\n${pythonFrame}\n${example}`,
	'python Exception group': (example) =>
		`  ${example}\n  |   File "/app/main.py", line 58, in main\n  | ExceptionGroup: a`,
	'python pytest': (example) =>
		`____ test_cart ____\n\n    def total(self):\n>       raise ValueError\nE       ValueError: no cart\n\n${example}`,
	'python Rich': (example) => `╭──── Traceback (most recent call last) ────╮\n${example}\n╰────╯\nValueError: no cart`,
	'go Panic': (example) => `${example}\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:58 +0x1d`,
	'go Thread': (example) => `${example}\nmain.main()\n\t/src/main.go:58 +0x1d`,
	'go Function': (example) => `goroutine 1 [running]:\n${example}\n\t/src/cart.go:58 +0x1d`,
	'go Location': (example) => `goroutine 1 [running]:\nmain.main()\n\t${example}`,
	'go Creation': (example) =>
		`goroutine 1 [running]:\nmain.main()\n\t/src/main.go:58 +0x1d\n${example}\n\t/src/a.go:5 +0x1d`,
	'rust Function': (example) => `stack backtrace:\n   ${example}`,
	'rust Address': (example) => `stack backtrace:\n   ${example}`,
};

export function inContext(platform: string, { name, example }: DocumentedFormat): string {
	return contexts[`${platform} ${name}`]?.(example) ?? example;
}

/** Expected results for the innermost frame in the user's code. */
export interface Walk {
	readonly links: readonly string[];
	/** Line in the workspace, or the reason why it was not found. A question mark means that the user has to confirm it. */
	readonly at: string;
	/** Files that could deobfuscate the stack trace, and tools that could symbolicate it. */
	readonly needs?: readonly string[];
}

export const expectedWalks: Readonly<Record<string, Walk>> = {
	'jvm Frame': { links: ['Cart.kt:31'], at: 'app/Cart.kt:31' },
	'jvm Cause': { links: ['Main.kt:58'], at: 'app/Main.kt:58' },
	'jvm Suppressed': { links: ['Main.kt:58'], at: 'app/Main.kt:58' },
	'jvm Omitted': { links: ['Main.kt:58'], at: 'app/Main.kt:58' },
	'jvm Coroutine': { links: ['Vm.kt:30'], at: 'app/Vm.kt:30' },
	'jvm Obfuscated': { links: ['a.b.c'], at: 'minified', needs: ['r8'] },
	'jvm ANR thread': { links: ['Main.kt:58'], at: 'app/Main.kt:58' },
	'jvm ANR, native': { links: ['Main.kt:58'], at: 'app/Main.kt:58' },
	'jvm Thread list': { links: ['Main.kt:58'], at: 'app/Main.kt:58' },
	'jvm Space before location': { links: ['Cart.kt:31'], at: 'app/Cart.kt:31' },
	'jvm Semicolon': { links: ['Cart.java:31'], at: 'old/Cart.java:31' },
	'jvm Location first': { links: ['Cart.java:31'], at: 'old/Cart.java:31' },
	'jvm Jetpack Compose': { links: ['CartScreen.kt:31'], at: 'app/CartScreen.kt:31' },
	'jvm HTML': { links: ['Cart.kt:31'], at: 'app/Cart.kt:2' },
	'jvm Failed test': { links: ['Cart.kt:31'], at: 'app/Cart.kt:31?' },
	'jvm IL2CPP': { links: ['libil2cpp.Board_Place_mB41D7C05'], at: 'Assets/Board.cs:2?' },
	'ndk Tombstone': { links: ['shop::Cart::total()'], at: 'cpp/cart.cpp:1', needs: ['llvmSymbolizer'] },
	'ndk Signal': { links: ['shop::Cart::load()'], at: 'cpp/cart.cpp:73', needs: ['llvmSymbolizer'] },
	'ndk ndk-stack': {
		links: ['/data/app/lib/arm64/libcart.so', '/src/cart.cpp:31:9'],
		at: 'cpp/cart.cpp:31',
	},
	'ndk GrapheneOS': { links: ['shop::Cart::total()'], at: 'cpp/cart.cpp:1', needs: ['llvmSymbolizer'] },
	'ndk Memory history': { links: ['shop::Cart::load()'], at: 'cpp/cart.cpp:73', needs: ['llvmSymbolizer'] },
	'apple Crash report': { links: ['Cart.swift:31'], at: 'Shop/Cart.swift:31' },
	'apple Unsymbolicated': { links: [], at: 'symbolsNeeded', needs: ['atos'] },
	'apple Exception type': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple Thread': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple Crashed thread': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple Thread list': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple .ips': { links: ['Cart.total()'], at: 'Shop/Cart.swift:2', needs: ['atos'] },
	'apple MetricKit': { links: [], at: 'symbolsNeeded', needs: ['atos'] },
	'apple Log': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple Swift': { links: ['/src/Cart.swift:31:7'], at: 'Shop/Cart.swift:31' },
	'apple Swift, friendly': { links: ['/src/Cart.swift:31:7'], at: 'Shop/Cart.swift:31' },
	'apple Swift package': { links: ['/src/Cart.swift:31'], at: 'Shop/Cart.swift:31' },
	'apple Xcode': { links: ['/src/Cart.swift:31'], at: 'Shop/Cart.swift:31' },
	'apple atos': { links: ['Cart.swift:31'], at: 'Shop/Cart.swift:31' },
	'apple Call graph': { links: ['Cart.total()'], at: 'Shop/Cart.swift:2', needs: ['atos'] },
	'apple Sampled stack': { links: ['Cart.swift:31'], at: 'Shop/Cart.swift:31' },
	'apple Event': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple Heaviest stack': { links: ['Cart.swift:58'], at: 'Shop/Cart.swift:74' },
	'apple Stackshot': { links: [], at: 'symbolsNeeded', needs: ['atos'] },
	'apple LLDB': { links: ['Cart.swift:31:7'], at: 'Shop/Cart.swift:31' },
	'apple Kotlin/Native': { links: ['/src/Cart.kt:31:9'], at: 'shared/Cart.kt:31' },
	'dart Frame': { links: ['package:shop/cart.dart:31:7'], at: 'lib/cart.dart:31' },
	'dart Location first': { links: ['package:shop/cart.dart 31:7'], at: 'lib/cart.dart:31' },
	'dart Obfuscated': { links: [], at: 'symbolsNeeded', needs: ['flutter'] },
	'dart Android report': { links: [], at: 'symbolsNeeded', needs: ['flutter'] },
	'dart iOS report': { links: [], at: 'symbolsNeeded', needs: ['flutter'] },
	'dart Web': { links: ['packages/shop/cart.dart 31:7'], at: 'lib/cart.dart:75' },
	'dart Location on next line': { links: ['_CartPageState.build.<anonymous closure>'], at: 'lib/cart_page.dart:58' },
	'dart Logger box': { links: ['package:shop/cart.dart:31:7'], at: 'lib/cart.dart:31' },
	'dart Caught error': { links: ['package:shop/cart.dart:31:7'], at: 'lib/cart.dart:75' },
	'dart Flutter engine': { links: ['package:shop/cart.dart:31:7'], at: 'lib/cart.dart:75' },
	'dart Crash of the VM': { links: [], at: 'symbolsNeeded', needs: ['flutter'] },
	'dart Dart in a crash': { links: ['Cart_total'], at: 'lib/cart.dart:2' },
	'javascript V8': { links: ['https://example.com/app.js:1:132'], at: 'src/app.js:1' },
	'javascript Safari, Firefox': { links: ['https://example.com/app.js:1:132'], at: 'src/app.js:1' },
	'javascript Firefox console': { links: ['https://example.com/app.js:14'], at: 'src/app.js:14' },
	'javascript Chrome console': { links: ['https://example.com/app.js:14:5'], at: 'src/app.js:14' },
	'javascript Web view': { links: ['https://localhost/cart.js'], at: 'src/cart.js:14?' },
	'javascript Hermes': { links: ['index.android.bundle:1:132161'], at: 'minified', needs: ['index.android.bundle'] },
	'javascript No file name': { links: ['1:132161'], at: 'minified' },
	'javascript Expo': { links: ['src/screens/CartList.tsx:31:29'], at: 'src/screens/CartList.tsx:31' },
	'javascript Location first': {
		links: ['src/screens/CartList.tsx:31:29'],
		at: 'src/screens/CartList.tsx:31',
	},
	'javascript Component': { links: ['Shop.tsx:31'], at: 'src/Shop.tsx:31?' },
	'javascript Error in Java exception': { links: ['1:132161'], at: 'minified', needs: ['index.android.bundle'] },
	'javascript Java syntax': {
		links: ['index.android.bundle:1:132161'],
		at: 'minified',
		needs: ['index.android.bundle'],
	},
	'javascript WebAssembly': { links: [], at: 'library' },
	'javascript Dart WebAssembly': { links: ['module0.Cart.total'], at: 'lib/cart.dart:2' },
	'dotnet Frame': { links: ['C:\\src\\Cart.cs:line 31'], at: 'Cart.cs:31' },
	'dotnet Inner exception': { links: ['Shop.Cart.Total'], at: 'Cart.cs:3' },
	'dotnet Android': { links: ['Shop.Cart.Total'], at: 'Cart.cs:3' },
	'dotnet Metadata token': { links: ['Shop.Cart.Total'], at: 'Cart.cs:3' },
	'dotnet Mono': { links: ['Shop.Cart.Total'], at: 'Cart.cs:3' },
	'dotnet Mono crash': { links: ['Shop.Cart:Total'], at: 'Cart.cs:3' },
	'dotnet Mono signal': { links: ['Shop.Cart:Total'], at: 'Cart.cs:3' },
	'dotnet .NET Native': { links: [], at: 'symbolsNeeded' },
	'dotnet Location last': { links: ['/src/Cart.cs at 31:13'], at: 'Cart.cs:31' },
	'dotnet Debugger': { links: ['C:\\src\\Cart.cs @ 31'], at: 'Cart.cs:31' },
	'dotnet Visual Studio': { links: ['Shop.Cart.Total'], at: 'Cart.cs:31' },
	'unity Exception': { links: ['/src/Assets/CartView.cs:31'], at: 'Assets/CartView.cs:31' },
	'unity Log': { links: ['Assets/CartView.cs:31'], at: 'Assets/CartView.cs:31' },
	'unity Coroutine': { links: ['Assets/CartView.cs:58'], at: 'Assets/CartView.cs:58' },
	'cpp GDB': { links: ['/src/cart.cpp:40'], at: 'src/cart.cpp:40' },
	'cpp Sanitizer': { links: ['/src/cart.cpp:40:9'], at: 'src/cart.cpp:40' },
	'cpp Sanitizer error': { links: ['/src/main.cpp:40:9'], at: 'src/main.cpp:40' },
	'cpp Visual Studio': { links: ['shop::Cart::total(int n)'], at: 'src/cart.cpp:40' },
	'cpp Minidump': { links: ['cart.cpp : 40'], at: 'src/cart.cpp:40' },
	'cpp WinDbg': { links: ['C:\\src\\cart.cpp @ 40'], at: 'src/cart.cpp:40' },
	'python Frame': { links: ['File "/app/cart.py", line 31'], at: 'cart.py:31' },
	'python Error': { links: ['File "/app/main.py", line 58'], at: 'main.py:58' },
	'python Exception group': { links: ['File "/app/main.py", line 58'], at: 'main.py:58' },
	'python pytest': { links: ['shop/cart.py:31'], at: 'cart.py:31' },
	'python Rich': { links: ['/app/cart.py:31'], at: 'cart.py:31' },
	'python Chaquopy': { links: ['cart.py:31'], at: 'cart.py:31' },
	'go Panic': { links: ['main.main', '/src/main.go:58'], at: 'main.go:58' },
	'go Thread': { links: ['main.main', '/src/main.go:58'], at: 'main.go:58' },
	'go Function': { links: ['main.(*Cart).Total', '/src/cart.go:58'], at: 'cart.go:58' },
	'go Location': { links: ['main.main', '/src/cart.go:40'], at: 'cart.go:40?' },
	'go Creation': { links: ['main.main', '/src/main.go:58'], at: 'main.go:58' },
	'rust Panic': { links: ['src/cart.rs:40:9'], at: 'src/cart.rs:40' },
	'rust Function': { links: ['shop::cart::total'], at: 'src/cart.rs:1' },
	'rust Address': { links: ['shop::cart::total::h0123456789abcdef'], at: 'src/cart.rs:1' },
	'rust Location': { links: ['./src/cart.rs:40:9'], at: 'src/cart.rs:40' },
};
