import type { Scheduler } from '../../../common/scheduler';
import type { Snapshot } from '../../query/execution/snapshot';
import type { ColumnValues, NumberValues } from '../../table/table';
import { longestTyped, type ParquetColumnType, TypeFinder } from './columnType';

const tooLarge = 'too long for any type';

/** Example for each form of numbers. If a type fits the example, it fits all numbers of this form. */
const examples = { small: '2', large: String(2n ** 63n), dateTime: '2000-01-01 00:00:00' };

/** Number of dictionary values to process between two checks of whether to yield. */
const valuesAtOnce = 1024;

/** Returns the types of the columns. All records are examined, even if only some of them will be written. */
export async function findTypes(
	snapshot: Snapshot,
	columns: readonly number[],
	scheduler: Scheduler,
): Promise<readonly ParquetColumnType[]> {
	const types: ParquetColumnType[] = [];
	for (const column of columns) {
		types.push(await findType(snapshot, column, scheduler));
	}
	return types;
}

async function findType(snapshot: Snapshot, index: number, scheduler: Scheduler): Promise<ParquetColumnType> {
	const finder = new TypeFinder();
	const column = snapshot.column(index);
	const kinds = column.pieces?.map(({ kind }) => kind) ?? [column.values.kind];
	if (kinds.includes('raw')) {
		await addRaw(snapshot, index, finder, scheduler);
		return finder.type;
	}
	for (const piece of column.pieces ?? [{ read: () => column.values }]) {
		const values = piece.read();
		if (values && !(await addValues(values, finder, scheduler))) {
			break;
		}
	}
	return finder.type;
}

async function addRaw(snapshot: Snapshot, index: number, finder: TypeFinder, { signal }: Scheduler): Promise<void> {
	const { records, table } = snapshot;
	await table.scanColumn(
		index,
		(_number, bytes, start, end) =>
			finder.add(end - start > longestTyped ? tooLarge : bytes.toString('latin1', start, end)),
		{ signal, records },
	);
}

async function addValues(values: ColumnValues, finder: TypeFinder, scheduler: Scheduler): Promise<boolean> {
	if (values.kind === 'number') {
		return finder.add(await exampleOf(values, scheduler));
	}
	let more = true;
	if (values.kind === 'dictionary') {
		await scheduler.forEachBatch(
			values.size,
			(from, to) => {
				for (let code = from; more && code < to; code++) {
					more = (values.counts[code] ?? 0) === 0 || finder.add(values.value(code));
				}
			},
			valuesAtOnce,
		);
	}
	return more;
}

async function exampleOf({ form, high }: NumberValues, scheduler: Scheduler): Promise<string> {
	if (form === 'dateTime') {
		return examples.dateTime;
	}
	let isLarge = false;
	if (high) {
		await scheduler.forEachBatch(high.length, (from, to) => {
			for (let record = from; record < to; record++) {
				isLarge ||= (high[record] ?? 0) > 0x7fff_ffff;
			}
		});
	}
	return isLarge ? examples.large : examples.small;
}
