/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function compare({ data, parts, own, peer }) {
	const whole = data('changed', 'csv', 1_000_000);
	const same = (/** @type {string} */ text, /** @type {string} */ number) => ({
		text,
		own: `apart.${number}`,
		same: `apartDuckdb.${number}`,
	});
	return {
		title: 'Comparing 2 x 500,000 records in 20,000 groups each, and common traits and fixes among 1,000,000',
		programs: {
			compared: [own('compareRecords'), parts('changed', 1_000_000, 2)],
			apart: [own('commonTraits'), whole],
			apartDuckdb: [peer('duckdbCommonTraits'), whole],
			fixes: [own('fixVerdicts'), whole],
		},
		goals: [
			{
				text: 'comparison, compared with grouping both sides by frames',
				own: 'compared.framesRatio',
				limit: 1.3,
				unit: 'times the CPU time',
			},
			{ text: 'next page of the comparison', own: 'compared.pageMs', limit: 50, unit: 'ms' },
			{ text: 'common traits of a group', own: 'apart.ms', limit: 300, unit: 'ms' },
			{ text: 'the same against DuckDB', own: 'apart.ms', peer: 'apartDuckdb.ms', most: 0.5 },
			{
				text: 'verdicts about 20 fixes, compared with separate queries',
				own: 'fixes.ms',
				peer: 'fixes.separateMs',
				most: 0.2,
			},
			{
				text: 'filtering groups while 20 fixes are judged, compared with filtering alone',
				own: 'fixes.filterMeanwhileMs',
				peer: 'fixes.filterMs',
				most: 1.3,
			},
			same('devices of the group', 'devices'),
			same('devices of the group with the value', 'with'),
			same('devices elsewhere with the value', 'elsewhere'),
		],
	};
}
