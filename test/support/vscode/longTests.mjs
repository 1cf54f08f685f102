/**
 * Test files that run only in `npm run test:all`, because they repeat tests of the short loop with other servers,
 * processes, themes or sizes, or mostly wait. `house/types` starts the compiler for each project.
 */
export const longTests = {
	faults: ['faults/killsOfCommandLine', 'faults/killsOfLoads', 'faults/network'],
	unit: ['cli/loads', 'house/types', 'records/server/queriesOn'],
	host: [
		'host/databaseLoads',
		'host/exportsResume',
		'host/hashedDevices',
		'host/network',
		'host/revisionsElsewhere',
		'host/syncChanges',
		'host/timeLimits',
	],
	webview: ['comparison/pictures', 'grid/accessibility', 'grid/looks', 'overview/pictures', 'results/pictures'],
};
