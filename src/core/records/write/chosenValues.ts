import type { CopyOrSave } from '../../../shared/results';
import type { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from '../query/cachedSnapshot';
import type { Snapshot } from '../query/execution/snapshot';
import { ShownValues } from '../query/keys/shownValues';

/** Values to copy or save. Traces are either deobfuscated or the same as in the file. */
export class ChosenValues {
	readonly names: readonly string[];
	private readonly place: number;

	private constructor(
		private readonly snapshot: Snapshot,
		private readonly columns: readonly number[],
		private readonly shown: ShownValues | undefined,
		private readonly scheduler: Scheduler,
	) {
		this.names = columns.map((column) => snapshot.column(column).name);
		this.place = columns.findIndex((column) => ShownValues.isOfTraces(snapshot, column));
	}

	/** @throws AppError `cancelled`. Methods that read values can also throw `disk`. */
	static async of(
		snapshot: CachedSnapshot,
		{ columns, tracesAsWritten }: Pick<CopyOrSave, 'columns' | 'tracesAsWritten'>,
		scheduler: Scheduler,
	): Promise<ChosenValues> {
		const shown = tracesAsWritten ? undefined : await snapshot.shownValues(scheduler.signal);
		return new ChosenValues(snapshot, columns, shown, scheduler);
	}

	async cells(batch: Uint32Array): Promise<string[][]> {
		const rows = await this.snapshot.table.cells(batch, this.columns, this.scheduler.signal);
		const texts = this.shown && this.place >= 0 ? rows.map((row) => row[this.place] ?? '') : [];
		return this.withTraces(rows, await this.shownTraces(batch, texts), (text) => text);
	}

	async written(batch: Uint32Array): Promise<(string | undefined)[][]> {
		const { table } = this.snapshot;
		const { signal } = this.scheduler;
		const rows = await table.written(batch, this.columns, signal);
		const column = this.columns[this.place];
		const texts = this.shown && column !== undefined ? await table.cells(batch, [column], signal) : [];
		return this.withTraces(rows, await this.shownTraces(batch, texts.flat()), JSON.stringify);
	}

	private async shownTraces(batch: Uint32Array, texts: readonly string[]): Promise<ReadonlyMap<number, string>> {
		const found = new Map<number, string>();
		for (const [index, text] of texts.entries()) {
			const value = await this.shown?.of(batch[index] ?? 0, text, this.scheduler);
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
