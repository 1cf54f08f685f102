import assert from 'node:assert/strict';
import { appendFile, rm, utimes, writeFile } from 'node:fs/promises';
import { isProblem } from '../../../../../../src/core/common/errors';
import { MappingCache } from '../../../../../../src/core/stack/mapping/mappingCache';
import { MappingFile } from '../../../../../../src/core/stack/mapping/r8/mappingFile';
import type { Opened } from '../../../../../../src/core/stack/mapping/result/mappingProblem';
import { never, withFile, withFolder } from '../support/temporary';

const mapping = `# compiler: R8
# pg_map_id: 48ffa21
shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    1:3:void add(int):10:12 -> a
shop.Tax -> a.b:
    1:1:void rate():7:7 -> a
desk.Tax -> a.b:
    1:1:void rate():9:9 -> a
`;

function opened<T>(result: Opened<T>): T {
	assert.equal(result.kind, 'opened');
	return result.mapping;
}

function manyClasses(count: number): string {
	let text = '';
	for (let number = 0; number < count; number++) {
		text += `com.example.shop.part${number % 97}.Class${number} -> a${number % 50}.c${number}:\n`;
		text += `# {"id":"sourceFile","fileName":"File${number}.kt"}\n`;
		text += `    1:3:void run(java.lang.String):${number + 1}:${number + 3} -> a\n    int count -> b\n`;
	}
	return text;
}

