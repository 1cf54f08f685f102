import type * as vscode from 'vscode';
import type { EngineClient } from '../engine/engineClient';
import type { Settings } from '../vscode/settings';
import type { Accounts } from './accounts';
import type { Applications } from './applications';
import type { CodeSources } from './code/codeSources';
import type { UsedInCode } from './code/usedInCode';
import type { Commands } from './commands';
import type { Databases } from './databases/databases';
import type { DatasetFiles } from './databases/datasetFiles';
import type { ExportLibrary } from './exportLibrary';
import type { Frames } from './frames/frames';
import type { KeptRecords } from './keptRecords';
import type { KeptSchedule } from './keptSchedule';
import type { Mappings } from './mappings/mappings';
import type { KeptMarks } from './news/keptMarks';
import type { NewsWatch } from './news/newsWatch';
import type { Notifier } from './notifier';
import type { Plans } from './plans';
import type { DeviceOffers } from './results/deviceOffers';
import type { FiltersToShow } from './results/filtersToShow';
import type { RecordsInView } from './results/recordsInView';
import type { ResultsLayouts } from './results/resultsLayouts';
import type { ResultsViews } from './results/resultsViews';
import type { Revisions } from './revisions/revisions';
import type { RunningExports } from './runningExports';
import type { SampleService } from './sampleService';
import type { StoredData } from './storedData';
import type { TokenEntry } from './tokenEntry';

/** What features are given; each takes the part it needs. */
export interface Services {
	readonly extensionUri: vscode.Uri;
	/** `<publisher>.<name>`. */
	readonly extensionId: string;
	/** A folder of the extension's own on this machine. */
	readonly storageUri: vscode.Uri;
	readonly log: vscode.LogOutputChannel;
	readonly commands: Commands;
	readonly notifier: Notifier;
	readonly settings: Settings;
	readonly engine: EngineClient;
	readonly accounts: Accounts;
	readonly databases: Databases;
	readonly datasetFiles: DatasetFiles;
	readonly tokenEntry: TokenEntry;
	readonly applications: Applications;
	readonly exports: ExportLibrary;
	readonly kept: KeptRecords;
	readonly keptSchedule: KeptSchedule;
	readonly keptMarks: KeptMarks;
	readonly newsWatch: NewsWatch;
	readonly mappings: Mappings;
	readonly running: RunningExports;
	readonly plans: Plans;
	readonly resultsLayouts: ResultsLayouts;
	readonly deviceOffers: DeviceOffers;
	readonly resultsViews: ResultsViews;
	readonly filtersToShow: FiltersToShow;
	readonly recordsInView: RecordsInView;
	readonly usedInCode: UsedInCode;
	readonly codeSources: CodeSources;
	readonly frames: Frames;
	readonly revisions: Revisions;
	readonly sample: SampleService;
	readonly storedData: StoredData;
	readonly state: vscode.Memento;
}
