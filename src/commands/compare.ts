import { and, type CommandDefinitions, inResultsTitle, onRow, when } from './definition';

export const compareCommands = {
	/** Compares with other records or days. Defaults to the records in the active results view. */
	'appErrors.compareWith': {
		title: 'Compare with…',
		arguments: 'records',
		palette: `${when.resultsView} || ${when.hasExports}`,
		menus: [inResultsTitle('1_compare@1'), onRow(/^(export\b.*complete|synced)/, '1_compare@1')],
	},
	'appErrors.compareVersions': {
		title: 'Compare Versions…',
		arguments: 'records',
		palette: `${when.resultsView} || ${when.hasExports}`,
		menus: [inResultsTitle('1_compare@2'), onRow(/^(export\b.*complete|synced)/, '1_compare@2')],
	},
	/** Compares the synced records since the last review, a version or a date with earlier records. */
	'appErrors.whatsNew': {
		title: `What's New…`,
		arguments: 'applicationOrSyncedSet',
		palette: when.hasExports,
		menus: [
			{
				menu: 'editor/title',
				group: '1_compare@0',
				when: and(when.resultsView, 'resourceFilename =~ /\\.synced\\.json$/'),
			},
			onRow(/^(synced\b(?!.*unreadable)|application\b.*synced)/, '1_compare@0'),
		],
	},
	'appErrors.saveComparisonReport': {
		title: 'Save Comparison Report…',
		palette: when.comparison,
		menus: [{ menu: 'editor/title', group: '1_compare@3', when: when.comparison }],
	},
} as const satisfies CommandDefinitions;
