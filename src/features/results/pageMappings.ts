import * as vscode from 'vscode';
import type { ExportEntry } from '../../core/export/model/entry';
import type { Mappings } from '../../services/mappings/mappings';
import { DisposableStore } from '../../shared/disposables';
import type { ResultsDocument } from './document';
import { originOf } from './traceOrigin';

/** Looks for the mapping files of a document's records, so that the engine groups these by their original names. */
export class PageMappings implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** Groups may be others now. */
	readonly onDidChange = this.changed.event;
	private readonly closing = new AbortController();
	private looking: Promise<void> = Promise.resolve();
	private hasLooked = false;

	/** @param entry The export that the document is of. */
	constructor(
		private readonly document: Pick<ResultsDocument, 'origins' | 'useMappings'>,
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
		let origins: Awaited<ReturnType<ResultsDocument['origins']>> = [];
		const found = await this.mappings.findEach(async () => {
			origins = await this.document.origins(signal);
			return origins.map((origin) => originOf((name) => origin[name], this.entry()));
		});
		const told = found.flatMap(({ place, wanted }) => {
			const origin = origins[place];
			return origin ? [{ origin, wanted }] : [];
		});
		const isNew = await this.document.useMappings(told, signal);
		// Another view of the document may have told the engine first.
		if ((isNew || told.length > 0) && !signal.aborted) {
			this.changed.fire();
		}
	}
}
