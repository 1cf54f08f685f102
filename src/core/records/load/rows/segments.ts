import type { Snapshot } from '../../query/execution/snapshot';
import type { ColumnPiece, DictionaryValues, NumberValues, TableColumn } from '../../table/table';

/** The values of a column within a segment. The value at index 0 belongs to the record `first`. */
export type SegmentColumn =
	| { readonly kind: 'dictionary'; readonly values: DictionaryValues; readonly first: number }
	| { readonly kind: 'number'; readonly values: NumberValues; readonly first: number }
	| { readonly kind: 'read'; readonly place: number }
	| { readonly kind: 'empty' };

interface OpenSegment extends Disposable {
	readonly columns: readonly SegmentColumn[];
	readonly read: readonly number[];
}

interface Segment {
	readonly first: number;
	readonly end: number;
	/** Opens the columns. A file may remain open until the result is disposed of. */
	open(): OpenSegment;
}

/** Divides a table's records into one segment per file, so that columns need not be merged from several files. */
export function getSegments({ allColumns, records }: Snapshot): readonly Segment[] {
	const borders = new Set([0, ...allColumns.flatMap(({ pieces = [] }) => pieces.map(({ first }) => first))]);
	const firsts = [...borders].filter((first) => first < records).sort((one, other) => one - other);
	return firsts.map((first, index) => ({
		first,
		end: firsts[index + 1] ?? records,
		open: () => openAt(allColumns, first),
	}));
}

function openAt(all: readonly TableColumn[], first: number): OpenSegment {
	const pieces = all.map((column) => column.pieces?.find((piece) => isIn(piece, first)));
	const held = pieces.find((piece) => piece !== undefined)?.hold();
	const read: number[] = [];
	const columns = all.map((column, index): SegmentColumn => {
		const piece = pieces[index];
		const values = piece ? piece.read() : column.values;
		const from = piece ? piece.first : 0;
		switch (values?.kind) {
			case 'dictionary':
				return { kind: 'dictionary', values, first: from };
			case 'number':
				return { kind: 'number', values, first: from };
			case 'raw':
				return { kind: 'read', place: read.push(index) - 1 };
			default:
				return { kind: 'empty' };
		}
	});
	return { columns, read, [Symbol.dispose]: () => held?.[Symbol.dispose]() };
}

function isIn({ first, records }: ColumnPiece, record: number): boolean {
	return record >= first && record < first + records;
}

export function getText(column: SegmentColumn | undefined, record: number, row: readonly string[]): string {
	switch (column?.kind) {
		case 'dictionary':
			return column.values.value(column.values.codes[record - column.first] ?? 0);
		case 'number':
			return column.values.text(record - column.first);
		case 'read':
			return row[column.place] ?? '';
		default:
			return '';
	}
}
