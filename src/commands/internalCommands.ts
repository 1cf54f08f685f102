/** Commands that only App Errors runs and that package.json doesn't contain. Each value is a key of `ArgumentTypes`. */
export const internalCommands = {
	'appErrors.changeExport': 'planChange',
	'appErrors.runExport': 'plannedExport',
	/** Saves a planned export to a file. Returns `true` after the file has been written. */
	'appErrors.savePlan': 'plannedExport',
	/** Shows a comparison of two sides. Returns `true` when the comparison is visible. */
	'appErrors.showComparison': 'comparison',
	/** Compares the records with the last baseline or the previous period, and shows a group in the comparison. */
	'appErrors.compareGroup': 'groupOfRecords',
	'appErrors.syncPlan': 'plannedExport',
	/** Requests records of the given days only (`yyyy-mm-dd`). */
	'appErrors.fetchSyncedDays': 'daysOfSyncedSet',
	'appErrors.openFirstFrameOfRecord': 'none',
	'appErrors.openTraceDocument': 'traceDocument',
	'appErrors.compareTraceDocuments': 'traceDocuments',
	'appErrors.openDropped': 'dropped',
	/** Opens the source location of a frame, given the document's URI and an offset in its text. */
	'appErrors.openFrameAt': 'link',
	/** Shows the changes that a commit made to the given files. */
	'appErrors.showCommit': 'commit',
	'appErrors.showCodeMarkGroup': 'groupOfFile',
	'appErrors.chooseTraceMapping': 'file',
	'appErrors.symbolicateTrace': 'file',
	/** Inserts a prompt into the chat input. Doesn't send it. */
	'appErrors.askAgent': 'agentSubject',
} as const;
