import type { CopyOrSave } from '../../../shared/results';
import type { Pace } from '../../common/pace';
import { ShownValues } from '../query/keys/shownValues';
import type { Prepared } from '../query/prepared';
import type { Snapshot } from '../query/work/snapshot';

/** Values of the columns that are taken away, those with traces as they are shown or as they were written. */
export class ChosenValues {
	/** Of the columns, as in the file's header. */
	readonly names: readonly string[];
	/** Of the column with traces among those that are taken; -1 where it is not. */
	private readonly place: number;

	private constructor(
		private readonly snapshot: Snapshot,
		private readonly columns: readonly number[],
		private readonly shown: ShownValues | undefined,
		private readonly pace: Pace,
	) {
		this.names = columns.map((column) => snapshot.column(column).name);
		this.place = columns.findIndex((column) => ShownValues.isOfTraces(snapshot, column));
	}

	/** @throws AppError `cancelled`; the values also `disk`. */
	static async of(
		prepared: Prepared,
		snapshot: Snapshot,
		{ columns, tracesAsWritten }: Pick<CopyOrSave, 'columns' | 'tracesAsWritten'>,
		pace: Pace,
	): Promise<ChosenValues> {
		const shown = tracesAsWritten ? undefined : await prepared.shownValues(snapshot, pace.signal);
		return new ChosenValues(snapshot, columns, shown, pace);
	}

	/** Record by record. */
	async cells(batch: Uint32Array): Promise<string[][]> {
		const rows = await this.snapshot.table.cells(batch, this.columns, this.pace.signal);
		const texts = this.shown && this.place >= 0 ? rows.map((row) => row[this.place] ?? '') : [];
		return this.withTraces(rows, await this.shownTraces(batch, texts), (text) => text);
	}

	/** As they stand in a file of JSON. */
	async written(batch: Uint32Array): Promise<(string | undefined)[][]> {
		const { table } = this.snapshot;
		const { signal } = this.pace;
		const rows = await table.written(batch, this.columns, signal);
		const column = this.columns[this.place];
		const texts = this.shown && column !== undefined ? await table.cells(batch, [column], signal) : [];
		return this.withTraces(rows, await this.shownTraces(batch, texts.flat()), JSON.stringify);
	}

	/**
	 * What is shown otherwise than it was written, by the row.
	 * @param texts Of the column with traces, as they were written.
	 */
	private async shownTraces(batch: Uint32Array, texts: readonly string[]): Promise<ReadonlyMap<number, string>> {
		const found = new Map<number, string>();
		for (const [index, text] of texts.entries()) {
			const value = await this.shown?.of(batch[index] ?? 0, text, this.pace);
			if (value && value.paths.length > 0) {
				found.set(index, value.text);
			}
		}
		return found;
	}

	private withTraces<V>(rows: V[][], traces: ReadonlyMap<number, string>, write: (text: string) => V): V[][] {
		for (const [index, text] of traces) {
			rows[index]?.splice(this.place, 1, write(text));
		}
		return rows;
	}
}
