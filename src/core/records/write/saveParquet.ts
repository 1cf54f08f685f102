import type { CopyOrSave } from '../../../shared/results';
import { Pace } from '../../common/pace';
import type { Prepared } from '../query/prepared';
import { recordBatches } from '../query/work/recordBatches';
import type { Snapshot } from '../query/work/snapshot';
import { ChosenValues } from './chosenValues';
import type { ByteSink } from './parquet/chunkWriter';
import { ParquetFile } from './parquet/parquetFile';

/**
 * Writes records to a file of Parquet.
 * @throws AppError `cancelled` or `disk`
 */
export async function saveParquet(
	prepared: Prepared,
	snapshot: Snapshot,
	what: Pick<CopyOrSave, 'columns' | 'tracesAsWritten'>,
	numbers: Uint32Array,
	{ sink, onRecords, signal }: { sink: ByteSink; onRecords: (count: number) => void; signal: AbortSignal },
): Promise<void> {
	const { table } = snapshot;
	const pace = new Pace(signal);
	const values = await ChosenValues.of(prepared, snapshot, what, pace);
	const file = await ParquetFile.begin(values.names, sink, pace);
	for (const batch of recordBatches(numbers, table)) {
		const rows = await values.cells(batch);
		// A cell may hold on to the text of its whole record.
		const bytes = batch.reduce((sum, number) => sum + table.length(number), 0);
		await file.add(rows, bytes);
		onRecords(batch.length);
	}
	await file.finish();
}