describe('R8 mapping file', () => {
	it('returns the headers and the requested classes of an R8 mapping file', () =>
		withFile(mapping, async (file) => {
			const map = opened(await MappingFile.open(file, never));
			assert.equal(map.classes, 3);
			assert.equal(map.headers[0]?.mapId, '48ffa21');
			const names = opened(await map.load(['a.a', 'a.b', 'a.c', '__proto__'], never));
			assert.deepEqual(
				names.classes('a.b').map(({ original }) => original),
				['shop.Tax', 'desk.Tax'],
			);
			assert.deepEqual(names.classes('a.a')[0]?.methods('a')?.[0]?.chains[0]?.ranges[0]?.original, {
				first: 10,
				last: 12,
			});
			assert.deepEqual(names.classes('a.c'), []);
			assert.deepEqual(names.classes('__proto__'), []);
			assert.equal(names.sourceFile('shop.Cart'), 'Cart.kt');
			assert.ok(names.hasOriginal('desk.Tax'));
		}));

	it('loads only the requested classes of a mapping file into memory', () =>
		withFile(mapping, async (file) => {
			const names = opened(await opened(await MappingFile.open(file, never)).load(['a.a'], never));
			assert.deepEqual(names.classes('a.b'), []);
		}));

	it('does not reread the most recently used class of a mapping file', () =>
		withFile(mapping, async (file) => {
			const map = opened(await MappingFile.open(file, never));
			await map.load(['a.a'], never);
			await rm(file);
			const names = opened(await map.load(['a.a', 'a.a'], never));
			assert.equal(names.classes('a.a').length, 1);
			await assert.rejects(map.load(['a.b'], never), (error) => isProblem(error, 'disk'));
		}));

	it('finds all classes of a mapping file even if line endings cross block boundaries', () =>
		withFile(manyClasses(30_000), async (file) => {
			const map = opened(await MappingFile.open(file, never));
			assert.equal(map.classes, 30_000);
			const numbers = Array.from({ length: 300 }, (_, index) => index * 100 + 37);
			const names = opened(
				await map.load(
					numbers.map((number) => `a${number % 50}.c${number}`),
					never,
				),
			);
			for (const number of numbers) {
				const [found] = names.classes(`a${number % 50}.c${number}`);
				assert.equal(found?.original, `com.example.shop.part${number % 97}.Class${number}`);
				assert.equal(found.methods('a')?.[0]?.chains[0]?.ranges[0]?.original?.first, number + 1);
				assert.equal(names.sourceFile(found.original), `File${number}.kt`);
			}
		}));

	it('rejects a file without classes because it is not a mapping file', async () => {
		for (const content of ['', '# compiler: R8\n', '{"version":3}', new Uint8Array(70_000), 'a\n'.repeat(1000)]) {
			await withFile(content, async (file) => {
				assert.deepEqual(await MappingFile.open(file, never), { kind: 'refused', problem: { kind: 'notAMapping' } });
			});
		}
	});

	it('rejects a mapping file with too many bytes or too many classes', () =>
		withFile(mapping, async (file) => {
			assert.deepEqual(await MappingFile.open(file, never, { bytes: 100 }), {
				kind: 'refused',
				problem: { kind: 'tooLarge', unit: 'bytes', limit: 100 },
			});
			assert.deepEqual(await MappingFile.open(file, never, { classes: 2 }), {
				kind: 'refused',
				problem: { kind: 'tooLarge', unit: 'classes', limit: 2 },
			});
		}));

	it('returns only the name of a class whose section is too large to read', () =>
		withFile(mapping, async (file) => {
			const map = opened(await MappingFile.open(file, never, { classBytes: 20 }));
			const [cart] = opened(await map.load(['a.a'], never)).classes('a.a');
			assert.equal(cart?.original, 'shop.Cart');
			assert.ok(cart.unread);
		}));

	it('reads mapping file lines that are longer than the read buffer', () =>
		withFile(`${'x'.repeat(3_000_000)}\n${mapping}# ${'y'.repeat(2_500_000)}`, async (file) => {
			const map = opened(await MappingFile.open(file, never));
			assert.equal(opened(await map.load(['a.a'], never)).classes('a.a')[0]?.original, 'shop.Cart');
		}));

	it('rejects a mapping file that was modified after it was opened', () =>
		withFile(mapping, async (file) => {
			const map = opened(await MappingFile.open(file, never));
			await appendFile(file, 'x -> y:\n');
			assert.deepEqual(await map.load(['a.a'], never), { kind: 'refused', problem: { kind: 'changed' } });
			await writeFile(file, mapping.replace('10:12', '20:22'));
			await utimes(file, new Date(1000), new Date(1000));
			assert.equal((await map.load(['a.a'], never)).kind, 'refused');
		}));

	it('stops reading a mapping file when aborted', () =>
		withFile(manyClasses(1000), async (file) => {
			await assert.rejects(MappingFile.open(file, AbortSignal.abort()), (error) => isProblem(error, 'cancelled'));
			const map = opened(await MappingFile.open(file, never));
			await assert.rejects(map.load(['a1.c1'], AbortSignal.abort()), (error) => isProblem(error, 'cancelled'));
			assert.equal((await map.load(['a1.c1'], never)).kind, 'opened');
		}));

	it('reports a missing mapping file', () =>
		withFolder(async (folder) => {
			await assert.rejects(
				MappingFile.open(`${folder}/none`, never),
				(error) => isProblem(error, 'disk') && error.problem.fault === 'missing',
			);
		}));
});

describe('mapping file cache', () => {
	it('opens a mapping file once, and reopens it only after a change or eviction', () =>
		withFile(mapping, (first) =>
			withFile(mapping, async (second) => {
				const opens: string[] = [];
				const cache = new MappingCache(1, (path, signal) => {
					opens.push(path);
					return MappingFile.open(path, signal);
				});
				const one = opened(await cache.open(first, never));
				assert.equal(opened(await cache.open(first, never)), one);
				await appendFile(first, 'x -> y:\n');
				assert.equal(opened(await cache.open(first, never)).classes, 4);
				await cache.open(second, never);
				await cache.open(first, never);
				assert.deepEqual(opens, [first, first, second, first]);
			}),
		));

	it('does not cache a rejected mapping file', () =>
		withFile('nothing', async (file) => {
			const cache = new MappingCache(1, MappingFile.open);
			assert.equal((await cache.open(file, never)).kind, 'refused');
			await writeFile(file, mapping);
			assert.equal((await cache.open(file, never)).kind, 'opened');
		}));
});
