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

/** `path:line:column`, or the reason why there is none. */
function at(file: SourceMapFile, line1: number, column0?: number): string {
	const found = file.lookup({ line1, column0 });
	return found.kind === 'found' ? `${found.path}:${found.line1}:${found.column1}` : found.reason;
}

/** Segments in the order of the bundle, with jumps of any size. */
function randomLines(random: Random, sources: number): Segment[][] {
	return Array.from({ length: 1 + random.below(12) }, () => {
		let column = random.below(5);
		return Array.from({ length: random.below(30) }, (): Segment => {
			column += 1 + random.below(20);
			return { column, source: random.below(sources), sourceLine: random.below(2000), sourceColumn: random.below(300) };
		});
	});
}

describe('A source map', () => {
	it('leads to lines and columns from 1, and keeps to the last entry before a place', async () => {
		const file = await opened(map());
		assert.equal(at(file, 1, 0), 'a.ts:1:1');
		assert.equal(at(file, 1, 9), 'a.ts:1:1');
		assert.equal(at(file, 1, 10), 'a.ts:1:9');
		assert.equal(at(file, 1, 12), 'a.ts:1:9');
	});

	it('says whether something begins exactly at a place', async () => {
		const file = await opened(map());
		const exact = [9, 10, 11].map((column0) => {
			const found = file.lookup({ line1: 1, column0 });
			return found.kind === 'found' && found.exact;
		});
		assert.deepEqual(exact, [false, true, false]);
	});

	it('agrees with the one that Node has', async () => {
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

	it('ends where its entries end', async () => {
		const file = await opened(map());
		assert.equal(at(file, 1, 1000), 'a.ts:1:9');
		assert.equal(at(file, 1, 50_000), 'outside');
		assert.equal(at(file, 2, 0), 'outside');
		assert.equal(at(await opened(map({ mappings: 'KAAA' })), 1, 2), 'outside');
		assert.equal(at(await opened(map({ mappings: '' })), 1, 0), 'outside');
	});

	it('has code of the bundler itself, and sources without names', async () => {
		assert.equal(at(await opened(map({ mappings: 'A' })), 1, 0), 'noSource');
		assert.equal(at(await opened(map({ sources: [null] })), 1, 0), 'noSource');
		assert.equal(at(await opened(map({ sources: ['command:quit'] })), 1, 0), 'noSource');
		assert.equal(at(await opened(map({ sources: [] })), 1, 0), 'noSource');
	});

	it('needs a column unless all of the line is one line of a source', async () => {
		assert.equal(at(await opened(map()), 1), 'a.ts:1:1');
		assert.equal(at(await opened(map({ mappings: 'AAAA,UACQ' })), 1), 'columnNeeded');
	});

	it('knows what is not the application’s own', async () => {
		for (const key of ['ignoreList', 'x_google_ignoreList']) {
			const found = (await opened(map({ [key]: [0] }))).lookup({ line1: 1, column0: 0 });
			assert.ok(found.kind === 'found' && found.library, key);
		}
		const own = (await opened(map({ ignoreList: [1, 'x'] }))).lookup({ line1: 1, column0: 0 });
		assert.ok(own.kind === 'found' && !own.library);
	});

	it('takes a root, a prefix against inclusion, a byte order mark, versions as text', async () => {
		assert.equal(at(await opened(map({ sourceRoot: 'webpack:///src' })), 1, 0), 'src/a.ts:1:1');
		assert.equal(at(await opened(`)]}'\n${JSON.stringify(map())}`), 1, 0), 'a.ts:1:1');
		assert.equal(at(await opened(`\uFEFF${JSON.stringify(map())}`), 1, 0), 'a.ts:1:1');
		assert.equal(at(await opened(map({ version: '3' })), 1, 0), 'a.ts:1:1');
	});

	it('of several sections has each from its place on', async () => {
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

	it('of sections within sections has the sum of their places', async () => {
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

	it('has Metro’s names of functions, also in sections', async () => {
		// onPress from line 1, column 0; App from line 1, column 8.
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

	measured('takes memory in proportion to its file', () =>
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
				// As objects these are 150 MB.
				assert.ok(taken < 90 * 1024 ** 2, `${taken} bytes`);
				assert.ok(result.mapping.memory > 800_000 * 16);
			},
		),
	);

	it('knows a map of bytecode', async () => {
		assert.ok((await opened(map({ x_hermes_function_offsets: { 0: [0] } }))).bytecode);
		assert.ok((await opened(map({ x_facebook_sources: [null] }))).bytecode);
		assert.ok(!(await opened(map({ x_facebook_sources: [null], mappings: 'AAAA;AAAA' }))).bytecode);
		assert.ok(!(await opened(map())).bytecode);
	});
});

describe('A source map is refused', () => {
	const nested = (depth: number): object =>
		depth === 0 ? map() : { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nested(depth - 1) }] };

	it('when it is no JSON or was cut', async () => {
		const whole = JSON.stringify(map());
		for (const text of ['', 'x', 'shop.Cart -> a:', whole.slice(0, -1), whole.slice(0, 20), '['.repeat(200_000)]) {
			assert.deepEqual(await problem(text), { kind: 'malformed' });
		}
	});

	it('when it is something else', async () => {
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

	it('when it is of another version', async () => {
		assert.deepEqual(await problem(map({ version: 2 })), { kind: 'unknownVersion', version: '2' });
	});

	it('when maps are in maps without end, or elsewhere', async () => {
		assert.deepEqual(await problem(nested(9)), { kind: 'tooDeep' });
		const external = { version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'other.map' }] };
		assert.deepEqual(await problem(external), { kind: 'externalSection' });
	});

	it('when its sections are in no order or nowhere', async () => {
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

	it('before it takes more memory than there is', async () => {
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

	it('not for the texts of its sources, which are not read', async () => {
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

	it('when lines without order are longer than any that a tool writes', async () => {
		assert.equal(at(await opened(map({ mappings: 'UAAA,JACA,DACA' })), 1, 5), 'a.ts:3:1');
		assert.deepEqual(await problem(map({ mappings: 'DAAA,'.repeat(120_000) })), { kind: 'malformed' });
	});

	it('not for what its mappings hold: that leads nowhere', async () => {
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

	it('in its middle with the abort, since it is read in turns', () =>
		withFile(JSON.stringify(map({ mappings: 'AAAA,'.repeat(2_000_000) })), async (file) => {
			const stop = new AbortController();
			setTimeout(() => stop.abort(), 1);
			const opening = SourceMapFile.open(file, stop.signal);
			await assert.rejects(opening, (error) => isProblem(error, 'cancelled'));
		}));

	it('with the abort, and says when a file is missing', async () => {
		await withFile(JSON.stringify(map()), async (file) => {
			await assert.rejects(SourceMapFile.open(file, AbortSignal.abort()), (error) => isProblem(error, 'cancelled'));
			await assert.rejects(
				SourceMapFile.open(`${file}.none`, never),
				(error) => isProblem(error, 'disk') && error.problem.fault === 'missing',
			);
		});
	});
});
