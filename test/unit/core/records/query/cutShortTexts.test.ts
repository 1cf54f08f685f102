import * as assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bitset } from '../../../../../src/core/common/bitset';
import { Pace } from '../../../../../src/core/common/pace';
import { Groups } from '../../../../../src/core/records/query/groups/groups';
import { derivedCodes } from '../../../../../src/core/records/query/keys/derivedCodes';
import type { KeyCodes } from '../../../../../src/core/records/query/keys/keyCodes';
import type { DerivedKey } from '../../../../../src/core/records/query/keys/keyOfText';
import { textsOfCodes } from '../../../../../src/core/records/query/keys/keyTexts';
import { Prepared } from '../../../../../src/core/records/query/prepared';
import { Snapshot } from '../../../../../src/core/records/query/work/snapshot';
import { asking, textTable, wholeFile } from './support/asking';

const { signal } = new AbortController();

/** A clock on which a second passes between two looks. */
function hastyClock(): () => number {
	let now = 0;
	return () => {
		now += 1000;
		return now;
	};
}

/** The key of `slow …` is never found. */
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

/** Counts how often each text is read. */
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
	describe(`Texts of a ${store} column that take too long to read`, () => {
		async function keysOf(): Promise<{ readonly keys: KeyCodes; readonly snapshot: Snapshot; readonly pace: Pace }> {
			const snapshot = new Snapshot(textTable(store, rows));
			const pace = new Pace(signal, hastyClock());
			return { keys: await derivedCodes(snapshot, { from: [sluggish] }, pace), snapshot, pace };
		}

		it('have the lesser key, and the others have theirs', async () => {
			const { keys, snapshot, pace } = await keysOf();
			const codes = Array.from(keys.codes.subarray(0, rows.length));
			assert.deepEqual(await textsOfCodes(snapshot, keys.texts, codes, pace), [
				'beginning of slow',
				'all of quick',
				'beginning of slow',
				'',
				'all of quick',
			]);
		});

		it('are told', async () => {
			const { keys } = await keysOf();
			assert.deepEqual(
				rows.map((_, record) => keys.cutShort?.has(record)),
				[true, false, true, false, false],
			);
		});
	});
}

for (const store of ['raw', 'dictionary'] as const) {
	describe(`The keys of texts of a ${store} column`, () => {
		async function readingsFor(pages: number, suffix: string): Promise<readonly (readonly [string, number])[]> {
			const readings = new Map<string, number>();
			const snapshot = new Snapshot(textTable(store, [['a'], ['b'], ['a']]));
			const pace = new Pace(signal);
			const { texts } = await derivedCodes(snapshot, { from: [counting(readings, suffix)] }, pace);
			for (let page = 0; page < pages; page++) {
				const keys = await textsOfCodes(snapshot, texts, [1, 2], pace);
				assert.deepEqual(keys, [`a${suffix}`, `b${suffix}`]);
			}
			return [...readings];
		}

		it('are made once, however often they are asked for', async () => {
			assert.deepEqual(await readingsFor(3, ''), [
				['a', 1],
				['b', 1],
			]);
		});

		it('are made again where they take too much memory', async () => {
			assert.deepEqual(await readingsFor(2, 'x'.repeat(1.5 * 1024 * 1024)), [
				['a', 1],
				['b', 3],
			]);
		});
	});
}

describe('Groups of records', () => {
	/** Takes two records for slow. */
	class CutShortPrepared extends Prepared {
		override async keyCodes(...asked: Parameters<Prepared['keyCodes']>): Promise<KeyCodes> {
			const keys = await super.keyCodes(...asked);
			const cutShort = new Bitset();
			cutShort.addRange(0, 2);
			return { ...keys, cutShort };
		}
	}

	it('say of how many records of the view the texts were too slow to read', async () => {
		const groups = new Groups(new CutShortPrepared());
		const snapshot = new Snapshot(textTable('raw', rows, ['error']));
		const ask = { key: { kind: 'message' }, order: 'records', descending: true, start: 0, end: 9 } as const;
		const page = (text: string) => {
			const view = { filters: [{ kind: 'contains', column: 0, text } as const], sort: [] };
			return groups.page(snapshot, { ...ask, view, trendParts: 0 }, signal, () => undefined);
		};
		assert.deepEqual([(await page('')).cutShort, (await page('quick')).cutShort], [2, 1]);
		assert.equal((await page('slow 2')).cutShort, undefined);
	});
});

/** How often others had their turn meanwhile. */
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

/** A trace of 220 KB that no other record has. */
function longTrace(index: number): string {
	const frames = Array.from({ length: 6800 }, (_, line) => `\tat a.b.C${line}.m${index}(C${line}.kt:${line + 1})`);
	return `java.lang.IllegalStateException: ${index}\n${frames.join('\n')}`;
}

describe('Long texts of one block', () => {
	const texts = Array.from({ length: 24 }, (_, index) => [longTrace(index)]);
	const question = { view: wholeFile, key: { kind: 'frames' }, start: 0, end: 99, trendParts: 0 } as const;

	it('leave others their turns while their groups are found', async () => {
		const ask = asking(textTable('raw', texts, ['error']));
		const found = await turnsDuring(ask.groups({ ...question, order: 'records', descending: true, end: 0 }));
		// Each text takes as long as several turns, also on a fast machine.
		assert.ok(found > texts.length / 2, `${found} turns`);
	});
});

describe('An expression that is tried on long texts', () => {
	it('leaves others their turns, whatever is read at once', async () => {
		// Each of them takes some milliseconds, since all that follows an x is looked through for a y.
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
