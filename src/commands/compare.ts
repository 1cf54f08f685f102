import { and, type CommandDefinitions, inSubmenu, onRow, when } from './definition';

const comparable = /^(export\b.*complete|synced\b(?!.*unreadable))/;

export const compareCommands = {
	'appErrors.compareWith': {
		title: 'Compare with…',
		arguments: 'records',
		palette: `${when.resultsView} || ${when.hasExports}`,
		menus: [inSubmenu('appErrors.compare', '1_compare@1'), inSubmenu('appErrors.compare', '1_compare@1', comparable)],
	},
	'appErrors.compareVersions': {
		title: 'Compare Versions…',
		arguments: 'records',
		palette: `${when.resultsView} || ${when.hasExports}`,
		menus: [inSubmenu('appErrors.compare', '1_compare@2'), inSubmenu('appErrors.compare', '1_compare@2', comparable)],
	},
	/** Compares synced records from before and after the last review, a version, or a date. */
	'appErrors.whatsNew': {
		title: `What's New…`,
		arguments: 'applicationOrSyncedSet',
		palette: when.hasExports,
		menus: [
			{
				...inSubmenu('appErrors.compare', '1_compare@0'),
				when: and(when.resultsView, 'resourceFilename =~ /\\.synced\\.json$/'),
			},
			inSubmenu('appErrors.compare', '1_compare@0', /^synced\b(?!.*unreadable)/),
			onRow(/^application\b.*synced/, '1_export@3'),
		],
	},
	'appErrors.saveComparisonReport': {
		title: 'Save Comparison Report…',
		palette: when.comparison,
		menus: [{ menu: 'editor/title', group: '1_compare@3', when: when.comparison }],
	},
} as const satisfies CommandDefinitions;
