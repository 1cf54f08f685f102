import * as assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bitset } from '../../../../../src/core/common/bitset';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { CachedSnapshot } from '../../../../../src/core/records/query/cachedSnapshot';
import { Snapshot } from '../../../../../src/core/records/query/execution/snapshot';
import { Groups } from '../../../../../src/core/records/query/groups/groups';
import { derivedCodes } from '../../../../../src/core/records/query/keys/derivedCodes';
import type { KeyCodes } from '../../../../../src/core/records/query/keys/keyCodes';
import { textsOfCodes } from '../../../../../src/core/records/query/keys/keyCodes';
import type { DerivedKey } from '../../../../../src/core/records/query/keys/keyOfText';
import { QueryCache } from '../../../../../src/core/records/query/queryCache';
import { asking, textTable, wholeFile } from './support/querying';

const { signal } = new AbortController();

function hastyClock(): () => number {
	let now = 0;
	return () => {
		now += 1000;
		return now;
	};
}

/** Grouping whose key computation never finishes for `slow …`. */
const sluggish: DerivedKey = {
	column: 0,
	decisiveEnd: (_bytes, _start, end) => end,
	make: {
		kind: 'slow',
		*read(text) {
			while (text.startsWith('slow') && !(yield)) {}
			return { trace: undefined, key: () => ({ key: `all of ${text}` }) };
		},
		instead: (text) => `beginning of ${text.slice(0, 4)}`,
	},
	isWeak: () => false,
};

function counting(readings: Map<string, number>, suffix = ''): DerivedKey {
	return {
		...sluggish,
		make: {
			kind: 'slow',
			*read(text) {
				readings.set(text, (readings.get(text) ?? 0) + 1);
				yield;
				return { trace: undefined, key: () => ({ key: text + suffix }) };
			},
			instead: (text) => text,
		},
	};
}

const rows = [['slow 1'], ['quick'], ['slow 2'], [''], ['quick']];

for (const store of ['raw', 'dictionary'] as const) {
	describe(`text in a ${store} column that exceeds the parsing time limit`, () => {
		async function keysOf(): Promise<{
			readonly keys: KeyCodes;
			readonly snapshot: Snapshot;
			readonly scheduler: Scheduler;
		}> {
			const snapshot = new Snapshot(textTable(store, rows));
			const scheduler = new Scheduler(signal, hastyClock());
			return { keys: await derivedCodes(snapshot, { from: [sluggish] }, scheduler), snapshot, scheduler };
		}

		it('uses the fallback group key only for text that exceeds the parsing time limit', async () => {
			const { keys, snapshot, scheduler } = await keysOf();
			const codes = Array.from(keys.codes.subarray(0, rows.length));
			assert.deepEqual(await textsOfCodes(snapshot, keys.texts, codes, scheduler), [
				'beginning of slow',
				'all of quick',
				'beginning of slow',
				'',
				'all of quick',
			]);
		});

		it('marks records whose text exceeded the parsing time limit', async () => {
			const { keys } = await keysOf();
			assert.deepEqual(
				rows.map((_, record) => keys.cutShort?.has(record)),
				[true, false, true, false, false],
			);
		});
	});
}

for (const store of ['raw', 'dictionary'] as const) {
	describe(`group keys for text in a ${store} column`, () => {
		async function readingsFor(pages: number, suffix: string): Promise<readonly (readonly [string, number])[]> {
			const readings = new Map<string, number>();
			const snapshot = new Snapshot(textTable(store, [['a'], ['b'], ['a']]));
			const scheduler = new Scheduler(signal);
			const { texts } = await derivedCodes(snapshot, { from: [counting(readings, suffix)] }, scheduler);
			for (let page = 0; page < pages; page++) {
				const keys = await textsOfCodes(snapshot, texts, [1, 2], scheduler);
				assert.deepEqual(keys, [`a${suffix}`, `b${suffix}`]);
			}
			return [...readings];
		}

		it('computes the group key for each distinct text value only once', async () => {
			assert.deepEqual(await readingsFor(3, ''), [
				['a', 1],
				['b', 1],
			]);
		});

		it('recomputes group keys if caching them would use too much memory', async () => {
			assert.deepEqual(await readingsFor(2, 'x'.repeat(1.5 * 1024 * 1024)), [
				['a', 1],
				['b', 3],
			]);
		});
	});
}

describe('groups with text that exceeds the parsing time limit', () => {
	class CutShortSnapshot extends CachedSnapshot {
		override async keyCodes(...asked: Parameters<CachedSnapshot['keyCodes']>): Promise<KeyCodes> {
			const keys = await super.keyCodes(...asked);
			const cutShort = new Bitset();
			cutShort.addRange(0, 2);
			return { ...keys, cutShort };
		}
	}

	it('returns the number of records in the view whose text took too long to parse', async () => {
		const groups = new Groups();
		const snapshot = new CutShortSnapshot(new QueryCache(), textTable('raw', rows, ['error']));
		const ask = { key: { kind: 'message' }, order: 'records', descending: true, start: 0, end: 9 } as const;
		const page = (text: string) => {
			const view = { filters: [{ kind: 'contains', column: 0, text } as const], sort: [] };
			return groups.page(snapshot, { ...ask, view, trendParts: 0 }, signal, () => undefined);
		};
		assert.deepEqual([(await page('')).cutShort, (await page('quick')).cutShort], [2, 1]);
		assert.equal((await page('slow 2')).cutShort, undefined);
	});
});

async function turnsDuring(work: Promise<unknown>): Promise<number> {
	let turns = 0;
	let ended = false;
	const end = work.finally(() => {
		ended = true;
	});
	while (!ended) {
		turns++;
		await nextTurn();
	}
	await end;
	return turns;
}

function longTrace(index: number): string {
	const frames = Array.from({ length: 6800 }, (_, line) => `\tat a.b.C${line}.m${index}(C${line}.kt:${line + 1})`);
	return `java.lang.IllegalStateException: ${index}\n${frames.join('\n')}`;
}

describe('long text values in a single block', () => {
	const texts = Array.from({ length: 24 }, (_, index) => [longTrace(index)]);
	const question = { view: wholeFile, key: { kind: 'frames' }, start: 0, end: 99, trendParts: 0 } as const;

	it('yields to other tasks while it groups long text values', async () => {
		const ask = asking(textTable('raw', texts, ['error']));
		const found = await turnsDuring(ask.groups({ ...question, order: 'records', descending: true, end: 0 }));
		// Parsing one text spans several event loop turns, even on a fast machine.
		assert.ok(found > texts.length / 2, `${found} turns`);
	});
});

describe('regular expression search in long text values', () => {
	it('yields to other tasks while it matches a regular expression against a block of long text values', async () => {
		// Each match costs several milliseconds, because everything after each `x` is searched for a `y`.
		const text = `${'x'.repeat(2000)}\n${'z'.repeat(20_000)}`;
		const ask = asking(
			textTable(
				'raw',
				Array.from({ length: 48 }, (_, index) => [`${text}${index}`]),
			),
		);
		const view = { filters: [{ kind: 'matches', column: 0, pattern: 'x.*y' } as const], sort: [] };
		const turns = await turnsDuring(ask.page({ view, start: 0, end: 9, columns: [0], cellLength: 9 }));
		assert.ok(turns > 6, `${turns} turns`);
	});
});
