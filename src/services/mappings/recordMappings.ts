import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import type { OriginMappings, RecordOrigin } from '../../core/records/query/work/foundMappings';
import { DisposableStore } from '../../shared/disposables';
import type { Mappings } from './mappings';
import { originMappings } from './originMappings';

/** A file of records that the engine has open. */
interface MappedRecords {
	/** Where the records come from, those of most of them first. */
	origins(signal: AbortSignal): Promise<readonly RecordOrigin[]>;
	/** @returns whether they are others than before */
	useMappings(found: readonly OriginMappings[], signal: AbortSignal): Promise<boolean>;
}

/** Looks for the mapping files of records, so that the engine groups these by their original names. */
export class RecordMappings implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** Groups may be others now. */
	readonly onDidChange = this.changed.event;
	private readonly closing = new AbortController();
	private looking: Promise<void> = Promise.resolve();
	private hasLooked = false;

	/** @param entry The export that the records are of. */
	constructor(
		private readonly records: MappedRecords,
		private readonly mappings: Pick<Mappings, 'findEach' | 'onDidChange'>,
		private readonly entry: () => ExportEntry | undefined,
		private readonly onFault: (error: unknown) => void,
	) {
		this.store.add(
			mappings.onDidChange(() => {
				if (this.hasLooked) {
					this.look();
				}
			}),
		);
	}

	/** Resolves when the engine knows of all that was looked for so far. */
	get settled(): Promise<void> {
		return this.looking;
	}

	/** Looks for them; the file must be read to its end, since any record may be of another version. */
	look(): void {
		this.hasLooked = true;
		// What was looked for last is told last.
		this.looking = this.looking.then(() => this.find()).catch(this.onFault);
	}

	dispose(): void {
		this.closing.abort();
		this.store.dispose();
	}

	private async find(): Promise<void> {
		const { signal } = this.closing;
		if (signal.aborted) {
			return;
		}
		const told = await originMappings(this.mappings, () => this.records.origins(signal), this.entry);
		const isNew = await this.records.useMappings(told, signal);
		// Another view of the records may have told the engine first.
		if ((isNew || told.length > 0) && !signal.aborted) {
			this.changed.fire();
		}
	}
}
