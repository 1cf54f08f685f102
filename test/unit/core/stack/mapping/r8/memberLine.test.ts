import assert from 'node:assert/strict';
import { parseMemberLine } from '../../../../../../src/core/stack/mapping/r8/memberLine';

const rangeOf = (line: string) => {
	const member = parseMemberLine(line);
	assert.equal(member?.kind, 'method', line);
	return member.range;
};

describe('A member line of a mapping', () => {
	it('has minified and original lines', () => {
		assert.deepEqual(rangeOf('    7:9:void run(int,java.lang.String):19:21 -> c'), {
			minified: { first: 7, last: 9 },
			original: { first: 19, last: 21 },
			holder: undefined,
			method: 'run',
			signature: 'void run(int,java.lang.String)',
		});
	});

	it('may name the class that the code came from', () => {
		const { holder, method, signature } = rangeOf('  1:1:int a.b.Tax.<init>():4 -> <init>');
		assert.deepEqual([holder, method, signature], ['a.b.Tax', '<init>', 'int a.b.Tax.<init>()']);
	});

	it('may have one original line, none or no word about it', () => {
		assert.deepEqual(rangeOf('1:1:void a():52 -> c').original, { first: 52, last: 52 });
		assert.deepEqual(rangeOf('1:1:void a():0:0 -> c').original, { first: 0, last: 0 });
		assert.equal(rangeOf('1:1:void a() -> c').original, undefined);
		assert.equal(rangeOf('void a():5:6 -> c').minified, undefined);
	});

	it('says nothing with a range that ends before it begins', () => {
		assert.equal(rangeOf('5:3:void a():1:1 -> c').minified, undefined);
		assert.deepEqual(rangeOf('1:1:void a():5:3 -> c').original, { first: 0, last: 0 });
		assert.deepEqual(rangeOf('1:1:void a():many -> c').original, { first: 0, last: 0 });
	});

	it('is the same however it is laid out', () => {
		for (const [usual, unusual] of [
			['    7:9:void run(int,a.b.C):19:21 -> c', '\t7:9:  void  run(int,a.b.C):19:21 -> c'],
			['    7:9:void run():19 -> c', '    7:9:void run():19 -> c\r'],
			['    void a.b.C.run() -> c', '\tvoid a.b.C.run()  -> c'],
			['    9:7:void run():5:3 -> c', '\t9:7:void run():5:3 -> c'],
			['    0:65535:int[] a.b.C$1.<init>(int[]):0:0 -> <init>', '\t0:65535:int[] a.b.C$1.<init>(int[]):0:0 -> <init>'],
		] as const) {
			const { signature, ...range } = rangeOf(usual);
			const { signature: other, ...same } = rangeOf(unusual);
			assert.deepEqual(range, same, usual);
			assert.equal(signature, other.replace('  ', ' '));
		}
	});

	it('is no comment that looks like one', () => {
		for (const comment of ['    # run() -> c', '# void run() -> c', '    #int count -> c']) {
			assert.equal(parseMemberLine(comment), undefined, comment);
		}
	});

	it('may be a field', () => {
		assert.deepEqual(parseMemberLine('    java.util.List products -> d'), { kind: 'field', name: 'products' });
	});

	it('is indented or not, with spaces around and Windows line ends', () => {
		assert.equal(rangeOf(' \t 1:1:void  a ( int ) :4:4  ->  c \r').original?.first, 4);
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
		it(`is not ${JSON.stringify(line)}`, () => {
			assert.equal(parseMemberLine(line), undefined);
		});
	}
});
