import { readFileSync } from 'node:fs';

/**
 * What the unit tests run in, each a process of its own. All bundles of tests are much to keep in one memory, which makes
 * each collection of garbage slow. Tests that measure come apart from the garbage of others.
 */
export const unitParts = /** @type {const} */ (['measured', '1/4', '2/4', '3/4', '4/4']);

/** @typedef {typeof unitParts[number]} UnitPart */

/**
 * @param {string} name
 * @returns {name is UnitPart}
 */
export const isUnitPart = (name) => /** @type {readonly string[]} */ (unitParts).includes(name);

/**
 * What `runSuite` is told for a part.
 *
 * @param {UnitPart} part
 */
export function testsOf(part) {
	if (part === 'measured') {
		// As `measured.ts` marks them.
		return {
			measured: true,
			accepts: (/** @type {string} */ file) => readFileSync(file, 'utf8').includes('isMeasured'),
		};
	}
	const [number = 0, count = 1] = part.split('/').map(Number);
	return {
		measured: false,
		accepts: (/** @type {string} */ _file, /** @type {number} */ index) => index % count === number - 1,
	};
}
