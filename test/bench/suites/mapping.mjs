/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function mapping({ mappingData, own, peer }) {
	const r8 = mappingData('mapping-100.txt');
	const map = mappingData('bundle-15.map');
	return {
		title: 'Deobfuscating traces: a mapping file of 100 MB, a source map of 15 MB',
		programs: {
			r8: [own('mappingR8'), r8],
			reading: [peer('readWhole'), r8],
			sourceMap: [own('mappingSourceMap'), map],
			traceMapping: [peer('traceMapping'), map],
		},
		goals: [
			{
				text: 'mapping file, minus the time for reading it',
				own: 'r8.readyMs',
				beyond: 'reading.ms',
				limit: 500,
				unit: 'ms',
			},
			{ text: 'mapping file, compared with reading its lines', own: 'r8.readyMs', peer: 'reading.linesMs', most: 1 },
			{ text: 'first 1,000 lookups', own: 'r8.coldMs', limit: 20, unit: 'ms' },
			{ text: 'memory', own: 'r8.peakMb', limit: 200, unit: 'MB' },
			{ text: 'source map until the first lookup', own: 'sourceMap.firstMs', limit: 1000, unit: 'ms' },
			{
				text: 'source map, compared with the library only',
				own: 'sourceMap.firstMs',
				peer: 'traceMapping.firstMs',
				most: 1.5,
			},
		],
	};
}
