import { and, type CommandDefinitions, inResultsTitle, inSubmenu, onRow, when } from './definition';

/** Excludes most JSON files, because they don't contain records. Excluded files can be opened with *Open With…*. */
const recordsFile =
	'resourceFilename =~ /(\\.(csv|tsv|ndjson|jsonl)(\\.(gz|zst|zip))?|\\.parquet|\\.errors(-dataset)?\\.json|\\.json\\.(gz|zst|zip))$/i';

export const resultsCommands = {
	'appErrors.openResultsView': {
		title: 'Open Results View',
		icon: 'table',
		arguments: 'recordsFile',
		palette: when.noResultsView,
		menus: [
			{
				menu: 'editor/title',
				group: 'navigation',
				when: and('resourceFilename =~ /\\.errors(\\.csv|\\.json|-dataset\\.json)$/', when.noResultsView),
			},
			{
				menu: 'explorer/context',
				group: 'navigation@50',
				when: recordsFile,
			},
			{
				menu: 'editor/title/context',
				group: '4_appErrors',
				when: and(recordsFile, when.noResultsView),
			},
			onRow(/^export\b.*complete.*document/, '1_open@2'),
		],
	},
	'appErrors.openResultsAsText': {
		title: 'Reopen as Text',
		icon: 'go-to-file',
		arguments: 'file',
		palette: when.resultsView,
		menus: [inResultsTitle('navigation')],
	},
	'appErrors.reopenWithFormat': {
		title: 'Reopen with Format…',
		palette: when.resultsView,
		menus: [inResultsTitle('1_file')],
	},
	'appErrors.findInResults': {
		title: 'Find in Results',
		palette: when.resultsView,
		keys: [{ key: 'ctrl+f', when: when.resultsViewFocus }],
	},
	'appErrors.findNextInResults': {
		title: 'Find Next in Results',
		palette: when.never,
		keys: [{ key: 'f3', mac: 'cmd+g', when: when.resultsViewFocus }],
	},
	'appErrors.findPreviousInResults': {
		title: 'Find Previous in Results',
		palette: when.never,
		keys: [{ key: 'shift+f3', mac: 'cmd+shift+g', when: when.resultsViewFocus }],
	},
	'appErrors.goToRecord': {
		title: 'Go to Record…',
		palette: when.resultsView,
		keys: [{ key: 'ctrl+g', mac: 'ctrl+g', when: when.resultsViewFocus }],
	},
	'appErrors.goToColumn': {
		title: 'Go to Column…',
		palette: when.resultsView,
		keys: [{ key: 'ctrl+shift+o', when: when.resultsViewFocus }],
	},
	'appErrors.nextRecord': {
		title: 'Next Record',
		palette: when.never,
		keys: [{ key: 'f8', when: when.resultsViewFocus }],
	},
	'appErrors.previousRecord': {
		title: 'Previous Record',
		palette: when.never,
		keys: [{ key: 'shift+f8', when: when.resultsViewFocus }],
	},
	'appErrors.nextRecordInGroup': {
		title: 'Next Record in Group',
		palette: when.never,
		keys: [{ key: 'ctrl+f8', when: when.resultsViewFocus }],
	},
	'appErrors.previousRecordInGroup': {
		title: 'Previous Record in Group',
		palette: when.never,
		keys: [{ key: 'ctrl+shift+f8', when: when.resultsViewFocus }],
	},
	'appErrors.findInRecord': {
		title: 'Find in Record',
		palette: when.resultsView,
	},
	'appErrors.clearFilters': {
		title: 'Clear Filters',
		palette: when.resultsView,
	},
	'appErrors.undoFilterChange': {
		title: 'Undo Filter Change',
		palette: when.resultsView,
	},
	'appErrors.redoFilterChange': {
		title: 'Redo Filter Change',
		palette: when.resultsView,
	},
	'appErrors.copyRecords': {
		title: 'Copy Records',
		palette: when.resultsView,
		keys: [{ key: 'ctrl+shift+c', when: when.resultsViewFocus }],
	},
	'appErrors.copyAs': {
		title: 'Copy As…',
		arguments: 'records',
		palette: when.resultsView,
		menus: [
			inSubmenu('appErrors.saveAndCopy', '1_save@2'),
			inSubmenu('appErrors.saveAndCopy', '1_save@2', /^(?:export\b.*complete|synced\b(?!.*unreadable))/),
		],
	},
	'appErrors.saveRecordsAs': {
		title: 'Save Records As…',
		icon: 'save-as',
		palette: when.resultsView,
		keys: [{ key: 'ctrl+shift+s', when: when.resultsViewFocus }],
	},
	'appErrors.saveReport': {
		title: 'Save Report…',
		palette: when.resultsView,
		menus: [inSubmenu('appErrors.saveAndCopy', '1_save@1')],
	},
	'appErrors.editTriage': {
		title: 'Edit Triage…',
		palette: when.resultsView,
	},
	'appErrors.tidyTriage': {
		title: 'Tidy Triage…',
		palette: when.never,
		menus: [inResultsTitle('1_file')],
	},
	'appErrors.toggleResultsPane': {
		title: 'Show or Hide Pane…',
		arguments: 'pane',
		palette: when.resultsView,
		keys: [
			{ key: 'ctrl+k ctrl+g', args: 'groups', when: when.resultsViewFocus },
			{ key: 'ctrl+k ctrl+d', args: 'record', when: when.resultsViewFocus },
		],
	},
	'appErrors.focusResultsPane': {
		title: 'Focus Pane…',
		arguments: 'pane',
		palette: when.resultsView,
	},
	'appErrors.resetResultsLayout': {
		title: 'Reset Results Layout',
		palette: when.resultsView,
		menus: [inResultsTitle('1_layout')],
	},
} as const satisfies CommandDefinitions;
