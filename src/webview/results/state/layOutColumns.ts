import { type Column, columnsAtFirst } from '../../../shared/results';
import type { ViewState } from '../../../shared/resultsProtocol';
import type { KeptLayout, State } from './viewState';

/** Kept columns first, in their order; then those that nobody has seen. Names may repeat: each is taken once. */
export function layOutColumns(columns: readonly Column[], kept: ViewState['columns']): readonly KeptLayout[] {
	const left = new Map<string, number[]>();
	for (const [index, { name }] of columns.entries()) {
		const same = left.get(name);
		if (same) {
			same.push(index);
		} else {
			left.set(name, [index]);
		}
	}
	const known = kept.flatMap(({ name, width, hidden, pinned }) => {
		const column = left.get(name)?.shift();
		return column === undefined ? [] : [{ column, width, hidden, pinned }];
	});
	const wide = columns.length > columnsAtFirst;
	const shown = known.filter(({ hidden }) => !hidden).length;
	const added = [...left.values()]
		.flat()
		.sort((one, other) => rank(columns[one], wide) - rank(columns[other], wide) || one - other)
		.map((column, index) => ({
			column,
			width: defaultWidth(columns[column]),
			hidden: shown + index >= columnsAtFirst && !tellsMost(columns[column]),
			pinned: false,
		}));
	const all = [...known, ...added];
	// The first column stays in sight until somebody decides otherwise.
	return kept.length > 0 ? all : all.map((column, index) => (index === 0 ? { ...column, pinned: true } : column));
}

/** What tells most comes first: when, what, where. */
const firstNames = ['error_datetime', 'error_timestamp', 'error_name', 'app_version_name', 'os_name', 'os_version'];
/** Long texts come last, unless there are so many columns that nobody would find them there. */
const longNames = ['error', 'error_json'];

function rank(column: Column | undefined, wide: boolean): number {
	const name = column?.name ?? '';
	const [first, long] = [firstNames.indexOf(name), longNames.indexOf(name)];
	return first >= 0 ? first : long < 0 ? 500 : wide ? 100 + long : 1000 + long;
}

function tellsMost(column: Column | undefined): boolean {
	return rank(column, true) < 500;
}

function defaultWidth(column: Column | undefined): number {
	if (column === undefined || longNames.includes(column.name)) {
		return 420;
	}
	if (column.name === 'error_name') {
		return 220;
	}
	return column.kind === 'text' ? 150 : Math.max(120, Math.min(180, column.name.length * 8 + 40));
}

/**
 * How the columns are laid out, for `layOutColumns`. Those that were kept and that the file has not had so far stay before
 * the one that they were before.
 */
export function chosenColumns({ columns, info, awaited }: State): ViewState['columns'] {
	const chosen = columns.map(({ column, width, hidden, pinned }) => ({
		name: info.columns[column]?.name ?? '',
		width,
		hidden,
		pinned,
	}));
	const names = new Set(chosen.map(({ name }) => name));
	const before = new Map<string, ViewState['columns']>();
	let missing: ViewState['columns'][number][] = [];
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
