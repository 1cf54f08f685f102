import * as assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { groupKey } from '../../../../src/core/stack/grouping/groupKey';
import { findTraces } from '../../../../src/core/stack/parse/findTraces';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import { readTraces } from '../../../../src/core/stack/texts/readTraces';
import { long } from '../../../support/length';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';
import { Random } from '../../../support/random';
import { deviceReports } from './reports/support/deviceReports';
import { crashSamples } from './reports/support/reportSamples';
import { crashDiagnostic, writeIps } from './reports/support/writeReports';
import { sampledStackFormats } from './siblings/sampledStacks';
import { Values } from './siblings/siblings';
import { toolFormats } from './siblings/tools';
import { assertNothingLost } from './support/coverage';
import { sampleTraces } from './support/sampleTraces';
import { wholeTraces } from './support/wholeTraces';

const samples = [
	...[...sampleTraces(1), ...wholeTraces].map(({ text }) => text),
	...[...toolFormats, ...sampledStackFormats].map(({ make }) => make(new Values(1, 1)).text),
	...deviceReports,
	...crashSamples.flatMap((sample) => [writeIps(sample), JSON.stringify(crashDiagnostic(sample))]),
];
const [firstSample = '', ...otherSamples] = samples;
const pieces = [
	'at ',
	'\tat ',
	'#0 ',
	'#00 pc ',
	'0x',
	'(',
	')',
	'((((',
	'))))',
	'[',
	']',
	'<',
	'>',
	':',
	'::',
	'.',
	'$',
	'$$',
	'@',
	'/',
	'\\n',
	'\\t',
	'\\u00',
	'\\',
	'"',
	"'",
	'\n',
	'\r\n',
	'\r',
	'\t',
	' ',
	'   ',
	'---> ',
	'Caused by: ',
	'... ',
	'$s8Acme',
	'0A4',
	'_ZN4',
	'Thread 0',
	'"main" prio=5',
	' in ',
	':line 4',
	'+0x',
	' + 12',
	'\u0000',
	'\ud800',
	'\u2028',
	'<>c:<Load>b__0()',
	'Crashed: ',
	'#1. ',
	'freed by thread T0 here:',
	'-----',
	'&lt;',
	'Traceback (most recent call last):\n',
	'  File "a.py", line 3, in f\n',
	'  | ',
	'+-+---- 1 ----\n',
	'goroutine 1 [running]:\n',
	' +0x1d',
	'   0: a::b\n',
	"thread 'main' panicked at ",
	', pc 1f)',
	'osVersion: ',
	' (A.java:1);',
	'Call Stack',
	' (in Shop) (a.swift:1)',
	' @ a.js:1',
	'a.js:1:2 in total',
	'total\n    a.js:1:2\n',
	'Crash reason: SIGSEGV',
	'<a href="a" line="1">',
	'⚡️  ',
	'File: ',
	' (at a.tsx:1)',
	', stack:',
	'😀',
	'9'.repeat(30),
] as const;

type Mutation = (text: string, random: Random) => string;

const mutations: readonly [Mutation, ...Mutation[]] = [
	(text, random) => text.slice(random.below(text.length + 1)),
	(text, random) => text.slice(0, random.below(text.length + 1)),
	(text, random) => {
		const start = random.below(text.length + 1);
		return text.slice(0, start) + text.slice(start + random.below(80));
	},
	(text, random) => {
		const at = random.below(text.length + 1);
		return text.slice(0, at) + random.times(1 + random.below(4), () => random.pick(pieces)).join('') + text.slice(at);
	},
	(text, random) => {
		const other = random.pick([firstSample, ...otherSamples]);
		return text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
	},
	(text, random) => {
		const lines = text.split('\n');
		const [from, to] = [random.below(lines.length), random.below(lines.length)];
		[lines[from], lines[to]] = [lines[to] ?? '', lines[from] ?? ''];
		return lines.join('\n');
	},
	(text, random) => {
		const at = random.below(text.length + 1);
		return (
			text.slice(0, at) +
			Buffer.from(random.times(random.below(24), () => random.below(256))).toString() +
			text.slice(at)
		);
	},
	(text) => JSON.stringify(text).slice(1, -1),
	(text) => JSON.stringify({ trace: text, list: [text.slice(0, 200)] }),
	(text, random) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\n\n', '\\n', '\n  '])),
];

