import assert from 'node:assert/strict';
import { plainTrace } from '../../../../../../src/core/stack/mapping/mapped';
import { mentionedClasses, retrace } from '../../../../../../src/core/stack/mapping/r8/retrace';
import type { Frame } from '../../../../../../src/core/stack/model';
import { javaTrace } from '../support/javaTrace';
import { namesOf, retraceText } from '../support/mappingText';

/** Each: a mapping, a trace and what becomes of it, made by hand; `or` lists what a line could be as well. */
function rule(title: string, mapping: string, trace: string, expected: string): void {
	it(title, () => {
		assert.equal(retraceText(lines(mapping), lines(trace)), lines(expected));
	});
}

/** Without the indentation of the test itself. */
function lines(text: string): string {
	const all = text.split('\n').slice(1, -1);
	const [indentation = ''] = /^\t*/.exec(all[0] ?? '') ?? [];
	return all.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line)).join('\n');
}

const version = (text: string) => `# {"id":"com.android.tools.r8.mapping","version":"${text}"}`;
const file = (name: string) => `# {"id":"sourceFile","fileName":"${name}"}`;
const synthesized = '# {"id":"com.android.tools.r8.synthesized"}';
const outline = '# {"id":"com.android.tools.r8.outline"}';

describe('Retracing lines', () => {
	rule(
		'counts on from the first line where both ranges are as long',
		`
		shop.Cart -> a.b:
		${file('Cart.kt')}
		    8:10:double total():53:55 -> c
		`,
		`
		  at a.b.c(SourceFile:8)
		  at a.b.c(SourceFile:10)
		`,
		`
		  at shop.Cart.total(Cart.kt:53)
		  at shop.Cart.total(Cart.kt:55)
		`,
	);

	rule(
		'gives all minified lines the one original line',
		`
		shop.Cart -> a.b:
		    1:10:void first():27:27 -> a
		    11:15:void first():42 -> a
		`,
		`
		  at a.b.a(:8)
		  at a.b.a(:13)
		`,
		`
		  at shop.Cart.first(Cart.java:27)
		  at shop.Cart.first(Cart.java:42)
		`,
	);

	rule(
		'keeps the lines of a range that has no others',
		`
		shop.Cart -> a.b:
		    11:15:void first() -> a
		`,
		`
		  at a.b.a(SourceFile:12)
		`,
		`
		  at shop.Cart.first(Cart.java:12)
		`,
	);

	rule(
		'shows no line where the source has none',
		`
		shop.Cart -> a.b:
		    1:3:void first():0:0 -> a
		    4:6:void first():0 -> a
		`,
		`
		  at a.b.a(SourceFile:2)
		  at a.b.a(SourceFile:5)
		`,
		`
		  at shop.Cart.first(Cart.java)
		  at shop.Cart.first(Cart.java)
		`,
	);

	rule(
		'lists every line where the ranges differ in length',
		`
		shop.Cart -> a.b:
		    1:1:void first():42:44 -> a
		`,
		`
		  at a.b.a(SourceFile:1)
		`,
		`
		  at shop.Cart.first(Cart.java:42)
		or shop.Cart.first(Cart.java:43) | shop.Cart.first(Cart.java:44)
		`,
	);

	rule(
		'takes the name only for a position that is in no range: the number is no line of the source',
		`
		shop.Cart -> a.b:
		    1:3:void first():11:13 -> a
		`,
		`
		  at a.b.a(SourceFile:27)
		`,
		`
		  at shop.Cart.a(Cart.java)
		`,
	);

	rule(
		'takes places in bytecode as positions',
		`
		shop.Cart -> a.b:
		    5:9:void first():50:54 -> a
		`,
		`
		  at a.b.a(Unknown Source:7)
		`,
		`
		  at shop.Cart.first(Cart.java:52)
		`,
	);
});

describe('Retracing methods without lines', () => {
	rule(
		'keeps the line that the trace has, since nothing moved it',
		`
		shop.Cart -> a.b:
		    void first() -> a
		`,
		`
		  at a.b.a(Cart.kt:7)
		  at a.b.a(SourceFile)
		`,
		`
		  at shop.Cart.first(Cart.kt:7)
		  at shop.Cart.first(Cart.java)
		`,
	);

	rule(
		'does not take a place in bytecode for a line',
		`
		shop.Cart -> a.b:
		    void first() -> a
		`,
		`
		  at a.b.a(Unknown Source:7)
		`,
		`
		  at shop.Cart.first(Cart.java)
		`,
	);

	rule(
		'takes the original line when there is one, whatever the trace says',
		`
		shop.Cart -> a.b:
		    void first(long):1:1 -> a
		    void second(int):3 -> b
		    void third():0:0 -> c
		`,
		`
		  at a.b.a(Any.any:9)
		  at a.b.b(SourceFile)
		  at a.b.c(Any.any:8)
		`,
		`
		  at shop.Cart.first(Cart.java:1)
		  at shop.Cart.second(Cart.java:3)
		  at shop.Cart.third(Cart.java)
		`,
	);

	rule(
		'prefers a range for the position to a method without ranges, and that to nothing',
		`
		shop.Cart -> a.b:
		    void first() -> a
		    2:2:void second():20:20 -> a
		`,
		`
		  at a.b.a(SourceFile:2)
		  at a.b.a(Cart.java:5)
		`,
		`
		  at shop.Cart.second(Cart.java:20)
		  at shop.Cart.first(Cart.java:5)
		`,
	);
});

