import * as assert from 'node:assert/strict';
import { excludeGlob, isIndexed, sourceGlob } from '../../../../../src/core/stack/locate/sourceFiles';
import { SourceIndex } from '../../../../../src/core/stack/locate/sourceIndex';
import { measured } from '../../../../support/measured';
import { processorTime } from '../../../../support/processorTime';

const folders = [
	{ uri: 'file:///home/a/shop', name: 'shop' },
	{ uri: 'vscode-remote://wsl/home/a/kit', name: 'kit' },
];

function indexOf(...paths: readonly string[]): SourceIndex {
	return new SourceIndex(
		folders,
		paths.map((path) => ({ folder: 0, path })),
	);
}

const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);

describe('source file index', () => {
	it('finds files by base name case-insensitively and prefers the exact case', () => {
		const index = indexOf('a/Cart.kt', 'b/cart.kt', 'c/CART.KT', 'd/Cart.java');
		assert.deepEqual(paths(index.named('cart.kt'))[0], 'b/cart.kt');
		assert.deepEqual(paths(index.named('cart.kt')).sort(), ['a/Cart.kt', 'b/cart.kt', 'c/CART.KT']);
		assert.deepEqual(paths(index.named('Cart.kt'))[0], 'a/Cart.kt');
		assert.deepEqual(index.named('Basket.kt'), []);
	});

	it('finds the files that are most likely to contain a type', () => {
		const index = indexOf('Cart.cs', 'Cart.Pricing.cs', 'Cart+Totals.swift', 'CartView.cs', 'Cart.txt');
		const found = paths(index.ofType('Cart', new Set(['cs', 'swift'])));
		assert.deepEqual(found.sort(), ['Cart+Totals.swift', 'Cart.Pricing.cs', 'Cart.cs']);
	});

	it('distinguishes identical paths in different workspace folders', () => {
		const index = indexOf('src/Cart.kt');
		index.add({ folder: 1, path: 'src/Cart.kt' });
		index.add({ folder: 7, path: 'src/Cart.kt' });
		const found = index.named('Cart.kt').map(({ uri, folder }) => ({ uri, folder }));
		assert.deepEqual(
			found.sort((a, b) => a.folder.localeCompare(b.folder)),
			[
				{ folder: 'kit', uri: 'vscode-remote://wsl/home/a/kit/src/Cart.kt' },
				{ folder: 'shop', uri: 'file:///home/a/shop/src/Cart.kt' },
			],
		);
	});

	it('returns file URIs that decode to the original path', () => {
		const [file] = indexOf('Assets/Score View#1 100%.cs').named('Score View#1 100%.cs');
		assert.equal(file?.uri, 'file:///home/a/shop/Assets/Score%20View%231%20100%25.cs');
		assert.equal(decodeURIComponent(new URL(file?.uri ?? '').pathname), '/home/a/shop/Assets/Score View#1 100%.cs');
	});

	it('ignores repeated additions and removals of a file in the source file index', () => {
		const index = indexOf('a/Cart.kt', 'b/Cart.kt', 'c/Cart.kt');
		index.add({ folder: 0, path: 'b/Cart.kt' });
		assert.equal(index.size, 3);
		for (const [path, left] of [
			['b/Cart.kt', 2],
			['b/Cart.kt', 2],
			['z/Cart.kt', 2],
			['c/Cart.kt', 1],
			['a/Cart.kt', 0],
		] as const) {
			index.remove({ folder: 0, path });
			assert.equal(index.size, left);
			assert.equal(index.has({ folder: 0, path }), false);
		}
		index.add({ folder: 0, path: 'd/Basket.kt' });
		assert.deepEqual(paths(index.named('Basket.kt')), ['d/Basket.kt']);
		assert.deepEqual(index.named('Cart.kt'), []);
		assert.equal(index.size, 1);
	});

	measured('builds an index of source files quickly even if all files have the same name', () => {
		const all = Array.from({ length: 100_000 }, (_, number) => ({ folder: 0, path: `package${number}/index.ts` }));
		const started = processorTime();
		const index = new SourceIndex(folders, all);
		// A comparison of each file with all others would take minutes.
		assert.ok(processorTime() - started < 2000);
		assert.equal(index.named('index.ts').length, all.length);
	});

	it('finds files that are named after built-in object properties', () => {
		const index = indexOf('constructor.js', '__proto__.js', '.js', 'a/.eslintrc.js');
		assert.deepEqual(paths(index.named('__proto__.js')), ['__proto__.js']);
		assert.deepEqual(paths(index.named('constructor.js')), ['constructor.js']);
		assert.deepEqual(paths(index.named('.eslintrc.js')), ['a/.eslintrc.js']);
		assert.deepEqual(index.named('toString'), []);
	});
});

describe('indexed files', () => {
	for (const path of [
		'Cart.kt',
		'a/b/Cart.SWIFT',
		'bin/import.dart',
		'lib/pubspec.yaml',
		'pubspec.yaml',
		'a/builder/Cart.kt',
	]) {
		it(`indexes ${path}`, () => assert.equal(isIndexed(path), true));
	}

	for (const path of [
		'node_modules/a/index.js',
		'a/Pods/b/C.m',
		'app/build/generated/R.java',
		'Library/PackageCache/com.x@1/A.cs',
		'a/bin/Debug/net9.0/A.cs',
		'README.md',
		'kt',
		'a/.dart_tool/x.dart',
	]) {
		it(`does not index ${path}`, () => assert.equal(isIndexed(path), false));
	}

	it('describes the indexed files with one include pattern and one exclude pattern', () => {
		// VS Code does not support nested braces in glob patterns.
		assert.match(sourceGlob, /^\*\*\/\{\*\.java,\*\.kt,[^{}]*,pubspec\.yaml,package\.json,project\.pbxproj\}$/);
		assert.match(excludeGlob, /^\{\*\*\/node_modules\/\*\*,[^{}]*\}$/);
	});
});
