import type { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { CellVisitor } from '../../table/table';
import type { Snapshot } from './snapshot';

/**
 * Goes through the cells of one text per record, as UTF-8, in the order of the file.
 * @param only Which records; all of the snapshot without it.
 */
export type CellSource = (visit: CellVisitor, only: Bitset | undefined, pace: Pace) => Promise<void>;

/** As a `CellSource`. `afterPart` works off, in turns, what was visited since it was last called; it is called last. */
type CellSourceInParts = (...args: [...Parameters<CellSource>, afterPart?: () => Promise<void>]) => Promise<void>;

/** A column's values, wherever they are kept. */
export function cellsOfColumn(snapshot: Snapshot, index: number): CellSourceInParts {
	const { values } = snapshot.column(index);
	const { records, table } = snapshot;
	switch (values.kind) {
		case 'raw':
			return (visit, only, { signal }, afterPart) =>
				table.scanColumn(index, visit, { signal, records, ...(only && { only }), ...(afterPart && { afterPart }) });
		case 'dictionary': {
			const { codes } = values;
			return textCells(records, (number) => values.value(codes[number] ?? 0));
		}
		case 'number':
			return textCells(records, (number) => values.text(number));
	}
}

/** The same cells with each text replaced by another one. */
export function mappedCells(
	source: CellSource,
	map: (bytes: Buffer, start: number, end: number) => string,
): CellSource {
	return (visit, only, pace) =>
		source(
			(number, bytes, start, end) => {
				const mapped = Buffer.from(map(bytes, start, end));
				return visit(number, mapped, 0, mapped.length);
			},
			only,
			pace,
		);
}

/** Texts that are made, and may be held, before others have their turn. */
const textsAtOnce = 1024;

function textCells(records: number, textOf: (number: number) => string): CellSourceInParts {
	return async (visit, only, pace, afterPart) => {
		let ended = false;
		for (let from = 0; from < records && !ended; from += textsAtOnce) {
			const to = Math.min(records, from + textsAtOnce);
			for (let number = from; number < to && !ended; number++) {
				if (!only || only.has(number)) {
					const bytes = Buffer.from(textOf(number));
					ended = visit(number, bytes, 0, bytes.length) === false;
				}
			}
			await afterPart?.();
			if (pace.due) {
				await pace.rest();
			}
		}
	};
}
