import * as vscode from 'vscode';
import type { ArgumentsOf, CommandId } from '../commands/commandTable';
import { isCancellation } from '../core/common/errors';
import type { TraceOrigin } from '../core/mappings/mappingSearch';
import type { ChosenComparison } from '../shared/comparison';
import type { GroupValue } from '../shared/groupValue';
import type { SoughtGroup } from '../shared/protocols/comparisonProtocol';
import type { GroupKey, RecordFilter } from '../shared/results';
import { showInformation } from '../vscode/messages';
import type { AccountId } from './accounts';
import type { PlannedExport } from './exportLibrary';
import type { CommitOfFiles, FilesOfGroup, VersionPlace, VersionsOfFiles } from './revisions/revisions';
import type {
	ApplicationNode,
	DatabaseNode,
	DatasetNode,
	ExportNode,
	MappedTableNode,
	RunningNode,
	SavedExportNode,
	SyncedSetNode,
} from './treeNodes';

export interface TraceDocument {
	readonly title: string;
	readonly text: string;
	readonly origin: TraceOrigin;
}

export interface GroupOfRecords extends SoughtGroup {
	/** URI of the records file, or of the manifest of a synced set. */
	readonly file: vscode.Uri;
}

export interface TracePair {
	readonly title: string;
	readonly before: TraceDocument;
	readonly after: TraceDocument;
}

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
			/** Path of the records file, or of the manifest of a synced set. */
			readonly path: string;
			/** Filters of the list that contains the group. A filter for the group itself is not included. */
			readonly filters: readonly RecordFilter[];
			readonly key: GroupKey;
			readonly value: GroupValue;
	  }
	/** File in the workspace, and optionally a line in a function. */
	| { readonly kind: 'place'; readonly file: vscode.Uri /** Line number (1-based). */; readonly line?: number };

/** Parameters of commands, by the kind of arguments in a command's definition. Menus may pass fewer arguments. */
interface ArgumentTypes extends Record<ArgumentsOf<CommandId>, readonly unknown[]> {
	none: [];
	account: [account?: AccountId];
	agentSubject: [subject: AgentSubject];
	application: [node?: ApplicationNode];
	applicationOrSyncedSet: [of?: ApplicationNode | SyncedSetNode | vscode.Uri];
	codePosition: [place?: CodePosition];
	commit: [of: CommitOfFiles];
	comparison: [chosen: ChosenComparison];
	database: [node?: DatabaseNode];
	databaseUser: [known?: { readonly url: string; readonly user: string }];
	dataset: [node?: DatasetNode];
	datasetOrMappedTable: [node?: DatasetNode | MappedTableNode];
	daysOfSyncedSet: [node: SyncedSetNode, days: readonly string[]];
	dropped: [dropped: vscode.DataTransfer];
	export: [node?: ExportNode];
	exportOrSyncedSet: [node?: ExportNode | SyncedSetNode];
	file: [file?: vscode.Uri];
	groupOfRecords: [of: GroupOfRecords];
	groupOfFile: [path: string, key: string];
	link: [document: string, offset: number];
	mappedTable: [node?: MappedTableNode];
	pane: [pane?: ResultsPane];
	permission: [permission?: string];
	planChange: [asked: PlanChange];
	plannedExport: [order: PlannedExport];
	records: [of?: ExportNode | SyncedSetNode | vscode.Uri];
	recordsFile: [file?: vscode.Uri | ExportNode | 'choose'];
	runningExport: [node?: RunningNode];
	savedExport: [of?: SavedExportNode | vscode.Uri];
	/** Editor menus pass the document's URI, and terminal menus pass a terminal object. */
	selection: [from?: unknown];
	setting: [setting?: string];
	syncedSet: [node?: SyncedSetNode];
	traceDocument: [document: TraceDocument, column?: vscode.ViewColumn];
	traceDocuments: [documents: TracePair, column?: vscode.ViewColumn];
	versionPlace: [of?: VersionPlace];
	versions: [between?: VersionsOfFiles | FilesOfGroup];
}

export type CommandParameters = { readonly [K in CommandId]: ArgumentTypes[ArgumentsOf<K>] };

/** Runs commands. If a command throws an error, a message shows the error. */
export class Commands {
	private readonly runs = new Map<CommandId, (...parameters: never[]) => unknown>();

	constructor(private readonly onError: (error: unknown, command: CommandId) => void) {}

	register<K extends CommandId>(id: K, run: (...parameters: CommandParameters[K]) => unknown): vscode.Disposable {
		this.runs.set(id, run);
		return { dispose: () => this.runs.delete(id) };
	}

	/** @param parameters Unvalidated arguments from VS Code */
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

/** Wraps a command that requires a row. If it is called without a row, a message explains where to run it. */
export function needsRow<N, R>(run: (node: N) => R): (node?: N) => R | undefined {
	return (node) => {
		if (node === undefined) {
			void showInformation(vscode.l10n.t('Run this command from the menu of a row in the Applications view.'));
			return undefined;
		}
		return run(node);
	};
}

export function runCommand<K extends CommandId>(id: K, ...parameters: CommandParameters[K]): Thenable<unknown> {
	return vscode.commands.executeCommand(id, ...parameters);
}
