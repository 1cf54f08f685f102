import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { type LineOrigin, lineOrigins } from '../../../../../src/core/stack/mapping/lineOrigins';
import type { MappingGap } from '../../../../../src/core/stack/mapping/result/mapped';
import { plainTrace } from '../../../../../src/core/stack/mapping/result/plainLines';
import type { SourceMapFile } from '../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import { unminify } from '../../../../../src/core/stack/mapping/sourceMap/unminify';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';

/** Source map of the first ten columns. The next ten contain bundler code, and the map ends after column 20. */
const map: Pick<SourceMapFile, 'bytecode' | 'lookup'> = {
	bytecode: false,
	lookup: ({ column0 }) =>
		column0 === undefined
			? { kind: 'notFound', reason: 'columnNeeded' }
			: column0 >= 10
				? { kind: 'notFound', reason: column0 < 20 ? 'noSource' : 'outside' }
				: {
						kind: 'found',
						path: 'src/App.tsx',
						line1: 7,
						column1: 3,
						functionName: 'x'.repeat(100),
						library: false,
						exact: true,
					},
};

function originsOf(
	frames: readonly string[],
	characters = 10_000,
): readonly (readonly [string, LineOrigin | undefined])[] {
	const trace = parseTrace(['TypeError: x', ...frames].join('\n'));
	const mapped = runSynchronously(unminify(trace, () => map, { inlined: 64, frames: 10, characters }));
	const origins = new Map(runSynchronously(lineOrigins(mapped)));
	return runSynchronously(plainTrace(mapped))
		.lines.slice(1)
		.map((text, index) => [text.trim(), origins.get(index + 1)] as const);
}

const gap = (reason: MappingGap): LineOrigin => ({
	library: false,
	alternative: undefined,
	moreAlternatives: 0,
	gap: reason,
});

describe('explanations for deobfuscated and unchanged lines', () => {
	it('shows the reason why a frame was not deobfuscated', () => {
		const frames = ['at a (b.js:1:3)', 'at c (b.js:1:12)', 'at d (b.js:1:99)', 'at e (b.js:1)'].map(
			(at) => `    ${at}`,
		);
		assert.deepEqual(
			originsOf(frames).map(([, origin]) => origin),
			[undefined, gap('noSource'), gap('outside'), gap('columnNeeded')],
		);
	});

	it('shows that frames beyond the limit were not deobfuscated', () => {
		const found = originsOf(
			Array.from({ length: 3 }, () => '    at a (b.js:1:3)'),
			150,
		);
		assert.deepEqual(
			found.slice(1).map(([text, origin]) => [text, origin]),
			[
				['... following frames not deobfuscated: too many frames', undefined],
				['at a (b.js:1:3)', gap('limit')],
				['at a (b.js:1:3)', gap('limit')],
			],
		);
	});
});