describe('mutated stack traces', () => {
	it('parses mutated stack traces without throwing an error or losing a line', () => {
		const random = new Random(20_261_120);
		for (let round = 0; round < 3000; round++) {
			let text = random.pick([firstSample, ...otherSamples]);
			for (let step = random.below(5); step >= 0 && text.length < 50_000; step--) {
				text = random.pick(mutations)(text, random);
			}
			try {
				const trace = parseTrace(
					text,
					random.chance(0.5) ? { osName: random.pick(['android', 'ios', 'windows', '']) } : {},
				);
				assertNothingLost(trace, text);
				groupKey(trace);
				for (const found of findTraces(text)) {
					assertNothingLost(found.trace, found.text);
					for (let offset = 0; offset <= found.text.length; offset += 97) {
						const source = found.sourceOffset(offset);
						assert.ok(source >= 0 && source <= text.length);
					}
				}
			} catch (error) {
				throw new Error(`round ${round}: ${JSON.stringify(text)}`, { cause: error });
			}
		}
	});
});

/** Texts for which a careless parser needs quadratic time. */
const hostile: readonly (readonly [name: string, text: (size: number) => string])[] = [
	['one endless frame', (size) => `\tat com.acme.${'a'.repeat(size)}.b(C.java:1)`],
	['frames of maximum length', (size) => repeated(`\tat ${'a$1$b'.repeat(3000)}.c(D.java:1)\n`, size)],
	['opening brackets', (size) => repeated(`   at a.b${'('.repeat(15_000)}\n`, size)],
	['closing brackets', (size) => repeated(`#00 pc 00 /a/b.so ${')'.repeat(15_000)}\n`, size)],
	['pairs of brackets', (size) => repeated(`#00 pc 00 /a/b.so${' (x)'.repeat(4000)}\n`, size)],
	['angle brackets', (size) => repeated(`   at A.${'<'.repeat(8000)}${'>'.repeat(7000)}()\n`, size)],
	['colons and digits', (size) => repeated(`    at f (${'1:'.repeat(8000)}1)\n`, size)],
	['at signs', (size) => repeated(`${'a@'.repeat(8000)}1:1\n`, size)],
	['spaces', (size) => repeated(`at ${' '.repeat(15_000)}x\n`, size)],
	['spaces only', (size) => ' '.repeat(size)],
	['sequences of hexadecimal digits', (size) => repeated(`0 ${' 0xabcdefg'.repeat(1500)}\n`, size)],
	['Swift identifiers', (size) => repeated(`0 S 0x0123456789 $s${'1a'.repeat(2000)}${'0a'.repeat(2000)}F + 1\n`, size)],
	['C++ scopes', (size) => repeated(`#0 0x1 in ${'a::<(b'.repeat(2500)} /a.cpp:1\n`, size)],
	['C++ lambdas', (size) => repeated(`#0 0x1 in ${'{lambda'.repeat(2000)} /a.cpp:1\n`, size)],
	['Dart members', (size) => repeated(`#0  ${'a.<b'.repeat(3500)} (package:a/b.dart:1:2)\n`, size)],
	['Swift closures', (size) => repeated(`0 S 0x0123456789 ${'closure #1 in '.repeat(1000)}f() + 1\n`, size)],
	[
		'Swift partial applications',
		(size) => repeated(`0 S 0x0123456789 ${'partial apply for '.repeat(900)}f() + 1\n`, size),
	],
	['Swift frame attributes', (size) => repeated(`0 ${'[ra] '.repeat(3000)}0x0000000102a3b5c8 f\n`, size)],
	['Swift frame locations', (size) => repeated(`0 0x0000000102a3b5c8 f${' in a at b'.repeat(1500)}\n`, size)],
	['Swift frame addresses', (size) => repeated(`0x5623cca3bcbb, f${' at a.swift:1'.repeat(1200)}\n`, size)],
	['source excerpts', (size) => repeated(`12│ ${'a'.repeat(500)}\n│${' '.repeat(400)}▲\n`, size)],
	[
		'Swift errors',
		(size) => repeated(`${'a.swift:1: '.repeat(1400)}Fatal error\nFatal error: ${': file '.repeat(2000)}\n`, size),
	],
	[
		'frames of sampled stacks',
		(size) => repeated(`  27  ${'f('.repeat(3000)} (${'a.swift:1 in '.repeat(700)}b + 1) [0x1a2b3] (c) 1-2\n`, size),
	],
	[
		'call graphs with increasing indentation',
		(size) =>
			Array.from(
				{ length: Math.sqrt(2 * size) | 0 },
				(_, depth) => `${' '.repeat(depth)}1  f + 1 (a + 1) [0x1a2b3]`,
			).join('\n'),
	],
	[
		'call graphs with many branches',
		(size) => repeated('  9  f + 1 (a + 1) [0x1a2b3]\n    9  g + 1 (a + 1) [0x1a2b3]\n', size),
	],
	[
		'lines above sampled stacks',
		(size) =>
			`Heaviest stack for the a:\n${repeated(`Thread 0x1${'    a'.repeat(3000)}  9 samples (1)\nEvent:        a\nCPU:       b\n`, size)}`,
	],
	['processes of a jetsam event', (size) => `{"processes":[${'{"rpages":1,"reason":"a"},'.repeat(size / 26)}`],
	[
		'frames of a stackshot',
		(size) =>
			`{"frontmostPids":[1],"binaryImages":[${'["",1,"P"],'.repeat(size / 22)}],"processByPid":{"1":{"pid":1,"threadById":{"1":{"userFrames":[${'[0,1],'.repeat(size / 12)}`,
	],
	['debugger frames', (size) => repeated(`#0 0x0000000102a3b5c8 in ${'.mm at a.swift'.repeat(1000)}\n`, size)],
	['messages between frames', (size) => `a.BException: c\n${repeated('\tat a.b.C.d(E.java:1)\nmessage\n', size)}`],
	['paragraphs between frames', (size) => repeated('\tat a.b.C.d(E.java:1)\n\nmessage\n', size)],
	['alternating platforms', (size) => repeated('\tat a.b.C.d(E.java:1)\n    at f (a.js:1:2)\n', size)],
	[
		'alternating notes and messages',
		(size) => `a.BException: c\n${repeated('| note\n\nmessage\n- locked <0x1>\n', size)}\tat a.b.C.d(E.java:1)`,
	],
	['causes', (size) => repeated('Caused by: a.BException: c\n', size)],
	[
		'causes with increasing indentation',
		(size) =>
			Array.from({ length: Math.sqrt(2 * size) | 0 }, (_, depth) => `${' '.repeat(depth)}Caused by: a.B: c`).join('\n'),
	],
	[
		'causes with omitted frames',
		(size) => repeated('Caused by: a.B: c\n\tat a.b.C.d(E.java:1)\n\t... 999999 more\n', size),
	],
	['inner exceptions', (size) => repeated(' ---> A.BException: c\n', size)],
	['headers with details', (size) => repeated("signal 11 (SIGSEGV), code 1\nAbort message: 'x'\n", size)],
	['empty lines', (size) => '\n'.repeat(size)],
	['escapes', (size) => repeated('\\n\\tat a.b.C.d(E.java:1)', size)],
	['backslashes', (size) => '\\'.repeat(size)],
	['escaped line endings', (size) => '\\n'.repeat(size / 2)],
	['quotes', (size) => '"'.repeat(size)],
	['nested frames in JSON', (size) => `{"callStacks":[{"callStackRootFrames":[${'{"subFrames":['.repeat(size / 14)}`],
	['frames of a JSON report', (size) => `{"threads":[{"frames":[${'{"imageIndex":0},'.repeat(size / 17)}`],
	['deeply nested JSON', (size) => '{"a":['.repeat(size / 6)],
	['many JSON strings', (size) => `[${'"\\tat a.b.C.d(E.java:1)",'.repeat(size / 26)}]`],
	['Unity generated classes', (size) => repeated(`${'<>c__A:<B>b__0'.repeat(140)}()\n`, size)],
	['Unity opening brackets', (size) => repeated(`${'<'.repeat(15_000)}d:MoveNext()\n`, size)],
	[
		'threads listed by name',
		(size) => `Crashed: main\n${repeated('0  Shop  0x0123456789 a + 1\n\nname\n----\n', size)}`,
	],
	[
		'thread names above a single stack',
		(size) => `Crashed: main\n${repeated('\n\nname\n2026-01-01 10:00:00\n', size)}\tat a.b.C.d(E.java:1)`,
	],
	['numbered threads', (size) => repeated('#1. Crashed: a: SIGSEGV 0x1\n#2. b\n', size)],
	['thread states', (size) => repeated(`${'a ('.repeat(5000)}):tid=1\n`, size)],
	['memory histories', (size) => repeated('allocated by thread T0 here:\n    #0 0x1 in f() /a.cpp:1\n', size)],
	['wrapped errors', (size) => repeated(`${'Unhandled JS Exception: '.repeat(600)}TypeError: x, stack:\n`, size)],
	['engine notes', (size) => repeated(`JavascriptException: ${', js engine: '.repeat(1200)}\n`, size)],
	['lines of dashes', (size) => repeated(`${'-'.repeat(15_000)}x\n${'='.repeat(100)}\n`, size)],
	[
		'hashes in file names',
		(size) => repeated(`    at f (https://a/${'Bk2-QwEr.'.repeat(400)}${'aB3_'.repeat(1000)}.js:1:2)\n`, size),
	],
	['debugger columns', (size) => repeated(`A.dll!${'A<('.repeat(3000)}B() ${'Line '.repeat(30)}3\tC#\n`, size)],
	['columns of spaces', (size) => repeated(`A.dll!B.C()${' \t'.repeat(5000)}x\n`, size)],
	['code omitted by a debugger', (size) => repeated(`[${'a'.repeat(300)}\t\n`, size)],
	['assembly tokens', (size) => repeated(`   at A.B() in ${'a:token 0x6+0x'.repeat(900)}\n`, size)],
	[
		'Java frames from .NET',
		(size) => repeated(`\tat ${'A.B+<C>d__4'.repeat(900)}(Unknown Source:0)\nJavaProxyThrowable\n`, size),
	],
	[
		'locations at the end of frames',
		(size) => repeated(`A.B (${'C.D d, '.repeat(900)}E e) ${' at 3'.repeat(900)}\na.cs at 3:1\n`, size),
	],
	['.NET Native images', (size) => repeated(`   at A!${'$3_A::B.C+0x'.repeat(900)}\n`, size)],
	['Mono wrappers', (size) => repeated(`  at (wrapper a) ${'A:B <0x'.repeat(900)}\n`, size)],
	['React components', (size) => repeated(`    in ${'a ('.repeat(4000)} (at a.tsx:1)\n`, size)],
	['Expo calls', (size) => repeated(`  ${'a('.repeat(4000)}) (${'b('.repeat(3000)}.tsx:1:2)\n`, size)],
	[
		'captions and components',
		(size) => `Error: x\n${repeated('This error is located at:\n    in A (at a.tsx:1)\n', size)}`,
	],
	['web view consoles', (size) => repeated(`File: ${' - Line 1 - Msg: '.repeat(800)}\n`, size)],
	['quotes in console output', (size) => repeated(`[INFO:CONSOLE(1)] "${'", source: a ('.repeat(1000)}\n`, size)],
	['names and numbers', (size) => `a.BError: c, stack:\n${repeated(`${'a@1'.repeat(5000)}\n`, size)}`],
	['bracketed errors', (size) => repeated(` ERROR  [${'A.'.repeat(6000)}Error: c]\n`, size)],
	['brackets in reports', (size) => repeated(`    /a/b.so (${'a('.repeat(7000)}+1, pc 1)\n`, size)],
	['symbols in reports', (size) => repeated(`    /a/b.so (${'(a)'.repeat(4000)}+1, pc 1)\n`, size)],
	['report captions', (size) => repeated('osVersion: a\nsignal: 6 (SIGABRT)\nabortMessage: b\n', size)],
	['composable functions', (size) => repeated(`\tat ${'<a>'.repeat(4000)}(A.kt:<unknown line>)\n`, size)],
	['frames with semicolons', (size) => repeated(`${'a.b('.repeat(3000)} (C.java:1);\n`, size)],
	['frames that start with the location', (size) => repeated(`A.java:1 ${'a.b$'.repeat(3000)}\n`, size)],
	['HTML escapes', (size) => repeated('\tat a.b.&lt;init&gt;(E.java:1)\n', size)],
	['nested HTML escapes', (size) => repeated('&amp;amp;amp;lt;', size)],
	[
		'Python tracebacks',
		(size) => repeated('Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nE: y\n', size),
	],
	[
		'one traceback with much source code',
		(size) =>
			`Traceback (most recent call last):\n${repeated('  File "a.py", line 1, in f\n    at a.b.C.d(E.java:1)\n', size)}`,
	],
	['traceback captions', (size) => repeated('Traceback (most recent call last):\n', size)],
	['exception groups', (size) => repeated('+-+---------------- 1 ----------------\n    | E: 2\n', size)],
	['exception group margins', (size) => ` Group Traceback\n${repeated(`${' | '.repeat(4000)}\n`, size)}`],
	[
		'Go calls',
		(size) =>
			`goroutine 1 [running]:\n${repeated(`${'a.(*B).'.repeat(1500)}c(${'0x1, '.repeat(300)})\n\t/a.go:1\n`, size)}`,
	],
	['Go type arguments', (size) => `goroutine 1 [running]:\n${repeated(`a.${'[b'.repeat(400)}.c(0x1)\n`, size)}`],
	['Rust types', (size) => repeated(`   1: ${'<a::B as '.repeat(1500)}c::D>::e\n`, size)],
	['Rust frames', (size) => repeated('   1: a::b\n             at a.rs:1:2\n', size)],
	['panics', (size) => repeated("thread 'main' panicked at a.rs:1:2:\nx\n", size)],
	['quotes in panics', (size) => repeated(`thread 'a' panicked at '${"', a.rs:1:".repeat(1500)}\n`, size)],
	['wrapped frames', (size) => repeated(`#0      ${'A.b '.repeat(40)}\n${'c'.repeat(200)}\n`, size)],
	['wrapped obfuscated frames', (size) => repeated(`#00 abs 0 virt 0\n${'_k'.repeat(100)}\n`, size)],
	['obfuscated frames from crash reporters', (size) => repeated(`at ${' . #00 abs 0 '.repeat(1000)}(.java)\n`, size)],
	['Dart frames from crash reporters', (size) => repeated(`0  ???  0x0 ${'A.b + 3 (a.dart'.repeat(900)})\n`, size)],
	['Flutter reports', (size) => repeated('The following A was thrown:\nb\n', size)],
	['report titles', (size) => `The following A was thrown\n${repeated('b\n', size)}`],
	['JavaScript engine captions', (size) => repeated(`[ERROR:${'a/'.repeat(4000)}(3)] Unhandled Exception: \n`, size)],
	[
		'closures in modules',
		(size) => repeated(`    at ${'a closure at b:1:2 '.repeat(700)}(main.dart.wasm:0x1)\n`, size),
	],
	['locations before lines', (size) => repeated(`${'a:3 '.repeat(3000)}    at \n`, size)],
	['browser console frames', (size) => repeated(`    ${'a b*'.repeat(3000)} https://a/${'b:3'.repeat(900)}\n`, size)],
	['logger boxes', (size) => repeated(`${'│ '.repeat(5000)}#0 a\n| ${' '.repeat(900)}#\n`, size)],
	['endless types', (size) => repeated(`${'a.'.repeat(8000)}B: c\n`, size)],
	['log prefixes', (size) => repeated('11-20 10:00:00.000  1234  1250 E Tag: \tat a.b.C.d(E.java:1)\n', size)],
	['parts of log prefixes', (size) => repeated(`10:00:00 ${'[a] 1 - '.repeat(1500)}\n`, size)],
	['nested quotes', (size) => repeated(`${'> '.repeat(5000)}at a.b.C.d(E.java:1)\n`, size)],
	['marks of all kinds', (size) => repeated('> - [ ] // | 1. at a.b.C.d(E.java:1)\n', size)],
	['numbered lines', (size) => numbered((line) => `${line + 1}: text (a) at b\n`, size)],
	['colors', (size) => repeated('\u001b[31m\tat a.b.C.d(E.java:1)\u001b[0m\n', size)],
	['unterminated colors', (size) => repeated('\u001b]8;;[38;5', size)],
	['frames on one line', (size) => repeated('at a.b.C.d(E.java:1) ', size)],
	['words on one line', (size) => repeated('at #1 at ', size)],
	[
		'random bytes',
		(size) => {
			const random = new Random(size);
			return Buffer.from(random.times(size, () => random.below(256))).toString('latin1');
		},
	],
];

