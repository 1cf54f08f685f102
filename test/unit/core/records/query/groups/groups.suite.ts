import assert from 'node:assert/strict';
import { groupWords } from '../../../../../../src/shared/groupLabels';
import type { GroupValue } from '../../../../../../src/shared/groupValue';
import type { Group, GroupKey, View } from '../../../../../../src/shared/results';
import { MemoryTable } from '../support/memoryTable';
import { compareValues, folded, seconds } from '../support/oracle';
import {
	asking,
	itOfFiles,
	type RandomCase,
	randomCases,
	randomFilter,
	textTable,
	wholeFile,
} from '../support/querying';

const all = { start: 0, end: 1_000_000, trendParts: 7 };
const name: GroupKey = { kind: 'name' };

export function groupsSuite(): void {
	describe('groups of records', () => {
		it('groups match a simple reference implementation and contain every record of the view', async () => {
			for (const one of randomCases(40)) {
				const { seed, data, ask, oracle, random } = one;
				for (let round = 0; round < 6; round++) {
					const filters = random.times(random.below(3), () => randomFilter(random, oracle, data.rows.length));
					const key: GroupKey = random.chance(0.3) ? name : { kind: 'column', column: random.below(8) };
					const { groups, records, page } = await ask.groups({
						view: { filters, sort: [] },
						key,
						order: 'records',
						descending: true,
						...all,
					});
					const expected = countGroups(one, filters, key);
					const what: string = `seed ${seed}, ${JSON.stringify({ filters, key })}`;
					assert.equal(groups, expected.length, what);
					assert.equal(records, oracle.select(filters).length, what);
					assert.equal(sum(page.map((group) => group.records)), records, what);
					assert.deepEqual(byText(page), byText(expected), what);
					const counts = page.map((group) => group.records);
					assert.deepEqual(
						counts,
						counts.toSorted((a, b) => b - a),
						what,
					);
				}
			}
		});

		itOfFiles('reports grouping progress for every kind of text column', async () => {
			for (const store of ['raw', 'dictionary'] as const) {
				for (const column of [0, 1]) {
					const rows = Array.from({ length: 5_000 }, (_, index) => {
						const text = `java.lang.Error: e\n\tat com.acme.C${index}.run(C.java:1)`;
						return column === 0 ? [text, ''] : ['', JSON.stringify({ stack: text })];
					});
					const ask = asking(textTable(store, rows, ['error', 'error_json']));
					const groups = (shares: number[]) =>
						ask.groups(
							{ view: wholeFile, key: { kind: 'frames' }, order: 'records', descending: true, ...all },
							{ report: ({ share }) => shares.push(share) },
						);
					const [one, other]: [number[], number[]] = [[], []];
					await Promise.all([groups(one), groups(other)]);
					const what = `${store}, column ${column}: ${one.join(' ')}`;
					assert.ok(one.length >= 3 && one.length <= 100, what);
					assert.ok(
						one.every((share, index) => share > (one[index - 1] ?? 0) && share <= 1),
						what,
					);
					assert.deepEqual(other, one, 'whoever waits for the same hears it');
					const again: number[] = [];
					await groups(again);
					assert.deepEqual(again, [], 'what is there takes no time');
				}
			}
		});

		it("groups contain exactly the records that match a filter by the group's value", async () => {
			for (const { data, ask, random } of randomCases(15)) {
				const keys: GroupKey[] = [
					name,
					{ kind: 'message' },
					{ kind: 'topFrame' },
					{ kind: 'column', column: random.below(data.columns.length) },
				];
				for (const key of keys) {
					const { page } = await ask.groups({ view: wholeFile, key, order: 'value', descending: false, ...all });
					for (const group of page) {
						const view: View = { filters: [{ kind: 'group', key, values: [group.value] }], sort: [] };
						const { count } = await ask.page({ view, start: 0, end: 0, columns: [], cellLength: 0 });
						assert.equal(count, group.records, `${key.kind} ${group.value}`);
						assert.deepEqual(await ask.group({ view: wholeFile, key, value: group.value, trendParts: 7 }), group);
					}
				}
			}
		});

		it('sorts groups by records, devices or times, with missing values last', async () => {
			const orders = ['records', 'devices', 'firstSeen', 'lastSeen'] as const;
			for (const { data, ask, random } of randomCases(15)) {
				for (const order of orders) {
					for (const descending of [false, true]) {
						const key: GroupKey = { kind: 'column', column: random.below(data.columns.length) };
						const { page } = await ask.groups({ view: wholeFile, key, order, descending, ...all });
						const numbers = page.map((group) => group[order]);
						const known = numbers.filter((number) => number !== undefined);
						assert.deepEqual(numbers.slice(0, known.length), known, 'unknown ones are last');
						assert.deepEqual(
							known,
							known.toSorted((a, b) => (descending ? b - a : a - b)),
						);
					}
				}
			}
		});

		it('sorts groups by record count if the table has no column for the requested order', async () => {
			const rows = ['rare', 'often', 'often', 'often', 'some', 'some'].map((one) => [one]);
			const ask = asking(textTable('dictionary', rows, ['error_name']));
			for (const order of ['devices', 'firstSeen', 'lastSeen', 'trend'] as const) {
				const { page } = await ask.groups({ view: wholeFile, key: name, order, descending: true, ...all });
				assert.deepEqual(
					page.map(({ value }) => value),
					['often', 'some', 'rare'],
					order,
				);
			}
			const sameDevices = rows.map(([one = '']) => [one, '']);
			const withDevices = asking(textTable('dictionary', sameDevices, ['error_name', 'analytics_device_id']));
			const params = { view: wholeFile, key: name, order: 'devices', descending: true, ...all } as const;
			assert.deepEqual(
				(await withDevices.groups(params)).page.map(({ value }) => value),
				['often', 'some', 'rare'],
			);
		});

		it('sorts groups by trend, which is the number of later records minus the number of earlier records', async () => {
			const rows = [
				...[0, 10, 20, 90].map((second) => ['falling', String(second)]),
				...[0, 80, 95, 99].map((second) => ['rising', String(second)]),
				...[5, 99].map((second) => ['even', String(second)]),
				['untimed', ''],
			].map(([name = '', second = '']) => [name, second === '' ? '' : String(1_790_000_000 + Number(second))]);
			const ask = asking(textTable('dictionary', rows, ['error_name', 'error_timestamp']));
			const names = async (descending: boolean) => {
				const { page } = await ask.groups({ view: wholeFile, key: name, order: 'trend', descending, ...all });
				return page.map(({ value }) => value);
			};
			assert.deepEqual(await names(true), ['rising', 'even', 'falling', 'untimed']);
			assert.deepEqual(await names(false), ['falling', 'even', 'rising', 'untimed']);
		});

		it('finds groups by their displayed text and preserves the requested order', async () => {
			for (const { seed, data, ask, random } of randomCases(20)) {
				const column = random.below(data.columns.length);
				const keys: GroupKey[] = [{ kind: 'column', column }, name, { kind: 'message' }, { kind: 'frames' }];
				for (const key of [...keys, { kind: 'topFrame' } as const]) {
					const params = { view: wholeFile, key, order: 'records', descending: true } as const;
					const { page, groups } = await ask.groups({ ...params, ...all });
					for (const containing of ['a', 'É', 'id', '1', '\\u', '"']) {
						const expected = page.filter(({ value }) =>
							wordsOf(value).some((text) => folded(text).includes(folded(containing))),
						);
						const answer = await ask.groups({ ...params, containing, ...all });
						const what = `seed ${seed}, ${JSON.stringify(key)}, ${containing}`;
						assert.equal(answer.groups, groups, what);
						assert.equal(answer.listed, expected.length, what);
						assert.deepEqual(answer.page, expected, what);
					}
				}
			}
		});

		it('sorts groups by value, with the empty value last', async () => {
			for (const { data, ask, random } of randomCases(20)) {
				const column = random.below(data.columns.length);
				const kind = data.columns[column]?.kind ?? 'text';
				const keys: GroupKey[] = [{ kind: 'column', column }, { kind: 'message' }, { kind: 'topFrame' }];
				for (const key of keys) {
					for (const descending of [false, true]) {
						const { page } = await ask.groups({ view: wholeFile, key, order: 'value', descending, ...all });
						const values = page.map(({ value }) => String(value));
						const filled = values.filter((value) => value !== '');
						assert.deepEqual(values.slice(0, filled.length), filled, 'the empty one is last');
						const compared = key.kind === 'column' ? kind : 'text';
						for (const [index, value] of filled.slice(1).entries()) {
							const before = filled[index] ?? '';
							const difference = compareValues(compared, before, value);
							assert.ok(descending ? difference >= 0 : difference <= 0, `${before} before ${value}`);
						}
					}
				}
			}
		});

		it('sorts groups by time even if times exceed 32 bits', async () => {
			const times = ['9000000000', '', '4294967301', '5', '4294967296'];
			const columns = [{ name: 'error_timestamp', kind: 'time', store: 'raw' } as const];
			const ask = asking(new MemoryTable({ columns, rows: times.map((time) => [time]) }));
			const key: GroupKey = { kind: 'column', column: 0 };
			const { page } = await ask.groups({ view: wholeFile, key, order: 'lastSeen', descending: true, ...all });
			assert.deepEqual(
				page.map(({ value }) => value),
				['9000000000', '4294967301', '4294967296', '5', ''],
			);
		});

		it('splits the trend of a group into intervals of equal length', async () => {
			const columns = [{ name: 'error_timestamp', kind: 'time', store: 'integer' } as const];
			const rows = Array.from({ length: 14 }, (_, second) => [String(second)]);
			const ask = asking(new MemoryTable({ columns, rows }));
			const group = await ask.group({ view: wholeFile, key: name, value: '', trendParts: 7 });
			assert.deepEqual(group?.trend, [2, 2, 2, 2, 2, 2, 2]);
		});

		it('groups long values by their first characters', async () => {
			const text = `x${'é'.repeat(10_000)}`;
			const ask = asking(textTable('raw', [[text], [`${text}!`], [`y${text}`]]));
			const key: GroupKey = { kind: 'column', column: 0 };
			const { page } = await ask.groups({ view: wholeFile, key, order: 'records', descending: true, ...all });
			assert.deepEqual(
				page.map(({ value, records }) => [value, records]),
				[
					[`x${'é'.repeat(8191)}`, 2],
					[`yx${'é'.repeat(8191)}`, 1],
				],
			);
			for (const { value, records } of page) {
				for (const filter of [
					{ kind: 'group', key, values: [value] } as const,
					{ kind: 'oneOf', column: 0, values: [String(value)] } as const,
				]) {
					const view: View = { filters: [filter], sort: [] };
					const { count } = await ask.page({ view, start: 0, end: 0, columns: [], cellLength: 0 });
					assert.equal(count, records);
				}
			}
		});

		it('returns groups one page at a time', async () => {
			const ask = asking(textTable('raw', [['a'], ['b'], ['b'], ['c'], ['c'], ['c']]));
			const key: GroupKey = { kind: 'column', column: 0 };
			const params = { view: wholeFile, key, order: 'records', descending: true, trendParts: 3 } as const;
			const { groups, records, page } = await ask.groups({ ...params, start: 1, end: 2 });
			assert.deepEqual({ groups, records }, { groups: 3, records: 6 });
			assert.deepEqual(
				page.map(({ value, records }) => [value, records]),
				[['b', 2]],
			);
			assert.deepEqual((await ask.groups({ ...params, start: 3, end: 9 })).page, []);
		});

		it('merges message groups whose messages differ only in variable parts', async () => {
			const texts = [
				'java.lang.IllegalStateException: id 123\n\tat com.example.A.b(A.java:1)',
				'java.lang.IllegalStateException: id 456\n\tat com.example.C.d(C.java:2)',
				'\r\n  java.lang.IllegalStateException: id 7\r\n\tat com.example.A.b(A.java:1)',
				'java.lang.IllegalStateException: no id',
				'',
			];
			for (const store of ['dictionary', 'raw'] as const) {
				const rows = texts.map((text) => [text, 'IllegalState']);
				const ask = asking(textTable(store, rows, ['error', 'error_name']));
				const params = { view: wholeFile, order: 'records', descending: true, ...all } as const;
				const messages = await ask.groups({ ...params, key: { kind: 'message' } });
				assert.deepEqual(
					messages.page.map(({ value, detail, records }) => [value, detail, records]),
					[
						['java.lang.IllegalStateException: id <n>', 'IllegalState', 3],
						['java.lang.IllegalStateException: no id', 'IllegalState', 1],
						// An error without a text is identified only by its name.
						['IllegalState', 'IllegalState', 1],
					].toSorted(([, , a], [, , b]) => Number(b) - Number(a)),
				);
				const frames = await ask.groups({ ...params, key: { kind: 'topFrame' } });
				assert.deepEqual(
					frames.page.map(({ value, records }) => [groupWords({ kind: 'topFrame' }, value).title, records]),
					[
						['A.b', 2],
						['', 2],
						['C.d', 1],
					],
				);
				const names = await ask.groups({ ...params, key: { kind: 'name' } });
				assert.equal(names.page[0]?.detail, 'java.lang.IllegalStateException: id 123');
			}
		});

		it('uses the error name for the group if the text starts with a generic crash report header', async () => {
			const report = (id: string) => `Incident Identifier: ${id}\nHardware Model: iPhone14,5\n\nThread 0 Crashed:`;
			const rows = [
				[report('795B75B1-B999-41FF-9AAF-1C7A173D335B'), 'EXC_BREAKPOINT in Cart.sum()'],
				[report('F31B5487-4639-4BF9-BE34-4A173D335B1C'), 'Request 502 failed'],
				[report('0470F710-06F4-45E0-967D-4A173D335B1C'), 'Request 503 failed'],
				['----- pid 29685 at 2026-11-14 00:25:01.8+0000 -----\nCmd line: com.example.shop', 'ANR'],
				['*** *** *** *** ***\nBuild fingerprint: x', 'SIGSEGV'],
				[report('00000000-06F4-45E0-967D-4A173D335B1C'), ''],
			];
			for (const store of ['dictionary', 'raw'] as const) {
				const ask = asking(textTable(store, rows, ['error', 'error_name']));
				const params = { view: wholeFile, order: 'records', descending: true, ...all } as const;
				const messages = await ask.groups({ ...params, key: { kind: 'message' } });
				assert.deepEqual(messages.page.map(({ value, records }) => `${records} ${value}`).sort(), [
					'1 ANR',
					'1 EXC_BREAKPOINT in Cart.sum()',
					'1 Incident Identifier: <uuid>',
					'1 SIGSEGV',
					'2 Request <n> failed',
				]);
				const frames = await ask.groups({ ...params, key: { kind: 'topFrame' } });
				assert.deepEqual(
					frames.page.map(({ detail }) => detail),
					['EXC_BREAKPOINT in Cart.sum()'],
				);
			}
		});

		it('groups have no times, devices or versions if the file has no columns for them', async () => {
			const ask = asking(textTable('dictionary', [['a'], ['a']]));
			const group = await ask.group({ view: wholeFile, key: { kind: 'column', column: 0 }, value: 'a', trendParts: 4 });
			assert.deepEqual(group, {
				value: 'a',
				detail: '',
				firstRecord: 0,
				records: 2,
				devices: undefined,
				firstSeen: undefined,
				lastSeen: undefined,
				firstVersion: '',
				lastVersion: '',
				trend: [],
			});
		});

		it('returns no groups for a view without records', async () => {
			const ask = asking(new MemoryTable({ columns: [{ name: 'error_name', kind: 'text', store: 'raw' }], rows: [] }));
			const params = { view: wholeFile, key: name, order: 'value', descending: true, ...all } as const;
			assert.deepEqual(await ask.groups(params), { groups: 0, records: 0, page: [] });
			assert.equal(await ask.group({ view: wholeFile, key: name, value: '', trendParts: 1 }), undefined);
		});
	});
}

