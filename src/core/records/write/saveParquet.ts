import type { CopyOrSave } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import { recordBatches } from '../query/execution/recordBatches';
import type { Snapshot } from '../query/execution/snapshot';
import type { QueryCache } from '../query/queryCache';
import { ChosenValues } from './chosenValues';
import type { ByteSink } from './parquet/chunkWriter';
import { findTypes } from './parquet/findTypes';
import { ParquetFile } from './parquet/parquetFile';

export async function saveParquet(
	queryCache: QueryCache,
	snapshot: Snapshot,
	what: Pick<CopyOrSave, 'columns' | 'tracesAsWritten'>,
	numbers: Uint32Array,
	{ sink, onRecords, signal }: { sink: ByteSink; onRecords: (count: number) => void; signal: AbortSignal },
): Promise<void> {
	const { table } = snapshot;
	const scheduler = new Scheduler(signal);
	const values = await ChosenValues.of(queryCache, snapshot, what, scheduler);
	const types = await findTypes(snapshot, what.columns, scheduler);
	const columns = values.names.map((name, index) => ({ name, type: types[index] ?? 'text' }));
	const file = await ParquetFile.begin(columns, sink, scheduler);
	for (const batch of recordBatches(numbers, table)) {
		const rows = await values.cells(batch);
		// Counts entire records, because a cell may be a substring that retains its record's text in memory.
		const bytes = batch.reduce((sum, number) => sum + table.length(number), 0);
		await file.add(rows, bytes);
		onRecords(batch.length);
	}
	await file.finish();
}
