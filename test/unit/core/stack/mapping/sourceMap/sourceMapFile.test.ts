import assert from 'node:assert/strict';
import { SourceMap } from 'node:module';
import { isProblem } from '../../../../../../src/core/common/errors';
import { SourceMapFile } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import type { SourceMapLimits } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapJson';
import { measured } from '../../../../../support/measured';
import { Random } from '../../../../../support/random';
import { never, withFile } from '../support/temporary';
import { encodeMappings, encodeVlq, type Segment } from '../support/vlq';

const map = (more: object = {}) => ({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA,UAAQ', ...more });

function open(value: unknown, limits: Partial<SourceMapLimits> = {}) {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return withFile(text, (file) => SourceMapFile.open(file, never, limits));
}

async function opened(value: unknown): Promise<SourceMapFile> {
	const result = await open(value);
	assert.equal(result.kind, 'opened', JSON.stringify(result));
	return result.mapping;
}

async function problem(value: unknown, limits: Partial<SourceMapLimits> = {}) {
	const result = await open(value, limits);
	assert.equal(result.kind, 'refused');
	return result.problem;
}

function at(file: SourceMapFile, line1: number, column0?: number): string {
	const found = file.lookup({ line1, column0 });
	return found.kind === 'found' ? `${found.path}:${found.line1}:${found.column1}` : found.reason;
}

function randomLines(random: Random, sources: number): Segment[][] {
	return Array.from({ length: 1 + random.below(12) }, () => {
		let column = random.below(5);
		return Array.from({ length: random.below(30) }, (): Segment => {
			column += 1 + random.below(20);
			return { column, source: random.below(sources), sourceLine: random.below(2000), sourceColumn: random.below(300) };
		});
	});
}

describe('source map', () => {
	it('returns the 1-based line and column of the last mapping before a position', async () => {
		const file = await opened(map());
		assert.equal(at(file, 1, 0), 'a.ts:1:1');
		assert.equal(at(file, 1, 9), 'a.ts:1:1');
		assert.equal(at(file, 1, 10), 'a.ts:1:9');
		assert.equal(at(file, 1, 12), 'a.ts:1:9');
	});

	it('reports whether a mapping starts exactly at a position', async () => {
		const file = await opened(map());
		const exact = [9, 10, 11].map((column0) => {
			const found = file.lookup({ line1: 1, column0 });
			return found.kind === 'found' && found.exact;
		});
		assert.deepEqual(exact, [false, true, false]);
	});

	it('returns the same positions as the source map implementation of Node.js', async () => {
		for (let seed = 1; seed <= 25; seed++) {
			const random = new Random(seed);
			const sources = Array.from({ length: 1 + random.below(5) }, (_, index) => `src/f${index}.ts`);
			const lines = randomLines(random, sources.length);
			const value = { version: 3, sources, names: [], mappings: encodeMappings(lines) };
			const file = await opened(value);
			const oracle = new SourceMap({ ...value, file: '', sourcesContent: [], sourceRoot: '' });
			for (const [line, segments] of lines.entries()) {
				for (const { column } of segments) {
					for (const place of [column, column + random.below(3)]) {
						const entry = oracle.findEntry(line, place);
						assert.ok('originalSource' in entry);
						const { originalSource, originalLine, originalColumn } = entry;
						assert.equal(at(file, line + 1, place), `${originalSource}:${originalLine + 1}:${originalColumn + 1}`);
					}
				}
			}
		}
	});

	it('returns no position after the last mapping of a source map', async () => {
		const file = await opened(map());
		assert.equal(at(file, 1, 1000), 'a.ts:1:9');
		assert.equal(at(file, 1, 50_000), 'outside');
		assert.equal(at(file, 2, 0), 'outside');
		assert.equal(at(await opened(map({ mappings: 'KAAA' })), 1, 2), 'outside');
		assert.equal(at(await opened(map({ mappings: '' })), 1, 0), 'outside');
	});

	it('returns no source for bundler code or unnamed sources', async () => {
		assert.equal(at(await opened(map({ mappings: 'A' })), 1, 0), 'noSource');
		assert.equal(at(await opened(map({ sources: [null] })), 1, 0), 'noSource');
		assert.equal(at(await opened(map({ sources: ['command:quit'] })), 1, 0), 'noSource');
		assert.equal(at(await opened(map({ sources: [] })), 1, 0), 'noSource');
	});

	it('requires a column number unless the whole line maps to a single source line', async () => {
		assert.equal(at(await opened(map()), 1), 'a.ts:1:1');
		assert.equal(at(await opened(map({ mappings: 'AAAA,UACQ' })), 1), 'columnNeeded');
	});

	it("marks third-party sources as library code if they are in the source map's ignore list", async () => {
		for (const key of ['ignoreList', 'x_google_ignoreList']) {
			const found = (await opened(map({ [key]: [0] }))).lookup({ line1: 1, column0: 0 });
			assert.ok(found.kind === 'found' && found.library, key);
		}
		const own = (await opened(map({ ignoreList: [1, 'x'] }))).lookup({ line1: 1, column0: 0 });
		assert.ok(own.kind === 'found' && !own.library);
	});

	it('accepts a source map with a source root, an XSSI prefix, a byte order mark or a version string', async () => {
		assert.equal(at(await opened(map({ sourceRoot: 'webpack:///src' })), 1, 0), 'src/a.ts:1:1');
		assert.equal(at(await opened(`)]}'\n${JSON.stringify(map())}`), 1, 0), 'a.ts:1:1');
		assert.equal(at(await opened(`\uFEFF${JSON.stringify(map())}`), 1, 0), 'a.ts:1:1');
		assert.equal(at(await opened(map({ version: '3' })), 1, 0), 'a.ts:1:1');
	});

	it('applies each section of an indexed source map from its offset onward', async () => {
		const section = (line: number, column: number, name: string) => ({
			offset: { line, column },
			map: map({ sources: [name] }),
		});
		const file = await opened({ version: 3, sections: [section(0, 5, 'a'), section(0, 100, 'b'), section(3, 0, 'c')] });
		assert.equal(at(file, 1, 0), 'outside');
		assert.equal(at(file, 1, 5), 'a:1:1');
		assert.equal(at(file, 1, 15), 'a:1:9');
		assert.equal(at(file, 1, 99), 'a:1:9');
		assert.equal(at(file, 1, 110), 'b:1:9');
		assert.equal(at(file, 2, 0), 'outside');
		assert.equal(at(file, 4, 10), 'c:1:9');
	});

	it('adds up the offsets of nested sections in a source map', async () => {
		const inner = {
			version: 3,
			sections: [
				{ offset: { line: 0, column: 7 }, map: map() },
				{ offset: { line: 2, column: 1 }, map: map({ sources: ['b'] }) },
			],
		};
		const file = await opened({ version: 3, sections: [{ offset: { line: 1, column: 100 }, map: inner }] });
		assert.equal(at(file, 2, 107), 'a.ts:1:1');
		assert.equal(at(file, 4, 1), 'b:1:1');
	});

	it('reads Metro function names, even in source map sections', async () => {
		// `onPress` starts at line 1, column 0, and `App` at line 1, column 8.
		const functions = { names: ['onPress', 'App'], mappings: `${encodeVlq([0, 0, 0])},${encodeVlq([8, 1])}` };
		const value = map({ x_facebook_sources: [[functions]] });
		for (const file of [
			await opened(value),
			await opened({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map: value }] }),
		]) {
			const names = [0, 10].map((column0) => {
				const found = file.lookup({ line1: 1, column0 });
				return found.kind === 'found' && found.functionName;
			});
			assert.deepEqual(names, ['onPress', 'App']);
		}
	});

	measured('reads a source map with memory proportional to the size of the file', () =>
		withFile(
			JSON.stringify(
				map({
					mappings: 'AAAA,'.repeat(800_000),
					x_facebook_sources: [[{ names: ['f'], mappings: 'AAA,'.repeat(800_000) }]],
				}),
			),
			async (file) => {
				const before = process.memoryUsage();
				const result = await SourceMapFile.open(file, never);
				assert.ok(result.kind === 'opened');
				result.mapping.lookup({ line1: 1, column0: 0 });
				const after = process.memoryUsage();
				const taken = after.heapUsed + after.external - before.heapUsed - before.external;
				// The same data needs 150 MB as objects.
				assert.ok(taken < 90 * 1024 ** 2, `${taken} bytes`);
				assert.ok(result.mapping.memory > 800_000 * 16);
			},
		),
	);

	it('recognizes a source map for Hermes bytecode', async () => {
		assert.ok((await opened(map({ x_hermes_function_offsets: { 0: [0] } }))).bytecode);
		assert.ok((await opened(map({ x_facebook_sources: [null] }))).bytecode);
		assert.ok(!(await opened(map({ x_facebook_sources: [null], mappings: 'AAAA;AAAA' }))).bytecode);
		assert.ok(!(await opened(map())).bytecode);
	});
});

