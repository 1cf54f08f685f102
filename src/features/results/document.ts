import * as vscode from 'vscode';
import { AppError, isCancellation, isProblem } from '../../core/common/errors';
import type { OriginMappings, RecordOrigin } from '../../core/records/query/execution/foundMappings';
import type { EngineClient } from '../../engine/engineClient';
import { OpenTraces, type RecordTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { queryInSession } from '../../engine/readRecords';
import { FileChanges } from '../../services/pages/fileChanges';
import { rethrowUnreadable } from '../../services/pages/rethrowUnreadable';
import type { ViewedRecords } from '../../services/results/recordsInView';
import { DisposableStore } from '../../shared/disposables';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type {
	Column,
	CopyOrSave,
	FileChange,
	FileForm,
	FileReading,
	OpenProgress,
	TableInfo,
} from '../../shared/results';
import type { CallOptions } from '../../shared/rpc';
import type { DaysChoice } from '../../shared/syncedDays';
import { type TableNews, withNews } from '../../shared/tableChangeNotifier';
import { ShownDays } from './sync/shownDays';

const changeMs = 1000;

/** Session in which the engine reads the file. If the engine crashes, a new session replaces it. */
interface Session {
	readonly id: string;
	readonly openedAt: Date;
	readonly firstRecords: Promise<FileReading>;
	readonly wholeFile: Promise<FileReading>;
	latest: FileReading | undefined;
	/** Error that stopped reading after the first records had been read. Undefined if no error occurred. */
	trouble: unknown;
}

export class ResultsDocument implements vscode.CustomDocument, ViewedRecords {
	private readonly store = new DisposableStore();
	private readonly read = this.store.add(new vscode.EventEmitter<FileReading>());
	readonly onDidRead = this.read.event;
	private readonly failed = this.store.add(new vscode.EventEmitter<unknown>());
	/** Fires when an error stops reading before the end of the file. Records that were already read remain available. */
	readonly onDidFail = this.failed.event;

	private readonly outdated = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChangeOnDisk = this.outdated.event;
	private readonly restarted = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidRestart = this.restarted.event;
	private readonly others = this.store.add(new vscode.EventEmitter<void>());
	/** Fires when all records have been read, when reading starts again, or when the groups have changed. */
	readonly onDidChange = this.others.event;

	private readonly file: FileChanges;
	private changeSeen: FileChange | undefined;
	private askedForChange = Number.NEGATIVE_INFINITY;
	private closing = new AbortController();
	private form: FileForm | undefined;
	private session: Session | undefined;

	constructor(
		readonly uri: vscode.Uri,
		private readonly engine: Pick<EngineClient, 'call'>,
		/** Root folders of the libraries. Indexes are saved only in these folders, next to the records. */
		private readonly libraries: () => readonly string[] = () => [],
		readonly days = new ShownDays(uri.fsPath, { describe: async () => undefined }),
	) {
		this.file = this.store.add(new FileChanges(uri));
		this.store.add(
			this.file.onDidChange((change) => {
				this.notice(change);
				void this.requestChange();
			}),
		);
	}

	/** Returns how the file has changed since it was read, or undefined if it hasn't changed. */
	get change(): FileChange | undefined {
		return this.changeSeen;
	}

	/**
	 * Resolves when the first records have been read.
	 * @throws AppError `notOnDisk`, or another error that prevents reading these records
	 */
	async opened(): Promise<FileReading> {
		const { firstRecords, latest } = this.current();
		return latest ?? firstRecords;
	}

	/** Resolves when all records have been read. Rejects with the error that stopped reading. */
	async readToEnd(): Promise<FileReading> {
		return this.current().wholeFile;
	}

	async columns(): Promise<readonly Column[]> {
		return (await this.opened()).progress.info.columns;
	}

	get isRead(): boolean {
		return this.latest?.done === true;
	}

	startReading(): void {
		// Errors are not handled here, because the next query throws them again.
		this.opened().catch(() => undefined);
	}

	get latest(): FileReading | undefined {
		return this.session?.latest;
	}

	get openedAt(): Date {
		return this.session?.openedAt ?? new Date();
	}

	get trouble(): unknown {
		return this.session?.trouble;
	}

	async query<Q extends RecordQuery>(
		query: Q,
		params: RecordQueries[Q]['params'],
		options: CallOptions<RecordQueries[Q]['progress']> = {},
	): Promise<RecordQueries[Q]['result']> {
		return this.ask(options.signal, (session) =>
			queryInSession(this.engine, session, query, params, options).catch(rethrowUnreadable),
		);
	}

	async ask<T>(signal: AbortSignal | undefined, question: (session: string) => Promise<T>): Promise<T> {
		const session = this.current();
		try {
			await session.firstRecords;
			const answer = await question(session.id);
			if (!this.change && performance.now() - this.askedForChange > changeMs) {
				void this.requestChange();
			}
			return answer;
		} catch (error) {
			if (isProblem(error, 'engineStopped')) {
				this.forget(session);
			}
			// An engine that was restarted doesn't know the session. It then cancels the query as if the view had been
			// closed.
			const isLost = isCancellation(error) && !signal?.aborted && !this.closing.signal.aborted;
			if (!isLost || this.session !== session) {
				throw error;
			}
			this.forget(session);
			return this.ask(signal, question);
		}
	}

	/** Returns the stack traces in a value of a record. The caller must dispose of the result. */
	traces(place: Omit<TracesPlace, 'session'>, signal: AbortSignal): Promise<RecordTraces> {
		return this.ask(signal, (session) =>
			OpenTraces.ofRecord(this.engine, { session, ...place }, signal).catch(rethrowUnreadable),
		);
	}

	origins(signal: AbortSignal): Promise<readonly RecordOrigin[]> {
		return this.ask(signal, (session) => this.engine.call('recordOrigins', { session }, { signal }));
	}

	/** Sets the mapping files for grouping and deobfuscating records. Returns true if the files changed. */
	async useMappings(found: readonly OriginMappings[], signal: AbortSignal): Promise<boolean> {
		const areOthers = await this.ask(signal, (session) =>
			this.engine.call('recordMappings', { session, found }, { signal }),
		);
		if (areOthers) {
			this.others.fire();
		}
		return areOthers;
	}

	save(
		what: CopyOrSave,
		path: string,
		options: CallOptions<{ records: number; of: number }>,
	): Promise<{ records: number; bytes: number }> {
		return this.ask(options.signal, (session) => this.engine.call('saveRecords', { session, what, path }, options));
	}

	readAgain(): void {
		this.close();
		this.closing = new AbortController();
		this.file.remember();
		this.changeSeen = undefined;
		this.askedForChange = Number.NEGATIVE_INFINITY;
		this.restarted.fire();
		this.others.fire();
	}

	readAs(form: FileForm): void {
		this.form = form;
		this.readAgain();
	}

	showDays(choice: DaysChoice): void {
		this.days.choose(choice);
		this.readAgain();
	}

	async readAgainIfChanged(): Promise<void> {
		await this.file.check();
		if (this.change) {
			this.readAgain();
		}
	}

	dispose(): void {
		this.close();
		this.store.dispose();
	}

	private close(): void {
		const { session } = this;
		this.closing.abort(new AppError({ kind: 'cancelled' }));
		this.session = undefined;
		if (session) {
			// A stopped engine has no session to close.
			this.engine.call('closeRecords', { session: session.id }).catch(() => undefined);
		}
	}

	/** Checks whether the file has changed. The engine checks this, because VS Code doesn't detect every change. */
	private async requestChange(): Promise<void> {
		const { session } = this;
		this.askedForChange = performance.now();
		// Errors are not handled here, because the next query throws them again.
		const asked = session && this.engine.call('recordsChange', { session: session.id }).catch(() => undefined);
		const change = await asked;
		if (change && session === this.session) {
			this.notice(change);
		}
	}

	private notice(change: FileChange): void {
		if (this.changeSeen !== change) {
			this.changeSeen = change;
			this.outdated.fire();
		}
	}

	private current(): Session {
		this.session ??= this.open();
		return this.session;
	}

	private open(): Session {
		const id = crypto.randomUUID();
		this.file.remember();
		const { signal } = this.closing;
		let found: (reading: FileReading) => void = () => undefined;
		const reading = new Promise<FileReading>((resolve) => {
			found = resolve;
		});
		const see = (seen: FileReading) => {
			session.latest = seen;
			found(seen);
			if (seen.done) {
				void this.file.check();
			}
			this.read.fire(seen);
			if (seen.done) {
				this.others.fire();
			}
		};
		let columns: readonly Column[] = [];
		const learn = (news: TableNews): TableInfo => {
			const info = withNews(columns, news);
			({ columns } = info);
			return info;
		};
		const onProgress = (progress: OpenProgress<TableNews>) =>
			see({ progress: { ...progress, info: learn(progress.info) }, done: false });
		const ended = this.readFile(id, { signal, onProgress }).then((news) => {
			const info = learn(news);
			const whole = {
				progress: { bytes: info.bytes, totalBytes: info.bytes, records: info.total, info },
				done: true,
			};
			see(whole);
			return whole;
		});
		ended.catch((error) => {
			if (session.latest && !signal.aborted) {
				session.trouble = error;
				this.failed.fire(error);
			}
			if (!session.latest || isProblem(error, 'engineStopped')) {
				this.forget(session);
			}
		});
		const session: Session = {
			id,
			openedAt: new Date(),
			firstRecords: Promise.race([reading, ended]),
			wholeFile: ended,
			latest: undefined,
			trouble: undefined,
		};
		return session;
	}

	private async readFile(session: string, options: CallOptions<OpenProgress<TableNews>>): Promise<TableNews> {
		if (this.uri.scheme !== 'file') {
			throw new AppError({ kind: 'notOnDisk', scheme: this.uri.scheme });
		}
		const chosen = this.days.open();
		const days = chosen && (await chosen.catch(rethrowUnreadable));
		const file = { path: this.uri.fsPath, form: this.form, libraries: this.libraries(), days };
		return this.engine.call('openRecords', { session, ...file }, options).catch(rethrowUnreadable);
	}

	private forget(session: Session): void {
		if (this.session === session) {
			this.session = undefined;
		}
	}
}
