/** @param {import('../run.mjs').Tools} tools @returns {import('../run.mjs').Suite} */
export default function load({ data, own }) {
	return {
		title: 'Rows for a database',
		programs: {
			narrow: [own('loadRows'), data('narrow', 'csv', 1_000_000)],
			wide: [own('loadRows'), data('wide', 'csv', 100_000)],
		},
		goals: [
			{ text: 'rows of 1,000,000 x 14, compared with opening them', own: 'narrow.ms', peer: 'narrow.openMs', most: 2 },
			{ text: 'rows of 100,000 x 30, compared with opening them', own: 'wide.ms', peer: 'wide.openMs', most: 30 },
		],
	};
}
