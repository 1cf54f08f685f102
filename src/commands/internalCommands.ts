/** Commands that only App Errors runs, so package.json doesn't declare them. The values are keys of `ArgumentTypes`. */
export const internalCommands = {
	'appErrors.changeExport': 'planChange',
	'appErrors.runExport': 'plannedExport',
	/** Returns `true` after the file has been written. */
	'appErrors.savePlan': 'plannedExport',
	/** Shows a comparison of the given sides. Returns `true` after the comparison has become visible. */
	'appErrors.showComparison': 'comparison',
	/** Compares records with the last baseline or with the previous period, and shows a group in the comparison. */
	'appErrors.compareGroup': 'groupOfRecords',
	'appErrors.syncPlan': 'plannedExport',
	/** Requests only the records from the given days (`yyyy-mm-dd`). */
	'appErrors.fetchSyncedDays': 'daysOfSyncedSet',
	'appErrors.openFirstFrameOfRecord': 'none',
	'appErrors.openTraceDocument': 'traceDocument',
	'appErrors.compareTraceDocuments': 'traceDocuments',
	'appErrors.openDropped': 'dropped',
	/** Opens the target of a link. The link is identified by the document's URI and an offset. */
	'appErrors.openFrameAt': 'link',
	/** Shows a commit's changes to the given files. */
	'appErrors.showCommit': 'commit',
	'appErrors.showCodeMarkGroup': 'groupOfFile',
	'appErrors.chooseTraceMapping': 'file',
	'appErrors.symbolicateTrace': 'file',
	/** Inserts a prompt into the chat input without sending it. */
	'appErrors.askAgent': 'agentSubject',
} as const;
