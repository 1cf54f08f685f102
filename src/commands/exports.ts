import { and, type CommandDefinitions, inSubmenu, onRow, when } from './definition';

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
		menus: [onRow(/^export/, 'inline@1', '2_run@2')],
	},
	'appErrors.resumeExport': {
		title: 'Resume Export',
		icon: 'debug-continue',
		arguments: 'export',
		palette: and(when.signedIn, when.hasExports),
		menus: [onRow(/^export\b.*resumable/, 'inline@0', '2_run@1')],
	},
	'appErrors.verifyExport': {
		title: 'Verify Export',
		arguments: 'export',
		palette: when.hasExports,
		menus: [onRow(/^export\b.*unverified/, '2_run@3')],
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
		menus: [onRow(/^export\b(?!.*otherWindow)/, '4_edit@1')],
	},
	'appErrors.revealExport': {
		title: 'Open Containing Folder',
		arguments: 'export',
		palette: when.never,
		menus: [inSubmenu('appErrors.saveAndCopy', '2_folder', /^export\b.*complete/)],
	},
	'appErrors.saveExportAs': {
		title: 'Save Export As…',
		icon: 'save-as',
		arguments: 'export',
		palette: when.never,
		menus: [inSubmenu('appErrors.saveAndCopy', '1_save@1', /^export\b.*complete/)],
	},
	'appErrors.runSavedExport': {
		title: 'Run Export',
		icon: 'play',
		arguments: 'savedExport',
		palette: when.never,
		menus: [onRow(/^savedExport$/, 'inline@1', '1_run@1')],
	},
	'appErrors.saveExportToWorkspace': {
		title: 'Save This Export to Workspace…',
		arguments: 'export',
		palette: when.never,
		menus: [inSubmenu('appErrors.saveAndCopy', '1_save@3', /^export\b.*complete/)],
	},
	'appErrors.deleteExport': {
		title: 'Delete Export…',
		icon: 'trash',
		arguments: 'export',
		palette: when.never,
		menus: [onRow(/^export\b(?!.*otherWindow)/, '5_delete@1')],
	},
} as const satisfies CommandDefinitions;
