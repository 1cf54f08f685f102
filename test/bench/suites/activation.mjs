export const onlyWhenNamed = true;

/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function activation({ peer }) {
	const program = peer('activation');
	const versions = /** @type {const} */ (['newest', 'floor']);
	return {
		title: 'Activating the extension, compared with an extension that does nothing',
		programs: Object.fromEntries(
			versions.flatMap((version) =>
				['ours', 'nothing'].flatMap((which) =>
					['activated', 'started'].map((way) => [`${version}-${which}-${way}`, [program, version, which, way]]),
				),
			),
		),
		goals: versions.flatMap((version) => [
			beyond(version, 'its code, activated at once', 'activated.ownMs', 15, 'ms'),
			beyond(version, 'its code, activated after startup', 'started.ownMs', 15, 'ms'),
			beyond(version, 'the memory it keeps', 'activated.heapMb', 3, 'MB'),
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
		own: `${version}-ours-${number}`,
		beyond: `${version}-nothing-${number}`,
		limit,
		unit,
	};
}
