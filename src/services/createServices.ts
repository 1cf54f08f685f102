import * as vscode from 'vscode';
import { originMappings } from '../core/mappings/traceOrigins';
import type { Located } from '../core/stack/locate/frameTarget';
import { EngineClient, engineIn } from '../engine/engineClient';
import type { HostApi } from '../engine/protocol';
import { stateKeys } from '../ids';
import type { DisposableStore } from '../shared/disposables';
import type { Handlers } from '../shared/rpc';
import { describeFault, logFault } from '../vscode/logFault';
import { Settings } from '../vscode/settings';
import { Accounts } from './accounts';
import { Applications } from './applications';
import { CodeSources } from './code/codeSources';
import { UsedInCode } from './code/usedInCode';
import { Commands } from './commands';
import { OpenComparisons } from './comparisons/openComparisons';
import { Databases } from './databases/databases';
import { DatasetFiles } from './databases/datasetFiles';
import { LoadConsents } from './databases/loadConsents';
import { DeviceKeys } from './devices/deviceKeys';
import { ExportLibrary } from './exportLibrary';
import { WorkspaceFrames } from './frames/workspaceFrames';
import { WorkspaceMappings } from './mappings/workspaceMappings';
import { Notifier } from './notifier';
import { Plans } from './plans';
import { DeviceOffers } from './results/deviceOffers';
import { FiltersToShow } from './results/filtersToShow';
import { RecordsInView } from './results/recordsInView';
import { ResultsLayouts } from './results/resultsLayouts';
import { ResultsViews } from './results/resultsViews';
import { ChosenTags } from './revisions/chosenTags';
import { GitRevisions } from './revisions/gitRevisions';
import { RunningExports } from './runningExports';
import { SampleService } from './sampleService';
import { SavedExports } from './savedExports';
import type { Services } from './services';
import { StoredData } from './storedData';
import { SyncedRecords } from './syncedRecords';
import { SyncSchedule, systemScheduleClock } from './syncSchedule';
import { updateWithProgress } from './syncUpdates';
import { TokenEntry } from './tokenEntry';
import { ActiveDevicesFiles } from './triage/activeDevicesFiles';
import { IssueTrackers } from './triage/issueTrackers';
import { NoteAuthor } from './triage/noteAuthor';
import { TriageFiles } from './triage/triageFiles';
import { compareSince } from './whatsNew/compareSince';
import { Watermarks } from './whatsNew/watermarks';
import { WhatsNewWatcher } from './whatsNew/whatsNewWatcher';

/** Creates the services in the order of their dependencies. Does not read, write, connect, or start anything. */
export function createServices(context: vscode.ExtensionContext, store: DisposableStore): Services {
	const bundle = (name: string) => vscode.Uri.joinPath(context.extensionUri, 'dist', name).fsPath;
	const log = store.add(vscode.window.createOutputChannel('App Errors', { log: true }));
	const notifier = new Notifier(log);
	const settings = new Settings();
	// Circular dependency: the engine needs the names declared in the workspace, and finding these names needs the
	// engine.
	const frames: WorkspaceFrames = store.add(
		new WorkspaceFrames(
			() => engine,
			settings,
			() => revisions,
		),
	);
	context.globalState.setKeysForSync([stateKeys.applicationMarks]);
	const accounts = store.add(new Accounts(context.secrets, context.globalState));
	const deviceKeys = new DeviceKeys(context.secrets);
	const databases = store.add(new Databases(settings, context.secrets, context.globalState));
	const sample = store.add(new SampleService(bundle('sample.js'), context.globalState));
	// Circular dependency: the engine requests tokens from the extension host, which validates them with the engine.
	const tokenEntry: TokenEntry = new TokenEntry(accounts, sample, () => engine);
	const engine: EngineClient = store.add(
		new EngineClient(
			engineIn(bundle('engine.js')),
			hostHandlers(
				{ tokenEntry, settings, deviceKeys, databases, log },
				workspaceAnswers(() => ({ engine, exports, frames, mappings })),
			),
			(error) => log.error('the engine crashed', describeFault(error)),
			() => frames.own.names,
		),
	);
	keepUpToDate(engine, frames, settings, store);
	const revisions = store.add(new GitRevisions(engine, settings, new ChosenTags(context.workspaceState)));
	const exports = store.add(new ExportLibrary(engine, settings, context.globalStorageUri, context.globalState));
	const applications = store.add(new Applications(accounts, engine, context.globalState));
	const syncedRecords = store.add(new SyncedRecords(engine, settings, exports));
	const syncSchedule = store.add(createSyncSchedule({ accounts, applications, exports, log, settings, syncedRecords }));
	const mappings: WorkspaceMappings = store.add(new WorkspaceMappings(engine, settings, context.workspaceState));
	const recordsInView = store.add(new RecordsInView());
	const usedInCode = store.add(new UsedInCode(context.workspaceState));
	const watermarks = new Watermarks(context.globalState);
	return {
		extensionUri: context.extensionUri,
		extensionId: context.extension.id,
		storageUri: context.globalStorageUri,
		log,
		commands: new Commands((error, command) => notifier.error(error, command)),
		notifier,
		settings,
		engine,
		accounts,
		deviceKeys,
		databases,
		datasetFiles: new DatasetFiles(context.globalStorageUri),
		loadConsents: new LoadConsents(context.globalState),
		tokenEntry,
		applications,
		exports,
		syncedRecords,
		syncSchedule,
		watermarks,
		whatsNewWatcher: watchWhatsNew({ engine, exports, log, mappings, syncedRecords, watermarks }, store),
		mappings,
		running: store.add(new RunningExports(context.workspaceState, log)),
		openComparisons: new OpenComparisons(context.workspaceState),
		plans: new Plans(context.globalState),
		...workspaceServices(context, { engine, settings, revisions }, store),
		recordsInView,
		usedInCode,
		codeSources: store.add(
			new CodeSources(recordsInView, usedInCode, { engine, exports, syncedRecords, log, mappings }),
		),
		frames,
		revisions,
		sample,
		storedData: new StoredData(context),
		state: context.globalState,
	};
}

