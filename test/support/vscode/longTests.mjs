/**
 * Test files that run only in `npm run test:all`, as do the tests defined with `long` in `test/support/length.ts`. Each
 * file repeats tests of the short loop with other servers, themes or sizes, or mostly waits.
 */
export const longTests = {
	unit: ['cli/loads', 'records/server/queriesOn'],
	host: [
		'host/databaseLoads',
		'host/exportsResume',
		'host/hashedDevices',
		'host/network',
		'host/revisionsElsewhere',
		'host/syncChanges',
		'host/timeLimits',
	],
	webview: ['comparison/pictures', 'grid/accessibility', 'grid/looks', 'results/pictures'],
};
