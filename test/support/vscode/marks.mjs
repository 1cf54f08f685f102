/**
 * A message from a test run to its parent program. Each message is a separate line among other output.
 * @typedef {{ kind: 'started' } | { kind: 'line', text: string } | { kind: 'test' | 'failed', title: string } | { kind:
 * 'result', passed: number, failed: number }} Mark
 */

/** @param {string} line @returns {Mark | undefined} */
export function markIn(line) {
	const [, word, rest] = /^##(STARTED|TEST|FAILED|RESULT|\|)(?: (.*))?$/.exec(line) ?? [];
	switch (word) {
		case 'STARTED':
			return { kind: 'started' };
		case '|':
			return { kind: 'line', text: rest ?? '' };
		case 'TEST':
			return { kind: 'test', title: JSON.parse(rest ?? '""') };
		case 'FAILED':
			return { kind: 'failed', title: JSON.parse(rest ?? '""') };
		case 'RESULT':
			return { kind: 'result', ...JSON.parse(rest ?? '{}') };
		default:
			return undefined;
	}
}

/** @param {import('./suite.mjs').Counts} counts */
export const resultMark = ({ passed, failed }) => `##RESULT ${JSON.stringify({ passed, failed })}`;
