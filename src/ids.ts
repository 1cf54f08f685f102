/** Names shared between the manifest and the code. A unit test compares this file with package.json. */

export const providerId = 'appErrors';
export const walkthroughId = 'start';
export const tokenStep = 'register';

export const views = {
	applications: 'appErrors.applications',
} as const;

export const editors = {
	results: 'appErrors.results',
} as const;

export const traceScheme = 'app-errors-trace';

/** Files of saved exports. `contributes.jsonValidation` in package.json has the same pattern. */
export const savedExportPattern = '**/.app-errors/exports/*.json';

export const comparisonView = 'appErrors.comparison';
export const overviewView = 'appErrors.overview';

export const agentToolPrefix = 'app_errors_';
export const agentToolNames = [
	'list_exports',
	'top_groups',
	'get_group',
	'compare',
	'search_records',
	'errors_at',
	'read_trace',
	'start_export',
] as const;

export const aiIsOff = 'chat.disableAIFeatures';

export const contextKeys = {
	/** Value `none` or `some`. */
	accounts: 'appErrors.accounts',
	sampleAccount: 'appErrors.sampleAccount',
	applicationsFiltered: 'appErrors.applicationsFiltered',
	/** Value `none` or `some`, depending on whether there are exports that agents can query. */
	exports: 'appErrors.exports',
	/** Value `none` if there are no records, otherwise `shown` or `hidden`. */
	codeMarks: 'appErrors.codeMarksState',
} as const;

export interface SettingTypes {
	'appErrors.baseUrl': string;
	'appErrors.authUrl': string;
	'appErrors.exports.folder': string;
	'appErrors.exports.maxAgeDays': number;
	'appErrors.exports.maxSizeMegabytes': number;
	/** Zero disables automatic syncs. */
	'appErrors.sync.intervalMinutes': number;
	'appErrors.whatsNew.showBadge': boolean;
	'appErrors.timeZone': string;
	'appErrors.additionalFields': readonly AdditionalFieldSetting[];
	'appErrors.timeouts.preparationMinutes': number;
	/** Glob patterns that may contain `${app}` and `${version}`. */
	'appErrors.mappings': readonly string[];
	'appErrors.databases': readonly DatabaseSetting[];
	/** Paths of CSV files by application ID. */
	'appErrors.activeDevices': Readonly<Record<string, string>>;
	/** Tag patterns that contain `{version}`. */
	'appErrors.versionTags': readonly string[];
	/** URL template that contains `{title}` and `{body}`. */
	'appErrors.issueUrl': string;
	'appErrors.openSource': 'beside' | 'active';
	'appErrors.codeMarks': 'codeLens' | 'endOfLine' | 'ruler' | 'off';
	'appErrors.timeouts.connectSeconds': number;
	'appErrors.timeouts.responseSeconds': number;
	'appErrors.timeouts.idleSeconds': number;
	'appErrors.timeouts.databaseQuerySeconds': number;
}

interface DatabaseSetting {
	readonly name: string;
	readonly url: string;
	readonly database?: string;
	readonly user?: string;
}

interface AdditionalFieldSetting {
	readonly name: string;
	readonly type?: 'string' | 'integer';
	readonly personal?: boolean;
	readonly description?: string;
}

/** Keys of `globalState`, unless noted otherwise. The values contain no secrets. */
export const stateKeys = {
	currentAccount: 'currentAccount',
	applicationMarks: 'applicationMarks',
	/** Last exported plan and current draft, by service and application. */
	plans: 'plans',
	sampleAccount: 'sampleAccount',
	sampleSize: 'sampleSize',
	resultsViews: 'resultsViews',
	resultsLayouts: 'resultsLayouts',
	deviceOffers: 'deviceOffers',
	/** Whether first exports count devices. Unset until the user has decided. */
	countsDevices: 'countsDevices',
	mappedTables: 'mappedTables',
	loadConsents: 'loadConsents',
	datasetFeeds: 'datasetFeeds',
	/** Stored in `workspaceState`: comparisons that are open in the window. */
	openComparisons: 'openComparisons',
	/** Stored in `workspaceState`: the last comparison of each set of records. */
	usedComparisons: 'usedComparisons',
	/** Stored in `workspaceState`: exports that were running in the window. */
	leftExports: 'leftExports',
	retentionRanAt: 'retentionRanAt',
	/** All export folders that have ever been configured, so that their exports are still found. */
	exportFolders: 'exportFolders',
	/** Author of notes in triage files, or '' for no name. Unset until the user has decided. */
	noteAuthor: 'noteAuthor',
	watermarks: 'watermarks',
	hasExports: 'hasExports',
	/** Stored in `workspaceState`: records for which code marks were enabled or disabled. */
	usedInCode: 'usedInCode',
	/** Stored in `workspaceState`: mapping files chosen by the user, by application and version. */
	chosenMappings: 'chosenMappings',
	/** Stored in `workspaceState`: tag naming schemes chosen by the user, by application. */
	chosenTags: 'chosenTags',
	/** Stored in `workspaceState`: hashes of saved exports that the user has confirmed. */
	confirmedExports: 'confirmedExports',
} as const;

export const accountSecretPrefix = 'account:';
/** Prefix of the secret keys, one for each combination of database and user. */
export const databaseSecretPrefix = 'database:';
export const deviceKeySecret = 'deviceKey';
