import { and, type CommandDefinitions, onRow, when } from './definition';

export const codeCommands = {
	'appErrors.openFileAtVersion': {
		title: 'Open File at Version…',
		arguments: 'versionPlace',
		palette: when.file,
	},
	'appErrors.showChangesSinceVersion': {
		title: 'Show Changes Since Version…',
		arguments: 'versionPlace',
		palette: when.file,
	},
	'appErrors.showErrorsInFunction': {
		title: 'Show Errors in This Function',
		arguments: 'codePosition',
		palette: when.codeMarksInEditor,
		keys: [{ key: 'ctrl+k alt+e', when: when.codeMarksFocus }],
	},
	'appErrors.showErrorsOnLine': {
		title: 'Show Errors on This Line',
		arguments: 'codePosition',
		palette: when.codeMarksInEditor,
		menus: [{ menu: 'editor/lineNumber/context', group: 'appErrors@1', when: when.codeMarksShown }],
		keys: [{ key: 'ctrl+k alt+l', when: when.codeMarksFocus }],
	},
	'appErrors.goToNextLineWithErrors': {
		title: 'Go to Next Line with Errors',
		palette: when.codeMarksInEditor,
		keys: [{ key: 'ctrl+k alt+down', when: when.codeMarksFocus }],
	},
	'appErrors.goToPreviousLineWithErrors': {
		title: 'Go to Previous Line with Errors',
		palette: when.codeMarksInEditor,
		keys: [{ key: 'ctrl+k alt+up', when: when.codeMarksFocus }],
	},
	'appErrors.goToFileWithErrors': {
		title: 'Go to File with Errors…',
		palette: when.hasCodeMarks,
		keys: [{ key: 'ctrl+k alt+f', when: and(when.hasCodeMarks, when.sourceOrResultsFocus) }],
	},
	'appErrors.hideCodeMarks': {
		title: 'Hide Code Marks',
		palette: when.codeMarksShown,
		menus: [{ menu: 'editor/lineNumber/context', group: 'appErrors@2', when: when.codeMarksShown }],
		keys: [{ key: 'ctrl+k alt+h', when: and(when.codeMarksShown, when.sourceOrResultsFocus) }],
	},
	'appErrors.showCodeMarks': {
		title: 'Show Code Marks',
		palette: when.codeMarksHidden,
		keys: [{ key: 'ctrl+k alt+h', when: and(when.codeMarksHidden, when.sourceOrResultsFocus) }],
	},
	'appErrors.showInEditor': {
		title: 'Show in Editor',
		arguments: 'exportOrSyncedSet',
		palette: when.never,
		menus: [onRow(/^(?:export\.complete|synced)\b(?!.*(?:shownInEditor|unreadable))/, '3_use@3')],
	},
	'appErrors.hideFromEditor': {
		title: 'Hide from Editor',
		arguments: 'exportOrSyncedSet',
		palette: when.never,
		menus: [onRow(/^(?:export|synced)\b.*shownInEditor/, '3_use@3')],
	},
	'appErrors.findCommitsBetweenVersions': {
		title: 'Find Commits Between Versions…',
		arguments: 'versions',
		palette: when.file,
	},
} as const satisfies CommandDefinitions;
