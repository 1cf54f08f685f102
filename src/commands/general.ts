import { type CommandDefinitions, inViewTitle, when } from './definition';

export const generalCommands = {
	'appErrors.exploreSampleData': {
		title: 'Explore Sample Data',
		palette: when.always,
	},
	'appErrors.changeSampleSize': {
		title: 'Change Sample Data Size…',
		palette: when.sampleAccount,
		menus: [inViewTitle('1_account@6', when.sampleAccount)],
	},
	'appErrors.setUpAgents': {
		title: 'Set Up Agents…',
		palette: when.aiEnabled,
	},
	'appErrors.showLog': {
		title: 'Show Log',
		palette: when.always,
		menus: [inViewTitle('3_help@3')],
	},
	'appErrors.openSettings': {
		title: 'Open Settings',
		arguments: 'setting',
		palette: when.always,
		menus: [inViewTitle('3_help@2')],
	},
	'appErrors.clearAllData': {
		title: 'Clear All Data…',
		palette: when.always,
	},
} as const satisfies CommandDefinitions;
