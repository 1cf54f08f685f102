import assert from 'node:assert/strict';
import type { SiteCount, SiteSet } from '../../../../../../src/core/records/query/crashSites/siteAnswers';
import { Random } from '../../../../../support/random';
import { mapHash } from '../../../../../support/sampleFrames/android';
import { frame, javaTrace, type Row, sitesAsk } from './support/querySites';

interface MadeRow extends Row {
	/** Lines in `Cart.kt`, innermost frame first. */
	readonly lines: readonly number[];
	readonly error: string;
}

function getRows(random: Random, records: number): MadeRow[] {
	return random.times(records, () => {
		const lines = random.times(1 + random.below(3), () => 1 + random.below(5));
		return {
			lines,
			error: javaTrace(`a.E${random.below(2)}: x`, ...lines.map((line) => frame('Cart', `at${line}`, line))),
			version: random.chance(0.2) ? '' : `1.${random.below(12)}`,
			device: random.chance(0.2) ? '' : String(1 + random.below(20)),
			time: random.chance(0.1) ? '' : String(1_700_000_000 + random.below(1000)),
		};
	});
}

function expected(rows: readonly MadeRow[], wanted: readonly { line: number; version: string }[], threw: boolean) {
	const found = rows.filter(({ lines, version }) =>
		wanted.some((one) => one.version === version && (threw ? lines[0] === one.line : lines.includes(one.line))),
	);
	const filled = (values: readonly (string | undefined)[]) => [...new Set(values.filter((value) => !!value))];
	const times = filled(found.map(({ time }) => time)).map(Number);
	const versions = filled(found.map(({ version }) => version)).sort(
		(a, b) => Number(a?.slice(2)) - Number(b?.slice(2)),
	);
	return {
		records: found.length,
		devices: filled(found.map(({ device }) => device)).length,
		firstSeen: times.length === 0 ? undefined : Math.min(...times),
		lastSeen: times.length === 0 ? undefined : Math.max(...times),
		versions: versions.length === 0 ? undefined : { first: versions[0], last: versions.at(-1), count: versions.length },
		timed: found.filter(({ time }) => time).length,
	};
}

for (const devices of ['dictionary', 'integer', 'raw'] as const) {
	describe(`record counts of crash sites, with devices in a ${devices} column`, () => {
		it('counts the same records for each crash site as a simple loop over the rows', async () => {
			for (let seed = 0; seed < 8; seed++) {
				const random = new Random(seed);
				const rows = getRows(random, 1 + random.below(400));
				const { ask, answer } = sitesAsk(rows, { devices });
				const { sites, generation } = await ask.crashSites({ names: ['Cart.kt'] });
				const all = sites.flatMap(({ id, question, versions }) =>
					versions.map(({ code, name }) => ({ site: id, version: code, line: question.frame.line1 ?? 0, name })),
				);
				const chosen = random.times(6, () => ({ of: all.filter(() => random.chance(0.3)), threw: random.chance(0.5) }));
				const sets: SiteSet[] = chosen.map(({ of, threw }) => ({
					of: of.map(({ site, version }) => ({ site, version })),
					threw,
				}));
				const counts = (await ask.countSites({ generation, sets, maxGroups: 99 })) ?? [];
				const groups = await answer.groups(
					{
						view: { filters: [], sort: [] },
						key: { kind: 'frames' },
						order: 'records',
						descending: true,
						start: 0,
						end: 999,
						trendParts: 0,
					},
					{ signal: new AbortController().signal, report: () => undefined },
				);
				const ofAll = new Map(groups.page.map(({ value, records }) => [JSON.stringify(value), records]));
				for (const [index, { of, threw }] of chosen.entries()) {
					const count: SiteCount | undefined = counts[index];
					const { timed, ...rest } = expected(
						rows,
						of.map(({ line, name }) => ({ line, version: name })),
						threw,
					);
					assert.ok(count);
					const { trend, groups, groupCount, ...told } = count;
					assert.deepEqual(told, rest);
					assert.equal(trend.length, 12);
					assert.deepEqual(sum(trend), timed);
					assert.deepEqual([sum(groups.map(({ records }) => records)), groups.length], [rest.records, groupCount]);
					assert.ok(groups.every((group) => group.ofAll === ofAll.get(JSON.stringify(group.title))));
					assert.ok(groups.every((group) => (group.devices ?? 0) <= (told.devices ?? 0)));
				}
			}
		});

		it('counts records by the file in which the error was thrown', async () => {
			const error = (file: string) => javaTrace('a.E: x', frame(file, 'go', 1), frame('Shop', 'open', 3));
			const rows = [
				{ error: error('Cart'), device: '1' },
				{ error: error('Cart'), device: '1' },
				{ error: error('Cart'), device: '1' },
				{ error: error('Bag'), device: '2' },
				{ error: error('Bag'), device: '3' },
				{ error: 'words', device: '4' },
			];
			const { ask } = sitesAsk(rows, { devices });
			const { files, left } = await ask.filesWithSites({ max: 9 });
			const found = [
				{ name: 'Bag.kt', records: 2, devices: 2 },
				{ name: 'Cart.kt', records: 3, devices: 1 },
			];
			assert.deepEqual([files, left], [found, 0]);
			const first = await ask.filesWithSites({ max: 1 });
			assert.deepEqual([first.files, first.left], [found.slice(0, 1), 1]);
		});
	});
}

describe('source files in the stack traces of selected records', () => {
	it('lists each source file with app frames once, with the most frequent files first', async () => {
		const deep = javaTrace('a.E: x', frame('Cart', 'sum', 12), frame('Cart', 'add', 2), frame('Shop', 'open', 3));
		const minified = javaTrace('java.lang.NullPointerException: x', `f3.c.d(r8-map-id-${mapHash}:3)`);
		const rows = [
			{ error: deep, version: '1' },
			{ error: javaTrace('a.E: x', frame('Shop', 'open', 3)), version: '1' },
			{ error: javaTrace('a.E: x', frame('Bag', 'go', 3), 'java.lang.Thread.run(Thread.java:5)'), version: '2' },
			{ error: minified, version: '2' },
			{ error: 'words', version: '3' },
		];
		const { ask } = sitesAsk(rows);
		const getFiles = async (version: string | undefined, max = 9) => {
			const equal = { kind: 'oneOf', column: 2, values: [version ?? ''] } as const;
			const { frames, hasMore } = await ask.filesOfRecords({ filters: version === undefined ? [] : [equal], max });
			return [frames.map(({ frame: { file } }) => file), hasMore];
		};
		assert.deepEqual(await getFiles('1'), [['Shop.kt', 'Cart.kt'], false]);
		assert.deepEqual(await getFiles('2'), [['Bag.kt'], false]);
		assert.deepEqual(await getFiles('3'), [[], false]);
		assert.deepEqual(await getFiles(undefined), [['Shop.kt', 'Cart.kt', 'Bag.kt'], false]);
		assert.deepEqual(await getFiles(undefined, 1), [['Shop.kt'], true]);
	});

	it('searches only the most frequent frames for source files if there are many frames', async () => {
		const rows = Array.from({ length: 2_500 }, (_, nth) => ({
			error: javaTrace('a.E: x', frame(`Rare${nth}`, 'go', 1), frame('Shop', 'open', 3)),
		}));
		const { frames, hasMore } = await sitesAsk(rows).ask.filesOfRecords({ filters: [], max: 5 });
		assert.deepEqual([frames.length, frames[0]?.frame.file, hasMore], [5, 'Shop.kt', true]);
	});
});

function sum(numbers: readonly number[]): number {
	return numbers.reduce((all, one) => all + one, 0);
}
