import assert from 'node:assert/strict';
import { sourceProjects } from './support/sourceProjects';
import { superLinear } from './support/superLinear';
import { writtenPatterns } from './support/writtenPatterns';

/** Matches the comment that states the maximum input length of a superlinear pattern and what enforces it. */
const bound = /\bat most ([\d,]+) characters \(`[\w.]+`\)/;
/** Maximum bound that such a comment may state, because the running time can be quadratic. */
const maxBoundLength = 4_096;
/** Matches the comment that states why a pattern composed at run time can't be slow, or what limits its time. */
const made = /\bMade at run time: \w/;

const advice =
	'Write it so that no part can match the same characters in two ways, or read the text by hand (`core/common/endings.ts`, ' +
	'`core/stack/trace/characters.ts`). If the text is short in any case, say so right above: ' +
	'`// The input has at most 300 characters (`maxNameLength`).`';

describe('regular expressions', () => {
	it('requires every regular expression to run in linear time or to state a maximum input length', function () {
		this.timeout(0);
		// The sample service reads no untrusted input, and patterns in command definitions only become text of the manifest.
		const isSource = (file: string) => /^src\/(?!(?:sample|commands)\/)/.test(file);
		const patterns = writtenPatterns(
			sourceProjects.map((project) => `${project}/tsconfig.json`),
			isSource,
		);
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

	it('classifies regular expressions by the growth of their running time', () => {
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
