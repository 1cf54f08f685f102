/**
 * Commands that only code runs. Therefore, package.json doesn't declare them. The values are keys of `ArgumentTypes` in
 * src/services/commands.ts.
 */
export const internalCommands = {
	/** Shows the wizard steps for a plan's fields or filters, and returns the changed plan. */
	'appErrors.changeExport': 'planChange',
	/** Runs a plan without prompts. */
	'appErrors.runExport': 'plannedExport',
	/** Shows a comparison of the given sides. Returns `true` once it is visible. */
	'appErrors.showComparison': 'comparison',
	/** Compares records with their last used baseline or the previous period, and shows a group. */
	'appErrors.compareGroup': 'groupOfRecords',
	/** Syncs records with a plan's options, starting on the first day of its range. */
	'appErrors.syncPlan': 'plannedExport',
	/** Requests only the records of the given days (`yyyy-mm-dd`). */
	'appErrors.fetchSyncedDays': 'daysOfSyncedSet',
	/** Runs `goToFirstOwnFrame` for the record in the active results view. */
	'appErrors.openFirstFrameOfRecord': 'none',
	/** Opens text that contains stack traces, by default in the active editor group. */
	'appErrors.openTraceDocument': 'traceDocument',
	/** Opens two stack traces in the diff editor. */
	'appErrors.compareTraceDocuments': 'traceDocuments',
	/** Opens files or the text of a stack trace that the user dropped on the applications view. */
	'appErrors.openDropped': 'dropped',
	/** Opens the target of a link. The document's URI and an offset identify the link. */
	'appErrors.openFrameAt': 'link',
	/** Shows a group in a file of records. Used by links in hovers. */
	'appErrors.showCodeMarkGroup': 'groupOfFile',
	'appErrors.chooseTraceMapping': 'file',
	'appErrors.symbolicateTrace': 'file',
	/** Inserts a prompt into the chat input without sending it. */
	'appErrors.askAgent': 'agentSubject',
} as const;
