/** Commands that only code runs, so package.json doesn't declare them. The values are keys of `ArgumentTypes`. */
export const internalCommands = {
	'appErrors.changeExport': 'planChange',
	'appErrors.runExport': 'plannedExport',
	/** Returns `true` once the file is written. */
	'appErrors.savePlan': 'plannedExport',
	/** Shows a comparison of the given sides. Returns `true` once it is visible. */
	'appErrors.showComparison': 'comparison',
	/** Compares records with their last used baseline or the previous period, and shows a group. */
	'appErrors.compareGroup': 'groupOfRecords',
	'appErrors.syncPlan': 'plannedExport',
	/** Requests only the records of the given days (`yyyy-mm-dd`). */
	'appErrors.fetchSyncedDays': 'daysOfSyncedSet',
	'appErrors.openFirstFrameOfRecord': 'none',
	'appErrors.openTraceDocument': 'traceDocument',
	'appErrors.compareTraceDocuments': 'traceDocuments',
	'appErrors.openDropped': 'dropped',
	/** Opens the target of a link. The document's URI and an offset identify the link. */
	'appErrors.openFrameAt': 'link',
	/** Shows the changes of a commit in the given files. */
	'appErrors.showCommit': 'commit',
	'appErrors.showCodeMarkGroup': 'groupOfFile',
	'appErrors.chooseTraceMapping': 'file',
	'appErrors.symbolicateTrace': 'file',
	/** Inserts a prompt into the chat input without sending it. */
	'appErrors.askAgent': 'agentSubject',
} as const;
