import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { ClassScan } from '../../../../../../src/core/stack/mapping/r8/classScan';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/plainLines';
import { measured } from '../../../../../support/measured';
import { Random } from '../../../../../support/random';
import { assertGrowsWithSize } from '../support/growth';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';

interface Place {
	readonly type: string;
	readonly method: string;
	readonly line: number;
}

class Minifier {
	readonly frames: { readonly minified: string; readonly originals: readonly Place[] }[] = [];
	mapping = '# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n';

	constructor(private readonly random: Random) {
		const classes = Array.from({ length: 2 + random.below(6) }, (_, index) => `com.example.Type${index}`);
		for (const [index, type] of classes.entries()) {
			this.mapping += `${type} -> x.c${index}:\n# {"id":"sourceFile","fileName":"Type${index}.kt"}\n`;
			this.addMethods(type, `x.c${index}`, classes);
		}
	}

	private addMethods(type: string, minifiedType: string, classes: readonly string[]): void {
		// The lines of all methods with the same minified name differ, as R8 ensures for overloads.
		let line = 1;
		for (let method = this.random.below(5); method >= 0; method--) {
			const minified = `m${this.random.below(2)}`;
			for (let part = this.random.below(4); part >= 0; part--) {
				line += this.random.below(3);
				const length = 1 + this.random.below(4);
				this.addRange(
					{ type, method: `method${method}`, line: 0 },
					`${minifiedType}.${minified}`,
					line,
					length,
					classes,
				);
				line += length;
			}
		}
	}

	private addRange(outer: Place, minified: string, first: number, length: number, classes: readonly string[]): void {
		const last = first + length - 1;
		const chain: Place[] = [];
		for (let depth = this.random.below(3); depth > 0; depth--) {
			const type = classes[this.random.below(classes.length)] ?? '';
			chain.push({ type, method: `inlined${depth}`, line: 1 + this.random.below(500) });
		}
		chain.push({ ...outer, line: 1 + this.random.below(500) });
		const name = minified.slice(minified.lastIndexOf('.') + 1);
		for (const [index, place] of chain.entries()) {
			const lines = index === 0 ? `${place.line}:${place.line + length - 1}` : `${place.line}`;
			const holder = place.type === outer.type ? '' : `${place.type}.`;
			this.mapping += `    ${first}:${last}:void ${holder}${place.method}(int):${lines} -> ${name}\n`;
		}
		const offset = this.random.below(length);
		const originals = chain.map((place, index) => (index === 0 ? { ...place, line: place.line + offset } : place));
		this.frames.push({ minified: `${minified}(SourceFile:${first + offset})`, originals });
	}
}

const fileOf = (type: string) => `${type.slice(type.lastIndexOf('.') + 1)}.kt`;

describe('deobfuscation with random mappings', () => {
	it('restores the original frames of a random minified app', () => {
		for (let seed = 1; seed <= 150; seed++) {
			const { frames, mapping } = new Minifier(new Random(seed));
			const trace = javaTrace(frames.map(({ minified }) => `\tat ${minified}`).join('\n'));
			assert.deepEqual(
				runSynchronously(plainTrace(retraced(trace, getNames(mapping)))).lines,
				frames.flatMap(({ originals }) =>
					originals.map(({ type, method, line }) => `\tat ${type}.${method}(${fileOf(type)}:${line})`),
				),
				`seed ${seed}\n${mapping}`,
			);
		}
	});

	it('deobfuscation with a damaged mapping never fails or loses a line', () => {
		const { frames, mapping } = new Minifier(new Random(77));
		const text = frames.map(({ minified }) => `\tat ${minified}`).join('\n');
		const bytes = Buffer.from(mapping);
		for (let seed = 1; seed <= 400; seed++) {
			const random = new Random(seed);
			const broken = Buffer.from(bytes.subarray(0, random.below(4) === 0 ? random.below(bytes.length) : bytes.length));
			for (let change = random.below(40); change > 0; change--) {
				const pieces = '#:->\n\r {}"$.(),0123456789\uFEFF';
				broken.write(pieces[random.below(pieces.length)] ?? '', random.below(broken.length + 1));
			}
			const mapped = retraced(javaTrace(text), getNames(broken.toString('utf8')));
			assert.equal(mapped.sections.flatMap(({ lines }) => lines).length, frames.length);
		}
	});

	it('scans random bytes as a mapping without failing', () => {
		for (let seed = 1; seed <= 50; seed++) {
			const random = new Random(seed);
			const bytes = Buffer.from(Array.from({ length: 5000 }, () => random.below(256)));
			const scan = new ClassScan();
			scan.push(bytes, 0);
			scan.finish(bytes.length);
		}
	});
});

describe('deobfuscation time', () => {
	const cases: Readonly<Record<string, (size: number) => () => void>> = {
		'for a method with many ranges': (size) => {
			const ranges = Array.from({ length: size }, (_, index) => `    ${index + 1}:${index + 1}:void run():9:9 -> a`);
			const mapping = `a.B -> b:\n${ranges.join('\n')}\n`;
			return () => retraced(javaTrace(`at b.a(S:${size})`), getNames(mapping));
		},
		'for one minified name that many methods share': (size) => {
			const ranges = Array.from({ length: size }, (_, index) => `    1:1:void run${index}():9:9 -> a`);
			const mapping = `a.B -> b:\n${ranges.join('\n')}\n`;
			return () => retraced(javaTrace('at b.a(S:1)'), getNames(mapping));
		},
		'for one chain of many inlined methods': (size) => {
			const ranges = Array.from({ length: size }, (_, index) => `    1:1:void run${index}():${index} -> a`);
			const mapping = `a.B -> b:\n${ranges.join('\n')}\n`;
			return () => retraced(javaTrace('at b.a(S:1)'), getNames(mapping));
		},
		'for the stack trace of a stack overflow': (size) => {
			const trace = javaTrace('\tat b.a(S:1)\n'.repeat(size));
			const names = getNames('a.B -> b:\n    1:1:void run():9:9 -> a\n');
			return () => retraced(trace, names);
		},
		'for many comments below a member': (size) => {
			const notes = '    # {"id":"com.android.tools.r8.synthesized"}\n'.repeat(size);
			const mapping = `a.B -> b:\n    1:1:void run():9:9 -> a\n${notes}`;
			return () => retraced(javaTrace('at b.a(S:1)'), getNames(mapping));
		},
		'for a long comment': (size) => {
			const mapping = `a.B -> b:\n    1:1:void run():9:9 -> a\n# {"id":${'[1,'.repeat(size)}\n# {${' '.repeat(size)}\n`;
			return () => retraced(javaTrace('at b.a(S:1)'), getNames(mapping));
		},
		'for lines of colons, parentheses or spaces': (size) => {
			const mapping = [':', '(', ' ', '->', '1:'].map((part) => `    ${part.repeat(size)} -> a\n`).join('');
			return () => retraced(javaTrace('at b.a(S:1)'), getNames(`a.B -> b:\n${mapping}`));
		},
	};
	for (const [title, make] of Object.entries(cases)) {
		measured(`deobfuscates in time proportional to the input size ${title}`, () => {
			assertGrowsWithSize(make, 4000);
		});
	}
});