describe('rejected source maps', () => {
	const nested = (depth: number): object =>
		depth === 0 ? map() : { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nested(depth - 1) }] };

	it('rejects a source map that is truncated or not JSON', async () => {
		const whole = JSON.stringify(map());
		for (const text of ['', 'x', 'shop.Cart -> a:', whole.slice(0, -1), whole.slice(0, 20), '['.repeat(200_000)]) {
			assert.deepEqual(await problem(text), { kind: 'malformed' });
		}
	});

	it('rejects JSON that is not a source map', async () => {
		for (const value of [
			null,
			4,
			[],
			'text',
			{},
			{ version: 3 },
			{ mappings: '' },
			map({ sources: 'a' }),
			map({ mappings: [] }),
		]) {
			assert.deepEqual(await problem(JSON.stringify(value)), { kind: 'notAMapping' });
		}
	});

	it('rejects a source map with an unsupported version', async () => {
		assert.deepEqual(await problem(map({ version: 2 })), { kind: 'unknownVersion', version: '2' });
	});

	it('rejects source maps with excessive nesting or external sections', async () => {
		assert.deepEqual(await problem(nested(9)), { kind: 'tooDeep' });
		const external = { version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'other.map' }] };
		assert.deepEqual(await problem(external), { kind: 'externalSection' });
	});

	it('rejects a source map if its sections are out of order or have no offset', async () => {
		const sections = (...offsets: unknown[]) => ({
			version: 3,
			sections: offsets.map((offset) => ({ offset, map: map() })),
		});
		for (const value of [
			sections({ line: 1, column: 0 }, { line: 0, column: 0 }),
			sections({ line: -1, column: 0 }),
			sections({ line: 0.5, column: 0 }),
			sections(null),
			{ version: 3, sections: [4] },
			{ version: 3, sections: [{ offset: { line: 0, column: 0 } }] },
		]) {
			assert.deepEqual(await problem(value), { kind: 'malformed' });
		}
	});

	it('rejects a source map that exceeds a memory limit before decoding it', async () => {
		const limits = { bytes: 10_000, lines: 10, segments: 20, sources: 5 };
		const tooLarge = (unit: string, limit: number) => ({ kind: 'tooLarge', unit, limit });
		assert.deepEqual(await problem(map({ sourceRoot: 'x'.repeat(10_000) }), limits), tooLarge('bytes', 10_000));
		assert.deepEqual(await problem(map({ mappings: ';'.repeat(11) }), limits), tooLarge('lines', 10));
		assert.deepEqual(await problem(map({ mappings: 'A,'.repeat(21) }), limits), tooLarge('segments', 20));
		assert.deepEqual(await problem(map({ sources: Array(6).fill('a') }), limits), tooLarge('sources', 5));
		const functions = [[{ names: ['f'], mappings: 'AAA,'.repeat(9) }]];
		assert.deepEqual(
			await problem(map({ x_facebook_sources: functions }), { ...limits, functions: 8 }),
			tooLarge('functions', 8),
		);
		const nothing = JSON.stringify(map({ nothing: Array(100).fill({}) }));
		assert.deepEqual(await problem(nothing, { values: 99 }), tooLarge('values', 99));
		const parts = Array.from({ length: 4 }, (_, line) => ({ offset: { line, column: 0 }, map: map() }));
		assert.deepEqual(await problem({ version: 3, sections: parts }, { sections: 3 }), tooLarge('sections', 3));
		const far = { version: 3, sections: [{ offset: { line: 2_000_000_000, column: 0 }, map: map() }] };
		assert.deepEqual(await problem(far), tooLarge('lines', 2_000_000));
	});

	it('does not count embedded source code toward the limits of a source map', async () => {
		const limits = { values: 40 };
		for (const sourcesContent of [
			Array(100).fill('text, "quoted" \\ [ { '),
			[[['deep']], {}, '\\', '"'],
			[],
			null,
			'sourcesContent',
		]) {
			const result = await open(map({ sourcesContent, names: ['sourcesContent', '"sourcesContent":['] }), limits);
			assert.equal(result.kind === 'opened' && at(result.mapping, 1, 10), 'a.ts:1:9', JSON.stringify(sourcesContent));
		}
		const sections = [{ offset: { line: 0, column: 0 }, map: map({ sourcesContent: ['a', 'b'] }) }];
		assert.equal(at(await opened({ version: 3, sections }), 1, 0), 'a.ts:1:1');
	});

	it('rejects a source map with unordered mappings in unrealistically long lines', async () => {
		assert.equal(at(await opened(map({ mappings: 'UAAA,JACA,DACA' })), 1, 5), 'a.ts:3:1');
		assert.deepEqual(await problem(map({ mappings: 'DAAA,'.repeat(120_000) })), { kind: 'malformed' });
	});

	it('accepts arbitrary text as mappings and returns either valid positions or none', async () => {
		for (let seed = 1; seed <= 200; seed++) {
			const random = new Random(seed);
			const characters = 'ABCDefgh0123+/,;,; é"\\';
			const mappings = Array.from({ length: random.below(80) }, () => characters[random.below(characters.length)]).join(
				'',
			);
			const file = await opened(map({ mappings, x_facebook_sources: [[{ names: ['f'], mappings }]] }));
			for (let line1 = 1; line1 < 5; line1++) {
				const found = file.lookup({ line1, column0: random.below(50) });
				assert.ok(found.kind === 'notFound' || (found.line1 > 0 && found.column1 > 0));
			}
		}
	});

	it('yields while it reads a source map, so that reading can be aborted', () =>
		withFile(JSON.stringify(map({ mappings: 'AAAA,'.repeat(2_000_000) })), async (file) => {
			const stop = new AbortController();
			setTimeout(() => stop.abort(), 1);
			const opening = SourceMapFile.open(file, stop.signal);
			await assert.rejects(opening, (error) => isProblem(error, 'cancelled'));
		}));

	it('reports a cancellation or a missing source map file', async () => {
		await withFile(JSON.stringify(map()), async (file) => {
			await assert.rejects(SourceMapFile.open(file, AbortSignal.abort()), (error) => isProblem(error, 'cancelled'));
			await assert.rejects(
				SourceMapFile.open(`${file}.none`, never),
				(error) => isProblem(error, 'disk') && error.problem.fault === 'missing',
			);
		});
	});
});
