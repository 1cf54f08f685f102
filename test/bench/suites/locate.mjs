import { resolve } from 'node:path';

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function locate({ own, peer }) {
	const folder = resolve('.bench/workspace');
	return {
		title: 'Locating the line of a frame among 50,000 files',
		programs: {
			own: [own('locate'), folder],
			grep: [peer('locateGrep'), folder, 'Screen77.kt', 'package com.example.m0\n'.trim()],
			scan: [peer('locateScan'), folder],
		},
		goals: [
			{ text: 'index of 50,000 paths', own: 'own.indexMs', limit: 100, unit: 'ms' },
			{ text: 'the first frame', own: 'own.firstMs', limit: 200, unit: 'ms' },
			{ text: 'first frame, compared with grep over the files', own: 'own.firstMs', peer: 'grep.firstMs', most: 0.3 },
			{
				text: 'a frame including reading its files, compared with a scan of all paths',
				own: 'own.nextMs',
				peer: 'scan.nextMs',
				most: 1,
			},
			{ text: 'module', own: 'own.module', same: 'grep.module' },
			{ text: 'labeled frames that are not opened at their line', own: 'own.missedPercent', limit: 5, unit: '%' },
			{ text: 'labeled frames that open a wrong location', own: 'own.wrong', limit: 0, unit: 'frames' },
		],
	};
}
