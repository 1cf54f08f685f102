import * as vscode from 'vscode';
import { isCancellation } from '../core/common/errors';
import type { CommandId } from '../ids';
import type { ChosenComparison } from '../shared/comparison';
import type { GroupValue } from '../shared/groupValue';
import type { GroupKey, RecordFilter } from '../shared/results';
import type { AccountId } from './accounts';
import type { PlannedExport } from './exportLibrary';
import type { TraceOrigin } from './mappings/mappings';
import type { FilesOfGroup, VersionPlace, VersionsOfFiles } from './revisions/revisions';
import type {
	ApplicationNode,
	DatabaseNode,
	DatasetNode,
	ExportNode,
	KeptNode,
	MappedTableNode,
	RunningNode,
} from './treeNodes';

/** What a document of stack traces is made of. */
export interface TraceDocument {
	readonly title: string;
	readonly text: string;
	readonly origin: TraceOrigin;
}

/** A line of a document, as lenses and the menu of line numbers give it. */
export interface CodePosition {
	readonly uri: vscode.Uri;
	/** Base 1. */
	readonly lineNumber: number;
}

/** What is to be changed of a plan. */
export interface PlanChange extends PlannedExport {
	readonly step: 'fields' | 'filters';
	readonly title: string;
}

/** What an agent is asked about. */
export type AgentSubject =
	/** Errors of a list. */
	| {
			readonly kind: 'group';
			/** Of the records, or of the manifest of a set. */
			readonly path: string;
			/** Of the list, without the group itself. */
			readonly filters: readonly RecordFilter[];
			readonly key: GroupKey;
			readonly value: GroupValue;
	  }
	/** A file of the workspace, or a function at a line of it. */
	| { readonly kind: 'place'; readonly file: vscode.Uri /** Base 1. */; readonly line?: number };

