import { type CommandDefinitions, inSubmenu, inViewTitle, onRow, when } from './definition';

export const databasesCommands = {
	'appErrors.connectDatabase': {
		title: 'Connect to Database…',
		arguments: 'databaseUser',
		palette: when.always,
		menus: [inViewTitle('2_database@1')],
	},
	'appErrors.disconnectDatabase': {
		title: 'Disconnect from Database…',
		arguments: 'database',
		palette: when.hasDatabases,
		menus: [onRow(/^database$/, '3_delete@1')],
	},
	'appErrors.useExistingTable': {
		title: 'Use Existing Table…',
		arguments: 'database',
		palette: when.hasDatabases,
		menus: [onRow(/^database$/, '1_export@1')],
	},
	'appErrors.loadIntoDatabase': {
		title: 'Load into Database…',
		arguments: 'records',
		palette: when.resultsView,
		menus: [
			inSubmenu('appErrors.saveAndCopy', '1_save@3'),
			inSubmenu('appErrors.saveAndCopy', '1_save@3', /^(?:export\b.*complete|synced\b(?!.*unreadable))/),
		],
	},
	'appErrors.openDataset': {
		title: 'Open Records',
		arguments: 'datasetOrMappedTable',
		palette: when.never,
		menus: [onRow(/^(dataset|mappedTable)$/, '1_export@1')],
	},
	'appErrors.removeTableMapping': {
		title: 'Remove Table Mapping',
		arguments: 'mappedTable',
		palette: when.never,
		menus: [onRow(/^mappedTable$/, '3_delete@1')],
	},
	'appErrors.removeLoad': {
		title: 'Remove This Load…',
		arguments: 'dataset',
		palette: when.never,
		menus: [onRow(/^dataset$/, '3_delete@1')],
	},
} as const satisfies CommandDefinitions;