describe('Retracing missing positions', () => {
	rule(
		'takes what is for line 0, inlined frames included',
		`
		shop.Cart -> a.b:
		    0:0:void tax(int):42:42 -> a
		    0:0:void total():28 -> a
		    1:1:void total():153 -> a
		`,
		`
		  at a.b.a(Unknown Source)
		  at a.b.a(SourceFile:0)
		`,
		`
		  at shop.Cart.tax(Cart.java:42)
		  at shop.Cart.total(Cart.java:28)
		  at shop.Cart.tax(Cart.java:42)
		  at shop.Cart.total(Cart.java:28)
		`,
	);

	rule(
		'takes the line that is for all positions, and takes it for a missing one too',
		`
		shop.Cart -> a.b:
		    0:65535:void total():33:33 -> a
		`,
		`
		  at a.b.a(Unknown Source:14)
		  at a.b.a(Unknown Source)
		`,
		`
		  at shop.Cart.total(Cart.java:33)
		  at shop.Cart.total(Cart.java:33)
		`,
	);

	rule(
		'prefers the method without ranges',
		`
		shop.Cart -> a.b:
		    void first() -> a
		    2:2:void second():20:20 -> a
		    2:2:void outer():21 -> a
		`,
		`
		  at a.b.a(Unknown Source)
		`,
		`
		  at shop.Cart.first(Cart.java)
		`,
	);

	rule(
		'gives every different method, without a line, when all have ranges',
		`
		shop.Cart -> a.b:
		    1:1:void first():10:10 -> a
		    2:2:void second():20:20 -> a
		    3:3:void inner():30:30 -> a
		    3:3:void third():31 -> a
		`,
		`
		  at a.b.a(Unknown Source)
		`,
		`
		  at shop.Cart.first(Cart.java)
		or shop.Cart.second(Cart.java) | shop.Cart.third(Cart.java)
		`,
	);
});

