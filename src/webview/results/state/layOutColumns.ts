import { type Column, columnsAtFirst } from '../../../shared/results';
import type { KeptColumn } from '../../../shared/resultsProtocol';
import type { KeptLayout, State } from './viewState';

/**
 * Kept columns in their order, and among them those that nobody has seen. Names may repeat: each is taken once.
 *
 * @param place Where others go: behind those before which they stand in a file that nobody has seen, or behind all.
 */
export function layOutColumns(
	columns: readonly Column[],
	kept: readonly KeptColumn[],
	place: 'usual' | 'end' = 'usual',
): readonly KeptLayout[] {
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
	const known = kept.flatMap(({ name, width, fitted, hidden, pinned }): KeptLayout[] => {
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
	/** New ones by the known one behind which they go; -1 where there is none. */
	const behind = new Map<number, KeptLayout[]>([[-1, []]]);
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
	// The first column stays in sight until somebody decides otherwise.
	return kept.length > 0 ? all : all.map((column, index) => (index === 0 ? { ...column, pinned: true } : column));
}

/** What tells most comes first: when, what, where. */
const firstNames = ['error_datetime', 'error_name', 'error', 'app_version_name', 'os_name', 'os_version'];
/** Says when, too; behind the others where there is a date. */
const timestamp = 'error_timestamp';
/** A long text that comes last, unless there are so many columns that nobody would find it there. */
const longName = 'error_json';
/** What files of others call the text that tells an error, in the order in which it is believed. */
const errorNames = ['error', 'message', 'exception', 'stack_trace', 'stacktrace', 'stack', 'trace', 'msg'];
/** So many others may stand before it. */
const beforeError = 2;

/** The order of columns that nobody has laid out. */
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

/** Until the records are there, in CSS pixels. */
function defaultWidth(column: Column | undefined): number {
	return column?.name === 'error' || column?.name === longName ? 420 : 150;
}

/**
 * How the columns are laid out, for `layOutColumns`. Those that were kept and that the file has not had so far stay before
 * the one that they were before.
 */
export function chosenColumns({ columns, info, awaited }: State): readonly KeptColumn[] {
	const chosen = columns.map(
		({ column, width, widthFrom, hidden, pinned }): KeptColumn => ({
			name: info.columns[column]?.name ?? '',
			...(widthFrom !== 'default' && { width }),
			...(widthFrom === 'content' && { fitted: true }),
			hidden,
			pinned,
		}),
	);
	const names = new Set(chosen.map(({ name }) => name));
	const before = new Map<string, readonly KeptColumn[]>();
	let missing: KeptColumn[] = [];
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
