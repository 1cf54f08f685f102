import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { assertNothingLost } from '../support/coverage';

const java =
	'java.lang.IllegalStateException: cart\n\tat com.acme.Cart.add(Cart.java:40)\n\tat com.acme.Main.main(Main.java:3)';

function shape(text: string, osName?: string) {
	const trace = parseTrace(text, osName === undefined ? undefined : { osName });
	assertNothingLost(trace, text);
	return trace.sections.map(({ platform, header, lines }) => [
		platform,
		header?.type,
		lines.map(({ kind }) => kind).join(),
	]);
}

describe('parseTrace()', () => {
	it('parses an empty string as one raw line and ordinary text as raw lines', () => {
		assert.deepEqual(shape(''), [['unknown', undefined, 'raw']]);
		assert.deepEqual(shape('hello\nworld'), [['unknown', undefined, 'raw,raw']]);
		assert.equal(parseTrace('hello').platform, 'unknown');
	});

	it('accepts any kind of line ending in a stack trace', () => {
		const expected = [['jvm', 'java.lang.IllegalStateException', 'managed,managed']];
		for (const end of ['\n', '\r\n', '\r']) {
			assert.deepEqual(shape(java.replaceAll('\n', end)), expected);
		}
	});

	it('accepts any indentation in a stack trace', () => {
		const indented = java.replaceAll(/^/gm, '        > '.replace('>', ' '));
		assert.deepEqual(shape(indented), [['jvm', 'java.lang.IllegalStateException', 'managed,managed']]);
	});

	it('parses a stack trace with escaped line endings', () => {
		const expected = [['jvm', 'java.lang.IllegalStateException', 'managed,managed']];
		const once = JSON.stringify(java).slice(1, -1);
		assert.deepEqual(shape(once), expected);
		assert.deepEqual(shape(JSON.stringify(once).slice(1, -1)), expected);
		assert.deepEqual(shape(java.replaceAll('\n', '\\r\\n')), expected);
		assert.deepEqual(shape(java.replaceAll('\n', '\\n').replaceAll('\t', '    ')), expected);
	});

	it('preserves Windows paths in a stack trace in which only the line endings are escaped', () => {
		const path = 'C:\\new\\table\\Cart.cs';
		const text = `System.Exception: x\\r\\n   at Acme.Cart.Add(Int32 n) in ${path}:line 40\\r\\n   at Acme.Cart.Total()`;
		const [section] = parseTrace(text).sections;
		const [frame] = section?.lines ?? [];
		assert.ok(frame?.kind === 'managed');
		assert.deepEqual([frame.file, frame.line1, section?.lines.length], [path, 40, 2]);
		const plain = parseTrace(`   at Acme.Cart.Add(Int32 n) in ${path}:line 40`);
		assert.equal(plain.lines.length, 1);
	});

	it('parses the remaining frames of a truncated stack trace', () => {
		assert.deepEqual(shape(java.slice(0, -12)), [['jvm', 'java.lang.IllegalStateException', 'managed,raw']]);
		assert.deepEqual(shape(java.slice(45)), [['jvm', '', 'managed']]);
		const cutInside = java.replace('Cart.add(Cart.java:40)\n\tat com.acme.', '… 2000 characters …');
		assert.deepEqual(shape(`${cutInside}\n\tat a.b.C.d(C.java:1)`), [
			['jvm', 'java.lang.IllegalStateException', 'raw,managed'],
		]);
	});

	it('starts a new section at the next log line', () => {
		assert.deepEqual(
			shape(`2026-01-02 10:00:00 started\n${java}\n2026-01-02 10:00:01 failed again\n\tat a.b.C.d(C.java:1)`),
			[
				['unknown', undefined, 'raw'],
				['jvm', 'java.lang.IllegalStateException', 'managed,managed'],
				['jvm', undefined, 'raw,managed'],
			],
		);
	});

	it('parses a stack trace in a log with line prefixes', () => {
		const log = `FATAL EXCEPTION: main\nProcess: com.acme, PID: 4120\n${java}`.replaceAll(
			/^/gm,
			'01-02 10:00:00.000  4120  4120 E AndroidRuntime: ',
		);
		assert.deepEqual(shape(log), [
			['unknown', undefined, 'raw,raw'],
			['jvm', 'java.lang.IllegalStateException', 'managed,managed'],
		]);
	});

	it("chooses the platform of ambiguous frames by the record's operating system", () => {
		const text = 'failed\n   at com.acme.Cart.add()';
		assert.deepEqual(shape(text, 'android'), [['jvm', '', 'managed']]);
		assert.deepEqual(shape(text, 'windows'), [['dotnet', '', 'managed']]);
		assert.deepEqual(shape(text), [['dotnet', '', 'managed']]);
		assert.deepEqual(shape('Caused by: a.b.C: x\n\tat com.acme.Cart.add()'), [['jvm', 'a.b.C', 'managed']]);
	});

	it('keeps unknown lines between frames in the same section if their indentation matches', () => {
		const [first = '', ...frames] = java.split('\n');
		for (const text of ['<12 internal calls>', '[and 3 others]', 'lambda_method13(Closure, Object)']) {
			const lines = [first, frames[0], `\t${text}`, frames[1]];
			const expected = [['jvm', 'java.lang.IllegalStateException', 'managed,raw,managed']];
			assert.deepEqual(shape(lines.join('\n')), expected, text);
			assert.deepEqual(shape(lines.map((line) => `    ${line}`).join('\n')), expected, text);
		}
		const quoted = [first, frames[0], 'and then', frames[1]].join('\n');
		assert.deepEqual(shape(quoted), [['jvm', 'java.lang.IllegalStateException', 'managed']]);
	});

	it('treats any text above the frames as the header of the section', () => {
		const [section] = parseTrace('Cart: could not\nbe read\n    at add (/srv/cart.js:1:2)').sections;
		assert.deepEqual(section?.header, {
			kind: 'exception',
			type: 'Cart',
			message: 'could not\nbe read',
			depth: 0,
			firstLine: 0,
			lastLine: 1,
		});
	});

	it('finds the exception name in a Flutter log line', () => {
		const text =
			'E/flutter ( 123): [ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: FormatException: x\n' +
			'E/flutter ( 123): #0      main (package:acme/main.dart:1:2)';
		assert.deepEqual(shape(text), [['dart', 'FormatException', 'managed']]);
	});

	it('limits the length of a stack trace header in a long log', () => {
		const log = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
		const [before, section] = parseTrace(`${log}\n    at add (/srv/cart.js:1:2)`).sections;
		assert.equal(before?.lines.length, 60);
		assert.equal(section?.header?.firstLine, 60);
	});

	it('parses the exception type and message from header lines', () => {
		const headers: readonly (readonly [line: string, type: string, message: string])[] = [
			['java.lang.IllegalStateException', 'java.lang.IllegalStateException', ''],
			['java.lang.IllegalStateException: a: b', 'java.lang.IllegalStateException', 'a: b'],
			['Exception in thread "pool 1" a.B$C: x', 'a.B$C', 'x'],
			['kotlin.NotImplementedError: x', 'kotlin.NotImplementedError', 'x'],
			['TypeError: x', 'TypeError', 'x'],
			['Uncaught TypeError: x', 'TypeError', 'x'],
			['Unhandled exception. System.IO.IOException: x', 'System.IO.IOException', 'x'],
			['Acme.Repository`1[T]: x', 'Acme.Repository`1[T]', 'x'],
			['TimeoutException after 0:00:20: x', 'TimeoutException', 'after 0:00:20: x'],
			['RangeError (index): x', 'RangeError', '(index): x'],
			['com.acme.CartEmpty: x', 'com.acme.CartEmpty', 'x'],
			['Uncaught Kotlin exception: kotlin.Error: x', 'kotlin.Error', 'x'],
		];
		for (const [line, type, message] of headers) {
			const [section] = parseTrace(line).sections;
			assert.deepEqual([section?.header?.type, section?.header?.message], [type, message], line);
		}
		for (const line of [
			'com.acme.shop: x',
			'Error loading page',
			'IOException was thrown',
			'www.acme.example',
			'Cart: x',
		]) {
			assert.equal(parseTrace(line).sections[0]?.header, undefined, line);
		}
	});
});
