import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { Pace } from '../../../../../../src/core/common/pace';
import type { Steps } from '../../../../../../src/core/common/steps';
import { atOnce } from '../../../../../../src/core/common/steps';
import { type AppliedMappings, applyMappings } from '../../../../../../src/core/stack/mapping/applyMappings';
import { OpenMappings } from '../../../../../../src/core/stack/mapping/openMappings';
import { MappingFile } from '../../../../../../src/core/stack/mapping/r8/mappingFile';
import { retrace } from '../../../../../../src/core/stack/mapping/r8/retrace';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/mapped';
import { measured } from '../../../../../support/measured';
import { leastTimeUntil } from '../../../../../support/processorTime';
import { javaTrace } from '../support/javaTrace';
import { namesOf, retraced } from '../support/mappingText';
import { never, withFile } from '../support/temporary';

const count = (length: number, make: (index: number) => string) => Array.from({ length }, (_, index) => make(index));
const members = (length: number, make: (index: number) => string) => `a.B -> b.c:\n${count(length, make).join('\n')}\n`;
/** One method into which others are inlined so deep, at many lines. */
const chain = (depth: number) => members(depth, (index) => `    1:9999:void run${index}():${index + 1} -> a`);
const framesAt = (length: number) => count(length, (index) => `\tat b.c.a(SourceFile:${index + 1})`).join('\n');

function turn(mapping: string, trace: string, signal = never): Promise<AppliedMappings> {
	return withFile(mapping, (path) =>
		applyMappings(javaTrace(trace), [{ kind: 'r8', path }], new OpenMappings(), signal),
	);
}

describe('A mapping that makes too much of a frame', () => {
	it('shows the ends of a chain of inlined frames, and how many are left out', () => {
		const mapped = retraced(javaTrace(framesAt(1)), namesOf(chain(1000)));
		const { lines } = atOnce(plainTrace(mapped));
		assert.equal(lines.length, 65);
		assert.equal(lines[0], '\tat a.B.run0(B.java:1)');
		assert.equal(lines[62], '\tat a.B.run62(B.java:63)');
		assert.equal(lines[63], '\t... 936 inlined frames omitted');
		assert.equal(lines[64], '\tat a.B.run999(B.java:1000)');
		assert.deepEqual(mapped.leftOut, { inlined: 936, lines: 0 });
	});

	it('is told where it has more lines for a frame than are read', async () => {
		const { tried, plain } = await turn(chain(5000), framesAt(4));
		assert.deepEqual(tried[0]?.result, {
			kind: 'doesNotFit',
			fit: { kind: 'doesNotFit', reason: 'tooMuch', score: 0 },
		});
		assert.deepEqual(plain.lines, framesAt(4).split('\n'));
	});

	it('lists the first of thousands of methods, and says how many more there are', () => {
		const overloads = members(9000, (index) => `    void run${index}(int) -> a`);
		const [line] = retraced(javaTrace('\tat b.c.a(SourceFile)'), namesOf(overloads)).sections[0]?.lines ?? [];
		assert.equal(line?.alternatives.length, 31);
		assert.equal(line.moreAlternatives, 8968);
	});
});