/** Command id -> parameters; menus and the palette call them with fewer. */
export interface CommandParameters extends Record<CommandId, readonly unknown[]> {
	'appErrors.signIn': [];
	'appErrors.signOut': [account?: AccountId];
	'appErrors.switchAccount': [];
	'appErrors.checkToken': [];
	/** Pastes a new token for an account the service refused. */
	'appErrors.renewToken': [account?: AccountId];
	'appErrors.openWalkthrough': [];
	'appErrors.openTokenRegistration': [];
	'appErrors.openTokenAuthorization': [];
	'appErrors.copyRedirectAddress': [];
	'appErrors.copyPermission': [permission?: string];
	'appErrors.trySampleData': [];
	'appErrors.refreshApplications': [];
	'appErrors.addApplication': [];
	'appErrors.removeApplication': [node?: ApplicationNode];
	'appErrors.pinApplication': [node?: ApplicationNode];
	'appErrors.unpinApplication': [node?: ApplicationNode];
	'appErrors.filterApplications': [];
	'appErrors.clearApplicationFilter': [];
	'appErrors.copyApplicationId': [node?: ApplicationNode];
	'appErrors.exportErrors': [node?: ApplicationNode];
	/**
	 * Asks for the fields or the filters of a plan by the wizard's own steps, and answers with the plan; called by other
	 * features, not offered to people.
	 */
	'appErrors.changePlan': [asked: PlanChange];
	'appErrors.repeatLastExport': [];
	/** Carries out a plan without questions; called by other features, not offered to people. */
	'appErrors.runExport': [order: PlannedExport];
	/** Fetches what is missing. */
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
	/** With other records of the application, or of other days; of the active results view where nothing is given. */
	'appErrors.compareWith': [of?: ExportNode | KeptNode | vscode.Uri];
	/** Two versions within the same records. */
	'appErrors.compareVersions': [of?: ExportNode | KeptNode | vscode.Uri];
	/** Shows a comparison whose sides are known; `true` once it is shown. Called by other features, not offered to people. */
	'appErrors.showComparison': [chosen: ChosenComparison];
	/** What came to kept records since a person looked, since a version or since a date. */
	'appErrors.whatsNew': [of?: ApplicationNode | KeptNode | vscode.Uri];
	/** Writes a comparison that was made to a file. */
	'appErrors.saveComparison': [];
	/** Begins a set of kept records. */
	'appErrors.keepRecords': [node?: ApplicationNode];
	/** Keeps what a plan asks for, since the first day of its range; called by other features, not offered to people. */
	'appErrors.keepPlan': [order: PlannedExport];
	/** Since when, with which fields and filters, and how many days are kept. */
	'appErrors.changeKept': [node?: KeptNode];
	/** Writes the records of some days to a file. */
	'appErrors.exportKept': [node?: KeptNode];
	'appErrors.openKept': [node?: KeptNode];
	'appErrors.updateKept': [node?: KeptNode];
	/** Asks about some days alone, `yyyy-mm-dd`; called by other features, not offered to people. */
	'appErrors.fetchKeptDays': [node: KeptNode, days: readonly string[]];
	'appErrors.stopKept': [node?: KeptNode];
	'appErrors.pauseKept': [node?: KeptNode];
	'appErrors.continueKept': [node?: KeptNode];
	'appErrors.revealKept': [node?: KeptNode];
	'appErrors.deleteKept': [node?: KeptNode];
	/** Any file of records; of the active editor, else one that a person chooses. */
	'appErrors.openResultsView': [file?: vscode.Uri | ExportNode | 'choose'];
	'appErrors.openResultsAsText': [file?: vscode.Uri];
	'appErrors.readRecordsAs': [];
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
	'appErrors.clearResultsFilters': [];
	'appErrors.undoResultsFilters': [];
	'appErrors.redoResultsFilters': [];
	'appErrors.copyRecords': [];
	/** A text that reads the records with another program; of the active results view where no row is given. */
	'appErrors.copyAs': [of?: ExportNode | KeptNode | vscode.Uri];
	'appErrors.saveRecordsAs': [];
	/** Of the active results view. */
	'appErrors.saveReport': [];
	'appErrors.toggleGroups': [];
	'appErrors.toggleRecordPane': [];
	'appErrors.toggleChart': [];
	'appErrors.focusRecords': [];
	'appErrors.focusGroups': [];
	'appErrors.focusRecordPane': [];
	'appErrors.focusFilters': [];
	/** Of the active results view, and of those of the application's exports from then on. */
	'appErrors.resetResultsLayout': [];
	/** Of the record that the active results view shows; called by `goToFirstOwnFrame`. */
	'appErrors.openFirstFrameOfRecord': [];
	/**
	 * A text with stack traces as a document; called by other features, not offered to people.
	 *
	 * @param column The group of editors to show it in; the active one if none is given.
	 */
	'appErrors.openTraceDocument': [document: TraceDocument, column?: vscode.ViewColumn];
	'appErrors.openTraceFromClipboard': [];
	/** @param from What the menu hands over: the address of an editor's document, or something of a terminal. */
	'appErrors.openTraceFromSelection': [from?: unknown];
	/** Of the stack trace at the cursor, or of the record in the results view. */
	'appErrors.goToFirstOwnFrame': [];
	/** What links of documents run, by the address of the document and the place in it. */
	'appErrors.openFrameAt': [document: string, offset: number];
	/** The code as it was in a version, beside the present one; of the line at the cursor where nothing is given. */
	'appErrors.openAsOf': [of?: VersionPlace];
	/** What was committed to a file since a version, changes of the line first. */
	'appErrors.changesSince': [of?: VersionPlace];
	/**
	 * What was committed to files between two versions; of the active editor's where nothing is given. Versions of a group are
	 * asked for.
	 */
	'appErrors.introducedBetween': [between?: VersionsOfFiles | FilesOfGroup];
	/** Of the function around a place in the code: that of the cursor where none is given, or what a menu hands over. */
	'appErrors.errorsOfFunction': [place?: CodePosition];
	'appErrors.errorsOfLine': [place?: CodePosition];
	'appErrors.nextLineWithErrors': [];
	'appErrors.previousLineWithErrors': [];
	'appErrors.filesWithErrors': [];
	/** Shows a group of errors of a file of records; what hovers link to, not offered to people. */
	'appErrors.showCodeGroup': [path: string, key: string];
	'appErrors.hideCodeMarks': [];
	'appErrors.showCodeMarks': [];
	'appErrors.useInCode': [node?: ExportNode | KeptNode];
	'appErrors.doNotUseInCode': [node?: ExportNode | KeptNode];
	'appErrors.toggleTraceOriginal': [document?: vscode.Uri];
	'appErrors.chooseTraceMapping': [document?: vscode.Uri];
	'appErrors.symbolicateTrace': [document?: vscode.Uri];
	/** Writes a question for an agent into the editor's chat, and sends nothing; called by other features, not offered to people. */
	'appErrors.askAgent': [subject: AgentSubject];
	/** Gives agents outside of the editor the tools. */
	'appErrors.setUpAgents': [];
	/** What is known of it stands in the boxes. */
	'appErrors.connectDatabase': [known?: { readonly url: string; readonly user: string }];
	'appErrors.disconnectDatabase': [node?: DatabaseNode];
	/** Reads a table of others as records. */
	'appErrors.mapTable': [node?: DatabaseNode];
	/** Of the active results view where nothing is given. */
	'appErrors.loadIntoDatabase': [of?: ExportNode | KeptNode | vscode.Uri];
	'appErrors.openDataset': [node?: DatasetNode | MappedTableNode];
	'appErrors.removeMappedTable': [node?: MappedTableNode];
	'appErrors.showLog': [];
	'appErrors.clearAllData': [];
	'appErrors.openSettings': [setting?: string];
}

/** What the commands do, behind one boundary: whatever one throws is shown once, as a message. */
export class Commands {
	private readonly runs = new Map<CommandId, (...parameters: never[]) => unknown>();

	constructor(private readonly onError: (error: unknown, command: CommandId) => void) {}

	register<K extends CommandId>(id: K, run: (...parameters: CommandParameters[K]) => unknown): vscode.Disposable {
		this.runs.set(id, run);
		return { dispose: () => this.runs.delete(id) };
	}

	/** @param parameters Whatever the editor hands over. */
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

/** Runs one of our commands by its typed id. */
export function runCommand<K extends CommandId>(id: K, ...parameters: CommandParameters[K]): Thenable<unknown> {
	return vscode.commands.executeCommand(id, ...parameters);
}