function repeated(text: string, size: number): string {
	return text.repeat(Math.max(1, Math.floor(size / text.length)));
}

function numbered(line: (index: number) => string, size: number): string {
	return Array.from({ length: size / line(1000).length }, (_, index) => line(index)).join('');
}

function milliseconds(text: string): number {
	return leastTime(() => {
		const trace = parseTrace(text);
		groupKey(trace);
		findTraces(text);
	});
}

describe('parsing time of stack traces', () => {
	for (const [name, text] of hostile) {
		measured(`parses stack traces in time proportional to the length of the text: ${name}`, () => {
			milliseconds(text(20_000));
			const found = [milliseconds(text(100_000)), milliseconds(text(400_000))];
			const isLinear = () => {
				const [small = 0, large = 0] = found.slice(-2);
				return large < Math.max(60, 10 * small);
			};
			// A linear parser needs 4 times as long and a quadratic one 16 times. Very short durations are not compared.
			// Garbage collection can start at one of the sizes, so a third size decides.
			if (!isLinear()) found.push(milliseconds(text(1_600_000)));
			assert.ok(isLinear(), `${found.map((time) => time.toFixed(1)).join(' ms, ')} ms, each for four times as much`);
			assert.ok((found[1] ?? 0) < 2000, `${found[1]} ms`);
		});
	}

	measured('parses a megabyte of stack traces in less than six times the time that csv-parse needs', () => {
		const length = wholeTraces.reduce((sum, { text }) => sum + text.length, 0);
		const texts = Array.from({ length: Math.ceil(1_000_000 / length) }, () =>
			wholeTraces.map(({ text }) => text),
		).flat();
		const cells = `error\n${texts.join('\n').split('\n').map(quoted).join('\n')}\n`;
		const runs = [
			() => texts.forEach((text) => void parseTrace(text)),
			() => parse(cells, { relax_column_count: true }),
		];
		const [own, other] = runs.map((run) => leastTime(run, 20));
		assert.ok(own !== undefined && other !== undefined && own < 6 * other, `${own} ms, csv-parse ${other} ms`);
	});

	long('parses a stack trace with a million lines', () => {
		const text = `java.lang.StackOverflowError\n${'\tat a.b.Tree.of(Tree.kt:2)\n'.repeat(1_000_000)}Caused by: a.B: c\n\t... 999999 more\n`;
		const trace = parseTrace(text);
		assert.equal(trace.lines.length, 1_000_004);
		assert.equal(trace.sections[0]?.lines.length, 1_000_000);
		assert.deepEqual(groupKey(trace).frames, ['a.b.Tree.of']);
		const [found] = readTraces(text, 'text', undefined);
		assert.equal(found?.links.length, 1_000_000);
		assert.equal(findTraces(JSON.stringify({ error: text }))[0]?.trace.lines.length, 1_000_004);
	});
});

function quoted(line: string): string {
	return `"${line.replaceAll('"', '""')}"`;
}
