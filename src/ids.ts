/** Identifiers that package.json also contains. A unit test compares this file with package.json. */

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

/** Glob pattern for saved exports. `contributes.jsonValidation` in package.json contains the same pattern. */
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
	/** Whether accounts are stored: `none` or `some`. */
	accounts: 'appErrors.accounts',
	sampleAccount: 'appErrors.sampleAccount',
	applicationsFiltered: 'appErrors.applicationsFiltered',
	/** Whether exports exist that agents can query: `some` or `none`. */
	exports: 'appErrors.exports',
	/** State of code marks: `none` if no records are used for them, otherwise `shown` or `hidden`. */
	codeMarks: 'appErrors.codeMarksState',
} as const;

export interface SettingTypes {
	'appErrors.baseUrl': string;
	'appErrors.authUrl': string;
	'appErrors.exports.folder': string;
	'appErrors.exports.maxAgeDays': number;
	'appErrors.exports.maxSizeMegabytes': number;
	/** Sync interval in minutes. Zero disables automatic syncs. */
	'appErrors.sync.intervalMinutes': number;
	'appErrors.whatsNew.showBadge': boolean;
	'appErrors.timeZone': string;
	'appErrors.additionalFields': readonly AdditionalFieldSetting[];
	'appErrors.timeouts.preparationMinutes': number;
	/** Glob patterns for mapping files. The patterns may contain `${app}` and `${version}`. */
	'appErrors.mappings': readonly string[];
	'appErrors.databases': readonly DatabaseSetting[];
	/** Maps each application ID to the path of a CSV file with active device counts. */
	'appErrors.activeDevices': Readonly<Record<string, string>>;
	/** Patterns for version tags. Each pattern contains `{version}`. */
	'appErrors.versionTags': readonly string[];
	/** URL template for a new issue. It contains `{title}` and `{body}`. */
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

/** Keys of values in `globalState`, unless a comment names another store. The values contain no secrets. */
export const stateKeys = {
	currentAccount: 'currentAccount',
	applicationMarks: 'applicationMarks',
	/** Stores the last exported plan and the current draft for each service and application. */
	plans: 'plans',
	sampleAccount: 'sampleAccount',
	sampleSize: 'sampleSize',
	resultsViews: 'resultsViews',
	resultsLayouts: 'resultsLayouts',
	deviceOffers: 'deviceOffers',
	/** Whether the first export of an application should count devices. Unset until the user decides. */
	countsDevices: 'countsDevices',
	mappedTables: 'mappedTables',
	loadConsents: 'loadConsents',
	datasetFeeds: 'datasetFeeds',
	/** Comparisons that are open in the window. Stored in `workspaceState`. */
	openComparisons: 'openComparisons',
	/** Last comparison of each file or synced set. Stored in `workspaceState`. */
	usedComparisons: 'usedComparisons',
	/** Exports that were running in the window. Stored in `workspaceState`. */
	leftExports: 'leftExports',
	retentionRanAt: 'retentionRanAt',
	/** All folders that the user has ever configured for exports. Exports in these folders are still listed. */
	exportFolders: 'exportFolders',
	/** Author's name in triage notes, or an empty string for no name. Unset until the user decides. */
	noteAuthor: 'noteAuthor',
	watermarks: 'watermarks',
	hasExports: 'hasExports',
	/** Files and synced sets for which code marks were enabled or disabled. Stored in `workspaceState`. */
	usedInCode: 'usedInCode',
	/** Mapping files that the user selected for each application and version. Stored in `workspaceState`. */
	chosenMappings: 'chosenMappings',
	/** Tag patterns that the user selected for each application. Stored in `workspaceState`. */
	chosenTags: 'chosenTags',
	/** Hashes of saved exports that the user confirmed. Stored in `workspaceState`. */
	confirmedExports: 'confirmedExports',
} as const;

export const accountSecretPrefix = 'account:';
/** Prefix of keys in secret storage. Each combination of database and user has its own key. */
export const databaseSecretPrefix = 'database:';
export const deviceKeySecret = 'deviceKey';
