import * as vscode from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import { isDatasetFile, readDatasetDocument } from '../../core/database/datasetDocument';
import type { ExportEntry } from '../../core/export/model/entry';
import { hashedDevices } from '../../core/plan/fields';
import { apartLines } from '../../services/apartLines';
import { runCommand } from '../../services/commands';
import { RecordMappings } from '../../services/mappings/recordMappings';
import { describeError } from '../../services/pages/describeError';
import { type NoticeContent, Notices } from '../../services/pages/notices';
import { exportOther, fetchKeptDays, repeatExport, runOn } from '../../services/repeatExport';
import { TraceReader } from '../../services/traces/traceReader';
import { allDays } from '../../shared/keptDays';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { FileReading, GroupPage } from '../../shared/results';
import type { PageCommand, ResultsHost, ResultsStart, ResultsView } from '../../shared/resultsProtocol';
import { type CallContext, Channel, type Handlers } from '../../shared/rpc';
import { shownErrorCodec } from '../../shared/shownError';
import { TableTeller } from '../../shared/tableNews';
import { logFault } from '../../vscode/logFault';
import { askAgent } from './askAgent';
import { copyRecords, copyValue } from './copying';
import type { ResultsDocument } from './document';
import type { ResultsServices } from './editor';
import { historyOfGroup } from './groupHistory';
import { copyIssue } from './issue';
import { PageKept } from './kept/pageKept';
import { describeEmptyDays } from './notices/emptyDays';
import { describeEmptyReasons } from './notices/emptyReasons';
import { describeNotices, type Remedies } from './notices/noticeContents';
import { Traces } from './pageTraces';
import { saveViewReport } from './saveViewReport';
import { saveRecords } from './saving';
import { type DatasetInView, describeAge, describeSource, describeStart, type ShownSource } from './start';

/** Everything said between the host and one life of the page, from its first call on. */
export class PageConnection implements vscode.Disposable {
	private readonly channel: Channel<ResultsHost, ResultsView>;
	private deliver: (message: unknown) => void = () => undefined;
	private readonly notices = new Notices();
	private readonly traces: Traces;
	private readonly mappings: RecordMappings;
	private readonly traceReader: TraceReader;
	private readonly grouping: vscode.Disposable;
	/** What the file is, if it is ours: an export, or the manifest of kept records. */
	private entry: ExportEntry | undefined;
	/** What it is where it is a document of a dataset. */
	private dataset: DatasetInView | undefined;
	private readonly kept: PageKept;
	/** The day that an update asks about, as the page knows it. */
	private asking: string | undefined;
	private teller = new TableTeller();
	/** The page has its start and can receive more. */
	private started = false;

	constructor(
		port: { readonly post: (message: unknown) => void; readonly column: () => vscode.ViewColumn | undefined },
		private readonly document: ResultsDocument,
		private readonly services: ResultsServices,
	) {
		this.kept = new PageKept(document.uri.fsPath, document.days, services.kept);
		this.traceReader = new TraceReader(document, services.mappings, () => this.entry);
		this.traces = new Traces(this.traceReader, services, port.column);
		this.traces.onDidChange(() => this.started && this.say('tracesChanged', undefined));
		this.mappings = new RecordMappings(
			document,
			services.mappings,
			() => this.entry,
			(error) => isCancellation(error) || logFault(services.log, 'results', error),
		);
		const regroup = () => this.started && this.say('groupsChanged', undefined);
		this.grouping = vscode.Disposable.from(
			services.frames.onDidChangeOwn(regroup),
			this.mappings.onDidChange(regroup),
			this.mappings,
		);
		this.channel = new Channel(
			{ post: port.post, onMessage: (listener) => (this.deliver = listener) },
			this.handlers(),
			shownErrorCodec((error) => describeError(error, 'results view', services.log)),
		);
	}

	receive(message: unknown): void {
		this.deliver(message);
	}

	/** Tells how far the file is read. */
	tell(reading: FileReading): void {
		if (this.started) {
			const { progress, done } = reading;
			this.say('progress', { progress: { ...progress, info: this.teller.newsOf(progress.info) }, done });
			if (reading.done) {
				this.showNotices();
				this.mappings.look();
				this.noteLook(reading).catch((error) => logFault(this.services.log, 'results', error));
			}
		}
	}

	/** Tells again what must be known, as it is now. */
	showNotices(): void {
		const { latest } = this.document;
		if (this.started && latest) {
			this.say('notices', { notices: this.notices.of(this.noticesOn(latest)), asOf: describeAge(this.source) });
		}
	}

	/** The export that the file is of may have been verified, completed or removed. */
	async lookAtExport(): Promise<void> {
		if (this.started && this.entry) {
			const path = this.document.uri.fsPath;
			this.entry = (await this.services.exports.describe(path)) ?? this.entry;
			this.showNotices();
		}
	}

