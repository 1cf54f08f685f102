import assert from 'node:assert/strict';
import { superLinear } from './support/superLinear';
import { writtenPatterns } from './support/writtenPatterns';

/**
 * What a comment says of a pattern whose time grows faster than the text: how long the text is at most, and what sees to
 * that.
 */
const bound = /\bAt most ([\d,]+) characters, by `[\w.]+`/;
/** Longer texts are no bound: the time of a pattern may be the square of it. */
const maxBoundLength = 4_096;
/** Of patterns that are put together at run time: why they cannot be slow, or what ends them. */
const made = /\bMade at run time: \w/;

const advice =
	'Write it so that no part can match the same characters in two ways, or read the text by hand (`core/common/endings.ts`, ' +
	'`core/stack/trace/characters.ts`). If the text is short in any case, say so right above: ' +
	'`// At most 300 characters, by `maxNameLength`.`';

describe('Patterns', () => {
	it('take time in proportion to their text, or say how short it is', function () {
		this.timeout(0);
		// The sample service reads nothing of strangers.
		const isSource = (file: string) => file.startsWith('src/') && !file.startsWith('src/sample/');
		const patterns = writtenPatterns(['tsconfig.json', 'src/webview/tsconfig.json'], isSource);
		assert.ok(patterns.length > 300, `only ${patterns.length} patterns were found`);
		const known = new Map<string, string | undefined>();
		const faults = patterns.flatMap(({ place, pattern, text, comment }) => {
			const length = Number(bound.exec(comment)?.[1]?.replaceAll(',', '') ?? Number.POSITIVE_INFINITY);
			if (length <= maxBoundLength) {
				return [];
			}
			if (!pattern) {
				return made.test(comment)
					? []
					: [`${place}: ${text} is put together: say why it cannot be slow, with "Made at run time: …" right above`];
			}
			const { source, flags } = pattern;
			const key = `/${source}/${flags}`;
			const reason = known.has(key) ? known.get(key) : superLinear(source, flags);
			known.set(key, reason);
			return reason === undefined ? [] : [`${place}: ${key}: ${reason}. ${advice}`];
		});
		assert.deepEqual(faults, []);
	});

	it('are told apart by how their time grows', () => {
		const slow = [
			'\\s+$',
			'^(?:a|a)*$',
			'^\\s*0*(\\d+)$',
			'a.*b',
			'^(?:a|ab|b){0,40}$',
			'(?<=a+)b',
			'x|\\s+$',
			'^(?:b|a*a*c)$',
		];
		const quick = ['^a*b', 'a{1,300}b', '^\\d+(?:\\.\\d+)*$', '^[^:]+:[^:]+$', 'ab?c', '^(?:a|b|c*)d'];
		assert.deepEqual(
			[...slow, ...quick].filter((source) => superLinear(source, '') !== undefined),
			slow,
		);
	});
});
