export const choiceOptions = /** @type {const} */ ({
	grep: { type: 'string' },
	file: { type: 'string', multiple: true },
	skip: { type: 'string', multiple: true },
	part: { type: 'string' },
	measured: { type: 'boolean' },
	unmeasured: { type: 'boolean' },
});

/**
 * @typedef {object} Choice
 * @property {string | undefined} [grep] Pattern that full titles must match.
 * @property {readonly string[] | undefined} [files] Parts of paths, such as `core/plan` or `range.test.ts`.
 * @property {readonly string[] | undefined} [skipped] Parts of paths of files that don't run.
 * @property {string | undefined} [part] Part of the files to run: `2/3` is the second of three equal parts.
 * @property {boolean | undefined} [measured] True to run only performance tests, false to run all others.
 */

/**
 * @param {{ grep?: string, file?: string[], skip?: string[], part?: string, measured?: boolean, unmeasured?: boolean }} values
 * @returns {Choice}
 */
export function choiceOf({ grep, file, skip, part, measured, unmeasured }) {
	return { grep, files: file, skipped: skip, part, measured: measured ? true : unmeasured ? false : undefined };
}

/** @param {Choice} choice */
export function chosenTests({ grep, files = [], skipped = [], part = '1/1', measured }) {
	const [number = 1, count = 1] = part.split('/').map(Number);
	if (!(number >= 1 && number <= count)) throw new Error(`Unknown part "${part}": say 1/2 for the first of two.`);
	const accepts = (/** @type {string} */ file, /** @type {number} */ index) =>
		index % count === number - 1 &&
		(files.length === 0 || files.some((words) => file.includes(words))) &&
		!skipped.some((words) => file.includes(words));
	return { grep, measured, accepts };
}
