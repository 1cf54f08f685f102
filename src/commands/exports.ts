import { and, type CommandDefinitions, onRow, when } from './definition';

export const exportsCommands = {
	'appErrors.exportErrors': {
		title: 'Export Errors…',
		icon: 'cloud-download',
		arguments: 'application',
		palette: when.always,
		menus: [onRow(/^application/, 'inline@1', '1_export@1')],
	},
	'appErrors.repeatLastExport': {
		title: 'Repeat Last Export',
		palette: when.mayBeSignedIn,
	},
	'appErrors.repeatExport': {
		title: 'Repeat Export',
		icon: 'redo',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export/, 'inline@1', '1_open@3')],
	},
	'appErrors.resumeExport': {
		title: 'Resume Export',
		icon: 'debug-continue',
		arguments: 'export',
		palette: and(when.signedIn, when.hasExports),
		menus: [onRow(/^export\b.*resumable/, 'inline@0', '1_open@0')],
	},
	'appErrors.verifyExport': {
		title: 'Verify Export',
		arguments: 'export',
		palette: when.hasExports,
		menus: [onRow(/^export\b.*unverified/, '1_open@4')],
	},
	'appErrors.stopExport': {
		title: 'Stop Export',
		icon: 'debug-stop',
		arguments: 'runningExport',
		palette: when.never,
		menus: [onRow(/^running$/, 'inline@1', '1_run@1')],
	},
	'appErrors.showRunningExports': {
		title: 'Show Running Exports',
		palette: when.signedIn,
	},
	'appErrors.openExport': {
		title: 'Open Export',
		icon: 'go-to-file',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export\b.*complete/, '1_open@1')],
	},
	'appErrors.nameExport': {
		title: 'Name Export…',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export\b(?!.*otherWindow)/, '1_open@5')],
	},
	'appErrors.revealExport': {
		title: 'Open Containing Folder',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export\b.*complete/, '2_file@1')],
	},
	'appErrors.saveExportAs': {
		title: 'Save Export As…',
		icon: 'save-as',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export\b.*complete/, '2_file@2')],
	},
	'appErrors.deleteExport': {
		title: 'Delete Export…',
		icon: 'trash',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export\b(?!.*otherWindow)/, '3_delete@1')],
	},
} as const satisfies CommandDefinitions;
