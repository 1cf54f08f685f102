import assert from 'node:assert/strict';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';
import { outline, rule, synthesized, version } from '../support/retraceRule';

describe('deobfuscation of compiler-generated code', () => {
	rule(
		'removes frames of synthesized methods but keeps the frames that were inlined into them',
		`
		${version('1.0')}
		shop.Cart$$Lambda0 -> a.a:
		    4:4:void shop.Cart.lambda$main$0():225 -> a
		    4:4:void run(shop.Cart):0 -> a
		      ${synthesized}
		    5:5:void run(shop.Cart):0:0 -> a
		shop.Cart -> a.b:
		    1:1:void main():7:7 -> a
		`,
		`
		  at a.a.a(SourceFile:4)
		  at a.a.a(SourceFile:5)
		  at a.b.a(SourceFile:1)
		`,
		`
		  at shop.Cart.lambda$main$0(Cart.java:225)
		  at shop.Cart.main(Cart.java:7)
		`,
	);

	it('keeps the original text of a frame that deobfuscation removes', () => {
		const mapping = `${version('1.0')}\na.B -> b:\n    1:1:void run():1:1 -> a\n${synthesized}\n`;
		const [line] = retraced(javaTrace('at b.a(SourceFile:1)'), getNames(mapping)).sections[0]?.lines ?? [];
		assert.equal(line?.outcome, 'removed');
		assert.deepEqual([line?.frames, line?.source.text], [[], 'at b.a(SourceFile:1)']);
	});

	rule(
		'shows synthesized methods if the mapping version does not support their metadata',
		`
		shop.Cart -> a.b:
		    1:1:void main():7:7 -> a
		    ${synthesized}
		`,
		`
		  at a.b.a(SourceFile:1)
		`,
		`
		  at shop.Cart.main(Cart.java:7)
		`,
	);

	const outlines = `
		${version('2.0')}
		made.Outline -> a:
		    1:2:int outline():0:0 -> a
		    ${outline}
		shop.Cart -> b:
		    1:1:void shop.Tax.rate():42:42 -> s
		    4:4:int total(int):98:98 -> s
		    5:5:int total(int):100:100 -> s
		    27:27:int total(int):0:0 -> s
		    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"La;a()I"}
		`;

	rule(
		'removes the frame of an outline and applies its position to the calling frame',
		outlines,
		`
		  at a.a(:1)
		  at b.s(:27)
		  at a.a(:2)
		  at b.s(:27)
		  at b.s(:4)
		`,
		`
		  at shop.Cart.total(Cart.java:98)
		  at shop.Cart.total(Cart.java:100)
		  at shop.Cart.total(Cart.java:98)
		`,
	);

	rule(
		'applies the position of an outline only to the next frame',
		outlines,
		`
		  at a.a(:1)
		  at b.s(:4)
		  at b.s(:27)
		`,
		`
		  at shop.Cart.total(Cart.java:98)
		  at shop.Cart.total(Cart.java)
		`,
	);

	rule(
		'resolves the position of an outline that was called from another outline',
		`
		${version('2.0')}
		made.Outline1 -> a:
		    4:4:int one():0:0 -> a
		    ${outline}
		made.Outline2 -> b:
		    6:6:int two():0:0 -> a
		    ${outline}
		    42:43:int two():0:0 -> a
		    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"4":43}}
		shop.Cart -> c:
		    4:4:int total(int):98:98 -> s
		    28:28:int total(int):0:0 -> s
		    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"43":4}}
		`,
		`
		  at a.a(:4)
		  at b.a(:42)
		  at c.s(:28)
		`,
		`
		  at shop.Cart.total(Cart.java:98)
		`,
	);

	rule(
		'keeps frames that were inlined into an outline',
		`
		${version('2.0')}
		made.Outline -> a:
		    1:1:int shop.Tax.rate(int):19:19 -> a
		    1:1:int outline():0:0 -> a
		    ${outline}
		shop.Cart -> b:
		    4:4:int total(int):98:98 -> s
		    27:27:int total(int):0:0 -> s
		    # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4}}
		`,
		`
		  at a.a(:1)
		  at b.s(:27)
		`,
		`
		  at shop.Tax.rate(Tax.java:19)
		  at shop.Cart.total(Cart.java:98)
		`,
	);
});

describe('rewriteFrame comments in a mapping file', () => {
	const rewrite = (conditions: string, remove: number) =>
		`# {"id":"com.android.tools.r8.rewriteFrame","conditions":[${conditions}],"actions":["removeInnerFrames(${remove})"]}`;
	const mapping = (note: string) => `
		${version('2.0')}
		shop.Trouble -> e:
		shop.Cart -> a:
		    4:4:void shop.Tax.check():23:23 -> a
		    4:4:void total(shop.Tax):7 -> a
		    ${note}
		`;
	const nullPointer = '"throws(Ljava/lang/NullPointerException;)"';
	const both = '  at shop.Tax.check(Tax.java:23)\n  at shop.Cart.total(Cart.java:7)';

	const getTrace = (head: string) => `\n${head}\n  at a.a(SourceFile:4)\n`;

	rule(
		'removes inner frames directly below the exception that a rewriteFrame comment names',
		mapping(rewrite(nullPointer, 1)),
		`
		java.lang.NullPointerException: gone
		  at a.a(SourceFile:4)
		  at a.a(SourceFile:4)
		`,
		`
		java.lang.NullPointerException: gone
		  at shop.Cart.total(Cart.java:7)
		${both.replaceAll('\n', '\n\t\t')}
		`,
	);

	rule(
		'applies a rewriteFrame comment by the original name of an exception, even in a cause',
		mapping(rewrite('"throws(Lshop/Trouble;)"', 1)),
		`
		java.lang.Error
		  at a.a(SourceFile:4)
		Caused by: e: no tax
		  at a.a(SourceFile:4)
		`,
		`
		java.lang.Error
		${both.replaceAll('\n', '\n\t\t')}
		Caused by: shop.Trouble: no tax
		  at shop.Cart.total(Cart.java:7)
		`,
	);

	rule(
		'does not apply a rewriteFrame comment to other exceptions',
		mapping(rewrite(nullPointer, 1)),
		getTrace('java.io.IOException'),
		`\njava.io.IOException\n${both}\n`,
	);
	rule(
		'does not apply a rewriteFrame comment if one of its conditions is unknown',
		mapping(rewrite(`${nullPointer},"phase(moon)"`, 1)),
		getTrace('java.lang.NullPointerException'),
		`\njava.lang.NullPointerException\n${both}\n`,
	);
	rule(
		'ignores a rewriteFrame comment that would remove more frames than exist',
		mapping(rewrite(nullPointer, 3)),
		getTrace('java.lang.NullPointerException'),
		`\njava.lang.NullPointerException\n${both}\n`,
	);
	rule(
		'removes all frames that a line expands to if a rewriteFrame comment requires it',
		mapping(rewrite(nullPointer, 2)),
		getTrace('java.lang.NullPointerException'),
		`\njava.lang.NullPointerException\n`,
	);
});
