import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { mentionedClasses } from '../../../../../../src/core/stack/mapping/r8/retrace';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/plainLines';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../../../src/core/stack/trace/model';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';
import { file, lines } from '../support/retraceRule';

describe('deobfuscation of a complete Java stack trace', () => {
	const mapping = lines(`
		shop.Trouble -> a.c:
		shop.Cart -> a.b:
		${file('Cart.kt')}
		    1:3:void add(int):10:12 -> a
		`);
	const text = lines(`
		a.c: no place for a.b in e.g. a.c
			at a.b.a(r8-map-id-00ff:2)
			at android.os.Looper.loop(Looper.java:12)
			at a.b.z(SourceFile:9)
			at a.b.z(Cart.kt:9)
			... 4 more
		Caused by: a.c
			at a.b.a(SourceFile:1)
		nothing of a stack here: a.b
		`);

	it('deobfuscates headers, messages and frames and preserves all other lines', () => {
		assert.deepEqual(
			runSynchronously(plainTrace(retraced(javaTrace(text), getNames(mapping)))).lines,
			lines(`
				shop.Trouble: no place for shop.Cart in e.g. shop.Trouble
					at shop.Cart.add(Cart.kt:11)
					at android.os.Looper.loop(Looper.java:12)
					at shop.Cart.z(Cart.kt:9)
					at shop.Cart.z(Cart.kt:9)
					... 4 more
				Caused by: shop.Trouble
					at shop.Cart.add(Cart.kt:10)
				nothing of a stack here: a.b
				`).split('\n'),
		);
	});

	it('returns the deobfuscation outcome for each line of a stack trace', () => {
		const outcomes = retraced(javaTrace(text), getNames(mapping)).sections.flatMap(({ lines: all }) =>
			all.map(({ outcome }) => outcome),
		);
		assert.deepEqual(outcomes, ['mapped', 'unchanged', 'partly', 'partly', 'unchanged', 'mapped', 'unchanged']);
	});

	it('does not deobfuscate frames in code that was loaded from another app', () => {
		const other = '\tat a.b.a(:com.google.android.gms.dynamite_mapsdynamite@234414045@23.44.14 (190400-0):2)';
		const trace = parseTrace(`a.c: x\n${other}\n\tat a.b.a(SourceFile:2)`);
		assert.deepEqual(runSynchronously(plainTrace(retraced(trace, getNames(mapping)))).lines, [
			'shop.Trouble: x',
			other,
			'\tat shop.Cart.add(Cart.kt:11)',
		]);
	});

	it('numbers headers and frames by their lines in the deobfuscated text', () => {
		const inlining = 'a.B -> b:\n    1:1:void in():4:4 -> a\n    1:1:void out():5 -> a\n';
		const trace = runSynchronously(
			plainTrace(retraced(javaTrace('b: x\nat b.a(S:1)\nat b.a(S:1)\nCaused by: b\nat b.a(S:1)'), getNames(inlining))),
		);
		const numbered = trace.sections.flatMap(({ header, lines: all }) => [
			...(header ? [[header.firstLine, header.lastLine, header.type]] : []),
			...all.map(({ line, text: lineText }) => [line, lineText === trace.lines[line]]),
		]);
		assert.deepEqual(numbered, [
			[0, 0, 'a.B'],
			...[1, 2, 3, 4].map((number) => [number, true]),
			[5, 5, 'a.B'],
			...[6, 7].map((number) => [number, true]),
		]);
	});

	it('requests from the mapping file every class that a stack trace may mention', () => {
		const names = runSynchronously(mentionedClasses(javaTrace(text)));
		assert.ok(['a.c', 'a.b', 'android.os.Looper'].every((name) => names.has(name)));
	});

	it('identifies constructors and the source functions of generated classes in deobfuscated frames', () => {
		const made = 'shop.Cart$open$1 -> b:\n    1:1:void invoke():4:4 -> a\n    2:2:void <init>():5:5 -> <init>\n';
		const trace = runSynchronously(
			plainTrace(retraced(javaTrace('at b.a(SourceFile:1)\nat b.<init>(SourceFile:2)'), getNames(made))),
		);
		const [first, second] = (trace.sections[0]?.lines ?? []).filter((line): line is Frame => line.kind === 'managed');
		assert.deepEqual(first?.enclosing, { type: 'shop.Cart', method: 'open' });
		assert.ok(second?.flags.includes('constructor'));
	});

	it('deobfuscates exceptions without frames and exceptions after a prefix such as Caused by', () => {
		const getLine = (thrown: string) =>
			runSynchronously(plainTrace(retraced(parseTrace(thrown), getNames(mapping)))).lines;
		for (const [thrown, expected] of [
			['a.c: no a.b here', 'shop.Trouble: no shop.Cart here'],
			['a.c', 'shop.Trouble'],
			['Caused by: a.c: no', 'Caused by: shop.Trouble: no'],
			['\t[CIRCULAR REFERENCE: a.c: no]', '\t[CIRCULAR REFERENCE: shop.Trouble: no]'],
			['[CIRCULAR REFERENCE:a.c]', '[CIRCULAR REFERENCE:shop.Trouble]'],
			['nothing like a.c: no', 'nothing like a.c: no'],
			['[CIRCULAR REFERENCE: ]', '[CIRCULAR REFERENCE: ]'],
		] as const) {
			assert.deepEqual(getLine(thrown), [expected]);
		}
		const whole = 'java.lang.Error: no\n\tat a.b.a(SourceFile:1)\nCaused by: [CIRCULAR REFERENCE: a.c: no]';
		assert.equal(getLine(whole)[2], 'Caused by: [CIRCULAR REFERENCE: shop.Trouble: no]');
	});

	it('does not apply an R8 mapping to sections of other platforms', () => {
		const trace = { ...javaTrace('a.c: x\n\tat a.b.a(SourceFile:1)'), platform: 'unity' as const };
		const unity = { ...trace, sections: trace.sections.map((section) => ({ ...section, platform: 'unity' as const })) };
		assert.deepEqual(runSynchronously(plainTrace(retraced(unity, getNames(mapping)))), unity);
	});
});
