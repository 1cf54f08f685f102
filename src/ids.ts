/** Every name the manifest and the code share. A unit test holds this file against package.json. */

import type { Uri } from 'vscode';
import type { AccountId } from './services/accounts';
import type { PlannedExport } from './services/exportLibrary';
import type { TraceOrigin } from './services/mappings/mappings';
import type { ApplicationNode, ExportNode, RunningNode } from './services/treeNodes';

export const providerId = 'appErrors';
/** With the extension's own ID in front, as the editor wants it. */
export const walkthroughId = 'app-errors.app-errors#start';

export const views = {
	applications: 'appErrors.applications',
} as const;

/** Custom editors by their view type. */
export const editors = {
	results: 'appErrors.results',
} as const;

/** What a document of stack traces is made of. */
export interface TraceDocument {
	readonly title: string;
	readonly text: string;
	readonly origin: TraceOrigin;
}

/** Command id -> parameters; menus and the palette call them with fewer. */
export interface CommandParameters {
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
	'appErrors.setSampleBehaviour': [];
	'appErrors.refreshApplications': [];
	'appErrors.addApplication': [];
	'appErrors.removeApplication': [node?: ApplicationNode];
	'appErrors.pinApplication': [node?: ApplicationNode];
	'appErrors.unpinApplication': [node?: ApplicationNode];
	'appErrors.filterApplications': [];
	'appErrors.clearApplicationFilter': [];
	'appErrors.copyApplicationId': [node?: ApplicationNode];
	'appErrors.exportErrors': [node?: ApplicationNode];
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
	'appErrors.revealExport': [node?: ExportNode];
	'appErrors.saveExportAs': [node?: ExportNode];
	'appErrors.deleteExport': [node?: ExportNode];
	/** Any file of records; of the active editor, else one that a person chooses. */
	'appErrors.openResultsView': [file?: Uri | ExportNode | 'choose'];
	'appErrors.openResultsAsText': [file?: Uri];
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
	'appErrors.copyRecords': [];
	'appErrors.saveRecordsAs': [];
	'appErrors.toggleGroups': [];
	'appErrors.toggleRecordPane': [];
	'appErrors.toggleChart': [];
	/** Of the record that the active results view shows; called by `goToFirstOwnFrame`. */
	'appErrors.openFirstFrameOfRecord': [];
	/** A text with stack traces as a document; called by other features, not offered to people. */
	'appErrors.openTraceDocument': [document: TraceDocument];
	'appErrors.openTraceFromClipboard': [];
	/** @param from What the menu hands over: the address of an editor's document, or something of a terminal. */
	'appErrors.openTraceFromSelection': [from?: unknown];
	/** Of the stack trace at the cursor, or of the record in the results view. */
	'appErrors.goToFirstOwnFrame': [];
	/** What links of documents run, by the address of the document and the place in it. */
	'appErrors.openFrameAt': [document: string, offset: number];
	'appErrors.toggleTraceOriginal': [document?: Uri];
	'appErrors.chooseTraceMapping': [document?: Uri];
	'appErrors.symbolicateTrace': [document?: Uri];
	'appErrors.showLog': [];
	'appErrors.clearAllData': [];
	'appErrors.openSettings': [setting?: string];
}

export type CommandId = keyof CommandParameters;

export const contextKeys = {
	/** `none` or `some`: whether any account is there; unset until it is known. */
	accounts: 'appErrors.accounts',
	/** The current account is the sample service. */
	sampleAccount: 'appErrors.sampleAccount',
	applicationsFiltered: 'appErrors.applicationsFiltered',
} as const;

/** Settings and the types the manifest declares for them. */
export interface SettingTypes {
	'appErrors.baseUrl': string;
	'appErrors.authUrl': string;
	'appErrors.exportFolder': string;
	/** Zero: however old. */
	'appErrors.keepExportsDays': number;
	/** Zero: however large. */
	'appErrors.keepExportsMegabytes': number;
	'appErrors.timeZone': string;
	'appErrors.additionalFields': readonly AdditionalFieldSetting[];
	'appErrors.waitLimitMinutes': number;
	/** Patterns of paths, with `${app}` and `${version}`. */
	'appErrors.mappings': readonly string[];
	'appErrors.timeouts.connectSeconds': number;
	'appErrors.timeouts.headersSeconds': number;
	'appErrors.timeouts.silentBodySeconds': number;
}

export interface AdditionalFieldSetting {
	readonly name: string;
	readonly type?: 'string' | 'integer';
	readonly personal?: boolean;
	readonly meaning?: string;
}

/** Keys of `globalState`; none of them holds a secret. */
export const stateKeys = {
	currentAccount: 'currentAccount',
	/** Per service: pinned and hand-added application IDs. */
	applicationMarks: 'applicationMarks',
	/** Per service and application: the plan of the last export, and the one being made. */
	plans: 'plans',
	/** Label of the sample account, if there is one. */
	sampleAccount: 'sampleAccount',
	sampleSize: 'sampleSize',
	/** How results views were left, by file. */
	resultsViews: 'resultsViews',
	/** In `workspaceState`: exports that the window was carrying out. */
	leftExports: 'leftExports',
	/** When past exports were last looked at for old ones (ISO 8601, UTC). */
	retentionRanAt: 'retentionRanAt',
	/** Folders of the setting that exports were put in, however the setting reads by now. */
	exportFolders: 'exportFolders',
	/** In `workspaceState`: mapping files a person chose, by application and version. */
	chosenMappings: 'chosenMappings',
} as const;

/** Prefix of the secrets, one per account. */
export const accountSecretPrefix = 'account:';
