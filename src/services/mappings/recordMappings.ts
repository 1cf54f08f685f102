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
	private looking: Promise<void> = Promise.resolve();
	private hasLooked = false;

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

	/** Resolves when the engine has received the results of all searches that were started. */
	get settled(): Promise<void> {
		return this.looking;
	}

	/** Starts a search. The entire file must have been read, because each record may be from another version. */
	look(): void {
		this.hasLooked = true;
		// Searches run sequentially, so that the engine receives the latest result last.
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
		// Another view of the same records may have sent these files to the engine.
		if ((isNew || told.length > 0) && !signal.aborted) {
			this.changed.fire();
		}
	}
}
