import * as vscode from 'vscode';
import { isCancellation } from '../core/common/errors';
import type { TraceOrigin } from '../core/mappings/mappingSearch';
import type { CommandId } from '../ids';
import type { ChosenComparison } from '../shared/comparison';
import type { GroupValue } from '../shared/groupValue';
import type { GroupKey, RecordFilter } from '../shared/results';
import type { AccountId } from './accounts';
import type { PlannedExport } from './exportLibrary';
import type { FilesOfGroup, VersionPlace, VersionsOfFiles } from './revisions/revisions';
import type {
	ApplicationNode,
	DatabaseNode,
	DatasetNode,
	ExportNode,
	MappedTableNode,
	RunningNode,
	SyncedSetNode,
} from './treeNodes';

export interface TraceDocument {
	readonly title: string;
	readonly text: string;
	readonly origin: TraceOrigin;
}

/** A line in a document, as passed by code lenses and the line number menu. */
export interface CodePosition {
	readonly uri: vscode.Uri;
	readonly lineNumber: number;
}

export interface PlanChange extends PlannedExport {
	readonly step: 'fields' | 'filters';
	readonly title: string;
}

export type ResultsPane = 'records' | 'groups' | 'record' | 'filters' | 'timeline';

export type AgentSubject =
	| {
			readonly kind: 'group';
			/** Path of the records, or of the manifest of a synced set. */
			readonly path: string;
			/** Filters of the list that contains the group, which don't include the group itself. */
			readonly filters: readonly RecordFilter[];
			readonly key: GroupKey;
			readonly value: GroupValue;
	  }
	/** A file in the workspace, optionally with a line inside a function. */
	| { readonly kind: 'place'; readonly file: vscode.Uri /** Line number (1-based). */; readonly line?: number };

