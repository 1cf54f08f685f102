/** Requires a test database, about 15 GB of disk space, and Linux. */
export const onlyWhenNamed = true;

const queries = [
	'firstPage',
	'middleByTime',
	'middleByDevice',
	'groupsByName',
	'groupsByFrames',
	'commonTraits',
	'topIds',
	'textByTime',
	'missingText',
	'histogram',
];

// An outcome is 0 for an exact result, 1 for an estimate, and 2 for an error that names the exceeded limit.
/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function huge({ data, own }) {
	return {
		title: '100,000,000 records in a database',
		programs: { huge: [own('hugeDataset'), data('narrow', 'csv', 1_000_000), '100000000', '30'] },
		goals: [
			{ text: 'records', own: 'huge.records', least: 100_000_000, unit: 'records' },
			...queries.map((query) => ({ text: `${query}: no error`, own: `huge.${query}Outcome`, limit: 1, unit: '' })),
			{ text: 'peak memory of the server', own: 'huge.peakServerMb', limit: 8192, unit: 'MB' },
		],
	};
}