	/** An update of the records that are shown may have come to its end. */
	async lookAtKept(): Promise<void> {
		if (this.started && this.kept.entry && !this.kept.isUpdated) {
			await this.lookAtChange();
		}
	}

	/** An update of the records that are shown has come to another day. What came is told at its end. */
	async lookAtUpdate(): Promise<void> {
		const { asking } = this.kept;
		if (this.started && asking !== this.asking) {
			this.asking = asking;
			await this.kept.look();
			this.tellDays();
		}
	}

	/** The file is no more what was read. */
	async lookAtChange(): Promise<void> {
		if (this.kept.entry) {
			await this.kept.look();
			this.asking = this.kept.asking;
			this.tellDays();
		}
		this.showNotices();
	}

	/** Tells that reading ended too early. */
	fail(error: unknown): void {
		if (this.started) {
			this.say('failed', { message: describeError(error, 'results view', this.services.log).message });
		}
	}

	/** Hands a command to the page. */
	async run(id: PageCommand): Promise<void> {
		if (this.started) {
			await this.channel.call('command', { id });
		}
	}

	/** Shows the filters that somebody offers for the file, if anybody does. */
	showFilters(): void {
		const { document, services } = this;
		if (!this.started || !services.filtersToShow.has(document.uri)) {
			return;
		}
		if (document.days.chosen.kind !== 'all') {
			// They may be about other days than are shown. The page that begins with all of them takes them.
			document.showDays(allDays);
			return;
		}
		const filters = services.filtersToShow.take(document.uri);
		if (filters) {
			this.say('showFilters', filters);
		}
	}

	/** What either side waits for ends as cancelled. */
	dispose(): void {
		this.grouping.dispose();
		this.traces.dispose();
		this.channel.close(new AppError({ kind: 'cancelled' }));
	}

	private handlers(): Handlers<ResultsHost> {
		const { document, services, traces, mappings } = this;
		const forward =
			<Q extends RecordQuery>(query: Q) =>
			(params: RecordQueries[Q]['params'], { signal, report }: CallContext<RecordQueries[Q]['progress']>) =>
				document.query(query, params, { signal, onProgress: report });
		/** What is taken away has the names that are shown, once it is known which. */
		const settled =
			<P, R>(take: (params: P, context: CallContext<undefined>) => Promise<R>) =>
			async (params: P, context: CallContext<undefined>) => {
				await mappings.settled;
				return take(params, context);
			};
		return {
			page: forward('page'),
			record: forward('record'),
			positionOf: forward('positionOf'),
			groups: async (params, context) => withShownPaths(await forward('groups')(params, context)),
			group: forward('group'),
			setsApart: async (params, { signal }) => {
				const found = await document.query('setsApart', params, { signal });
				return apartLines(found, document.latest?.progress.info.columns ?? []);
			},
			histogram: forward('histogram'),
			topValues: forward('topValues'),
			totals: forward('totals'),
			find: forward('find'),
			copy: forward('copy'),
			ready: () => this.start(),
			keepState: (state) => services.resultsViews.keep(document.uri, state),
			keepLayout: async ({ layout }) => {
				const laidOut = this.entry?.stored ?? this.kept.entry?.known;
				if (laidOut) {
					await services.resultsLayouts.keep(laidOut, layout);
				}
			},
			showDays: ({ choice }) => document.showDays(choice),
			fetchDays: ({ days }) => this.fetchDays(days),
			answerDeviceOffer: ({ accepted }) => this.answerDeviceOffer(accepted),
			act: ({ id }) => this.notices.press(id),
			copyRecords: settled(({ what }, { signal }) => copyRecords(document, what, signal)),
			copyText: async ({ text }) => {
				await vscode.env.clipboard.writeText(text);
			},
			copyValue: settled((value, { signal }) => copyValue(document, value, signal)),
			copyIssue: settled((params, { signal }) =>
				copyIssue(document, params, describeSource(document, this.source), signal),
			),
			askAgent: settled((params, { signal }) => askAgent(document, params, signal)),
			introducedBetween: settled((params, { signal }) =>
				historyOfGroup(document, params, this.applicationId, services, signal),
			),
			save: settled(({ what }) => saveRecords(document, what)),
			saveReport: settled(async (asked) => {
				const { latest } = document;
				const sources = {
					document,
					traces: this.traceReader,
					frames: services.frames,
					source: describeSource(document, this.source),
					flags: latest ? this.noticesOn(latest).map(({ text }) => text) : [],
				};
				return saveViewReport(sources, asked);
			}),
			openAsText: async () => {
				await runCommand('appErrors.openResultsAsText', document.uri);
			},
			trace: (asked, { signal }) => traces.view(asked, signal),
			openFrame: (asked, { signal }) => traces.open(asked, signal),
			traceAction: (asked, { signal }) => traces.act(asked, signal),
			frameHistory: (asked, { signal }) => traces.history(asked, signal),
			openTrace: (place, { signal }) => traces.openDocument(place, signal),
		};
	}

