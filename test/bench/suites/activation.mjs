export const onlyWhenNamed = true;

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function activation({ peer }) {
	const program = peer('activation');
	const versions = /** @type {const} */ (['newest', 'floor']);
	return {
		title: 'Starting the extension host, compared with an extension that does nothing',
		programs: Object.fromEntries(
			versions.flatMap((version) =>
				['ours', 'nothing'].map((which) => [`${version}-${which}`, [program, version, which]]),
			),
		),
		goals: versions.flatMap((version) => [
			beyond(version, "processor time of the extension's own code", 'ownMs', 15, 'ms'),
			{
				text: `${version}: processor time of the extension host, including 10 idle seconds`,
				own: `${version}-ours.hostMs`,
				peer: `${version}-nothing.hostMs`,
				most: 1.05,
			},
			beyond(version, 'memory of the idle extension host after garbage collection', 'heapMb', 3, 'MB'),
		]),
	};
}

/**
 * @param {string} version
 * @param {string} text
 * @param {string} number
 * @param {number} limit
 * @param {string} unit
 * @returns {import('../report.mjs').Goal}
 */
function beyond(version, text, number, limit, unit) {
	return {
		text: `${version}: ${text}`,
		own: `${version}-ours.${number}`,
		beyond: `${version}-nothing.${number}`,
		limit,
		unit,
	};
}
