/** Every name the manifest and the code share. A unit test holds this file against package.json. */

import type { Uri } from 'vscode';
import type { AccountId } from './services/accounts';
import type { PlannedExport } from './services/exportLibrary';
import type { ApplicationNode, ExportNode } from './services/treeNodes';

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
	'appErrors.showLog': [];
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
	'appErrors.timeZone': string;
	'appErrors.additionalFields': readonly AdditionalFieldSetting[];
	'appErrors.waitLimitMinutes': number;
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
	/** In `workspaceState`: how results views were left, by file. */
	resultsViews: 'resultsViews',
} as const;

/** Prefix of the secrets, one per account. */
export const accountSecretPrefix = 'account:';
