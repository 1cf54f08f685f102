import { Random } from '../../../support/random';
import { sampleTraces } from '../stack/support/sampleTraces';
import { wholeTraces } from '../stack/support/wholeTraces';

export interface HostileText {
	readonly recipe: string;
	/** @param size Approximate number of characters. */
	make(size: number): string;
}

const heads = [
	'',
	'',
	' ',
	'\tat ',
	'    at f (',
	'at ',
	'   at A.B',
	'#0  ',
	'#00 pc 01 ',
	'#00 pc 01 /a/b.so (',
	'#1 0x01 in ',
	'0   Shop 0x0000000104a1c0d0 ',
	'0   Shop 0x0000000104a1c0d0 $s4Shop',
	'0   Shop 0x0000000104a1c0d0 _ZN4',
	'frame #1: 0x01 a`b',
	'* thread #1',
	'* frame #1: 0x01 a`',
	'Caused by: ',
	'Exception in thread "',
	'"main" prio=5 ',
	'java.lang.Error: ',
	'Unhandled exception at 0x1 ',
	'E/Tag( 1): ',
	'01-02 10:00:00.000  123  124 E Tag     : ',
	'2026-11-20 10:00:00 [main] ',
	' ---> ',
	'Shop.Cart:Add (',
	'a@',
	'f@https://a/b.js:1:2',
	'goroutine 1 [',
	'a.b(',
	'[ERROR:flutter/',
	'package:a/b.dart 1:2  ',
	'a!b',
	'1: ',
	'{"a":"',
	'{"stack":"Error\\n    at f (',
	'[{"a":',
	'"',
	"'",
	'<title',
	'<script>',
	'com.a.B -> a.b:\n    1:2:void c(',
	'# {"id":"',
	'    1:1:void c():2:2 -> c\n',
	'{"version":3,"mappings":"',
	'{"version":3,"sources":["',
	'class A {',
	'fun a(',
	'@Override public ',
	'#define ',
	'/*',
	'`${',
	'https://a/',
	'0x',
	'-',
	'1.',
	'0',
] as const;

const units = [
	' ',
	'  x',
	'\t',
	'\n',
	'\r',
	'\r\n',
	'\u2028',
	'\u00a0',
	'\0',
	'a',
	'A',
	'é',
	'😀',
	'\ud800',
	'1',
	'0',
	'9a',
	'.',
	'..',
	'...',
	',',
	';',
	':',
	'::',
	'/',
	'//',
	'\\',
	'\\\\',
	'\\n',
	'\\"',
	'\\u0041',
	'"',
	"'",
	'`',
	'“',
	'«',
	'‘',
	'(',
	')',
	'()',
	'((',
	'))',
	'[',
	']',
	'[]',
	'{',
	'}',
	'{}',
	'<',
	'>',
	'<>',
	'-',
	'--',
	'+',
	'=',
	'==',
	'*',
	'*/',
	'/*',
	'//',
	'#',
	'$',
	'$$',
	'${',
	'@',
	'!',
	'?',
	'%',
	'&',
	'&lt;',
	'|',
	'~',
	'^',
	'_',
	'a.',
	'a.b',
	'.a(',
	'a(b)',
	'a<b',
	'a$1',
	'$1$',
	'$lambda$1',
	'0x1',
	' 0x1f ',
	' + 1',
	' at ',
	' in ',
	' of ',
	'async ',
	'new ',
	'[as a] ',
	'.js?',
	'.js#',
	'.js:1',
	':1:1',
	'/index.',
	'.dart ',
	'.go:1 ',
	' [opt]',
	' [inlined] ',
	'.llvm.1',
	'.isra',
	'{lambda',
	'closure #1 in ',
	'partial apply for ',
	'operator',
	'anonymous namespace',
	'<title',
	'<h1 ',
	'<script',
	'</',
	'<!--',
	'":',
	'","',
	'":"',
	'{"a":',
	'[{',
	'null,',
	'1,',
	'1a',
	'0a',
	'1.1',
	'1-',
	'a=b;',
	'a b ',
	' -> ',
	':1 -> a\n',
	'    1:1:void c():2:2 -> c\n',
	'a.B -> a:\n',
	'# {"id":"a"}\n',
	'AAAA,',
	'AAAA;',
	';;',
	'class A { ',
	'fun a() { ',
	'if (',
	'case ',
	'at a.b.C.d(E.java:1)\n',
	'\tat a.b.C.d(E.java:1)\n',
	'Caused by: a.B: c\n',
	'    at f (a.js:1:2)\n',
	'#0  a (package:b/c.dart:1:2)\n',
	'0 Shop 0x0000000104a1c0d0 a + 1\n',
	'Thread 0:\n',
	'more parts ',
	'too large ',
	'request ',
] as const;

const tails = [
	'',
	'',
	'',
	'x',
	'!',
	'.',
	'\u2028',
	'\u2028:1:1)',
	')',
	':1:1)',
	':1)',
	']',
	'}',
	'"',
	'">',
	'>',
	"'",
	' ',
	'-',
	'@',
	' + 1',
	'\n',
	'\\',
	'\ud83d',
	'\0',
	'1',
	'%',
	'*/',
	'{ }',
] as const;

/** Maximum line lengths: unlimited, or as in typical stack traces. */
const longest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 16_000, 4_000, 900, 250] as const;

export class HostileTexts {
	private readonly random: Random;
	private readonly lines: readonly string[];

	constructor(seed: number) {
		this.random = new Random(seed);
		const texts = [...sampleTraces(1), ...wholeTraces].map(({ text }) => text);
		this.lines = [...new Set(texts.flatMap((text) => text.split('\n')))].filter((line) => line.length > 3);
	}

	next(): HostileText {
		return this.random.chance(0.35) ? this.pumped() : this.assembled();
	}

	private assembled(): HostileText {
		const { random } = this;
		const unit = random.times(1 + (random.chance(0.3) ? 1 : 0), () => random.pick(units)).join('');
		return repetition(random.pick(heads), unit, random.pick(tails), random.pick(longest));
	}

	private pumped(): HostileText {
		const { random } = this;
		const line = this.lines[random.below(this.lines.length)] ?? '';
		const start = random.below(line.length);
		const end = Math.min(line.length, start + 1 + random.below(random.chance(0.5) ? 3 : 16));
		const tail = random.chance(0.5) ? line.slice(end) : random.pick(tails);
		return repetition(line.slice(0, start), line.slice(start, end), tail, random.pick(longest));
	}
}

function repetition(head: string, unit: string, tail: string, maxLineLength: number): HostileText {
	return {
		recipe: `${JSON.stringify(head)}, then ${JSON.stringify(unit)} again and again, then ${JSON.stringify(tail)}, up to ${maxLineLength} a line`,
		make(size) {
			const length = Math.min(size, maxLineLength);
			const count = Math.max(1, Math.floor((length - head.length - tail.length) / unit.length));
			const line = head + unit.repeat(count) + tail;
			return size < 2 * line.length ? line : `${line}\n`.repeat(Math.floor(size / (line.length + 1)));
		},
	};
}
