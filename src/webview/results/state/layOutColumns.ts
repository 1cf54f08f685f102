import type { SavedColumn } from '../../../shared/protocols/resultsProtocol';
import { type Column, columnsAtFirst } from '../../../shared/results';
import type { SavedLayout, State } from './viewState';

/** Restores the saved column order. New columns are inserted at the end or after their usual predecessor. */
export function layOutColumns(
	columns: readonly Column[],
	saved: readonly SavedColumn[],
	place: 'usual' | 'end' = 'usual',
): readonly SavedLayout[] {
	const left = new Map<string, number[]>();
	for (const [index, { name }] of columns.entries()) {
		const same = left.get(name);
		if (same) {
			same.push(index);
		} else {
			left.set(name, [index]);
		}
	}
	const order = usualOrder(columns, (name) => left.has(name));
	const known = saved.flatMap(({ name, width, fitted, hidden, pinned }): SavedLayout[] => {
		const column = left.get(name)?.shift();
		if (column === undefined) {
			return [];
		}
		return width === undefined
			? [{ column, width: defaultWidth(columns[column]), widthFrom: 'default', hidden, pinned }]
			: [{ column, width, ...(fitted && { widthFrom: 'content' }), hidden, pinned }];
	});
	let room = columnsAtFirst - known.filter(({ hidden }) => !hidden).length;
	const isKnown = new Set(known.map(({ column }) => column));
	/** New columns, by the column that precedes them. New columns that come first have the key -1. */
	const behind = new Map<number, SavedLayout[]>([[-1, []]]);
	let last = place === 'end' ? (known.at(-1)?.column ?? -1) : -1;
	for (const column of order) {
		if (!isKnown.has(column)) {
			const hidden = room-- <= 0 && !tellsMost(columns[column]);
			const added = {
				column,
				width: defaultWidth(columns[column]),
				widthFrom: 'default',
				hidden,
				pinned: false,
			} as const;
			const others = behind.get(last);
			if (others) {
				others.push(added);
			} else {
				behind.set(last, [added]);
			}
		} else if (place === 'usual') {
			last = column;
		}
	}
	const all = [...(behind.get(-1) ?? []), ...known.flatMap((layout) => [layout, ...(behind.get(layout.column) ?? [])])];
	// The first column is pinned by default.
	return saved.length > 0 ? all : all.map((column, index) => (index === 0 ? { ...column, pinned: true } : column));
}

/** Columns that come first, because they are the most informative. */
const firstNames = ['error_datetime', 'error_name', 'error', 'app_version_name', 'os_name', 'os_version'];
/**
 * Column with the time as a number. If the file has the column `error_datetime`, this column is placed after
 * `firstNames`. Otherwise, it is the first column.
 */
const timestamp = 'error_timestamp';
/**
 * Column with long text. It is placed last. In files with more than `columnsAtFirst` columns, it follows the columns
 * that come first, because it would be hard to find at the end.
 */
const longName = 'error_json';
/** Possible names of the column with the error text in files from other sources, in order of preference. */
const errorNames = ['error', 'message', 'exception', 'stack_trace', 'stacktrace', 'stack', 'trace', 'msg'];
/** Maximum number of columns before the column with the error text. */
const beforeError = 2;

function usualOrder(columns: readonly Column[], has: (name: string) => boolean): readonly number[] {
	const wide = columns.length > columnsAtFirst;
	const first = has('error_datetime') ? [...firstNames, timestamp] : [timestamp, ...firstNames];
	const rank = (column: number) => {
		const name = columns[column]?.name ?? '';
		const place = first.indexOf(name);
		return place >= 0 ? place : name !== longName ? 500 : wide ? 100 : 1000;
	};
	const ranks = Array.from(columns.keys(), rank);
	const order = [...columns.keys()].sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0) || one - other);
	const byName = new Map(order.toReversed().map((column) => [columns[column]?.name.toLowerCase() ?? '', column]));
	const error = errorNames.map((name) => byName.get(name)).find((column) => column !== undefined);
	const place = error === undefined ? -1 : order.indexOf(error);
	return error === undefined || place <= beforeError
		? order
		: order.toSpliced(place, 1).toSpliced(beforeError, 0, error);
}

function tellsMost(column: Column | undefined): boolean {
	return [...firstNames, timestamp, longName].includes(column?.name ?? '');
}

function defaultWidth(column: Column | undefined): number {
	return column?.name === 'error' || column?.name === longName ? 420 : 150;
}

/** Returns the columns to save. Saved columns that the file doesn't contain keep their position. */
export function chosenColumns({ columns, info, awaited }: State): readonly SavedColumn[] {
	const chosen = columns.map(
		({ column, width, widthFrom, hidden, pinned }): SavedColumn => ({
			name: info.columns[column]?.name ?? '',
			...(widthFrom !== 'default' && { width }),
			...(widthFrom === 'content' && { fitted: true }),
			hidden,
			pinned,
		}),
	);
	const names = new Set(chosen.map(({ name }) => name));
	const before = new Map<string, readonly SavedColumn[]>();
	let missing: SavedColumn[] = [];
	for (const column of awaited) {
		if (!names.has(column.name)) {
			missing.push(column);
		} else if (missing.length > 0) {
			before.set(column.name, missing);
			missing = [];
		}
	}
	return [...chosen.flatMap((column) => [...(before.get(column.name) ?? []), column]), ...missing];
}
