import { resolve } from 'node:path';

export const onlyWhenNamed = true;

/**
 * @param {import('../run.mjs').Tools} tools
 * @returns {import('../run.mjs').Suite}
 */
export default function codeMarks({ data, own, peer }) {
	const folder = resolve('.bench/workspace');
	return {
		title: 'Code marks of a newly opened file, for 100,000 records in 50,000 files',
		programs: {
			core: [own('locate'), folder],
			marks: [peer('codeMarks'), folder],
			millionMarks: [peer('codeMarks'), folder, '1000000'],
			million: [own('crashSites'), own('engine'), '1000000'],
			siteCost: [own('siteCost'), data('traces', 'csv', 20_000)],
		},
		goals: [
			{ text: 'the marks of a file, the median', own: 'marks.marksMs', limit: 100, unit: 'ms' },
			{ text: 'the marks of a file, the slowest', own: 'marks.slowestMs', limit: 300, unit: 'ms' },
			{ text: 'the same of a million records, the median', own: 'millionMarks.marksMs', limit: 100, unit: 'ms' },
			{ text: 'what the engine answers about a file, of a million records', own: 'million.ms', limit: 100, unit: 'ms' },
			{ text: 'the same against one pass of groups', own: 'million.ratio', limit: 1, unit: 'times the wait' },
			{
				text: 'keeping sites, against grouping alone',
				own: 'siteCost.ratio',
				limit: 1.05,
				unit: 'times the processor',
			},
		],
	};
}
