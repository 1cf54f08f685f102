import { and, type CommandDefinitions, inViewTitle, onRow, when } from './definition';

export const applicationsCommands = {
	'appErrors.refreshApplications': {
		title: 'Refresh Applications',
		icon: 'refresh',
		palette: and(when.signedIn, when.noResultsView),
		menus: [inViewTitle('navigation@3', when.signedIn)],
	},
	'appErrors.openOverview': {
		title: 'Open Overview',
		icon: 'dashboard',
		palette: and(when.signedIn, when.noResultsView),
		menus: [inViewTitle('navigation@0', when.signedIn)],
	},
	'appErrors.addApplication': {
		title: 'Add Application by ID…',
		icon: 'add',
		palette: and(when.signedIn, when.noResultsView),
		menus: [inViewTitle('navigation@1', when.signedIn)],
	},
	/** Opens the records of an application. If it has no records, opens the wizard. */
	'appErrors.openApplication': {
		title: 'Open Application',
		arguments: 'application',
		palette: when.signedIn,
		menus: [onRow(/^application/, '1_export@0')],
	},
	'appErrors.removeApplication': {
		title: 'Remove from List',
		arguments: 'application',
		palette: when.never,
		menus: [onRow(/^application\b.*added/, '2_list@2')],
	},
	'appErrors.pinApplication': {
		title: 'Pin to Top',
		icon: 'star-empty',
		arguments: 'application',
		palette: when.never,
		menus: [onRow(/^application\b(?!.*pinned)/, 'inline@2', '2_list@1')],
	},
	'appErrors.unpinApplication': {
		title: 'Unpin',
		icon: 'star-full',
		arguments: 'application',
		palette: when.never,
		menus: [onRow(/^application\b.*pinned/, 'inline@2', '2_list@1')],
	},
	'appErrors.filterApplications': {
		title: 'Filter Applications…',
		icon: 'filter',
		palette: and(when.signedIn, when.noResultsView),
		menus: [inViewTitle('navigation@2', and(when.signedIn, '!appErrors.applicationsFiltered'))],
	},
	'appErrors.clearApplicationFilter': {
		title: 'Clear Application Filter',
		icon: 'filter-filled',
		palette: and(when.applicationsFiltered, when.noResultsView),
		menus: [inViewTitle('navigation@2', when.applicationsFiltered)],
	},
	'appErrors.copyApplicationId': {
		title: 'Copy Application ID',
		arguments: 'application',
		palette: when.never,
		menus: [onRow(/^application/, '3_copy@1')],
	},
} as const satisfies CommandDefinitions;
