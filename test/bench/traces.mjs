/** Every error has a frame in a unique class, such as `Screen412`, so that errors can be counted by class name. */

const errorsOfPlatform = 400;
const length = 2048;

const methods = ['load', 'commit', 'render', 'parse', 'refresh', 'submit', 'restore', 'measure'];
const callers = ['Navigator', 'Presenter', 'Repository', 'Scheduler', 'Session'];

/**
 * @typedef {object} Platform
 * @property {string} os
 * @property {(at: { id: number, text: string, hex: string }) => string} head
 * @property {(frame: Call & FramePlace) => string} own
 * @property {(frame: FramePlace) => string} library
 * @typedef {{ type: string, method: string }} Call
 * @typedef {{ place: number, line: number, hex: string }} FramePlace
 * @typedef {{ platform: Platform, calls: Call[] }} TraceError
 */

/** @type {readonly Platform[]} */
const platforms = [
	{
		os: 'android',
		head: (at) => `java.lang.IllegalStateException: item ${at.id} of "${at.text}" is gone`,
		own: ({ type, method, line }) => `\tat com.example.shop.${type}.${method}(${type}.kt:${line})`,
		library: ({ line }) => `\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:${line})`,
	},
	{
		os: 'ios',
		head: (at) =>
			`Exception Type:  EXC_BREAKPOINT (SIGTRAP)\nException Codes: 0x0000000000000001, 0x${at.hex}\nCrashed Thread:  0\n\nThread 0 Crashed:`,
		own: ({ place, type, method, line, hex }) =>
			`${String(place).padEnd(4)}Shop                          	0x${hex} ${type}.${method}() + ${line} (${type}.swift:${line})`,
		library: ({ place, line, hex }) =>
			`${String(place).padEnd(4)}UIKitCore                     	0x${hex} -[UIViewController loadViewIfRequired] + ${line}`,
	},
	{
		os: 'android',
		head: (at) => `Exception: item ${at.id} of "${at.text}" is gone`,
		own: ({ place, type, method, line }) =>
			`#${String(place).padEnd(6)} ${type}.${method} (package:shop/${type.toLowerCase()}.dart:${line}:7)`,
		library: ({ place, line }) =>
			`#${String(place).padEnd(6)} BuildOwner.buildScope (package:flutter/src/widgets/framework.dart:${line}:19)`,
	},
	{
		os: 'ios',
		head: (at) => `TypeError: undefined is not an object (item ${at.id} of '${at.text}')`,
		own: ({ type, method, line }) => `    at ${type}.${method} (/app/src/${type}.tsx:${line}:14)`,
		library: ({ line }) => `    at renderWithHooks (/app/node_modules/react/cjs/react.js:${line}:22)`,
	},
	{
		os: 'android',
		head: (at) => `NullReferenceException: item ${at.id} of ${at.text} is gone`,
		own: ({ type, method, line }) =>
			`Shop.${type}.${method} (System.String name, System.Int32 count) (at Assets/Scripts/${type}.cs:${line})`,
		library: ({ line }) =>
			`UnityEngine.Events.UnityEvent.Invoke () (at /build/output/unity/Runtime/Export/UnityEvent.cs:${line})`,
	},
	{
		os: 'windows',
		head: (at) => `System.InvalidOperationException: item ${at.id} of "${at.text}" is gone`,
		own: ({ type, method, line }) =>
			`   at Shop.Desktop.${type}.${method}(String name, Int32 count) in C:\\src\\Shop\\${type}.cs:line ${line}`,
		library: () => '   at System.Windows.Threading.DispatcherOperation.InvokeImpl()',
	},
];

export const errorCount = platforms.length * errorsOfPlatform;

/** @param {import('./random.mjs').Random} random @returns {TraceError[]} */
export function traceErrors(random) {
	return Array.from({ length: errorsOfPlatform }, (_, round) =>
		platforms.map((platform, index) => {
			const number = round * platforms.length + index;
			const calls = [{ type: `Screen${number}`, method: random.pick(methods) }];
			while (calls.length < 5) {
				calls.push({ type: random.pick(callers), method: random.pick(methods) });
			}
			return { platform, calls };
		}),
	).flat();
}

/** @param {TraceError} error @param {import('./random.mjs').Random} random */
export function traceText({ platform, calls }, random) {
	const at = () => ({ id: random.below(1_000_000), text: `order ${random.hex(6)}`, hex: random.hex(16) });
	let text = platform.head(at());
	for (let place = 0; text.length < length; place++) {
		const line = 1 + random.below(900);
		const call = calls[place];
		const frame = call
			? platform.own({ place, ...call, line, hex: random.hex(16) })
			: platform.library({ place, line, hex: random.hex(16) });
		text += `\n${frame}`;
	}
	return { text, os: platform.os };
}

/** Must equal the number of classes that `writeMapping` writes. Each method has ten lines. */
const minifiedClasses = 3000;
const minifiedErrors = 2000;

/** @typedef {{ number: number, method: number, line: number }} MinifiedCall */

/** @param {import('./random.mjs').Random} random @returns {MinifiedCall[][]} */
export function minifiedErrorCalls(random) {
	return Array.from({ length: minifiedErrors }, () =>
		Array.from({ length: 15 }, () => ({
			number: random.below(minifiedClasses),
			method: random.below(10),
			line: random.below(10),
		})),
	);
}

/** @param {MinifiedCall[]} calls @param {import('./random.mjs').Random} random */
export function minifiedText(calls, random) {
	let text = `java.lang.IllegalStateException: item ${random.below(1_000_000)} of "order ${random.hex(6)}" is gone`;
	for (const [place, { number, method, line }] of calls.entries()) {
		const name = String.fromCharCode(97 + (method % 7));
		const at = method * 10 + 1 + (place === 0 ? random.below(10) : line);
		text += `\n\tat a${number % 700}.b${number}.${name}(SourceFile:${at})`;
	}
	while (text.length < length) {
		text += `\n\tat android.view.ViewRootImpl.${random.pick(methods)}Traversals(ViewRootImpl.java:${1 + random.below(900)})`;
	}
	return text;
}
