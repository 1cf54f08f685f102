import type * as vscode from 'vscode';
import type { EngineClient } from '../engine/engineClient';
import type { Settings } from '../vscode/settings';
import type { Accounts } from './accounts';
import type { Applications } from './applications';
import type { Commands } from './commands';
import type { ExportLibrary } from './exportLibrary';
import type { Frames } from './frames/frames';
import type { KeptRecords } from './keptRecords';
import type { KeptSchedule } from './keptSchedule';
import type { Mappings } from './mappings/mappings';
import type { Notifier } from './notifier';
import type { Plans } from './plans';
import type { ResultsLayouts } from './resultsLayouts';
import type { ResultsViews } from './resultsViews';
import type { RunningExports } from './runningExports';
import type { SampleService } from './sampleService';
import type { StoredData } from './storedData';
import type { TokenEntry } from './tokenEntry';

/** What features are given; each takes the part it needs. */
export interface Services {
	readonly extensionUri: vscode.Uri;
	readonly log: vscode.LogOutputChannel;
	readonly commands: Commands;
	readonly notifier: Notifier;
	readonly settings: Settings;
	readonly engine: EngineClient;
	readonly accounts: Accounts;
	readonly tokenEntry: TokenEntry;
	readonly applications: Applications;
	readonly exports: ExportLibrary;
	readonly kept: KeptRecords;
	readonly keptSchedule: KeptSchedule;
	readonly mappings: Mappings;
	readonly running: RunningExports;
	readonly plans: Plans;
	readonly resultsLayouts: ResultsLayouts;
	readonly resultsViews: ResultsViews;
	readonly frames: Frames;
	readonly sample: SampleService;
	readonly storedData: StoredData;
}
