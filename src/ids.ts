/** Every name the manifest and the code share. A unit test holds this file against package.json. */

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

/** The scheme of documents of stack traces that are in no file. */
export const traceScheme = 'app-errors-trace';

/** The view of a comparison, by its type. */
export const comparisonView = 'appErrors.comparison';

/** Tools of coding agents, with what stands in front of their names. */
export const agentToolPrefix = 'app_errors_';
export const agentToolNames = [
	'list_exports',
	'top_groups',
	'get_group',
	'compare',
	'search_records',
	'errors_at',
	'start_export',
] as const;

/** What each is given stands in `services/commands.ts`. */
export const commandIds = [
	'appErrors.signIn',
	'appErrors.signOut',
	'appErrors.switchAccount',
	'appErrors.checkToken',
	'appErrors.renewToken',
	'appErrors.openWalkthrough',
	'appErrors.openTokenRegistration',
	'appErrors.openTokenAuthorization',
	'appErrors.copyRedirectAddress',
	'appErrors.copyPermission',
	'appErrors.trySampleData',
	'appErrors.refreshApplications',
	'appErrors.addApplication',
	'appErrors.removeApplication',
	'appErrors.pinApplication',
	'appErrors.unpinApplication',
	'appErrors.filterApplications',
	'appErrors.clearApplicationFilter',
	'appErrors.copyApplicationId',
	'appErrors.exportErrors',
	'appErrors.changePlan',
	'appErrors.repeatLastExport',
	'appErrors.runExport',
	'appErrors.resumeExport',
	'appErrors.verifyExport',
	'appErrors.stopExport',
	'appErrors.showRunningExports',
	'appErrors.openExport',
	'appErrors.repeatExport',
	'appErrors.nameExport',
	'appErrors.revealExport',
	'appErrors.saveExportAs',
	'appErrors.deleteExport',
	'appErrors.compareWith',
	'appErrors.compareVersions',
	'appErrors.showComparison',
	'appErrors.whatsNew',
	'appErrors.saveComparison',
	'appErrors.keepRecords',
	'appErrors.keepPlan',
	'appErrors.changeKept',
	'appErrors.exportKept',
	'appErrors.openKept',
	'appErrors.updateKept',
	'appErrors.fetchKeptDays',
	'appErrors.stopKept',
	'appErrors.pauseKept',
	'appErrors.continueKept',
	'appErrors.revealKept',
	'appErrors.deleteKept',
	'appErrors.openResultsView',
	'appErrors.openResultsAsText',
	'appErrors.readRecordsAs',
	'appErrors.findInResults',
	'appErrors.findNextInResults',
	'appErrors.findPreviousInResults',
	'appErrors.goToRecord',
	'appErrors.goToColumn',
	'appErrors.nextRecord',
	'appErrors.previousRecord',
	'appErrors.nextRecordInGroup',
	'appErrors.previousRecordInGroup',
	'appErrors.findInRecord',
	'appErrors.clearResultsFilters',
	'appErrors.undoResultsFilters',
	'appErrors.redoResultsFilters',
	'appErrors.copyRecords',
	'appErrors.copyAs',
	'appErrors.saveRecordsAs',
	'appErrors.saveReport',
	'appErrors.toggleGroups',
	'appErrors.toggleRecordPane',
	'appErrors.toggleChart',
	'appErrors.focusRecords',
	'appErrors.focusGroups',
	'appErrors.focusRecordPane',
	'appErrors.focusFilters',
	'appErrors.resetResultsLayout',
	'appErrors.openFirstFrameOfRecord',
	'appErrors.openTraceDocument',
	'appErrors.openTraceFromClipboard',
	'appErrors.openTraceFromSelection',
	'appErrors.goToFirstOwnFrame',
	'appErrors.openFrameAt',
	'appErrors.openAsOf',
	'appErrors.changesSince',
	'appErrors.introducedBetween',
	'appErrors.errorsOfFunction',
	'appErrors.errorsOfLine',
	'appErrors.nextLineWithErrors',
	'appErrors.previousLineWithErrors',
	'appErrors.filesWithErrors',
	'appErrors.showCodeGroup',
	'appErrors.hideCodeMarks',
	'appErrors.showCodeMarks',
	'appErrors.useInCode',
	'appErrors.doNotUseInCode',
	'appErrors.toggleTraceOriginal',
	'appErrors.chooseTraceMapping',
	'appErrors.symbolicateTrace',
	'appErrors.askAgent',
	'appErrors.setUpAgents',
	'appErrors.connectDatabase',
	'appErrors.disconnectDatabase',
	'appErrors.mapTable',
	'appErrors.openDataset',
	'appErrors.loadIntoDatabase',
	'appErrors.removeMappedTable',
	'appErrors.showLog',
	'appErrors.clearAllData',
	'appErrors.openSettings',
] as const;

