import assert from 'node:assert/strict';
import { parseMemberLine } from '../../../../../../src/core/stack/mapping/r8/memberLine';

const getRange = (line: string) => {
	const member = parseMemberLine(line);
	assert.equal(member?.kind, 'method', line);
	return member.range;
};

describe('member line of an R8 mapping file', () => {
	it('parses minified and original line ranges in a member line', () => {
		assert.deepEqual(getRange('    7:9:void run(int,java.lang.String):19:21 -> c'), {
			minified: { first: 7, last: 9 },
			original: { first: 19, last: 21 },
			holder: undefined,
			method: 'run',
			signature: 'void run(int,java.lang.String)',
		});
	});

	it('parses the original class of inlined code in a member line', () => {
		const { holder, method, signature } = getRange('  1:1:int a.b.Tax.<init>():4 -> <init>');
		assert.deepEqual([holder, method, signature], ['a.b.Tax', '<init>', 'int a.b.Tax.<init>()']);
	});

	it('parses a member line with a single original line, line zero or no original line', () => {
		assert.deepEqual(getRange('1:1:void a():52 -> c').original, { first: 52, last: 52 });
		assert.deepEqual(getRange('1:1:void a():0:0 -> c').original, { first: 0, last: 0 });
		assert.equal(getRange('1:1:void a() -> c').original, undefined);
		assert.equal(getRange('void a():5:6 -> c').minified, undefined);
	});

	it('ignores a line range in a member line if it ends before it starts', () => {
		assert.equal(getRange('5:3:void a():1:1 -> c').minified, undefined);
		assert.deepEqual(getRange('1:1:void a():5:3 -> c').original, { first: 0, last: 0 });
		assert.deepEqual(getRange('1:1:void a():many -> c').original, { first: 0, last: 0 });
	});

	it('parses a member line the same way regardless of spacing and line ending', () => {
		for (const [usual, unusual] of [
			['    7:9:void run(int,a.b.C):19:21 -> c', '\t7:9:  void  run(int,a.b.C):19:21 -> c'],
			['    7:9:void run():19 -> c', '    7:9:void run():19 -> c\r'],
			['    void a.b.C.run() -> c', '\tvoid a.b.C.run()  -> c'],
			['    9:7:void run():5:3 -> c', '\t9:7:void run():5:3 -> c'],
			['    0:65535:int[] a.b.C$1.<init>(int[]):0:0 -> <init>', '\t0:65535:int[] a.b.C$1.<init>(int[]):0:0 -> <init>'],
		] as const) {
			const { signature, ...range } = getRange(usual);
			const { signature: other, ...same } = getRange(unusual);
			assert.deepEqual(range, same, usual);
			assert.equal(signature, other.replace('  ', ' '));
		}
	});

	it('does not parse a comment that resembles a member line', () => {
		for (const comment of ['    # run() -> c', '# void run() -> c', '    #int count -> c']) {
			assert.equal(parseMemberLine(comment), undefined, comment);
		}
	});

	it('parses a member line that maps a field', () => {
		assert.deepEqual(parseMemberLine('    java.util.List products -> d'), { kind: 'field', name: 'products' });
	});

	it('accepts a member line with mixed indentation, extra spaces and CRLF', () => {
		assert.equal(getRange(' \t 1:1:void  a ( int ) :4:4  ->  c \r').original?.first, 4);
	});

	for (const line of [
		'',
		'    ',
		'void a()',
		'1:2:3:4',
		'-> c',
		'99999999999:1:void a():1:1 -> c',
		'void (int) -> c',
		'void a( -> c',
	]) {
		it(`does not parse ${JSON.stringify(line)} as a member line`, () => {
			assert.equal(parseMemberLine(line), undefined);
		});
	}
});
