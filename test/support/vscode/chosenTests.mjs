import { longTests } from './longTests.mjs';

const longFiles = Object.values(longTests).flat();

export const choiceOptions = /** @type {const} */ ({
	grep: { type: 'string' },
	file: { type: 'string', multiple: true },
	skip: { type: 'string', multiple: true },
	part: { type: 'string' },
	short: { type: 'boolean' },
	long: { type: 'boolean' },
	measured: { type: 'boolean' },
	unmeasured: { type: 'boolean' },
});

/**
 * @typedef {object} Choice
 * @property {string | undefined} [grep] Pattern that full titles must match.
 * @property {readonly string[] | undefined} [files] Parts of paths, such as `core/plan` or `range.test.ts`.
 * @property {readonly string[] | undefined} [skipped] Parts of paths of files that don't run.
 * @property {string | undefined} [part] Part of the files to run: `2/3` is the second of three equal parts.
 * @property {boolean | undefined} [long] True to run only long tests, false to run all others: see `test/support/length.ts`.
 * @property {boolean | undefined} [measured] True to run only performance tests, false to run all others.
 */

/**
 * @param {{ grep?: string, file?: string[], skip?: string[], part?: string, short?: boolean, long?:
 * boolean, measured?: boolean, unmeasured?: boolean }} values
 * @returns {Choice}
 */
export function choiceOf({ grep, file, skip, part, short, long, measured, unmeasured }) {
	return {
		grep,
		files: file,
		skipped: skip,
		part,
		long: long ? true : short ? false : undefined,
		measured: measured ? true : unmeasured ? false : undefined,
	};
}

/** @param {Choice} choice */
export function chosenTests({ grep, files = [], skipped = [], part = '1/1', long, measured }) {
	const [number = 1, count = 1] = part.split('/').map(Number);
	if (!(number >= 1 && number <= count))
		throw new Error(`Unknown part "${part}". For the first of two parts, specify 1/2.`);
	const accepts = (/** @type {string} */ file, /** @type {number} */ index) =>
		index % count === number - 1 &&
		(files.length === 0 || files.some((words) => file.includes(words))) &&
		!skipped.some((words) => file.includes(words));
	const acceptsTest = (/** @type {import('mocha').Test} */ test) =>
		(long === undefined || isLong(test) === long) && (measured === undefined || 'isMeasured' in test === measured);
	return { grep, accepts, acceptsTest };
}

/** @param {import('mocha').Test} test */
function isLong(test) {
	return isMarked(test) || longFiles.some((words) => test.file?.includes(words));
}

/** @param {import('mocha').Test | import('mocha').Suite} node @returns {boolean} */
function isMarked(node) {
	return 'isLong' in node || (node.parent !== undefined && isMarked(node.parent));
}
