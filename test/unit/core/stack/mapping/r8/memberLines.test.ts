import assert from 'node:assert/strict';
import { MemberLines } from '../../../../../../src/core/stack/mapping/r8/memberLines';

const text = `a -> a:
# void x() -> a
    1:1:void one() -> a
    # {"x":1}
  # second
    int two -> ab
    void three() -> a \r
    # {"text":" -> a"}
\tvoid four -> b -> a
    void five() -> a b
    void six() -> a`;

/** The same lines in a large class, which is searched with a different method. */
const large = `${text}\n${'    void more() -> zz\n'.repeat(5000)}`;

for (const [title, lines] of [
	['a small class', new MemberLines(text)],
	['a large class', new MemberLines(large)],
] as const) {
	describe(`member lines in ${title}`, () => {
		const found = (name: string) => lines.startsOf(name).map((start) => lines.lineAt(start).trim());

		it('finds member lines by the complete minified name at their end', () => {
			assert.deepEqual(found('a'), [
				'# void x() -> a',
				'1:1:void one() -> a',
				'void three() -> a',
				'void four -> b -> a',
				'void six() -> a',
			]);
			assert.deepEqual(found('ab'), ['int two -> ab']);
			assert.deepEqual(found('b'), []);
			assert.deepEqual(found('constructor'), []);
		});

		it('returns the comments that follow a member line', () => {
			const commentsBelow = (start: number): readonly string[] => {
				const below = lines.commentBelow(start);
				return below === undefined ? [] : [lines.lineAt(below), ...commentsBelow(below)];
			};
			const [, first = 0, second = 0, third = 0, last = 0] = lines.startsOf('a');
			assert.deepEqual(commentsBelow(first), ['    # {"x":1}', '  # second']);
			assert.deepEqual(commentsBelow(second), ['    # {"text":" -> a"}']);
			assert.deepEqual(commentsBelow(third), []);
			assert.deepEqual(commentsBelow(last), []);
		});
	});
}

describe('positions covered by a member line', () => {
	for (const [line, may] of [
		['    4:6:void run() -> a', [false, true, true, false]],
		['    5:5:void run() -> a', [false, true, false, false]],
		['    void run() -> a', [false, false, false, false]],
		['    int field -> a', [false, false, false, false]],
		['    7:5:void run() -> a', [false, false, false, false]],
		// Lines that no tool writes are left to the parser, so all positions are possible.
		['    5:void:run() -> a', [true, true, true, true]],
		['    5 void run() -> a', [true, true, true, true]],
		['\t9:9:void run() -> a', [true, true, true, true]],
		['    1234567890:1:void run() -> a', [true, true, true, true]],
		['', [true, true, true, true]],
	] as const) {
		it(`quickly decides whether a member line may contain a position: ${JSON.stringify(line)}`, () => {
			const lines = new MemberLines(line);
			assert.deepEqual(
				[3, 5, 6, 7].map((position) => lines.mayHold(0, position)),
				may,
			);
		});
	}
});