describe('Retracing inlined code', () => {
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
		'makes a frame of each method, innermost first, with the file of its own class',
		taxes,
		`
		  at a.b.c(SourceFile:7)
		`,
		`
		  at shop.Tax.rate(Taxes.kt:19)
		  at shop.Cart.total(Cart.kt:52)
		`,
	);

	it('marks what was inlined, and where each part of the text is', () => {
		const [line] = retrace(javaTrace('\tat a.b.c(SourceFile:7)'), namesOf(lines(taxes))).sections[0]?.lines ?? [];
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
		'lists lines of the innermost frame only, each with the frames around it',
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

describe('Retracing names that several methods share', () => {
	rule(
		'goes by the position',
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
		'lists all methods with lines for the position, in the order of their names',
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
		'tells overloads apart whose lines come in turns',
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

	it('lists no more alternatives than anyone chooses from, and says how many there are', () => {
		const mapping = 'a.B -> b:\n    1:1:void run():1:900000000 -> a\n';
		const [line] = retrace(javaTrace('at b.a(SourceFile:1)'), namesOf(mapping)).sections[0]?.lines ?? [];
		assert.equal(line?.alternatives.length, 31);
		assert.equal(line?.moreAlternatives, 1);
	});

	rule(
		'joins the sections of a class that comes twice',
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
		'lists both classes when two programs in one file use a name',
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

describe('Retracing file names', () => {
	rule(
		'guesses from the class, from a part that ends in Kt, and from the file that the trace has',
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

	it('says that a file was guessed', () => {
		const mapping = `shop.Cart -> a:\n${file('Basket.kt')}\n    1:1:void run():1:1 -> a\n    2:2:void b.Tax.rate():1:1 -> a\n    2:2:void run():2 -> a\n`;
		const [line] = retrace(javaTrace('at a.a(SourceFile:2)'), namesOf(mapping)).sections[0]?.lines ?? [];
		assert.deepEqual(
			line?.frames.map(({ frame, fileInferred }) => [frame.file, fileInferred]),
			[
				['Tax.kt', true],
				['Basket.kt', false],
			],
		);
	});

	rule(
		'does not show the file of classes that R8 made',
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
		'keeps native methods native',
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

describe('Retracing what the compiler made', () => {
	rule(
		'leaves out synthesized methods, and keeps what was inlined into them',
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

	it('keeps the line that a frame was removed from', () => {
		const mapping = `${version('1.0')}\na.B -> b:\n    1:1:void run():1:1 -> a\n${synthesized}\n`;
		const [line] = retrace(javaTrace('at b.a(SourceFile:1)'), namesOf(mapping)).sections[0]?.lines ?? [];
		assert.equal(line?.outcome, 'removed');
		assert.deepEqual([line?.frames, line?.source.text], [[], 'at b.a(SourceFile:1)']);
	});

	rule(
		'shows them when the file is of a version without such notes',
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
		'takes an outline out and its position to the frame below',
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
		'forgets the position of an outline after one frame',
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
		'follows an outline that is in an outline',
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
		'keeps what was inlined into an outline',
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

describe('Rewriting frames', () => {
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

	const traceOf = (head: string) => `\n${head}\n  at a.a(SourceFile:4)\n`;

	rule(
		'removes inner frames directly below the exception of the condition',
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
		'knows the exception by its original name, in a cause too',
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
		'leaves other exceptions alone',
		mapping(rewrite(nullPointer, 1)),
		traceOf('java.io.IOException'),
		`\njava.io.IOException\n${both}\n`,
	);
	rule(
		'wants all conditions to hold, also those nobody knows',
		mapping(rewrite(`${nullPointer},"phase(moon)"`, 1)),
		traceOf('java.lang.NullPointerException'),
		`\njava.lang.NullPointerException\n${both}\n`,
	);
	rule(
		'does nothing when more is to go than there is',
		mapping(rewrite(nullPointer, 3)),
		traceOf('java.lang.NullPointerException'),
		`\njava.lang.NullPointerException\n${both}\n`,
	);
	rule(
		'may remove a frame as a whole',
		mapping(rewrite(nullPointer, 2)),
		traceOf('java.lang.NullPointerException'),
		`\njava.lang.NullPointerException\n`,
	);
});

describe('Retracing a whole trace', () => {
	const mapping = lines(`
		shop.Trouble -> a.c:
		shop.Cart -> a.b:
		${file('Cart.kt')}
		    1:3:void add(int):10:12 -> a
		`);
	const text = lines(`
		a.c: no place for a.b in e.g. a.c
			at a.b.a(r8-map-id-00ff:2)
			at android.os.Looper.loop(Looper.java:12)
			at a.b.z(SourceFile:9)
			at a.b.z(Cart.kt:9)
			... 4 more
		Caused by: a.c
			at a.b.a(SourceFile:1)
		nothing of a stack here: a.b
		`);

	it('turns headers, messages and frames back and keeps every other line', () => {
		const retraced = plainTrace(retrace(javaTrace(text), namesOf(mapping)));
		assert.deepEqual(
			retraced.lines,
			lines(`
				shop.Trouble: no place for shop.Cart in e.g. shop.Trouble
					at shop.Cart.add(Cart.kt:11)
					at android.os.Looper.loop(Looper.java:12)
					at shop.Cart.z(Cart.kt)
					at shop.Cart.z(Cart.kt:9)
					... 4 more
				Caused by: shop.Trouble
					at shop.Cart.add(Cart.kt:10)
				nothing of a stack here: a.b
				`).split('\n'),
		);
	});

	it('says of each line what became of it', () => {
		const outcomes = retrace(javaTrace(text), namesOf(mapping)).sections.flatMap(({ lines: all }) =>
			all.map(({ outcome }) => outcome),
		);
		assert.deepEqual(outcomes, ['mapped', 'kept', 'partly', 'partly', 'kept', 'mapped', 'kept']);
	});

	it('numbers the lines of the new text', () => {
		const inlining = 'a.B -> b:\n    1:1:void in():4:4 -> a\n    1:1:void out():5 -> a\n';
		const trace = plainTrace(
			retrace(javaTrace('b: x\nat b.a(S:1)\nat b.a(S:1)\nCaused by: b\nat b.a(S:1)'), namesOf(inlining)),
		);
		const numbered = trace.sections.flatMap(({ header, lines: all }) => [
			...(header ? [[header.firstLine, header.lastLine, header.type]] : []),
			...all.map(({ line, text: lineText }) => [line, lineText === trace.lines[line]]),
		]);
		assert.deepEqual(numbered, [
			[0, 0, 'a.B'],
			...[1, 2, 3, 4].map((number) => [number, true]),
			[5, 5, 'a.B'],
			...[6, 7].map((number) => [number, true]),
		]);
	});

	it('names every class it needs, and no more than may be one', () => {
		const names = mentionedClasses(javaTrace(text));
		assert.ok(['a.c', 'a.b', 'android.os.Looper'].every((name) => names.has(name)));
	});

	it('knows constructors and the members a person wrote', () => {
		const made = 'shop.Cart$open$1 -> b:\n    1:1:void invoke():4:4 -> a\n    2:2:void <init>():5:5 -> <init>\n';
		const trace = plainTrace(retrace(javaTrace('at b.a(SourceFile:1)\nat b.<init>(SourceFile:2)'), namesOf(made)));
		const [first, second] = (trace.sections[0]?.lines ?? []).filter((line): line is Frame => line.kind === 'managed');
		assert.deepEqual(first?.enclosing, { type: 'shop.Cart', method: 'open' });
		assert.ok(second?.flags.includes('constructor'));
	});

	it('leaves sections of other platforms as they are', () => {
		const trace = { ...javaTrace('a.c: x\n\tat a.b.a(SourceFile:1)'), platform: 'unity' as const };
		const unity = { ...trace, sections: trace.sections.map((section) => ({ ...section, platform: 'unity' as const })) };
		assert.deepEqual(plainTrace(retrace(unity, namesOf(mapping))), unity);
	});
});
