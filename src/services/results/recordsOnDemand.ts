import * as vscode from 'vscode';
import { AppError, isCancellation, isProblem } from '../../core/common/errors';
import type { ExportEntry } from '../../core/export/model/entry';
import { daysAround } from '../../core/sync/model/calendar';
import { isManifest } from '../../core/sync/model/names';
import type { EngineClient } from '../../engine/engineClient';
import type { DescribedSyncedSet } from '../../engine/protocol';
import { readRecords } from '../../engine/readRecords';
import type { TimeRange } from '../../shared/comparison';
import { DisposableStore } from '../../shared/disposables';
import type { TableInfo } from '../../shared/results';
import { logFault } from '../../vscode/logFault';
import type { Mappings } from '../mappings/mappings';
import { RecordMappings } from '../mappings/recordMappings';
import { FileChanges } from '../pages/fileChanges';
import { rethrowUnreadable } from '../pages/rethrowUnreadable';

interface OpenedFile {
	readonly session: string;
	readonly closing: AbortController;
	readonly info: Promise<TableInfo>;
}

/** Maximum number of attempts. A query is repeated once, because a restarted engine has no open files. */
const maxTries = 2;

export interface RecordsOnDemandServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly exports: { readonly roots: readonly string[]; describe(path: string): Promise<ExportEntry | undefined> };
	readonly syncedRecords: { describe(path: string): Promise<DescribedSyncedSet | undefined> };
	readonly mappings: Pick<Mappings, 'findEach' | 'onDidChange'>;
	readonly log: vscode.LogOutputChannel;
}

/** Records of a file or synced set. The engine opens them when they are needed, and again after a restart. */
export class RecordsOnDemand implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly progressed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidProgress = this.progressed.event;

	private readonly file: FileChanges;
	private readonly mappings: RecordMappings;
	private opened: OpenedFile | undefined;
	private read = 0;
	private isClosed = false;
	private entry: ExportEntry | undefined;

	constructor(
		readonly path: string,
		/** Time range to open in a synced set. Undefined opens all days. */
		private readonly range: TimeRange | undefined,
		private readonly services: RecordsOnDemandServices,
	) {
		this.file = this.store.add(new FileChanges(vscode.Uri.file(path)));
		this.store.add(
			this.file.onDidChange((change) => {
				// A deleted file stays open for queries, and the manifest changes with every synced day. Neither requires
				// reading again.
				if (change !== 'gone' && !isManifest(path)) {
					this.readAgain();
					this.changed.fire();
				}
			}),
		);
		this.mappings = this.store.add(
			new RecordMappings(
				{
					origins: async (signal) =>
						services.engine.call('recordOrigins', { session: await this.session() }, { signal }),
					useMappings: async (found, signal) =>
						services.engine.call('recordMappings', { session: await this.session(), found }, { signal }),
				},
				services.mappings,
				() => this.entry,
				(error) => isCancellation(error) || logFault(services.log, 'records', error),
			),
		);
		this.store.add(this.mappings.onDidChange(() => this.changed.fire()));
	}

	get ofExport(): ExportEntry | undefined {
		return this.entry;
	}

	get share(): number {
		return this.read;
	}

	/**
	 * Opens the records and waits until all of them have been read.
	 * @throws AppError `unreadable`, or another error that prevents reading the file
	 */
	async whole(): Promise<TableInfo> {
		const info = await this.current().info;
		await this.mappings.settled;
		return info;
	}

	async session(): Promise<string> {
		const { session, info } = this.current();
		await info;
		return session;
	}

	lose(session: string): void {
		if (this.opened?.session === session) {
			this.close();
		}
	}

	readAgain(): void {
		this.close();
	}

	/** Checks whether the file has changed, because file events are not reliable. */
	check(): Promise<void> {
		return this.file.check();
	}

	dispose(): void {
		this.isClosed = true;
		this.close();
		this.store.dispose();
	}

	private close(): void {
		const { opened } = this;
		this.opened = undefined;
		if (opened) {
			opened.closing.abort(new AppError({ kind: 'cancelled' }));
			// If the engine has stopped, there is no session to close.
			this.services.engine.call('closeRecords', { session: opened.session }).catch(() => undefined);
		}
	}

	private current(): OpenedFile {
		if (this.isClosed) {
			throw new AppError({ kind: 'cancelled' });
		}
		this.opened ??= this.open();
		return this.opened;
	}

	private open(): OpenedFile {
		const closing = new AbortController();
		const session = crypto.randomUUID();
		this.file.remember();
		this.read = 0;
		const opened: OpenedFile = { session, closing, info: this.readFile(session, closing.signal) };
		opened.info.then(
			() => this.mappings.search(),
			() => this.lose(session),
		);
		return opened;
	}

	private async readFile(session: string, signal: AbortSignal): Promise<TableInfo> {
		const { engine, exports } = this.services;
		this.entry = await exports.describe(this.path);
		const info = await readRecords(
			engine,
			{ session, path: this.path, libraries: exports.roots, days: await this.days() },
			{
				signal,
				onProgress: ({ bytes, totalBytes }) => {
					this.read = bytes / Math.max(1, totalBytes);
					this.progressed.fire();
				},
			},
		).catch(rethrowUnreadable);
		this.read = 1;
		return info;
	}

	private async days(): Promise<{ readonly first: string; readonly last: string } | undefined> {
		const { path, range, services } = this;
		const { known } = (range && isManifest(path) ? await services.syncedRecords.describe(path) : undefined) ?? {};
		return range && known && daysAround(range, known.zone);
	}
}

/**
 * Runs a query with the session IDs of `files`, in the same order. Repeats the query if the engine has lost a session.
 */
export async function queryRecords<T>(
	files: readonly RecordsOnDemand[],
	signal: AbortSignal | undefined,
	question: (sessions: readonly string[]) => Promise<T>,
): Promise<T> {
	for (let tries = 1; ; tries++) {
		const sessions = await Promise.all(files.map((file) => file.session()));
		try {
			return await question(sessions);
		} catch (error) {
			const isLost = isProblem(error, 'engineStopped') || isCancellation(error);
			if (!isLost || signal?.aborted || tries === maxTries) {
				throw error;
			}
			for (const [index, file] of files.entries()) {
				file.lose(sessions[index] ?? '');
			}
		}
	}
}
