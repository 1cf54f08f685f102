import * as assert from 'node:assert/strict';
import { declaredModules, declaredNames, declaringFiles } from '../../../../../src/core/stack/locate/declaredNames';
import type { SourceFile } from '../../../../../src/core/stack/locate/frameTarget';
import { isLibraryFrame } from '../../../../../src/core/stack/own/libraryFrame';
import { noOwnCode, OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { memoryWorld } from '../locate/support/workspace';
import { getFrame } from '../support/frames';

const address = '0x0000000102a3b5c8';

async function ownCodeOf(texts: Readonly<Record<string, string>>): Promise<OwnCode> {
	const { index, read } = memoryWorld(texts);
	const names = await Promise.all(
		declaringFiles(index).map(async (file) => declaredNames(file, (await read(file, undefined)) ?? '')),
	);
	return new OwnCode([...declaredModules(index), ...names.flat()]);
}

const workspace = {
	'app/src/main/kotlin/Shop.kt': '/* Licence */\n@file:JvmName("Shops")\n\npackage com.google.shop\n\nclass Shop\n',
	'app/src/main/java/org/jetbrains/shop/Till.java': 'package org.jetbrains.shop;\n\nclass Till {}\n',
	'app/src/main/java/android/app/Patched.java': 'package android.app;\n\nclass Patched {}\n',
	'app/src/main/java/com/acme/Cart.java': 'package com.acme;\n\nclass Cart {}\n',
	'Assets/Board.cs': 'using System;\n\nnamespace Unity.Meadow.Board\n{\n    class Board {}\n}\n',
	'Assets/IsExternalInit.cs': 'namespace System.Runtime.CompilerServices;\n\nclass IsExternalInit {}\n',
	'packages/path/pubspec.yaml': 'name: path\n',
	'packages/acme/pubspec.yaml': 'name: acme\n',
	'Package.swift': '',
	'Sources/Network/Client.swift': 'class Client {}\n',
	'Sources/Orchard/Tree.swift': 'class Tree {}\n',
	'package.json': '{ "name": "acme" }',
	'web/shelf/package.json': '{\n  "name": "@acme/shelf",\n  "version": "1.0.0"\n}\n',
};

const own = [
	'\tat com.google.shop.Shop.open(Shop.kt:3)',
	'\tat com.google.shop.Shop$open$1.invokeSuspend(Shop.kt:3)',
	'\tat com.google.shop.ShopKt.open(Unknown Source:3)',
	'\tat org.jetbrains.shop.Till.pay(Till.java:3)',
	'\tat android.app.Patched.run(Patched.java:3)',
	'#04 pc 00000000002b2f32  /data/app/com.google.shop/base.vdex (com.google.shop.Shop.open+2)',
	'Unity.Meadow.Board.Board:Place () (at Assets/Board.cs:4)',
	'   at Unity.Meadow.Board.Board.Cell.Clear()',
	'   at Unity.Meadow.Board.Board.<Load>d__3.MoveNext()',
	'#0      join (package:path/src/context.dart:3:4)',
	`0  Network  ${address} Client.send() + 4`,
	'    at draw (node_modules/@acme/shelf/src/shelf.ts:3:4)',
];

const library = [
	'\tat com.google.gson.Gson.fromJson(Gson.java:3)',
	'\tat com.google.Shop.open(Shop.java:3)',
	'\tat org.jetbrains.annotations.Nls.name(Nls.java:3)',
	'\tat android.app.Activity.onCreate(Activity.java:3)',
	'\tat android.app.Activity.onCreate(Unknown Source:3)',
	'   at Unity.Collections.NativeArray.Fail()',
	'   at System.Runtime.CompilerServices.TaskAwaiter.GetResult()',
	'#0      State.setState (package:flutter/src/widgets/framework.dart:3:4)',
	`0  MapKit  ${address} MKMapView.draw() + 4`,
	'    at render (node_modules/react/index.js:3:4)',
	'    at next (node_modules/acme/index.js:3:4)',
];

describe('packages declared in the workspace', () => {
	it('treats declared packages as app code even if their names match the built-in library list', async () => {
		const { declares } = await ownCodeOf(workspace);
		for (const text of own) {
			const frame = getFrame(text, undefined, undefined);
			assert.equal(isLibraryFrame(frame), true, text);
			assert.equal(isLibraryFrame(frame, declares), false, text);
		}
	});

	it('does not treat undeclared library packages as app code', async () => {
		const { declares } = await ownCodeOf(workspace);
		for (const text of library) {
			assert.equal(isLibraryFrame(getFrame(text, undefined, undefined), declares), true, text);
		}
	});

	it('stores declared packages only if the built-in library list would otherwise match them', async () => {
		const { names, id } = await ownCodeOf({
			'a/Cart.kt': workspace['app/src/main/java/com/acme/Cart.java'],
			'b/pubspec.yaml': workspace['packages/acme/pubspec.yaml'],
			'c/Board.cs': 'namespace Acme.Board;\n',
			'package.json': workspace['package.json'],
		});
		assert.deepEqual([names, id], [[], noOwnCode.id]);
	});

	it('finds the same declared packages regardless of the order of the source files', async () => {
		const [one, other] = await Promise.all([
			ownCodeOf(workspace),
			ownCodeOf(Object.fromEntries(Object.entries(workspace).reverse())),
		]);
		assert.deepEqual(other.names, one.names);
		assert.equal(other.id, one.id);
		assert.notEqual(one.id, noOwnCode.id);
	});

	it('searches one file per folder for declarations before it searches further files', () => {
		const texts = Object.fromEntries(Array.from({ length: 5000 }, (_, file) => [`src/p${file % 700}/C${file}.kt`, '']));
		const files = declaringFiles(memoryWorld(texts).index);
		const reversed = Object.fromEntries(Object.entries(texts).reverse());
		const pathsOf = (found: readonly SourceFile[]) => found.map(({ path }) => path);
		assert.deepEqual(pathsOf(declaringFiles(memoryWorld(reversed).index)), pathsOf(files));
		assert.equal(new Set(files.slice(0, 700).map(({ path }) => path.split('/')[1])).size, 700);
		assert.ok(files.length <= 2000, `${files.length}`);
	});
});
