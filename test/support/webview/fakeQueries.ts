import { runSynchronously } from '../../../src/core/common/cooperativeTask';
import { getTopFrame } from '../../../src/core/records/query/keys/keyOfText';
import { errorLine, labelsOfGroup } from '../../../src/core/stack/grouping/errorLine';
import type { TraitValue } from '../../../src/shared/comparison';
import { encodeGroupValue, type GroupValue, sameGroup } from '../../../src/shared/groupValue';
import type { RecordQueries } from '../../../src/shared/recordsApi';
import type { Group, GroupKey, RecordFilter, View } from '../../../src/shared/results';
import type { Handlers } from '../../../src/shared/rpc';
import { groupKeyOfText } from '../../unit/core/stack/support/groupKeyOfText';
import type { FakeTable } from './fakeRecords';

// The collator is created once, because `localeCompare` with options creates one for each call.
const { compare: byNumber } = new Intl.Collator('en', { numeric: true });

/** @param read Returns the number of records that have been read */
export function fakeQueries(
	{ info, records, faults }: FakeTable,
	read: () => number,
	shown: (text: string) => string = (text) => text,
): Omit<Handlers<RecordQueries>, 'copy' | 'issue' | 'value' | 'fixEvidence'> {
	const value = (number: number, column: number) => records[number]?.[column] ?? '';
	const hasText = (cell: string, text: string) =>
		[cell, shown(cell)].some((one) => one.toLowerCase().includes(text.toLowerCase()));
	const seconds = (number: number) => Number(value(number, info.timeColumn ?? 0));
	const errors = new Map<string, GroupValue>();
	const errorOf = (number: number): GroupValue => {
		const text = value(number, 11);
		const known = errors.get(text);
		if (known !== undefined) {
			return known;
		}
		const { key, ...made } = groupKeyOfText(text);
		const error = key === '' ? '' : made;
		errors.set(text, error);
		return error;
	};
	const groupOf = (number: number, key: GroupKey): GroupValue => {
		switch (key.kind) {
			case 'frames':
				return errorOf(number);
			case 'name':
				return value(number, 2);
			case 'message':
				return (value(number, 11).split('\n')[0] ?? '').replace(/\d+/g, '#');
			case 'topFrame':
				return getTopFrame(groupKeyOfText(value(number, 11))) ?? '';
			case 'column':
				return value(number, key.column);
		}
	};
	const compare = (column: number, one: string, other: string): number => {
		const kind = info.columns[column]?.kind;
		if (kind === 'text') {
			return one < other ? -1 : one > other ? 1 : 0;
		}
		return byNumber(one, other);
	};
	const holds = (number: number, filter: RecordFilter): boolean => {
		switch (filter.kind) {
			case 'contains':
				return value(number, filter.column).toLowerCase().includes(filter.text.toLowerCase());
			case 'oneOf':
				return filter.values.includes(value(number, filter.column)) !== (filter.not ?? false);
			case 'sameAs':
				return (value(number, filter.column) === value(filter.number, filter.column)) !== (filter.not ?? false);
			case 'range': {
				const own = filter.column === 0 ? value(number, 1) : value(number, filter.column);
				return (
					(filter.from === undefined || compare(filter.column, own, filter.from) >= 0) &&
					(filter.to === undefined || compare(filter.column, own, filter.to) <= 0)
				);
			}
			case 'empty':
				return (value(number, filter.column) === '') !== (filter.not ?? false);
			case 'matches':
				return new RegExp(filter.pattern, 'iu').test(value(number, filter.column));
			case 'anywhere':
				return records[number]?.some((cell) => hasText(cell, filter.text)) ?? false;
			case 'group': {
				const own = groupOf(number, filter.key);
				return filter.values.some((value) => sameGroup(own, value)) !== (filter.not ?? false);
			}
			case 'positions': {
				const numbers = getNumbers(filter.of);
				return filter.positions.some(({ from, to }) => numbers.slice(from, to).includes(number));
			}
			case 'broken':
				return faults.has(number);
		}
	};
	let held: { key: string; numbers: readonly number[] } = { key: '', numbers: [] };
	const getNumbers = (view: View): readonly number[] => {
		const key = JSON.stringify([view, read()]);
		if (held.key !== key) {
			const numbers = [...records.keys()]
				.slice(0, read())
				.filter((number) => view.filters.every((filter) => holds(number, filter)));
			for (const { column, descending } of view.sort.toReversed()) {
				numbers.sort((a, b) => (descending ? -1 : 1) * compare(column, value(a, column), value(b, column)));
			}
			held = { key, numbers };
		}
		return held.numbers;
	};
	const counted = (values: Iterable<string>): [string, number][] => {
		const counts = new Map<string, number>();
		for (const each of values) {
			counts.set(each, (counts.get(each) ?? 0) + 1);
		}
		return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
	};
	const getGroups = (view: View, key: GroupKey, parts: number): Group[] => {
		const numbers = getNumbers(view);
		const times = numbers.map(seconds);
		const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
		const to = times.reduce((most, time) => Math.max(most, time), 0) + 1;
		return [...Map.groupBy(numbers, (number) => encodeGroupValue(groupOf(number, key))).values()].map((own) => {
			const ownTimes = own.map(seconds);
			const ownVersions = own.map((number) => value(number, 3)).sort((a, b) => compare(3, a, b));
			const trend = new Array<number>(parts).fill(0);
			for (const time of ownTimes) {
				const part = Math.floor(((time - from) / (to - from)) * parts);
				trend[part] = (trend[part] ?? 0) + 1;
			}
			const detail = (value(own[0] ?? 0, 11).split('\n')[0] ?? '').slice(0, 200);
			return {
				...labelsOfGroup(groupOf(own[0] ?? 0, key), detail),
				firstRecord: own[0] ?? 0,
				records: own.length,
				devices: info.deviceColumn === undefined ? undefined : new Set(own.map((number) => value(number, 9))).size,
				firstSeen: ownTimes.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
				lastSeen: ownTimes.reduce((most, time) => Math.max(most, time), 0),
				firstVersion: ownVersions[0] ?? '',
				lastVersion: ownVersions.at(-1) ?? '',
				trend,
			};
		});
	};
	return {
		page: ({ view, start, end, columns, cellLength, errorLines }) => {
			const numbers = getNumbers(view);
			const cell = (number: number, column: number) => {
				const text = value(number, column);
				return errorLines && column === 11 ? runSynchronously(errorLine(text)) : text;
			};
			return {
				count: numbers.length,
				start,
				rows: numbers.slice(start, end).map((number) => ({
					number,
					cells: columns.map((column) => cell(number, column).slice(0, cellLength)),
					broken: faults.has(number),
				})),
			};
		},
		record: ({ number }) => ({ number, values: records[number] ?? [], fault: faults.get(number) }),
		positionOf: ({ view, number }) => {
			const position = getNumbers(view).indexOf(number);
			return position < 0 ? undefined : position;
		},
		groups: ({ view, key, order, descending, containing, start, end, trendParts }) => {
			const groups = getGroups(view, key, trendParts);
			const later = ({ trend }: Group) =>
				trend.reduce((sum, count, index) => sum + (2 * index >= trend.length ? count : -count), 0);
			const rank = (group: Group) => (order === 'value' ? 0 : order === 'trend' ? later(group) : (group[order] ?? 0));
			const byValue = ({ value: one }: Group, { value: other }: Group) =>
				key.kind === 'column' && typeof one === 'string' && typeof other === 'string'
					? compare(key.column, one, other)
					: encodeGroupValue(one) < encodeGroupValue(other)
						? -1
						: 1;
			groups.sort((a, b) => (descending ? -1 : 1) * (order === 'value' ? byValue(a, b) : rank(a) - rank(b)));
			const words = (group: Group) => encodeGroupValue(group.value).toLowerCase();
			const listed = containing && groups.filter((group) => words(group).includes(containing.toLowerCase()));
			return {
				groups: groups.length,
				...(listed && { listed: listed.length }),
				records: getNumbers(view).length,
				page: (listed || groups).slice(start, end),
			};
		},
		group: ({ view, key, value: wanted, trendParts }) =>
			getGroups(view, key, trendParts).find((group) => sameGroup(group.value, wanted)),
		histogram: ({ view, parts, stackBy, series }) => {
			const numbers = getNumbers(view);
			if (numbers.length === 0) {
				return undefined;
			}
			const times = numbers.map(seconds);
			const from = times.reduce((least, time) => Math.min(least, time));
			const to = times.reduce((most, time) => Math.max(most, time));
			const steps = [1, 5, 15, 60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
			const step = steps.find((each) => (to - from) / each < parts - 1) ?? 86_400;
			const first = Math.floor(from / step) * step;
			const bars = Math.floor((to - first) / step) + 1;
			const kinds = stackBy === undefined ? [] : counted(numbers.map((number) => value(number, stackBy)));
			const names = kinds.slice(0, series).map(([name]) => name);
			if (stackBy !== undefined && info.columns[stackBy]?.kind !== 'text') {
				names.sort((a, b) => compare(stackBy, a, b));
			}
			const empty = () => new Array<number>(bars).fill(0);
			const rows = names.map((name) => ({ value: name, other: false, counts: empty() }));
			if (kinds.length > series || rows.length === 0) {
				rows.push({ value: '', other: rows.length > 0, counts: empty() });
			}
			for (const number of numbers) {
				const index = stackBy === undefined ? 0 : names.indexOf(value(number, stackBy));
				const counts = rows.at(index)?.counts ?? [];
				const bar = Math.floor((seconds(number) - first) / step);
				counts[bar] = (counts[bar] ?? 0) + 1;
			}
			return { start: first, step, series: rows, without: 0 };
		},
		commonTraits: ({ view, key, value: group }) => {
			const numbers = getNumbers(view);
			const [here, elsewhere] = [true, false].map((is) =>
				numbers.filter((number) => sameGroup(groupOf(number, key), group) === is),
			);
			const share = (some: readonly number[] = [], column: number, wanted: string) => ({
				with: some.filter((number) => value(number, column) === wanted).length,
				of: some.filter((number) => value(number, column) !== '').length,
			});
			const difference = (apart: TraitValue) =>
				Math.abs(apart.here.with / apart.here.of - apart.elsewhere.with / apart.elsewhere.of);
			const values = info.columns.flatMap(({ name }, column) => {
				const own = ['os_version', 'app_version_name', 'device_model', 'connection_type'].includes(name) ? here : [];
				const distinct = [...new Set((own ?? []).map((number) => value(number, column)))].filter((each) => each !== '');
				return distinct
					.map((each) => ({
						attribute: name,
						value: each,
						here: share(here, column, each),
						elsewhere: share(elsewhere, column, each),
					}))
					.sort((one, other) => difference(other) - difference(one))
					.slice(0, 1);
			});
			// The records are random, so even small differences are returned.
			return { by: 'records', values };
		},
		topValues: ({ view, column, limit, containing }) => {
			const numbers = getNumbers(view);
			const all = counted(numbers.map((number) => value(number, column)));
			const shown = all.filter(([each]) => each.toLowerCase().includes((containing ?? '').toLowerCase()));
			return {
				values: shown.slice(0, limit).map(([each, count]) => ({ value: each, records: count })),
				distinct: all.length,
				records: numbers.length,
				empty: numbers.filter((number) => value(number, column) === '').length,
			};
		},
		totals: ({ view, positions, column }) => {
			const numbers = getNumbers(view);
			const values = positions
				.flatMap(({ from, to }) => numbers.slice(from, to))
				.map((number) => value(number, column));
			const whole = values.filter((each) => /^\d+$/.test(each));
			return {
				records: values.length,
				filled: values.filter((each) => each !== '').length,
				numbers: whole.length,
				sum: whole.length === 0 ? undefined : String(whole.reduce((sum, each) => sum + BigInt(each), 0n)),
			};
		},
		find: ({ view, text, from, backwards, columns = [] }) => {
			const numbers = getNumbers(view);
			for (let step = 0; step < numbers.length; step++) {
				const position = (from + (backwards ? -step : step) + numbers.length) % numbers.length;
				const number = numbers[position] ?? 0;
				const has = (column: number) => hasText(value(number, column), text);
				const column = columns.find(has) ?? [...info.columns.keys()].find(has);
				if (column !== undefined) {
					return { position, number, column };
				}
			}
			return undefined;
		},
	};
}
