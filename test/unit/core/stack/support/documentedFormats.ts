import { readFileSync } from 'node:fs';
import type { Platform } from '../../../../../src/core/stack/trace/model';

const page = readFileSync('docs/stack-trace-formats.md', 'utf8');

/** Heading of the table for each platform. */
export const headings: Readonly<Record<Exclude<Platform, 'unknown'>, string>> = {
	jvm: 'Java and Kotlin',
	ndk: 'Native code on Android',
	apple: 'Apple platforms',
	dart: 'Dart and Flutter',
	javascript: 'JavaScript and React Native',
	dotnet: '.NET',
	unity: 'Unity',
	cpp: 'C++',
	python: 'Python',
	go: 'Go',
	rust: 'Rust',
};

export interface DocumentedFormat {
	readonly name: string;
	readonly example: string;
}

export function documentedBelow(heading: string): readonly DocumentedFormat[] {
	const section = page.split('\n## ').find((text) => text.startsWith(`${heading}\n`)) ?? '';
	return [...section.matchAll(/^(.+?) \| (`+)(.+)\2$/gm)].map(([, name = '', , example = '']) => ({
		name: name.replaceAll('`', ''),
		example: example.replaceAll('\\|', '|'),
	}));
}

const javaFrame = '\tat com.example.shop.Main.main(Main.kt:58)';
export const java = `java.io.IOException: no cart\n${javaFrame}`;
const appleFrame = '0   Shop                            0x0000000102a3b5c8 Cart.load() + 12 (Cart.swift:58)';
const ndkFrame = '      #00 pc 000000000012a4c0  /data/app/lib/arm64/libcart.so (shop::Cart::load()+84)';
const pythonFrame = '  File "/app/main.py", line 58, in main\n    cart.total()';

/** Text around an example that is read only within a report or next to other lines, by platform and name of the row. */
export const contexts: Readonly<Record<string, (example: string) => string>> = {
	'jvm Cause': (example) => `${java}\n${example}\n${javaFrame}`,
	'jvm Suppressed': (example) => `${java}\n\t${example}\n\t${javaFrame}`,
	'jvm Omitted': (example) => `${java}\n\t${example}`,
	'jvm ANR thread': (example) => `${example}\n${javaFrame}`,
	'jvm ANR, native': (example) => `"main" prio=5 tid=1 Native\n  ${example}\n${javaFrame}`,
	'jvm Listed thread': (example) => `${example}\n${javaFrame}`,
	'ndk Signal': (example) => `${example}\nbacktrace:\n${ndkFrame}`,
	'ndk Memory history': (example) => `signal 11 (SIGSEGV)\nbacktrace:\n${ndkFrame}\n\n${example}\n${ndkFrame}`,
	'ndk ndk-stack': (example) => `${example}\nshop::Cart::total()\n/src/cart.cpp:31:9`,
	'apple Exception type': (example) => `${example}\n\nThread 0 Crashed:\n${appleFrame}`,
	'apple Thread': (example) => `${example}\nThread 0:\n${appleFrame}`,
	'apple Crashed thread': (example) => `${example}\n${appleFrame}`,
	'apple Listed thread': (example) => `${example}\n${appleFrame}`,
	'apple .ips': (example) =>
		`{"app_name":"Shop"}\n{"usedImages":[{"name":"Shop","base":4345233408}],"threads":[{"frames":[${example}]}]}`,
	'apple MetricKit': (example) =>
		`{"crashDiagnostics":[{"callStackTree":{"callStacks":[{"callStackRootFrames":[${example}]}]}}]}`,
	'apple Log': (example) => `${example}\n*** First throw call stack:\n(\n${appleFrame}\n)`,
	'dart Wrapped': (example) => `#0      _CartPageState.build.<anonymous closure>\n${example}`,
	'dart Caught error': (example) => `${example}\nLateError: no cart\n\n#0      total (package:shop/cart.dart:31:7)`,
	'dart Engine': (example) => `${example}\n#0      total (package:shop/cart.dart:31:7)`,
	'javascript Firefox console': (example) => `Uncaught TypeError: no cart\n    ${example}`,
	'javascript Expo': (example) => `Call Stack\n  ${example}`,
	'javascript Component': (example) => `Warning: no key\n    ${example}`,
	'javascript Reported': (example) => `${example}\ntotal@1:132161`,
	'dotnet Inner': (example) => `System.Exception: no cart\n ${example}\n   at Shop.Cart.Total()`,
	'dotnet Android': (example) => `android.runtime.JavaProxyThrowable: [System.Exception]: no cart\n\t${example}`,
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