function workspaceServices(
	{ globalState, globalStorageUri, workspaceState }: vscode.ExtensionContext,
	{ engine, settings, revisions }: Pick<Services, 'engine' | 'settings'> & { readonly revisions: GitRevisions },
	store: DisposableStore,
) {
	return {
		resultsLayouts: new ResultsLayouts(globalState),
		deviceOffers: new DeviceOffers(globalState),
		resultsViews: new ResultsViews(globalState),
		filtersToShow: store.add(new FiltersToShow()),
		activeDevices: new ActiveDevicesFiles(engine, settings),
		issueTrackers: new IssueTrackers(settings, revisions),
		noteAuthor: new NoteAuthor(globalState, revisions),
		savedExports: store.add(new SavedExports(workspaceState)),
		triageFiles: store.add(new TriageFiles(globalStorageUri)),
	} satisfies Partial<Services>;
}

/** Sends changes to the engine while it is running. When the engine starts, it receives the current state. */
function keepUpToDate(engine: EngineClient, frames: WorkspaceFrames, settings: Settings, store: DisposableStore): void {
	store.add(
		frames.onDidChangeOwn(() => {
			if (engine.started) {
				engine.call('ownNames', { names: frames.own.names }).catch(() => undefined);
			}
		}),
	);
	for (const section of ['http', 'appErrors.timeouts'] as const) {
		store.add(
			settings.onDidChange(section, () => {
				if (engine.started) {
					engine.call('networkChanged', undefined).catch(() => undefined);
				}
			}),
		);
	}
}

function createSyncSchedule({
	accounts,
	applications,
	exports,
	log,
	settings,
	syncedRecords,
}: Pick<Services, 'accounts' | 'applications' | 'exports' | 'log' | 'settings' | 'syncedRecords'>): SyncSchedule {
	return new SyncSchedule({
		clock: systemScheduleClock,
		everyMs: () => settings.syncIntervalMs,
		isFocused: () => vscode.window.state.focused,
		account: () => accounts.current(),
		accountOf: (service) => accounts.ofService(service),
		list: (account) => syncedRecords.list(account),
		describe: (path) => syncedRecords.describe(path),
		update: (account, entry, unlessWithinMs) =>
			updateWithProgress({ applications, exports, syncedRecords }, account, entry, { unlessWithinMs }),
		onFault: (error) => logFault(log, 'kept records', error),
	});
}

function watchWhatsNew(
	{
		engine,
		exports,
		log,
		mappings,
		syncedRecords,
		watermarks,
	}: Pick<Services, 'engine' | 'exports' | 'log' | 'mappings' | 'syncedRecords' | 'watermarks'>,
	store: DisposableStore,
): WhatsNewWatcher {
	const watcher = store.add(
		new WhatsNewWatcher({
			watermarks,
			after: systemScheduleClock.after,
			isBusy: () => syncedRecords.isUpdating,
			compare: (set, watermark, signal) => compareSince({ engine, exports, mappings }, set, watermark, signal),
			onFault: (error) => logFault(log, 'what is new', error),
		}),
	);
	store.add(syncedRecords.onDidUpdate((entry) => watcher.watch(entry)));
	store.add(syncedRecords.onDidChange(() => watcher.makeWay()));
	return watcher;
}

interface HostServices {
	readonly tokenEntry: TokenEntry;
	readonly settings: Settings;
	readonly deviceKeys: DeviceKeys;
	readonly databases: Pick<Databases, 'access'>;
	readonly log: vscode.LogOutputChannel;
}

function hostHandlers(
	{ tokenEntry, settings, deviceKeys, databases, log }: HostServices,
	workspace: Pick<Handlers<HostApi>, 'locateFrames' | 'findSource' | 'findMappings'>,
): Handlers<HostApi> {
	return {
		...workspace,
		credentials: ({ accountId, interactive, refusedToken }) =>
			tokenEntry.credentials(accountId, { interactive, refusedToken }),
		network: () => settings.network,
		databaseAccess: (address) => databases.access(address),
		deviceKey: () => deviceKeys.get(),
		ready: () => undefined,
		log: ({ level, message }) => log[level](message),
	};
}

function workspaceAnswers(
	services: () => Pick<Services, 'engine' | 'exports' | 'frames' | 'mappings'>,
): Pick<Handlers<HostApi>, 'locateFrames' | 'findSource' | 'findMappings'> {
	return {
		locateFrames: async ({ frames, trace }, { signal }) => {
			const located: Located[] = [];
			for (const frame of frames) {
				located.push(await services().frames.locate({ frame, trace }, signal));
			}
			return located;
		},
		findSource: ({ path }) => services().frames.find(path),
		findMappings: async ({ session, path }, { signal }) => {
			const { engine, exports, mappings } = services();
			const entry = await exports.describe(path);
			return originMappings(
				mappings,
				() => engine.call('recordOrigins', { session }, { signal }),
				() => entry,
			);
		},
	};
}
