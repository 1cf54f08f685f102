import type { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { CellVisitor } from '../../table/table';
import type { Snapshot } from './snapshot';

/** Visits the UTF-8 text of one cell per record, in file order. If `only` is undefined, visits all records. */
export type CellSource = (visit: CellVisitor, only: Bitset | undefined, scheduler: Scheduler) => Promise<void>;

/** A `CellSource` that regularly calls `afterPart` to process the cells that were visited since the previous call. */
type CellSourceInParts = (...args: [...Parameters<CellSource>, afterPart?: () => Promise<void>]) => Promise<void>;

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

export function mappedCells(
	source: CellSource,
	map: (bytes: Buffer, start: number, end: number) => string,
): CellSource {
	return (visit, only, scheduler) =>
		source(
			(number, bytes, start, end) => {
				const mapped = Buffer.from(map(bytes, start, end));
				return visit(number, mapped, 0, mapped.length);
			},
			only,
			scheduler,
		);
}

const textsAtOnce = 1024;

function textCells(records: number, getText: (number: number) => string): CellSourceInParts {
	return async (visit, only, scheduler, afterPart) => {
		let ended = false;
		for (let from = 0; from < records && !ended; from += textsAtOnce) {
			const to = Math.min(records, from + textsAtOnce);
			for (let number = from; number < to && !ended; number++) {
				if (!only || only.has(number)) {
					const bytes = Buffer.from(getText(number));
					ended = visit(number, bytes, 0, bytes.length) === false;
				}
			}
			await afterPart?.();
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	};
}
