import * as vscode from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import { isDatasetFile, nameOfSource, readDatasetDocument } from '../../core/database/datasetDocument';
import type { ExportEntry } from '../../core/export/model/entry';
import { hashedDevices } from '../../core/plan/fields';
import { RecordsLinks } from '../../core/report/recordsLinks';
import { TraceReader } from '../../engine/traces/traceReader';
import { runCommand } from '../../services/commands';
import { recentPeriod } from '../../services/comparisons/recentPeriods';
import { RecordMappings } from '../../services/mappings/recordMappings';
import { describeError } from '../../services/pages/describeError';
import { type NoticeContent, Notices } from '../../services/pages/notices';
import { exportOther, fetchSyncedDays, repeatExport, runOn } from '../../services/repeatExport';
import type { WaitingFilters } from '../../services/results/filtersToShow';
import { Traces } from '../../services/traces/pageTraces';
import type { RecordsFacts } from '../../shared/comparison';
import type {
	PageCommand,
	RecentPeriod,
	ResultsHost,
	ResultsStart,
	ResultsView,
} from '../../shared/protocols/resultsProtocol';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { FileReading, GroupPage } from '../../shared/results';
import { type CallContext, Channel, type Handlers } from '../../shared/rpc';
import { shownErrorCodec } from '../../shared/shownError';
import { allDays } from '../../shared/syncedDays';
import { TableChangeNotifier } from '../../shared/tableChangeNotifier';
import { logFault } from '../../vscode/logFault';
import { traitLines } from '../../wording/traitMessages';
import { askAgent } from './askAgent';
import { copyRecords, copyValue } from './copying';
import type { ResultsDocument } from './document';
import { historyOfGroup } from './groupHistory';
import { withLinkedGroup } from './linkedGroup';
import { describeEmptyDays } from './notices/emptyDays';
import { describeEmptyReasons } from './notices/emptyReasons';
import { describeNotices, type NoticeActions } from './notices/noticeContents';
import { PageCommits } from './pageCommits';
import { type ReportSources, saveViewReport } from './saveViewReport';
import { saveRecords } from './saving';
import { sharingHandlers } from './sharing';
import type { ResultsServices } from './start';
import { type DatasetInView, describeAge, describeSource, describeStart, type ShownSource } from './start';
import { PageSyncedSet } from './sync/pageSyncedSet';
import { PageTriage } from './triage/pageTriage';
import { tidyFiles } from './triage/tidyFiles';

export class PageConnection implements vscode.Disposable {
	private readonly channel: Channel<ResultsHost, ResultsView>;
	private deliver: (message: unknown) => void = () => undefined;
	private readonly notices = new Notices();
	private readonly traces: Traces;
	private readonly mappings: RecordMappings;
	private readonly traceReader: TraceReader;
	private readonly grouping: vscode.Disposable;
	private entry: ExportEntry | undefined;
	private dataset: DatasetInView | undefined;
	private readonly syncedSet: PageSyncedSet;
	private readonly triage: PageTriage;
	private readonly commits: PageCommits;
	/** Day that the page shows as being requested by a running sync. */
	private asking: string | undefined;
	private changeNotifier = new TableChangeNotifier();
	private started = false;
	private readonly life = new AbortController();

