import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../../../src/core/common/errors';
import { createQueries } from '../../../../../src/core/records/queries';
import { noOwnCode, OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { groupWords } from '../../../../../src/shared/groupLabels';
import type { GroupValue } from '../../../../../src/shared/groupValue';
import type { GroupKey, View } from '../../../../../src/shared/results';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { sampleTraces } from '../../stack/support/sampleTraces';
import { openText } from '../support/tables';
import { asking, getNumbers, itOfFiles, textTable, wholeFile } from './support/querying';

const key: GroupKey = { kind: 'frames' };
const all = { key, order: 'records', descending: true, start: 0, end: 100_000, trendParts: 0 } as const;

const trace = (message: string, line: number) =>
	`java.lang.IllegalStateException: ${message}\n\tat com.acme.Cart.sum(Cart.kt:${line})\n\tat com.acme.Till.pay(Till.kt:4)`;
const other = 'java.io.IOException: x\n\tat com.acme.Cart.load(Cart.kt:1)';

const titles = async (rows: readonly (readonly string[])[], names: readonly string[], store: 'raw' | 'dictionary') => {
	const { page } = await asking(textTable(store, rows, names)).groups({ ...all, view: wholeFile });
	return page.map(({ value, records }) => {
		const { title, place, message } = groupWords(key, value);
		return [title, place, message, records];
	});
};

export function framesSuite(): void {
	describe('grouping by frames', () => {
		const temporary = useTemporaryFolder();

		it("recomputes groups by frames when the workspace's package declarations become known", async () => {
			const ofTill = (method: string) =>
				`a.BException: x\n\tat com.google.shop.Till.${method}(Till.kt:1)\n\tat com.acme.Cart.add(Cart.java:1)`;
			let own = noOwnCode;
			const { answer } = createQueries(textTable('raw', [[ofTill('open')], [ofTill('close')]], ['error']), () => own);
			const context = { signal: new AbortController().signal, report: () => undefined };
			const placesOf = async () => {
				const { page } = await answer.groups({ ...all, view: wholeFile }, context);
				return page.map(({ value, records }) => [groupWords(key, value).place, records]);
			};
			assert.deepEqual(await placesOf(), [['Cart.add', 2]]);
			own = new OwnCode(['package com.google.shop']);
			assert.deepEqual(await placesOf(), [
				['Till.open', 1],
				['Till.close', 1],
			]);
			const { page } = await answer.groups({ ...all, view: wholeFile }, context);
			const view: View = { filters: [{ kind: 'group', key, values: [page[1]?.value ?? ''] }], sort: [] };
			const { rows } = await answer.page({ view, start: 0, end: 9, columns: [], cellLength: 0 }, context);
			assert.deepEqual(
				rows.map(({ number }) => number),
				[1],
			);
			own = noOwnCode;
			assert.deepEqual(await placesOf(), [['Cart.add', 2]]);
		});

		for (const store of ['raw', 'dictionary'] as const) {
			describe(`grouping by frames in a column stored as ${store}`, () => {
				it('groups records of the same error despite different line numbers and messages', async () => {
					const rows = [
						[trace('7', 17)],
						[other],
						[trace('a "b"', 19)],
						[''],
						['lost 3'],
						['lost 4'],
						[trace('7', 17)],
					];
					assert.deepEqual(await titles(rows, ['error'], store), [
						['IllegalStateException', 'Cart.sum', '', 3],
						['lost <n>', '', '', 2],
						['IOException', 'Cart.load', '', 1],
						['', '', '', 1],
					]);
				});

				it('finds stack traces that are escaped or embedded in JSON', async () => {
					const rows = [
						[trace('7', 17)],
						[trace('8', 1).replaceAll('\n', '\\n').replaceAll('\t', '\\t')],
						[JSON.stringify({ message: 'failed', stack: trace('9', 3) })],
					];
					assert.deepEqual(await titles(rows, ['error'], store), [['IllegalStateException', 'Cart.sum', '', 3]]);
				});

				it('reads error_json for records whose error field contains no frame', async () => {
					const rows = [
						['', JSON.stringify({ crash: { stack: trace('7', 1) } })],
						['IllegalState', JSON.stringify({ stack: trace('8', 2) })],
						['IllegalState', '{"screen":"cart"}'],
						[other, JSON.stringify({ stack: trace('8', 2) })],
						['', '{"screen":"cart"}'],
						['', ''],
					];
					for (const names of [
						['error', 'error_json'],
						['x', 'error_json'],
						['error', 'x'],
					]) {
						const found = await titles(rows, names, store);
						const counts = Object.fromEntries(found.map(([title, , , records]) => [title, records]));
						const expected = {
							'error,error_json': { IllegalStateException: 2, '': 2, IllegalState: 1, IOException: 1 },
							'x,error_json': { IllegalStateException: 3, '': 3 },
							'error,x': { '': 3, IllegalState: 2, IOException: 1 },
						}[names.join()];
						assert.deepEqual(counts, expected, names.join());
					}
				});

				it("groups by frames contain the same records as a filter by the group's value", async () => {
					const rows = [
						[trace('7', 17), ''],
						[other, ''],
						['', JSON.stringify([trace('1', 2)])],
						['lost 3', ''],
						['', ''],
					];
					const ask = asking(textTable(store, rows, ['error', 'error_json']));
					const { page } = await ask.groups({ ...all, view: wholeFile });
					const found = [];
					for (const group of page) {
						const view: View = { filters: [{ kind: 'group', key, values: [group.value] }], sort: [] };
						found.push(await getNumbers(ask, view));
						assert.deepEqual(await ask.group({ key, view: wholeFile, value: group.value, trendParts: 0 }), group);
					}
					assert.deepEqual(found, [[0, 2], [1], [3], [4]]);
					const view: View = { filters: [{ kind: 'group', key, values: ['nothing'] }], sort: [] };
					assert.deepEqual(await getNumbers(ask, view), []);
				});

				it('sorts groups by displayed title and location if records are grouped by frames', async () => {
					const rows = [
						['com.acme.ZException: x\n\tat com.acme.A.b(A.java:1)', ''],
						['', JSON.stringify([trace('1', 2)])],
						['java.lang.AException: x\n\tat com.acme.B.b(A.java:1)', ''],
						['java.lang.AException: x\n\tat com.acme.A.b(A.java:1)', ''],
						['', ''],
					];
					const ask = asking(textTable(store, rows, ['error', 'error_json']));
					for (const descending of [false, true]) {
						const { page } = await ask.groups({ ...all, view: wholeFile, order: 'value', descending });
						const shown: string[] = page
							.map(({ value }) => groupWords(key, value))
							.map(({ title, place }) => `${title} ${place}`);
						const sorted = ['AException A.b', 'AException B.b', 'IllegalStateException Cart.sum', 'ZException A.b'];
						assert.deepEqual(shown, [...(descending ? sorted.reverse() : sorted), ' ']);
					}
				});
			});
		}

		it('groups the same error across builds and devices on all platforms', async () => {
			const samples = sampleTraces(5);
			const ask = asking(
				textTable(
					'raw',
					samples.map(({ text }) => [text]),
					['error'],
				),
			);
			const { page, records } = await ask.groups({ ...all, view: wholeFile });
			assert.equal(records, samples.length);
			const groupOf = new Map<number, GroupValue>();
			for (const { value } of page) {
				for (const number of await getNumbers(ask, { filters: [{ kind: 'group', key, values: [value] }], sort: [] })) {
					groupOf.set(number, value);
				}
			}
			assert.equal(groupOf.size, samples.length, 'every record has a group');
			for (const application of [101, 102, 103, 104, 105, 106]) {
				const numbers = [...samples.keys()].filter((number) => samples[number]?.application === application);
				const kinds = Map.groupBy(numbers, (number) => samples[number]?.kind);
				const groups = [...kinds.values()].map((same) => new Set(same.map((number) => groupOf.get(number))));
				for (const [index, group] of groups.entries()) {
					const [value = ''] = group;
					// Texts without frames are grouped by their words, which vary between occurrences.
					if (groupWords(key, value).place !== '') {
						assert.equal(group.size, 1, `${application}, kind ${index}: ${[...group].join('\n---\n')}`);
					}
				}
				const different = new Set(groups.flatMap((group) => [...group]));
				assert.ok(different.size >= kinds.size - 2, `${application}: ${different.size} of ${kinds.size}`);
			}
		});

		it('finds the cause below 1,024 frames of a stack overflow, but ignores the end of longer traces', async () => {
			const deep = '\tat com.acme.Tree.walk(Tree.kt:1)\n'.repeat(1024);
			const cause = 'Caused by: java.lang.ArithmeticException: x\n\tat com.acme.Leaf.read(Leaf.kt:3)';
			const rows = [[`a.B: x\n${deep}${cause}`], [`a.B: x\n${deep.repeat(10)}${cause}`], [`a.B: x\n${deep}`]];
			const found = await titles(rows, ['error'], 'raw');
			assert.deepEqual(found, [
				['B', 'Tree.walk', '', 2],
				['ArithmeticException', 'Leaf.read', '', 1],
			]);
		});

		itOfFiles('stops grouping when the query is canceled and continues to execute other queries', async () => {
			const lines = Array.from({ length: 6000 }, (_, index) => `"${trace(String(index), index)}"\n`);
			// The column has no dictionary because of these long values.
			const padding = 'x'.repeat(3_000_000);
			const text = `error\n${lines.join('')}${padding}1\n${padding}2\n`;
			await using table = await openText(temporary.path, 'traces.csv', text);
			assert.equal(table.columns[0]?.values.kind, 'raw');
			const ask = asking(table);
			const controller = new AbortController();
			let grouped = false;
			const groups = ask.groups({ ...all, view: wholeFile }).then((found) => {
				grouped = true;
				return found;
			});
			await ask.page({ view: wholeFile, start: 5000, end: 5100, columns: [0], cellLength: 300 });
			assert.equal(grouped, false, 'the page is there first');
			assert.deepEqual((await groups).groups, 2);

			const cancelled = asking(table).groups({ ...all, view: wholeFile }, { signal: controller.signal });
			await nextTurn();
			controller.abort();
			await assert.rejects(cancelled, isCancellation);
		});
	});
}