export type CommandId = (typeof commandIds)[number];

/** The editor's own setting that switches off whatever has to do with AI. */
export const aiIsOff = 'chat.disableAIFeatures';

export const contextKeys = {
	/** `none` or `some`: whether any account is there; unset until it is known. */
	accounts: 'appErrors.accounts',
	/** The current account is the sample service. */
	sampleAccount: 'appErrors.sampleAccount',
	applicationsFiltered: 'appErrors.applicationsFiltered',
	/** `none` or `some`: whether agents have anything to ask about. */
	exports: 'appErrors.exports',
	/** Records are shown in the code: `none` are there to show, `shown` or `hidden`. */
	codeMarks: 'appErrors.codeMarksState',
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
	/** Minutes; zero: not by themselves. */
	'appErrors.keptRecords.updateEvery': number;
	'appErrors.whatsNew.badge': boolean;
	'appErrors.timeZone': string;
	'appErrors.additionalFields': readonly AdditionalFieldSetting[];
	'appErrors.waitLimitMinutes': number;
	/** Patterns of paths, with `${app}` and `${version}`. */
	'appErrors.mappings': readonly string[];
	'appErrors.databases': readonly DatabaseSetting[];
	/** Patterns of tags, with `{version}`. */
	'appErrors.versionTags': readonly string[];
	'appErrors.openCode': 'beside' | 'same';
	'appErrors.codeMarks': 'lens' | 'endOfLine' | 'ruler' | 'off';
	'appErrors.timeouts.connectSeconds': number;
	'appErrors.timeouts.headersSeconds': number;
	'appErrors.timeouts.silentBodySeconds': number;
}

interface DatabaseSetting {
	readonly name: string;
	readonly address: string;
	readonly database?: string;
	readonly user?: string;
}

interface AdditionalFieldSetting {
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
	/** How results views are laid out, by service and application. */
	resultsLayouts: 'resultsLayouts',
	/** Applications for which a person has said whether devices are to be counted by hashes. */
	deviceOffers: 'deviceOffers',
	/** Tables of databases, and which of their columns are what. */
	mappedTables: 'mappedTables',
	/** Where records may be loaded to, with which fields. */
	loadConsents: 'loadConsents',
	/** Kept records whose updates are loaded. */
	datasetFeeds: 'datasetFeeds',
	/** In `workspaceState`: exports that the window was carrying out. */
	leftExports: 'leftExports',
	/** When past exports were last looked at for old ones (ISO 8601, UTC). */
	retentionRanAt: 'retentionRanAt',
	/** Folders of the setting that exports were put in, however the setting reads by now. */
	exportFolders: 'exportFolders',
	/** Since when a person has not looked at sets of kept records, and what came since. */
	keptMarks: 'keptMarks',
	/** Whether there was an export when somebody last looked. */
	hasExports: 'hasExports',
	/** In `workspaceState`: records that are shown in the code. */
	usedInCode: 'usedInCode',
	/** In `workspaceState`: mapping files a person chose, by application and version. */
	chosenMappings: 'chosenMappings',
	/** In `workspaceState`: how tags of an application are called, as a person chose. */
	chosenTags: 'chosenTags',
} as const;

/** Prefix of the secrets, one per account. */
export const accountSecretPrefix = 'account:';
/** Prefix of the secrets, one per database and user. */
export const databaseSecretPrefix = 'database:';
export const deviceKeySecret = 'deviceKey';
