import assert from 'node:assert/strict';
import type { CooperativeTask } from '../../../../../../src/core/common/cooperativeTask';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { isProblem } from '../../../../../../src/core/common/errors';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { type AppliedMappings, applyMappings } from '../../../../../../src/core/stack/mapping/applyMappings';
import { OpenMappings } from '../../../../../../src/core/stack/mapping/openMappings';
import { MappingFile } from '../../../../../../src/core/stack/mapping/r8/mappingFile';
import { retrace } from '../../../../../../src/core/stack/mapping/r8/retrace';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/plainLines';
import { measured } from '../../../../../support/measured';
import { leastTimeUntil } from '../../../../../support/processorTime';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';
import { never, withFile } from '../support/temporary';

const count = (length: number, make: (index: number) => string) => Array.from({ length }, (_, index) => make(index));
const members = (length: number, make: (index: number) => string) => `a.B -> b.c:\n${count(length, make).join('\n')}\n`;
const chain = (depth: number) => members(depth, (index) => `    1:9999:void run${index}():${index + 1} -> a`);
const framesAt = (length: number) => count(length, (index) => `\tat b.c.a(SourceFile:${index + 1})`).join('\n');

function turn(mapping: string, trace: string, signal = never): Promise<AppliedMappings> {
	return withFile(mapping, (path) =>
		applyMappings(javaTrace(trace), [{ kind: 'r8', path }], new OpenMappings(), signal),
	);
}

describe('mapping file that would produce too much output for a frame', () => {
	it('shows both ends of a long chain of inlined frames and the number of omitted frames', () => {
		const mapped = retraced(javaTrace(framesAt(1)), getNames(chain(1000)));
		const { lines } = runSynchronously(plainTrace(mapped));
		assert.equal(lines.length, 65);
		assert.equal(lines[0], '\tat a.B.run0(B.java:1)');
		assert.equal(lines[62], '\tat a.B.run62(B.java:63)');
		assert.equal(lines[63], '\t... 936 inlined frames omitted');
		assert.equal(lines[64], '\tat a.B.run999(B.java:1000)');
		assert.deepEqual(mapped.leftOut, { inlined: 936, lines: 0 });
	});

	it('reports a frame whose member lines in the mapping file exceed the read limit', async () => {
		const { tried, plain } = await turn(chain(5000), framesAt(4));
		assert.deepEqual(tried[0]?.result, {
			kind: 'doesNotFit',
			fit: { kind: 'doesNotFit', reason: 'tooMuch', score: 0 },
		});
		assert.deepEqual(plain.lines, framesAt(4).split('\n'));
	});

	it('lists the first of thousands of possible methods and the number of omitted methods', () => {
		const overloads = members(9000, (index) => `    void run${index}(int) -> a`);
		const [line] = retraced(javaTrace('\tat b.c.a(SourceFile)'), getNames(overloads)).sections[0]?.lines ?? [];
		assert.equal(line?.alternatives.length, 31);
		assert.equal(line.moreAlternatives, 8968);
	});
});