/** Parameters by command ID. Menus and the command palette may pass fewer. */
export interface CommandParameters extends Record<CommandId, readonly unknown[]> {
	'appErrors.signIn': [];
	'appErrors.signOut': [account?: AccountId];
	'appErrors.switchAccount': [];
	'appErrors.checkToken': [];
	'appErrors.replaceToken': [account?: AccountId];
	'appErrors.openWalkthrough': [];
	'appErrors.openAppRegistration': [];
	'appErrors.requestToken': [];
	'appErrors.copyRedirectUri': [];
	'appErrors.copyPermission': [permission?: string];
	'appErrors.exploreSampleData': [];
	'appErrors.changeSampleSize': [];
	'appErrors.refreshApplications': [];
	/** Opens the newest records of an application, or else the wizard. */
	'appErrors.openApplication': [node?: ApplicationNode];
	'appErrors.addApplication': [];
	'appErrors.removeApplication': [node?: ApplicationNode];
	'appErrors.pinApplication': [node?: ApplicationNode];
	'appErrors.unpinApplication': [node?: ApplicationNode];
	'appErrors.filterApplications': [];
	'appErrors.clearApplicationFilter': [];
	'appErrors.copyApplicationId': [node?: ApplicationNode];
	'appErrors.exportErrors': [node?: ApplicationNode];
	/** Internal command that shows the wizard steps for a plan's fields or filters, and returns the changed plan. */
	'appErrors.changeExport': [asked: PlanChange];
	'appErrors.repeatLastExport': [];
	/** Internal command that runs a plan without prompts. */
	'appErrors.runExport': [order: PlannedExport];
	'appErrors.resumeExport': [node?: ExportNode];
	'appErrors.verifyExport': [node?: ExportNode];
	'appErrors.stopExport': [node?: RunningNode];
	'appErrors.showRunningExports': [];
	'appErrors.openExport': [node?: ExportNode];
	'appErrors.repeatExport': [node?: ExportNode];
	'appErrors.nameExport': [node?: ExportNode];
	'appErrors.revealExport': [node?: ExportNode];
	'appErrors.saveExportAs': [node?: ExportNode];
	'appErrors.deleteExport': [node?: ExportNode];
	/** Compares with other records or days. Defaults to the records in the active results view. */
	'appErrors.compareWith': [of?: ExportNode | SyncedSetNode | vscode.Uri];
	'appErrors.compareVersions': [of?: ExportNode | SyncedSetNode | vscode.Uri];
	/** Internal command that shows a comparison of known sides. Returns `true` once it is visible. */
	'appErrors.showComparison': [chosen: ChosenComparison];
	/** Compares the synced records since the last review, a version or a date with earlier records. */
	'appErrors.whatsNew': [of?: ApplicationNode | SyncedSetNode | vscode.Uri];
	'appErrors.saveComparisonReport': [];
	'appErrors.syncRecords': [node?: ApplicationNode];
	/** Internal command that syncs records with a plan's options, starting on the first day of its range. */
	'appErrors.syncPlan': [order: PlannedExport];
	'appErrors.editSyncSettings': [node?: SyncedSetNode];
	'appErrors.exportSyncedRecords': [node?: SyncedSetNode];
	'appErrors.openSyncedRecords': [node?: SyncedSetNode];
	'appErrors.syncNow': [node?: SyncedSetNode];
	/** Internal command that requests only the records of the given days (`yyyy-mm-dd`). */
	'appErrors.fetchSyncedDays': [node: SyncedSetNode, days: readonly string[]];
	'appErrors.stopSync': [node?: SyncedSetNode];
	'appErrors.pauseSync': [node?: SyncedSetNode];
	'appErrors.resumeSync': [node?: SyncedSetNode];
	'appErrors.revealSyncedRecords': [node?: SyncedSetNode];
	'appErrors.deleteSyncedRecords': [node?: SyncedSetNode];
	/** Opens any file of records. Defaults to the file in the active editor, or else prompts for a file. */
	'appErrors.openResultsView': [file?: vscode.Uri | ExportNode | 'choose'];
	'appErrors.openResultsAsText': [file?: vscode.Uri];
	'appErrors.reopenWithFormat': [];
	'appErrors.findInResults': [];
	'appErrors.findNextInResults': [];
	'appErrors.findPreviousInResults': [];
	'appErrors.goToRecord': [];
	'appErrors.goToColumn': [];
	'appErrors.nextRecord': [];
	'appErrors.previousRecord': [];
	'appErrors.nextRecordInGroup': [];
	'appErrors.previousRecordInGroup': [];
	'appErrors.findInRecord': [];
	'appErrors.clearFilters': [];
	'appErrors.undoFilterChange': [];
	'appErrors.redoFilterChange': [];
	'appErrors.copyRecords': [];
	/** Defaults to the records in the active results view. */
	'appErrors.copyAs': [of?: ExportNode | SyncedSetNode | vscode.Uri];
	'appErrors.saveRecordsAs': [];
	'appErrors.saveReport': [];
	/** Prompts for a pane unless a keybinding passes one. */
	'appErrors.toggleResultsPane': [pane?: ResultsPane];
	/** Prompts for a pane unless a keybinding passes one. */
	'appErrors.focusResultsPane': [pane?: ResultsPane];
	/** Resets the layout of the active results view and of future views for the same application. */
	'appErrors.resetResultsLayout': [];
	/** Internal command for `goToFirstOwnFrame`, applied to the record in the active results view. */
	'appErrors.openFirstFrameOfRecord': [];
	/** Internal command that opens a text with stack traces. `column` defaults to the active editor group. */
	'appErrors.openTraceDocument': [document: TraceDocument, column?: vscode.ViewColumn];
	'appErrors.openTraceFromClipboard': [];
	'appErrors.openCrashFile': [];
	/** @param from Argument passed by the menu: the URI of an editor's document, or a terminal object */
	'appErrors.openTraceFromSelection': [from?: unknown];
	/** Applies to the stack trace at the cursor, or to the record in the results view. */
	'appErrors.goToFirstOwnFrame': [];
	/** Opens the target of a link, which is identified by the document's URI and an offset. */
	'appErrors.openFrameAt': [document: string, offset: number];
	/** Opens a version's code next to the current code. Defaults to the line at the cursor. */
	'appErrors.openFileAtVersion': [of?: VersionPlace];
	/** Shows the commits that changed a file since a version, first those that changed the line. */
	'appErrors.showChangesSinceVersion': [of?: VersionPlace];
	/** Defaults to the file in the active editor. For a group, prompts for the versions. */
	'appErrors.findCommitsBetweenVersions': [between?: VersionsOfFiles | FilesOfGroup];
	/** Defaults to the position of the cursor. */
	'appErrors.showErrorsInFunction': [place?: CodePosition];
	'appErrors.showErrorsOnLine': [place?: CodePosition];
	'appErrors.goToNextLineWithErrors': [];
	'appErrors.goToPreviousLineWithErrors': [];
	'appErrors.goToFileWithErrors': [];
	/** Internal command for links in hovers that shows a group in a file of records. */
	'appErrors.showCodeMarkGroup': [path: string, key: string];
	'appErrors.hideCodeMarks': [];
	'appErrors.showCodeMarks': [];
	'appErrors.showInEditor': [node?: ExportNode | SyncedSetNode];
	'appErrors.hideFromEditor': [node?: ExportNode | SyncedSetNode];
	'appErrors.toggleOriginalTrace': [document?: vscode.Uri];
	'appErrors.chooseTraceMapping': [document?: vscode.Uri];
	'appErrors.symbolicateTrace': [document?: vscode.Uri];
	/** Internal command that inserts a prompt into the chat input without sending it. */
	'appErrors.askAgent': [subject: AgentSubject];
	'appErrors.setUpAgents': [];
	'appErrors.connectDatabase': [known?: { readonly url: string; readonly user: string }];
	'appErrors.disconnectDatabase': [node?: DatabaseNode];
	/** Maps a table that was created by another tool, so that it can be opened like a dataset. */
	'appErrors.useExistingTable': [node?: DatabaseNode];
	'appErrors.loadIntoDatabase': [of?: ExportNode | SyncedSetNode | vscode.Uri];
	'appErrors.openDataset': [node?: DatasetNode | MappedTableNode];
	'appErrors.removeTableMapping': [node?: MappedTableNode];
	'appErrors.removeLoad': [node?: DatasetNode];
	'appErrors.showLog': [];
	'appErrors.clearAllData': [];
	'appErrors.openSettings': [setting?: string];
}

/** Runs all commands within one error boundary, which shows each error once as a message. */
export class Commands {
	private readonly runs = new Map<CommandId, (...parameters: never[]) => unknown>();

	constructor(private readonly onError: (error: unknown, command: CommandId) => void) {}

	register<K extends CommandId>(id: K, run: (...parameters: CommandParameters[K]) => unknown): vscode.Disposable {
		this.runs.set(id, run);
		return { dispose: () => this.runs.delete(id) };
	}

	/** @param parameters Arguments from the editor, which are not validated */
	async run(id: CommandId, parameters: readonly unknown[]): Promise<unknown> {
		try {
			return await this.runs.get(id)?.(...(parameters as never[]));
		} catch (error) {
			if (!isCancellation(error)) {
				this.onError(error, id);
			}
			return undefined;
		}
	}
}

export function runCommand<K extends CommandId>(id: K, ...parameters: CommandParameters[K]): Thenable<unknown> {
	return vscode.commands.executeCommand(id, ...parameters);
}
