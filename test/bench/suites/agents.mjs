/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function agents({ data, own }) {
	const within = (/** @type {string} */ text, /** @type {string} */ number) => ({
		text,
		own: `answers.${number}Ms`,
		limit: 300,
		unit: 'ms',
	});
	return {
		title: 'Agent responses about 1,000,000 open records, for new and repeated queries',
		programs: { answers: [own('agents'), data('changed', 'csv', 1_000_000)] },
		goals: [
			within('list_exports', 'list'),
			within('top_groups, 25 more', 'groups'),
			within('the same with another filter', 'filtered'),
			within('get_group', 'group'),
			within('compare, of two versions', 'compare'),
			within('search_records by values', 'values'),
			within('search_records by words', 'search'),
			within('the same again, as for its next page', 'searchAgain'),
			within('errors_at', 'place'),
		],
	};
}
