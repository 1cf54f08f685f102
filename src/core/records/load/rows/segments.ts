import type { Snapshot } from '../../query/work/snapshot';
import type { ColumnPiece, DictionaryValues, NumberValues, TableColumn } from '../../table/table';

/** Where the values of a column are for the records of a segment; `first` is the record that is 0 in them. */
export type SegmentColumn =
	| { readonly kind: 'dictionary'; readonly values: DictionaryValues; readonly first: number }
	| { readonly kind: 'number'; readonly values: NumberValues; readonly first: number }
	/** Among those that are read back from the file. */
	| { readonly kind: 'read'; readonly place: number }
	| { readonly kind: 'empty' };

interface OpenSegment extends Disposable {
	readonly columns: readonly SegmentColumn[];
	/** The columns that are read back from the file, by their places. */
	readonly read: readonly number[];
}

/** Records whose columns are each kept in one way. */
interface Segment {
	readonly first: number;
	/** Exclusive. */
	readonly end: number;
	/** Until it is disposed of, a file may stay open. */
	open(): OpenSegment;
}

/** All records of a table, in parts whose columns need not be made of several pieces. */
export function segmentsOf({ allColumns, records }: Snapshot): readonly Segment[] {
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
	const columns = all.map((column, place): SegmentColumn => {
		const piece = pieces[place];
		const values = piece ? piece.read() : column.values;
		const from = piece ? piece.first : 0;
		switch (values?.kind) {
			case 'dictionary':
				return { kind: 'dictionary', values, first: from };
			case 'number':
				return { kind: 'number', values, first: from };
			case 'raw':
				return { kind: 'read', place: read.push(place) - 1 };
			default:
				return { kind: 'empty' };
		}
	});
	return { columns, read, [Symbol.dispose]: () => held?.[Symbol.dispose]() };
}

function isIn({ first, records }: ColumnPiece, record: number): boolean {
	return record >= first && record < first + records;
}

/** @param row What was read back of the record. */
export function textOf(column: SegmentColumn | undefined, record: number, row: readonly string[]): string {
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
