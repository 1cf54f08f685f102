import { file, rule } from '../support/retraceRule';

describe('deobfuscation of line numbers', () => {
	rule(
		'maps lines by their offset if the minified and the original range have the same length',
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
		'maps all minified lines of a range to its only original line',
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
		'keeps the line numbers in a minified range without an original range',
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
		'shows no line number if the original line is 0',
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
		'lists every original line if the minified and the original range have different lengths',
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
		'deobfuscates only the class name and shows no line if no range contains the position',
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
		'maps bytecode offsets in the same way as line numbers if the method has ranges',
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

describe('deobfuscation of methods without line numbers', () => {
	rule(
		'keeps the line number of the trace if the mapping has none for the method',
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
		'keeps the line numbers of methods that the mapping does not contain, regardless of the file name',
		`
		shop.Cart -> shop.Cart:
		    1:3:void first():11:13 -> a
		shop.Tax -> a.b:
		`,
		`
		  at shop.Cart.open(App:800)
		  at shop.Cart.open(PG:586)
		  at shop.Cart.open(SourceFile:7)
		  at shop.Cart.open(:4)
		  at shop.Cart.open(Unknown Source:4)
		  at a.b.open(SourceFile:5)
		`,
		`
		  at shop.Cart.open(Cart.java:800)
		  at shop.Cart.open(Cart.java:586)
		  at shop.Cart.open(Cart.java:7)
		  at shop.Cart.open(Cart.java:4)
		  at shop.Cart.open(Cart.java)
		  at shop.Tax.open(Tax.java:5)
		`,
	);

	rule(
		'does not show a bytecode offset as a line number',
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
		'uses the original line of a method without ranges, regardless of the line in the trace',
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
		'uses a method without ranges only if no range contains the position',
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

describe('deobfuscation of frames with missing positions', () => {
	rule(
		'uses the mapping of line 0, including inlined frames, for a frame without a position',
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
		'uses the line of a range that covers all positions, even if the position is missing',
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
		'shows no line if several lines are possible and no position selects one',
		`
		shop.Cart -> a.b:
		    void load():42:43 -> a
		    void save():50:50 -> b
		`,
		`
		  at a.b.a(Unknown Source)
		  at a.b.a(SourceFile:7)
		  at a.b.b(Unknown Source)
		`,
		`
		  at shop.Cart.load(Cart.java)
		  at shop.Cart.load(Cart.java)
		  at shop.Cart.save(Cart.java:50)
		`,
	);

	rule(
		'prefers the method without ranges for a frame without a position',
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
		'lists each method without a line if all methods have ranges and the position is missing',
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
