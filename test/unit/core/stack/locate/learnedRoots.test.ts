import * as assert from 'node:assert/strict';
import type { SourceFile } from '../../../../../src/core/stack/locate/frameTarget';
import { LearnedRoots } from '../../../../../src/core/stack/locate/learnedRoots';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';

const file = (path: string, folder = 'web'): SourceFile => ({ uri: `file:///${folder}/${path}`, folder, path });
const split = (path: string) => path.split('/');

describe('learned source roots', () => {
	const trace = parseTrace('a');
	const other = parseTrace('b');

	it('applies learned source roots to other frames of the same stack trace', () => {
		const learned = new LearnedRoots();
		learned.found(trace, split('ci/work/src/a/x.js'), file('shop/src/a/x.js'));
		assert.equal(learned.leadsTo(trace, split('ci/work/src/b/index.js'), file('shop/src/b/index.js')), true);
		assert.equal(learned.leadsTo(trace, split('ci/work/src/b/index.js'), file('till/src/b/index.js')), false);
		assert.equal(learned.leadsTo(trace, split('ci/work/src/b/index.js'), file('shop/src/b/index.js', 'till')), false);
		assert.equal(learned.leadsTo(other, split('ci/work/src/b/index.js'), file('shop/src/b/index.js')), false);
	});

	it("applies the user's latest choice of a source root to all stack traces", () => {
		const learned = new LearnedRoots();
		learned.chose(split('app/src/x.js'), file('shop/src/x.js'));
		assert.equal(learned.leadsTo(other, split('app/src/y.js'), file('shop/src/y.js')), true);
		learned.chose(split('app/src/x.js'), file('till/src/x.js'));
		assert.equal(learned.leadsTo(other, split('app/src/y.js'), file('shop/src/y.js')), false);
		assert.equal(learned.leadsTo(other, split('app/src/y.js'), file('till/src/y.js')), true);
	});

	it("remembers the chosen folder if the frame's path is a suffix of the file path", () => {
		const learned = new LearnedRoots();
		learned.chose(split('com/example/Flags.kt'), file('src/debug/com/example/Flags.kt'));
		assert.equal(learned.leadsTo(trace, split('com/example/Flags.kt'), file('src/debug/com/example/Flags.kt')), true);
		assert.equal(
			learned.leadsTo(trace, split('com/example/Flags.kt'), file('src/release/com/example/Flags.kt')),
			false,
		);
		assert.equal(learned.leadsTo(trace, split('com/other/Flags.kt'), file('src/debug/com/other/Flags.kt')), false);
	});

	it('does not apply learned source roots to frame paths that start differently or have no folders', () => {
		const learned = new LearnedRoots();
		learned.chose(['x.js'], file('shop/x.js'));
		learned.found(trace, split('ci/work/src/a/x.js'), file('shop/src/a/x.js'));
		assert.equal(learned.leadsTo(trace, ['x.js'], file('shop/x.js')), false);
		assert.equal(learned.leadsTo(trace, split('ci/rest/src/a/x.js'), file('shop/src/a/x.js')), false);
	});

	it('limits the number of learned source roots and keeps the most recent roots', () => {
		const learned = new LearnedRoots();
		for (let number = 0; number < 1000; number++) {
			learned.chose(split(`ci${number}/src/x.js`), file(`shop${number}/src/x.js`));
		}
		assert.equal(learned.leadsTo(trace, split('ci0/src/x.js'), file('shop0/src/x.js')), false);
		assert.equal(learned.leadsTo(trace, split('ci999/src/x.js'), file('shop999/src/x.js')), true);
		assert.equal(learned.knowsProject(file('shop999/src/y/z.js')), true);
		assert.equal(learned.knowsProject(file('shop0/src/y/z.js')), false);
	});
});
