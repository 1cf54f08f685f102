/**
 * @param {import('../run.mjs').Tools} tools
 * @returns {import('../run.mjs').Suite}
 */
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
				text: 'mapping file ready, beyond reading it',
				own: 'r8.readyMs',
				beyond: 'reading.ms',
				limit: 500,
				unit: 'ms',
			},
			{ text: 'the same against reading its lines', own: 'r8.readyMs', peer: 'reading.linesMs', most: 1 },
			{ text: '1,000 lookups, the first ones', own: 'r8.coldMs', limit: 20, unit: 'ms' },
			{ text: 'memory', own: 'r8.peakMb', limit: 200, unit: 'MB' },
			{ text: 'source map, to the first lookup', own: 'sourceMap.firstMs', limit: 1000, unit: 'ms' },
			{ text: 'the same against the library alone', own: 'sourceMap.firstMs', peer: 'traceMapping.firstMs', most: 1.5 },
		],
	};
}
