import * as vscode from 'vscode';
import { AppError, isCancellation, isProblem } from '../../core/common/errors';
import type { ExportEntry } from '../../core/export/model/entry';
import { daysAround } from '../../core/kept/model/calendar';
import { isManifest } from '../../core/kept/model/names';
import type { EngineClient } from '../../engine/engineClient';
import type { DescribedKept } from '../../engine/protocol';
import type { TimeRange } from '../../shared/comparison';
import { DisposableStore } from '../../shared/disposables';
import type { TableInfo } from '../../shared/results';
import { logFault } from '../../vscode/logFault';
import type { Mappings } from '../mappings/mappings';
import { RecordMappings } from '../mappings/recordMappings';
import { FileChanges } from '../pages/fileChanges';
import { rethrowUnreadable } from '../pages/rethrowUnreadable';
import { readRecords } from './readRecords';

/** A file of records as the engine has it open. */
interface OpenedFile {
	readonly session: string;
	/** Aborted when it is closed. */
	readonly closing: AbortController;
	readonly info: Promise<TableInfo>;
}

/** An engine that was started anew is asked once more: it has opened nothing yet. */
const maxTries = 2;

/** What opens files of records. */
export interface RecordsOnDemandServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly exports: { readonly roots: readonly string[]; describe(path: string): Promise<ExportEntry | undefined> };
	readonly kept: { describe(path: string): Promise<DescribedKept | undefined> };
	readonly mappings: Pick<Mappings, 'findEach' | 'onDidChange'>;
	readonly log: vscode.LogOutputChannel;
}

/** A file of records, or of kept ones, that is opened in the engine when somebody asks, as often as it has to be. */
export class RecordsOnDemand implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** The file is another one than was read, or its records are told apart otherwise. */
	readonly onDidChange = this.changed.event;
	private readonly progressed = this.store.add(new vscode.EventEmitter<void>());
	/** More of the file was read; see `share`. */
	readonly onDidProgress = this.progressed.event;

	private readonly file: FileChanges;
	private readonly mappings: RecordMappings;
	private opened: OpenedFile | undefined;
	private read = 0;
	private isClosed = false;
	private entry: ExportEntry | undefined;

	constructor(
		readonly path: string,
		/** What is asked about of kept records; undefined for all of them. */
		private readonly range: TimeRange | undefined,
		private readonly services: RecordsOnDemandServices,
	) {
		this.file = this.store.add(new FileChanges(vscode.Uri.file(path)));
		this.store.add(
			this.file.onDidChange((change) => {
				// A file that is gone can be asked about as long as it is open. A manifest changes with each day of an update.
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

	/** The export that the records are of, once they are read. */
	get ofExport(): ExportEntry | undefined {
		return this.entry;
	}

	/** How much of it is read, from 0 to 1. */
	get share(): number {
		return this.read;
	}

	/**
	 * Reads it to its end, and looks for the mapping files of its records.
	 * @throws AppError `unreadable`, and whatever else keeps it from being read
	 */
	async whole(): Promise<TableInfo> {
		const info = await this.current().info;
		await this.mappings.settled;
		return info;
	}

	/** By which the engine knows it, once it is read. */
	async session(): Promise<string> {
		const { session, info } = this.current();
		await info;
		return session;
	}

	/** The engine does not have it open any more. */
	lose(session: string): void {
		if (this.opened?.session === session) {
			this.close();
		}
	}

	/** What is asked from now on is asked of the file as it is then. */
	readAgain(): void {
		this.close();
	}

	/** Looks whether the file is still what was read; events do not tell of everything. */
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
			// A dead engine has no sessions left to close.
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
		this.file.look();
		this.read = 0;
		const opened: OpenedFile = { session, closing, info: this.readFile(session, closing.signal) };
		opened.info.then(
			() => this.mappings.look(),
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

	/** Of kept records, those that are asked about: others would be read for nothing. */
	private async days(): Promise<{ readonly first: string; readonly last: string } | undefined> {
		const { path, range, services } = this;
		const { known } = (range && isManifest(path) ? await services.kept.describe(path) : undefined) ?? {};
		return range && known && daysAround(range, known.zone);
	}
}

/**
 * Asks the engine about files that it has open then.
 * @param question Given the sessions of the files, in their order.
 */
export async function askAbout<T>(
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
			for (const [place, file] of files.entries()) {
				file.lose(sessions[place] ?? '');
			}
		}
	}
}