	private get source(): ShownSource {
		return this.entry ?? this.kept.inView ?? this.dataset;
	}

	private async datasetAt(path: string): Promise<DatasetInView> {
		const { connection, of } = await readDatasetDocument(path);
		const databaseName = this.services.databases.nameOf(connection);
		return { of, databaseName, openedAt: this.document.openedAt };
	}

	/** '' of a file that is no export and no set. */
	private get applicationId(): string {
		const plan = this.entry?.stored.plan ?? this.kept.entry?.known?.plan;
		return plan?.application.id ?? '';
	}

	private async start(): Promise<ResultsStart> {
		const { document, services } = this;
		const reading = await document.opened();
		const path = document.uri.fsPath;
		this.entry = await services.exports.describe(path);
		await (this.entry ? undefined : this.kept.look());
		this.dataset = isDatasetFile(path) ? await this.datasetAt(path) : undefined;
		this.asking = this.kept.asking;
		// The page shows them once the file is read and there still is no record.
		this.teller = new TableTeller(reading.progress.info.columns);
		const mayBeEmpty = reading.progress.records === 0;
		// After the answer to this call, which the page waits for.
		setImmediate(() => {
			this.started = true;
			// Groups depend on what the workspace declares, which mostly is known before the file is read to its end.
			services.frames.known.catch(() => undefined);
			const { latest, trouble } = this.document;
			if (latest) {
				this.tell(latest);
			}
			if (trouble !== undefined) {
				this.fail(trouble);
			}
			this.showFilters();
		});
		return {
			...describeStart(document, this.source, reading, services),
			kept: this.kept.view(reading),
			offersDevices: this.entry !== undefined && services.deviceOffers.isOpen(this.entry.stored),
			notices: this.notices.of(this.noticesOn(reading)),
			emptyReasons: this.notices.of(mayBeEmpty ? this.emptyReasons() : []),
		};
	}

	/** Whoever has the newest of kept records on the screen, as they are by now, has looked at them. */
	private async noteLook(reading: FileReading): Promise<void> {
		if (!this.kept.entry) {
			return;
		}
		// First: what comes meanwhile is not on the screen.
		const facts = await this.services.exports.facts(this.document.uri.fsPath);
		await this.kept.look();
		if (facts && this.kept.entry && this.kept.showsNewest(reading)) {
			await this.services.keptMarks.look(this.kept.entry, facts);
		}
	}

	private async answerDeviceOffer(accepted: boolean): Promise<void> {
		const { entry, services } = this;
		if (entry) {
			const { stored } = entry;
			await services.deviceOffers.answer(stored);
			const fields = [...stored.plan.fields, hashedDevices.name];
			await (accepted && repeatExport(stored, { fields }, services));
		}
	}

	private emptyReasons(): NoticeContent[] {
		const { inView } = this.kept;
		if (this.entry) {
			return describeEmptyReasons(this.entry.stored, this.remedies());
		}
		return inView ? describeEmptyDays(inView, this.remedies()) : [];
	}

	private noticesOn(reading: FileReading): NoticeContent[] {
		return describeNotices(
			{ entry: this.entry, kept: this.kept.inView, reading, change: this.document.change },
			this.remedies(),
		);
	}

	private remedies(): Remedies {
		const { entry, services } = this;
		return {
			repeat: async (change) => entry && repeatExport(entry.stored, change, services),
			chooseApplication: () => exportOther(services),
			showBroken: () => this.run('showBroken'),
			readAgain: async () => this.document.readAgain(),
			readAs: () => runCommand('appErrors.readRecordsAs'),
			fetchDays: (days) => this.fetchDays(days),
			showAllDays: () => this.run('showAllDays'),
			verify: async () => entry && runOn('appErrors.verifyExport', entry, services),
			resume: async () => entry && runOn('appErrors.resumeExport', entry, services),
		};
	}

	private async fetchDays(days: readonly string[]): Promise<void> {
		const { entry } = this.kept;
		await (entry && fetchKeptDays(entry, days, this.services));
	}

	private tellDays(): void {
		const { latest } = this.document;
		const view = latest && this.kept.view(latest);
		if (this.started && view) {
			this.say('keptChanged', view);
		}
	}

	/** A hidden page does not answer, and gets everything when it comes back. */
	private say<K extends Exclude<keyof ResultsView, 'command'>>(method: K, params: ResultsView[K]['params']): void {
		this.channel.call(method, params).catch(() => undefined);
	}
}

/** With the files as a person knows them. */
function withShownPaths(page: GroupPage): GroupPage {
	const { deobfuscated } = page;
	return deobfuscated
		? {
				...page,
				deobfuscated: {
					...deobfuscated,
					files: deobfuscated.files.map(({ path, records }) => ({
						path: vscode.workspace.asRelativePath(path),
						records,
					})),
				},
			}
		: page;
}
