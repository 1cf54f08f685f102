import assert from 'node:assert/strict';
import { candidateNames, retraceMessage } from '../../../../../../src/core/stack/mapping/r8/messageNames';
import { measured } from '../../../../../support/measured';
import { assertGrowsWithSize } from '../support/growth';
import { getNames } from '../support/mappingText';

const names = getNames(`shop.Cart -> e3.a:
    java.lang.String title -> c
    void open() -> a
    void close(int) -> b
    void clear() -> b
shop.Product -> b:
    java.lang.String name -> a
    java.lang.String getName() -> c
shop.Tax -> e.g:
shop.Row$Cell -> x.y$z:
`);

const always = () => true;

const cases: readonly (readonly [string, string])[] = [
	// Complete words that contain a dot.
	['e3.a', 'shop.Cart'],
	['e3.a: no lines', 'shop.Cart: no lines'],
	['Unable to start: java.lang.Error: e3.a is closed.', 'Unable to start: java.lang.Error: shop.Cart is closed.'],
	['not e3.a.', 'not shop.Cart.'],
	['(e3.a), [e3.a] "e3.a" <e3.a>', '(shop.Cart), [shop.Cart] "shop.Cart" <shop.Cart>'],
	['x.y$z and xe3.a, e3.ab, e3.a1, e3', 'shop.Row$Cell and xe3.a, e3.ab, e3.a1, e3'],
	['object e3.a@1f3ea0c', 'object shop.Cart@1f3ea0c'],
	// Parts of longer words.
	['https://e3.a/x', 'https://e3.a/x'],
	['/data/e3.a', '/data/e3.a'],
	['C:\\e3.a', 'C:\\e3.a'],
	['mail to me@e3.a or e3.a@example.org', 'mail to me@e3.a or e3.a@example.org'],
	['see e.g. that', 'see e.g. that'],
	['e3.a/b', 'e3.a/b'],
	// Short names at positions where only a class name is possible.
	['b', 'b'],
	['plan b: go', 'plan b: go'],
	['b cannot be cast to e3.a', 'shop.Product cannot be cast to shop.Cart'],
	[
		'class e3.a cannot be cast to class b (b is in module x)',
		'class shop.Cart cannot be cast to class shop.Product (b is in module x)',
	],
	['call b.c(1)', 'call b.c(1)'],
	// Null pointer messages of Android and the JVM.
	[
		"Attempt to invoke virtual method 'java.lang.String b.c()' on a null object reference",
		"Attempt to invoke virtual method 'java.lang.String shop.Product.getName()' on a null object reference",
	],
	[
		"Attempt to invoke interface method 'e3.a e3.a.a(e3.a)' on a null object reference",
		"Attempt to invoke interface method 'shop.Cart shop.Cart.open(shop.Cart)' on a null object reference",
	],
	[
		"Attempt to read from field 'b e3.a.c' on a null object reference",
		"Attempt to read from field 'shop.Product shop.Cart.title' on a null object reference",
	],
	[
		'Cannot invoke "e3.a.a()" because "<local1>" is null',
		'Cannot invoke "shop.Cart.open()" because "<local1>" is null',
	],
	// Two methods share the name.
	['Cannot invoke "e3.a.b()"', 'Cannot invoke "shop.Cart.b()"'],
	// Type descriptors.
	[
		'No virtual method a()V in class Le3/a; or its super classes',
		'No virtual method a()V in class Lshop/Cart; or its super classes',
	],
	['(ILe3/a;[Lb;)V', '(ILshop/Cart;[Lshop/Product;)V'],
	['HELLb; Lc;', 'HELLb; Lc;'],
];

describe('class names in error messages', () => {
	for (const [message, expected] of cases) {
		it(message === expected ? `leaves ${message} unchanged` : `restores the class names in ${message}`, () => {
			assert.equal(retraceMessage(message, names, always), expected);
		});
	}

	it('requests every class whose name may appear in an error message', () => {
		for (const [message, expected] of cases) {
			const asked = new Set(candidateNames(message));
			const loaded = { ...names, classes: (name: string) => (asked.has(name) ? names.classes(name) : []) };
			assert.equal(retraceMessage(message, loaded, always), expected);
		}
	});

	it('does not look up ordinary words in an error message as class names', () => {
		assert.deepEqual(candidateNames('java.lang.Error: item 7 of "order" is gone'), ['java.lang.Error']);
	});

	measured('restores class names in time proportional to the length of the error message', () => {
		for (const part of ['L', 'a.', '.', 'La/', "method '", ' field ', 'e3.a@', '-']) {
			assertGrowsWithSize((size) => {
				const message = part.repeat(Math.floor(size / part.length));
				return () => retraceMessage(message, names, always);
			}, 8000);
		}
	});
});