	constructor(
		port: { readonly post: (message: unknown) => void; readonly column: () => vscode.ViewColumn | undefined },
		private readonly document: ResultsDocument,
		private readonly services: ResultsServices,
	) {
		this.syncedSet = new PageSyncedSet(document.uri.fsPath, document.days, services.syncedRecords);
		this.triage = new PageTriage(
			document,
			services,
			() => this.applicationId,
			() => this.factsOfAll(),
		);
		this.traceReader = new TraceReader(document, services.mappings, () => this.entry);
		this.commits = new PageCommits(document, this.traceReader, services, this.triage, () => this.applicationId);
		this.traces = new Traces(this.traceReader, services, port.column);
		this.traces.onDidChange(() => this.started && this.notify('tracesChanged', undefined));
		this.mappings = new RecordMappings(
			document,
			services.mappings,
			() => this.entry,
			(error) => isCancellation(error) || logFault(services.log, 'results', error),
		);
		const regroup = () => {
			this.triage.forgetVerdicts();
			return this.started && this.notify('groupsChanged', undefined);
		};
		this.grouping = vscode.Disposable.from(
			services.frames.onDidChangeOwn(regroup),
			services.triageFiles.onDidChange(() => this.started && this.notify('statesChanged', undefined)),
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

	notifyRead(reading: FileReading): void {
		if (this.started) {
			const { progress, done } = reading;
			this.notify('progress', { progress: { ...progress, info: this.changeNotifier.newsOf(progress.info) }, done });
			if (reading.done) {
				this.showNotices();
				this.mappings.search();
				this.advanceWatermark(reading).catch((error) => logFault(this.services.log, 'results', error));
			}
		}
	}

	showNotices(): void {
		const { latest } = this.document;
		if (this.started && latest) {
			this.notify('notices', {
				notices: this.notices.of(this.noticesOn(latest)),
				asOf: describeAge(this.source, this.services.settings),
			});
		}
	}

	async updateExport(): Promise<void> {
		if (this.started && this.entry) {
			const path = this.document.uri.fsPath;
			this.entry = (await this.services.exports.describe(path)) ?? this.entry;
			this.showNotices();
		}
	}

	async checkSyncedSet(): Promise<void> {
		if (this.started && this.syncedSet.entry && !this.syncedSet.isUpdated) {
			await this.checkFile();
		}
	}

	/** Informs the page when a running sync starts the next day. New records are announced when the sync ends. */
	async updateSyncedSet(): Promise<void> {
		const { asking } = this.syncedSet;
		if (this.started && asking !== this.asking) {
			this.asking = asking;
			await this.syncedSet.refresh();
			this.notifyDays();
		}
	}

	async checkFile(): Promise<void> {
		if (this.syncedSet.entry) {
			await this.syncedSet.refresh();
			this.asking = this.syncedSet.asking;
			this.notifyDays();
		}
		this.showNotices();
	}

	fail(error: unknown): void {
		if (this.started) {
			this.notify('failed', { message: describeError(error, 'results view', this.services.log).message });
		}
	}

	async run(id: PageCommand): Promise<void> {
		if (this.started) {
			await this.channel.call('command', { id });
		}
	}

	async tidyTriage(): Promise<void> {
		if (this.started) {
			const { document, services, applicationId } = this;
			await tidyFiles(document, applicationId, await this.factsOfAll(), services.triageFiles);
		}
	}

	/** Returns facts about all records, or undefined if only some days of a synced set are shown. */
	private async factsOfAll(): Promise<RecordsFacts | undefined> {
		const { document, services } = this;
		return document.days.chosen.kind === 'all' ? services.exports.facts(document.uri.fsPath) : undefined;
	}

	showFilters(): void {
		const { document, services } = this;
		if (!this.started || !services.filtersToShow.has(document.uri)) {
			return;
		}
		if (document.days.chosen.kind !== 'all') {
			// The filters may match records of hidden days. Showing all days reloads the page, which then applies the
			// filters.
			document.showDays(allDays);
			return;
		}
		const filters = services.filtersToShow.take(document.uri);
		if (filters) {
			this.applyFilters(filters).catch((error) => isCancellation(error) || this.fail(error));
		}
	}

	private async applyFilters({ group, ...offered }: WaitingFilters): Promise<void> {
		if (!group) {
			this.notify('showFilters', offered);
			return;
		}
		const { document, mappings, services, life } = this;
		// Waits for everything that determines the groups: all records, names in the workspace, and mapping files.
		await Promise.allSettled([services.frames.known, document.readToEnd()]);
		await mappings.settled;
		this.notify('showFilters', await withLinkedGroup(document, offered, group, life.signal));
	}

	dispose(): void {
		this.life.abort(new AppError({ kind: 'cancelled' }));
		this.grouping.dispose();
		this.traces.dispose();
		this.channel.close(new AppError({ kind: 'cancelled' }));
	}

	private handlers(): Handlers<ResultsHost> {
		const { document, services, traces, mappings, triage } = this;
		const forward =
			<Q extends RecordQuery>(query: Q) =>
			(params: RecordQueries[Q]['params'], { signal, report }: CallContext<RecordQueries[Q]['progress']>) =>
				document.query(query, params, { signal, onProgress: report });
		/**
		 * Returns a handler that waits for deobfuscation before it calls `take`, so that exported text has the same names
		 * as the view.
		 */
		const settled =
			<P, R>(take: (params: P, context: CallContext<undefined>) => Promise<R>) =>
			async (params: P, context: CallContext<undefined>) => {
				await mappings.settled;
				return take(params, context);
			};
		return {
			page: forward('page'),
			recentPeriod: () => this.getRecentPeriod(),
			record: forward('record'),
			positionOf: forward('positionOf'),
			groups: async (params, context) => withShownPaths(await this.groups(params, context)),
			group: forward('group'),
			...triage.handlers(),
			...this.commits.handlers(),
			commonTraits: async (params, { signal }) => {
				const found = await document.query('commonTraits', params, { signal });
				return traitLines(found, document.latest?.progress.info.columns ?? []);
			},
			histogram: forward('histogram'),
			topValues: forward('topValues'),
			totals: forward('totals'),
			find: forward('find'),
			copy: forward('copy'),
			ready: () => this.start(),
			saveState: (state) => services.resultsViews.keep(document.uri, state),
			saveLayout: async ({ layout }) => {
				const laidOut = this.entry?.stored ?? this.syncedSet.entry?.known;
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
			...this.sharing(),
			askAgent: settled((params, { signal }) => askAgent(document, params, signal)),
			compareGroup: async (group) => {
				await runCommand('appErrors.compareGroup', { ...group, file: document.uri });
			},
			introducedBetween: settled((params, { signal }) =>
				historyOfGroup(document, params, this.applicationId, services, signal),
			),
			save: settled(({ what }) => saveRecords(document, what)),
			saveReport: settled(async (question) => saveViewReport(await this.reportSources(), question)),
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

	private sharing() {
		const { commits, document, mappings, services, triage } = this;
		return sharingHandlers({
			commits,
			document,
			mappings,
			triage,
			source: () => describeSource(document, this.source, services.settings),
			links: () => this.links(),
		});
	}

	private async reportSources(): Promise<ReportSources> {
		const { commits, document, services, triage } = this;
		const { latest } = document;
		return {
			document,
			traces: this.traceReader,
			frames: services.frames,
			source: describeSource(document, this.source, services.settings),
			flags: latest ? this.noticesOn(latest).map(({ text }) => text) : [],
			commits,
			triage,
			links: await this.links(),
		};
	}

	private async links(): Promise<RecordsLinks> {
		const { columns } = (await this.document.opened()).progress.info;
		const { applicationId: id, dataset } = this;
		const application = id === '' ? undefined : ({ kind: 'application', id } as const);
		const source = dataset ? ({ kind: 'dataset', name: nameOfSource(dataset.of) } as const) : application;
		return new RecordsLinks(vscode.env.uriScheme, source, columns);
	}

	private groups(
		{ states, ...params }: ResultsHost['groups']['params'],
		{ signal, report }: CallContext<ResultsHost['groups']['progress']>,
	): Promise<GroupPage> {
		return states
			? this.triage.groupsIn(states, params, signal)
			: this.document.query('groups', params, { signal, onProgress: report });
	}

	private get source(): ShownSource {
		return this.entry ?? this.syncedSet.inView ?? this.dataset;
	}

	private async datasetAt(path: string): Promise<DatasetInView> {
		const { connection, of } = await readDatasetDocument(path);
		const databaseName = this.services.databases.getName(connection);
		return { of, databaseName, openedAt: this.document.openedAt };
	}

	/** ID of the application. Empty if the file is neither an export nor a synced set. */
	private get applicationId(): string {
		const plan = this.entry?.stored.plan ?? this.syncedSet.entry?.known?.plan;
		return plan?.application.id ?? '';
	}

	private async start(): Promise<ResultsStart> {
		const { document, services } = this;
		const reading = await document.opened();
		const path = document.uri.fsPath;
		this.entry = await services.exports.describe(path);
		await (this.entry ? undefined : this.syncedSet.refresh());
		this.dataset = isDatasetFile(path) ? await this.datasetAt(path) : undefined;
		this.asking = this.syncedSet.asking;
		this.changeNotifier = new TableChangeNotifier(reading.progress.info.columns);
		const mayBeEmpty = reading.progress.records === 0;
		// The page waits for the response to this call, so the following steps run after the response has been sent.
		setImmediate(() => {
			this.started = true;
			// Starts the search for names declared in the workspace now, in parallel with reading the file, because grouping
			// needs these names.
			services.frames.known.catch(() => undefined);
			const { latest, trouble } = this.document;
			if (latest) {
				this.notifyRead(latest);
			}
			if (trouble !== undefined) {
				this.fail(trouble);
			}
			this.showFilters();
		});
		return {
			...describeStart(document, this.source, reading, services),
			syncedDays: this.syncedSet.view(reading),
			offersDevices: this.entry !== undefined && services.deviceOffers.isOpen(this.entry.stored),
			notices: this.notices.of(this.noticesOn(reading)),
			emptyReasons: this.notices.of(mayBeEmpty ? this.emptyReasons() : []),
		};
	}

	private async getRecentPeriod(): Promise<RecentPeriod | undefined> {
		const { progress } = await this.document.opened();
		const facts = await this.services.exports.facts(this.document.uri.fsPath).catch(() => undefined);
		return recentPeriod(facts, progress.info);
	}

	/** Advances the watermark if the newest synced records are displayed. Displayed records are considered reviewed. */
	private async advanceWatermark(reading: FileReading): Promise<void> {
		if (!this.syncedSet.entry) {
			return;
		}
		// Reads the facts first, so that they don't include records that arrive later and aren't displayed.
		const facts = await this.services.exports.facts(this.document.uri.fsPath);
		await this.syncedSet.refresh();
		if (facts && this.syncedSet.entry && this.syncedSet.showsNewest(reading)) {
			await this.services.watermarks.advance(this.syncedSet.entry, facts);
		}
	}

	private async answerDeviceOffer(accepted: boolean): Promise<void> {
		const { entry, services } = this;
		if (entry) {
			const { stored } = entry;
			await services.deviceOffers.answer(stored);
			if (accepted) {
				await services.deviceOffers.choose(true);
			}
			const fields = [...stored.plan.fields, hashedDevices.name];
			await (accepted && repeatExport(stored, { fields }, services));
		}
	}

	private emptyReasons(): NoticeContent[] {
		const { inView } = this.syncedSet;
		if (this.entry) {
			return describeEmptyReasons(this.entry.stored, this.actions());
		}
		return inView ? describeEmptyDays(inView, this.actions()) : [];
	}

	private noticesOn(reading: FileReading): NoticeContent[] {
		return describeNotices(
			{ entry: this.entry, syncedSet: this.syncedSet.inView, reading, change: this.document.change },
			this.actions(),
		);
	}

	private actions(): NoticeActions {
		const { entry, services } = this;
		return {
			repeat: async (change) => entry && repeatExport(entry.stored, change, services),
			chooseApplication: () => exportOther(services),
			showBroken: () => this.run('showBroken'),
			readAgain: async () => this.document.readAgain(),
			readAs: () => runCommand('appErrors.reopenWithFormat'),
			fetchDays: (days) => this.fetchDays(days),
			showAllDays: () => this.run('showAllDays'),
			verify: async () => entry && runOn('appErrors.verifyExport', entry, services),
			resume: async () => entry && runOn('appErrors.resumeExport', entry, services),
		};
	}

	private async fetchDays(days: readonly string[]): Promise<void> {
		const { entry } = this.syncedSet;
		await (entry && fetchSyncedDays(entry, days, this.services));
	}

	private notifyDays(): void {
		const { latest } = this.document;
		const view = latest && this.syncedSet.view(latest);
		if (this.started && view) {
			this.notify('syncedSetChanged', view);
		}
	}

	/** Calls a method of the page. A hidden page doesn't respond, but receives all data when it becomes visible again. */
	private notify<K extends Exclude<keyof ResultsView, 'command'>>(method: K, params: ResultsView[K]['params']): void {
		this.channel.call(method, params).catch(() => undefined);
	}
}

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
