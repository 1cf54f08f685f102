import { resolve } from 'node:path';

export const onlyWhenNamed = true;

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
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
			{ text: 'code marks of a file, median', own: 'marks.marksMs', limit: 100, unit: 'ms' },
			{ text: 'code marks of a file, maximum', own: 'marks.slowestMs', limit: 300, unit: 'ms' },
			{
				text: 'code marks of a file for a million records, median',
				own: 'millionMarks.marksMs',
				limit: 100,
				unit: 'ms',
			},
			{
				text: 'engine query for the code marks of a file, a million records',
				own: 'million.ms',
				limit: 100,
				unit: 'ms',
			},
			{ text: 'the same, compared with one grouping pass', own: 'million.ratio', limit: 1, unit: 'times as long' },
			{
				text: 'grouping with crash sites, compared with grouping only',
				own: 'siteCost.ratio',
				limit: 1.05,
				unit: 'times the CPU time',
			},
		],
	};
}
