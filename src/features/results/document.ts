import * as vscode from 'vscode';
import { AppError, isCancellation, isProblem } from '../../core/common/errors';
import type { OriginMappings, RecordOrigin } from '../../core/records/query/work/foundMappings';
import type { EngineClient } from '../../engine/engineClient';
import { OpenTraces, type RecordTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { FileChanges } from '../../services/pages/fileChanges';
import { rethrowUnreadable } from '../../services/pages/rethrowUnreadable';
import type { ViewedRecords } from '../../services/results/recordsInView';
import { DisposableStore } from '../../shared/disposables';
import type { DaysChoice } from '../../shared/keptDays';
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
import { type TableNews, withNews } from '../../shared/tableNews';
import { ShownDays } from './kept/shownDays';

/** How long what was seen of the file on the disk is trusted while somebody looks at its records. */
const changeMs = 1000;

/** One reading of the file by the engine; after a crash there is another. */
interface Session {
	readonly id: string;
	readonly openedAt: Date;
	/** Resolves when queries can be asked. */
	readonly firstRecords: Promise<FileReading>;
	latest: FileReading | undefined;
	/** What ended reading after the first records; undefined as long as nothing did. */
	trouble: unknown;
}

/** A file of records, read once for all views on it. The editor ends it with the last of them. */
export class ResultsDocument implements vscode.CustomDocument, ViewedRecords {
	private readonly store = new DisposableStore();
	private readonly read = this.store.add(new vscode.EventEmitter<FileReading>());
	/** More of the file was read. */
	readonly onDidRead = this.read.event;
	private readonly failed = this.store.add(new vscode.EventEmitter<unknown>());
	/** Reading ended before the end of the file; records found until then can still be asked for. */
	readonly onDidFail = this.failed.event;

	private readonly outdated = this.store.add(new vscode.EventEmitter<void>());
	/** The file is no more what was read; see `change`. */
	readonly onDidChangeOnDisk = this.outdated.event;
	private readonly restarted = this.store.add(new vscode.EventEmitter<void>());
	/** The file is read anew, so views begin anew too. */
	readonly onDidRestart = this.restarted.event;
	private readonly others = this.store.add(new vscode.EventEmitter<void>());
	/** All of the records are read, they are read anew, or their groups are others. */
	readonly onDidChange = this.others.event;

	private readonly file: FileChanges;
	private changeSeen: FileChange | undefined;
	private askedForChange = Number.NEGATIVE_INFINITY;
	private closing = new AbortController();
	/** How a person says that the file is written. */
	private form: FileForm | undefined;
	private session: Session | undefined;

	constructor(
		readonly uri: vscode.Uri,
		private readonly engine: Pick<EngineClient, 'call'>,
		/** Roots of the export libraries; the index of records in them may be saved there. */
		private readonly libraries: () => readonly string[] = () => [],
		readonly days = new ShownDays(uri.fsPath, { describe: async () => undefined }),
	) {
		this.file = this.store.add(new FileChanges(uri));
		this.store.add(
			this.file.onDidChange((change) => {
				this.notice(change);
				void this.askForChange();
			}),
		);
	}

	/** What became of the file since it was read; places of records may lead elsewhere. */
	get change(): FileChange | undefined {
		return this.changeSeen;
	}

	/** @throws AppError `notOnDisk`, and whatever reading throws before the first record */
	async opened(): Promise<FileReading> {
		const { firstRecords, latest } = this.current();
		return latest ?? firstRecords;
	}

	async columns(): Promise<readonly Column[]> {
		return (await this.opened()).progress.info.columns;
	}

	get isRead(): boolean {
		return this.latest?.done === true;
	}

	/** Undefined before the first records, and after the engine stopped. */
	get latest(): FileReading | undefined {
		return this.session?.latest;
	}

	/** When what is shown was opened. */
	get openedAt(): Date {
		return this.session?.openedAt ?? new Date();
	}

	/** What ended reading after the first records, if anything did. */
	get trouble(): unknown {
		return this.session?.trouble;
	}

	async query<Q extends RecordQuery>(
		query: Q,
		params: RecordQueries[Q]['params'],
		options: CallOptions<RecordQueries[Q]['progress']> = {},
	): Promise<RecordQueries[Q]['result']> {
		return this.ask(options.signal, async (session) => {
			// The engine's protocol pairs each query with its parameters and answers in kind; that the pair is one of them
			// is known for every Q, but not to the compiler for all of them at once.
			const asked = { session, query, params } as Parameters<typeof this.engine.call<'queryRecords'>>[1];
			const onProgress = options.onProgress as ((progress: unknown) => void) | undefined;
			return (await this.engine
				.call('queryRecords', asked, { ...options, onProgress })
				.catch(rethrowUnreadable)) as RecordQueries[Q]['result'];
		});
	}

	/** Asks the engine about the records, once they can be asked about. */
	async ask<T>(signal: AbortSignal | undefined, question: (session: string) => Promise<T>): Promise<T> {
		const session = this.current();
		try {
			await session.firstRecords;
			const answer = await question(session.id);
			if (!this.change && performance.now() - this.askedForChange > changeMs) {
				void this.askForChange();
			}
			return answer;
		} catch (error) {
			if (isProblem(error, 'engineStopped')) {
				this.forget(session);
			}
			// An engine that was started anew does not know the session and takes the question for one of a closed view.
			const isLost = isCancellation(error) && !signal?.aborted && !this.closing.signal.aborted;
			if (!isLost || this.session !== session) {
				throw error;
			}
			this.forget(session);
			return this.ask(signal, question);
		}
	}

	/** A record and the stack traces of one of its values, which whoever asks for them disposes of. */
	traces(place: Omit<TracesPlace, 'session'>, signal: AbortSignal): Promise<RecordTraces> {
		return this.ask(signal, (session) =>
			OpenTraces.ofRecord(this.engine, { session, ...place }, signal).catch(rethrowUnreadable),
		);
	}

	/** Where the records come from, those of most of them first. */
	origins(signal: AbortSignal): Promise<readonly RecordOrigin[]> {
		return this.ask(signal, (session) => this.engine.call('recordOrigins', { session }, { signal }));
	}

	/**
	 * Groups and what else is made of traces are from now on of what these files deobfuscate.
	 * @returns whether they are others than before
	 */
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

	/** Forgets what was read; the views ask for it again. */
	readAgain(): void {
		this.close();
		this.closing = new AbortController();
		this.file.look();
		this.changeSeen = undefined;
		this.askedForChange = Number.NEGATIVE_INFINITY;
		this.restarted.fire();
		this.others.fire();
	}

	/** Reads the file anew, as a person says that it is written. */
	readAs(form: FileForm): void {
		this.form = form;
		this.readAgain();
	}

	/** Opens other days of kept records. */
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
			// A dead engine has no sessions left to close.
			this.engine.call('closeRecords', { session: session.id }).catch(() => undefined);
		}
	}

	/** The editor does not hear of every change, and the engine knows which file it is that it reads. */
	private async askForChange(): Promise<void> {
		const { session } = this;
		this.askedForChange = performance.now();
		// Whatever is wrong with the session or the disk, the next question tells.
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
		this.file.look();
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

	/** The next question opens the file anew. */
	private forget(session: Session): void {
		if (this.session === session) {
			this.session = undefined;
		}
	}
}