describe('mapping file that would produce too much output for a stack trace', () => {
	const limits = { inlined: 3, frames: 5, characters: 1000 };

	it('leaves all frames beyond the frame limit unchanged, and inserts a note', () => {
		const mapped = retraced(javaTrace(framesAt(4)), getNames(chain(9)), limits);
		assert.deepEqual(runSynchronously(plainTrace(mapped)).lines, [
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
			'	... following frames not deobfuscated: too many frames',
			'\tat b.c.a(SourceFile:3)',
			'\tat b.c.a(SourceFile:4)',
		]);
		assert.deepEqual(mapped.leftOut, { inlined: 12, lines: 2 });
		assert.deepEqual(
			mapped.sections[0]?.lines.map(({ gap }) => gap),
			[undefined, undefined, 'limit', 'limit'],
		);
	});

	it('limits the number of deobfuscated lines in order to protect memory', async () => {
		const { plain, mapped } = await turn(chain(1000), framesAt(2000));
		assert.ok(plain.lines.length < 60_000, `${plain.lines.length} lines`);
		assert.ok((mapped?.leftOut?.lines ?? 0) > 1000);
	});

	it('limits how often very long names are repeated in a deobfuscated stack trace', async () => {
		const long = members(1, () => `    1:9999:void ${'r'.repeat(60_000)}():1:9999 -> a`);
		const { plain } = await turn(long, framesAt(1000));
		const length = plain.lines.reduce((sum, line) => sum + line.length, 0);
		assert.ok(length < 20 * 1024 ** 2, `${length} characters`);
		const message = retraced(javaTrace(`b.c: ${'b.c '.repeat(4000)}`), getNames(`${'r'.repeat(60_000)}.x -> b.c:\n`));
		assert.ok((message.sections[0]?.header?.message.length ?? 0) < 20 * 1024 ** 2);
		assert.equal(message.leftOut?.lines, 2);
	});

	measured('reads a large mapping file only once, regardless of the number of positions', async () => {
		const wide = members(20_000, (index) => `    ${index + 1}:${index + 1}:void run():${index + 1} -> a`);
		const ms = await leastTimeUntil(() => turn(wide, framesAt(1000)), 1);
		assert.ok(ms < 1500, `${ms} ms`);
	});
});

describe('mapping file that exceeds limits', () => {
	it('rejects a mapping file in which one name represents too many classes', async () => {
		const { tried } = await turn('a.B -> b.c:\n    1:1:void run():1 -> a\n'.repeat(2000), framesAt(4));
		assert.deepEqual(tried[0]?.result, {
			kind: 'refused',
			problem: { kind: 'tooLarge', unit: 'definitions', limit: 64 },
		});
	});

	it('maps only the class name if the section of a class is too large to load', () =>
		withFile('a.B -> b:\n    1:9:void run():1:9 -> a\na.C -> c:\n    1:9:void run():1:9 -> a\n', async (file) => {
			const opened = await MappingFile.open(file, never, { loadedBytes: 40 });
			assert.equal(opened.kind, 'opened');
			const loaded = await opened.mapping.load(['b', 'c'], never);
			assert.equal(loaded.kind, 'opened');
			const mapped = retraced(javaTrace('\tat b.a(SourceFile:2)\n\tat c.a(SourceFile:2)'), loaded.mapping);
			assert.deepEqual(runSynchronously(plainTrace(mapped)).lines, ['\tat a.B.run(B.java:2)', '\tat a.C.a(C.java)']);
			assert.deepEqual(mapped.leftOut, { inlined: 0, lines: 1 });
		}));

	it('limits the memory used for a mapping file with many small classes', () =>
		withFile(count(5000, (index) => `${index}->${index}:\n`).join(''), async (file) => {
			const opened = await MappingFile.open(file, never);
			assert.ok(opened.kind === 'opened' && opened.mapping.memory > 2_000_000);
		}));

	measured('searches a mapping file in time proportional to its size, regardless of its content', async () => {
		const ms = await leastTimeUntil(() => turn(`a.B -> b.c:\n    ${' -> a '.repeat(10_000)}\n`, framesAt(200)), 1);
		assert.ok(ms < 1500, `${ms} ms`);
	});
});

describe('interruption of deobfuscation', () => {
	it('yields to other tasks at each line while it deobfuscates a stack trace', () => {
		const steps = retrace(javaTrace(framesAt(50)), getNames(chain(2)));
		let turns = 0;
		while (!steps.next(false).done) {
			turns++;
		}
		assert.ok(turns >= 50, `${turns} turns`);
	});

	it('stops deobfuscation midway when aborted', async () => {
		function* endless(): CooperativeTask<never> {
			for (;;) {
				yield;
			}
		}
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 20);
		await assert.rejects(new Scheduler(stop.signal).run(endless()), (error) => isProblem(error, 'cancelled'));
	});
});