function countGroups(
	{ oracle }: RandomCase,
	filters: Parameters<RandomCase['oracle']['select']>[0],
	key: GroupKey,
): Omit<Group, 'detail'>[] {
	const column = key.kind === 'column' ? key.column : 0;
	const selected = oracle.select(filters);
	const getTime = (record: number) => (oracle.value(record, 5) === '' ? undefined : seconds(oracle.value(record, 5)));
	const times = selected.map(getTime).filter((time) => time !== undefined);
	const start = Math.min(...times);
	const length = Math.max(...times) - start + 1;
	return [...Map.groupBy(selected, (record) => oracle.value(record, column))].map(([value, records]) => {
		const seen = records.map(getTime).filter((time) => time !== undefined);
		const versions = records
			.map((record) => oracle.value(record, 3))
			.filter((version) => version !== '')
			.sort((a, b) => compareValues('version', a, b));
		const trend = Array.from({ length: 7 }, () => 0);
		for (const time of seen) {
			const part = Math.floor(((time - start) * 7) / length);
			trend[part] = (trend[part] ?? 0) + 1;
		}
		return {
			value,
			firstRecord: records[0] ?? 0,
			records: records.length,
			devices: new Set(records.map((record) => oracle.value(record, 4)).filter((device) => device !== '')).size,
			firstSeen: seen.length === 0 ? undefined : Math.min(...seen),
			lastSeen: seen.length === 0 ? undefined : Math.max(...seen),
			firstVersion: versions[0] ?? '',
			lastVersion: versions.at(-1) ?? '',
			trend,
		};
	});
}

/** Normalizes versions, because `1.2` and `1.2.0` are equal and either can be the first or last version. */
function byText(groups: readonly (Omit<Group, 'detail'> & { readonly detail?: string })[]) {
	return groups
		.map(({ detail: _, ...group }) => ({
			...group,
			firstVersion: group.firstVersion.replace(/^1\.2\.0$/, '1.2'),
			lastVersion: group.lastVersion.replace(/^1\.2\.0$/, '1.2'),
		}))
		.sort((a, b) => (a.value < b.value ? -1 : 1));
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

function wordsOf(value: GroupValue): readonly string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return 'frame' in value
		? [value.title, value.frame]
		: [value.title, value.place, value.message, value.type, ...value.frames];
}