describe('A mapping that makes too much of a trace', () => {
	const limits = { inlined: 3, frames: 5, characters: 1000 };

	it('leaves the rest of it is, and says so there', () => {
		const mapped = retraced(javaTrace(framesAt(4)), namesOf(chain(9)), limits);
		assert.deepEqual(atOnce(plainTrace(mapped)).lines, [
			...count(2, () =>
				[
					'\tat a.B.run0(B.java:1)',
					'\tat a.B.run1(B.java:2)',
					'\t... 6 inlined frames omitted',
					'\tat a.B.run8(B.java:9)',
				].join('\n'),
			)
				.join('\n')
				.split('\n'),
			'\t... not mapped from here on: too many frames',
			'\tat b.c.a(SourceFile:3)',
			'\tat b.c.a(SourceFile:4)',
		]);
		assert.deepEqual(mapped.leftOut, { inlined: 12, lines: 2 });
		assert.deepEqual(
			mapped.sections[0]?.lines.map(({ gap }) => gap),
			[undefined, undefined, 'limit', 'limit'],
		);
	});

	it('becomes no more than memory has room for', async () => {
		const { plain, mapped } = await turn(chain(1000), framesAt(2000));
		assert.ok(plain.lines.length < 60_000, `${plain.lines.length} lines`);
		assert.ok((mapped?.leftOut?.lines ?? 0) > 1000);
	});

	it('does not repeat names of any length', async () => {
		const long = members(1, () => `    1:9999:void ${'r'.repeat(60_000)}():1:9999 -> a`);
		const { plain } = await turn(long, framesAt(1000));
		const length = plain.lines.reduce((sum, line) => sum + line.length, 0);
		assert.ok(length < 20 * 1024 ** 2, `${length} characters`);
		const message = retraced(javaTrace(`b.c: ${'b.c '.repeat(4000)}`), namesOf(`${'r'.repeat(60_000)}.x -> b.c:\n`));
		assert.ok((message.sections[0]?.header?.message.length ?? 0) < 20 * 1024 ** 2);
		assert.equal(message.leftOut?.lines, 2);
	});

	measured('is looked through once, however many positions are looked for', async () => {
		const wide = members(20_000, (index) => `    ${index + 1}:${index + 1}:void run():${index + 1} -> a`);
		const ms = await leastTimeUntil(() => turn(wide, framesAt(1000)), 1);
		assert.ok(ms < 1500, `${ms} ms`);
	});
});

describe('A mapping file that takes too much', () => {
	it('is refused when one name stands for too many classes', async () => {
		const { tried } = await turn('a.B -> b.c:\n    1:1:void run():1 -> a\n'.repeat(2000), framesAt(4));
		assert.deepEqual(tried[0]?.result, {
			kind: 'refused',
			problem: { kind: 'tooLarge', unit: 'definitions', limit: 64 },
		});
	});

	it('is read in parts: of classes beyond them nothing but the names is known', () =>
		withFile('a.B -> b:\n    1:9:void run():1:9 -> a\na.C -> c:\n    1:9:void run():1:9 -> a\n', async (file) => {
			const opened = await MappingFile.open(file, never, { loadedBytes: 40 });
			assert.equal(opened.kind, 'opened');
			const loaded = await opened.mapping.load(['b', 'c'], never);
			assert.equal(loaded.kind, 'opened');
			const mapped = retraced(javaTrace('\tat b.a(SourceFile:2)\n\tat c.a(SourceFile:2)'), loaded.mapping);
			assert.deepEqual(atOnce(plainTrace(mapped)).lines, ['\tat a.B.run(B.java:2)', '\tat a.C.a(C.java)']);
			assert.deepEqual(mapped.leftOut, { inlined: 0, lines: 1 });
		}));

	it('is limited by its memory, which many small classes make larger than the file', () =>
		withFile(count(5000, (index) => `${index}->${index}:\n`).join(''), async (file) => {
			const opened = await MappingFile.open(file, never);
			assert.ok(opened.kind === 'opened' && opened.mapping.memory > 2_000_000);
		}));

	measured('is searched in time that grows with its size, whatever stands in a line', async () => {
		const ms = await leastTimeUntil(() => turn(`a.B -> b.c:\n    ${' -> a '.repeat(10_000)}\n`, framesAt(200)), 1);
		assert.ok(ms < 1500, `${ms} ms`);
	});
});

describe('Work on a mapping', () => {
	it('gives others their turn at each line of a trace', () => {
		const steps = retrace(javaTrace(framesAt(50)), namesOf(chain(2)));
		let turns = 0;
		while (!steps.next(false).done) {
			turns++;
		}
		assert.ok(turns >= 50, `${turns} turns`);
	});

	it('ends with the abort, in the middle of it', async () => {
		function* endless(): Steps<never> {
			for (;;) {
				yield;
			}
		}
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 20);
		await assert.rejects(new Pace(stop.signal).through(endless()), (error) => isProblem(error, 'cancelled'));
	});
});
