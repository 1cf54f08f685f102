import assert from 'node:assert/strict';
import { javaTrace } from '../support/javaTrace';
import { getNames, retraced } from '../support/mappingText';
import { file, lines, rule } from '../support/retraceRule';

describe('deobfuscation of inlined code', () => {
	const taxes = `
		shop.Tax -> a.a:
		${file('Taxes.kt')}
		shop.Cart -> a.b:
		${file('Cart.kt')}
		    7:7:int shop.Tax.rate(java.lang.String):19:19 -> c
		    7:7:double total():52 -> c
		    8:9:double total():53:54 -> c
		`;

	rule(
		'expands a frame to one frame per inlined method, innermost first, each with its own file',
		taxes,
		`
		  at a.b.c(SourceFile:7)
		`,
		`
		  at shop.Tax.rate(Taxes.kt:19)
		  at shop.Cart.total(Cart.kt:52)
		`,
	);

	it('marks inlined frames and returns the link position of each frame', () => {
		const [line] = retraced(javaTrace('\tat a.b.c(SourceFile:7)'), getNames(lines(taxes))).sections[0]?.lines ?? [];
		assert.equal(line?.outcome, 'mapped');
		assert.deepEqual(
			line.frames.map(({ frame: { flags, text, link, line1, file: name } }) => [
				flags,
				text.slice(link?.start, link?.end),
				line1,
				name,
			]),
			[
				[['inlined'], 'Taxes.kt:19', 19, 'Taxes.kt'],
				[[], 'Cart.kt:52', 52, 'Cart.kt'],
			],
		);
	});

	rule(
		'lists alternative lines of the innermost inlined frame, each with its outer frames',
		`
		shop.Cart -> a.b:
		    1:1:void inner(int):42:43 -> a
		    1:1:void outer(int):32 -> a
		`,
		`
		  at a.b.a(SourceFile:1)
		`,
		`
		  at shop.Cart.inner(Cart.java:42)
		  at shop.Cart.outer(Cart.java:32)
		or shop.Cart.inner(Cart.java:43) < shop.Cart.outer(Cart.java:32)
		`,
	);
});

describe('deobfuscation of names that several methods share', () => {
	rule(
		'selects the method whose range contains the position',
		`
		shop.Cart -> a.b:
		    1:3:void add(int):10:12 -> a
		    4:6:void remove(java.lang.String):20:22 -> a
		`,
		`
		  at a.b.a(SourceFile:2)
		  at a.b.a(SourceFile:5)
		`,
		`
		  at shop.Cart.add(Cart.java:11)
		  at shop.Cart.remove(Cart.java:21)
		`,
	);

	rule(
		'lists all methods whose ranges contain the position, sorted by name',
		`
		shop.Cart -> a.b:
		    1:1:void remove(int):20:20 -> a
		    1:1:void add(int,int):10 -> a
		    2:2:void add(int,int):11:11 -> a
		    1:1:void clear():5:5 -> a
		`,
		`
		  at a.b.a(SourceFile:1)
		`,
		`
		  at shop.Cart.clear(Cart.java:5)
		or shop.Cart.remove(Cart.java:20) < shop.Cart.add(Cart.java:10)
		`,
	);

	rule(
		'distinguishes overloads with alternating line ranges',
		`
		shop.Cart -> a.b:
		    1:1:void add(int):10:10 -> a
		    2:2:void add(int,int):20:20 -> a
		    3:3:void add(int):11:11 -> a
		`,
		`
		  at a.b.a(SourceFile:3)
		`,
		`
		  at shop.Cart.add(Cart.java:11)
		`,
	);

	it('limits the number of alternatives for a line and returns the number of omitted alternatives', () => {
		const mapping = 'a.B -> b:\n    1:1:void run():1:900000000 -> a\n';
		const [line] = retraced(javaTrace('at b.a(SourceFile:1)'), getNames(mapping)).sections[0]?.lines ?? [];
		assert.equal(line?.alternatives.length, 31);
		assert.equal(line?.moreAlternatives, 1);
	});

	rule(
		'merges two sections of the same class',
		`
		shop.Cart -> a.b:
		    1:3:void add(int):10:12 -> a
		shop.Cart -> a.b:
		    4:6:void add(int):20:22 -> a
		`,
		`
		  at a.b.a(SourceFile:1)
		  at a.b.a(SourceFile:5)
		`,
		`
		  at shop.Cart.add(Cart.java:10)
		  at shop.Cart.add(Cart.java:21)
		`,
	);

	rule(
		'lists both classes if two mappings in one file use the same minified name',
		`
		shop.Cart -> a.b:
		    1:3:void add(int):10:12 -> a
		desk.Login -> a.b:
		    1:3:void open():70:72 -> a
		`,
		`
		  at a.b.a(SourceFile:1)
		`,
		`
		  at desk.Login.open(Login.java:70)
		or shop.Cart.add(Cart.java:10)
		`,
	);
});

describe('deobfuscation of file names', () => {
	rule(
		'infers the file name from the class name, a Kt suffix and the file extension in the trace',
		`
		shop.Cart$Line -> a.a:
		    1:1:void run():1:1 -> a
		shop.CartKt -> a.b:
		    1:1:void run():2:2 -> a
		shop.ComposableSingletons$MainKt$lambda-1$1 -> a.c:
		    1:1:void run():3:3 -> a
		shop.Kt -> a.d:
		    1:1:void run():4:4 -> a
		shop.Tax -> a.e:
		    1:1:void run():5:5 -> a
		`,
		`
		  at a.a.a(SourceFile:1)
		  at a.b.a(SourceFile:1)
		  at a.c.a(SourceFile:1)
		  at a.d.a(SourceFile:1)
		  at a.e.a(Any.kt:1)
		`,
		`
		  at shop.Cart$Line.run(Cart.java:1)
		  at shop.CartKt.run(Cart.kt:2)
		  at shop.ComposableSingletons$MainKt$lambda-1$1.run(Main.kt:3)
		  at shop.Kt.run(Kt.java:4)
		  at shop.Tax.run(Tax.kt:5)
		`,
	);

	it('reports that the file name of a deobfuscated frame was inferred', () => {
		const mapping = `shop.Cart -> a:\n${file('Basket.kt')}\n    1:1:void run():1:1 -> a\n    2:2:void b.Tax.rate():1:1 -> a\n    2:2:void run():2 -> a\n`;
		const [line] = retraced(javaTrace('at a.a(SourceFile:2)'), getNames(mapping)).sections[0]?.lines ?? [];
		assert.deepEqual(
			line?.frames.map(({ frame, fileInferred }) => [frame.file, fileInferred]),
			[
				['Tax.kt', true],
				['Basket.kt', false],
			],
		);
	});

	rule(
		'does not show the placeholder file name of classes that R8 generated',
		`
		shop.Cart$$ExternalSyntheticLambda0 -> a.a:
		${file('R8$$SyntheticClass')}
		    1:1:void shop.Cart.open():4:4 -> a
		    1:1:void run():0 -> a
		`,
		`
		  at a.a.a(R8$$SyntheticClass:1)
		`,
		`
		  at shop.Cart.open(Cart.java:4)
		  at shop.Cart$$ExternalSyntheticLambda0.run(Cart.java)
		`,
	);

	rule(
		'preserves the native method marker of a deobfuscated frame',
		`
		shop.Cart -> a.b:
		    int read(long) -> a
		`,
		`
		  at a.b.a(Native Method)
		`,
		`
		  at shop.Cart.read(Native Method)
		`,
	);
});
