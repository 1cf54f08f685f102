import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import { originMappings } from '../../core/mappings/traceOrigins';
import type { OriginMappings, RecordOrigin } from '../../core/records/query/execution/foundMappings';
import { DisposableStore } from '../../shared/disposables';
import type { Mappings } from './mappings';

interface MappedRecords {
	origins(signal: AbortSignal): Promise<readonly RecordOrigin[]>;
	useMappings(found: readonly OriginMappings[], signal: AbortSignal): Promise<boolean>;
}

/** Finds the mapping files for records. The engine needs them to group records by source names. */
export class RecordMappings implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly closing = new AbortController();
	private searching: Promise<void> = Promise.resolve();
	private hasSearched = false;

	constructor(
		private readonly records: MappedRecords,
		private readonly mappings: Pick<Mappings, 'findEach' | 'onDidChange'>,
		private readonly entry: () => ExportEntry | undefined,
		private readonly onFault: (error: unknown) => void,
	) {
		this.store.add(
			mappings.onDidChange(() => {
				if (this.hasSearched) {
					this.search();
				}
			}),
		);
	}

	/** Resolves when the engine has received the results of all searches that were started. */
	get settled(): Promise<void> {
		return this.searching;
	}

	/** Starts a search. Call this after reading the entire file, because each record may be from another version. */
	search(): void {
		this.hasSearched = true;
		// Searches run sequentially, so that the engine receives the latest result last.
		this.searching = this.searching.then(() => this.find()).catch(this.onFault);
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
		const mappings = await originMappings(this.mappings, () => this.records.origins(signal), this.entry);
		const isNew = await this.records.useMappings(mappings, signal);
		// If another view has already sent these mapping files to the engine, they aren't new, but this view must still be
		// updated.
		if ((isNew || mappings.length > 0) && !signal.aborted) {
			this.changed.fire();
		}
	}
}
