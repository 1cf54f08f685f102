import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readingOutline } from '../../../../../../src/core/stack/locate/outline/readOutline';
import { readOutline } from '../support/outlines';

/** Returns the members as `Owner.name first-last` in file order. A `§` in the text represents a dollar sign. */
function members(path: string, text: string): string[] {
	return readOutline(path, text.replaceAll('§', '$'))
		.members.filter(({ hasCode }) => hasCode)
		.sort((a, b) => a.first - b.first || b.last - a.last)
		.map(({ owner, name, first, last }) => `${[...owner, name].join('.')} ${first}-${last}`);
}

function types(path: string, text: string): string[] {
	return readOutline(path, text).types.map(({ owner, name }) => [...owner, name].join('.'));
}

const lines = (...text: readonly string[]) => text.join('\n');

describe('outline of a source file', () => {
	it('outline ignores code in comments and string literals', () => {
		const text = lines(
			'class A {',
			'  // fun ghost() {',
			'  /* fun ghost() { /* nested */ { */',
			'  val a = "fun ghost() { \\" {"',
			'  val b = """fun ghost() { " {',
			'  """',
			"  val c = '{'; val d = '\\''",
			'  fun real() { x() }',
			'}',
		);
		assert.deepEqual(members('A.kt', text), ['A.real 8-8']);
	});

	it('outline includes the functions below a comment that ends with a slash, an asterisk and a slash', () => {
		const text = lines(
			'class A {',
			'  /*////',
			'  // Part',
			'  ////*/',
			'  void real() { x(); }',
			'  /*/ void ghost() { } /*/',
			'}',
		);
		for (const file of ['A.java', 'A.cs', 'A.ts', 'A.cpp']) {
			assert.deepEqual(members(file, text), ['A.real 5-5'], file);
		}
	});

	it('outline parser yields while it parses code in string templates', () => {
		for (const [file, head] of [
			['a.ts', '`${'],
			['A.kt', '"${'],
			['A.swift', '"\\('],
		] as const) {
			const steps = readingOutline(file, head + 'a '.repeat(50_000));
			let count = 0;
			while (steps.next(false).done !== true) {
				count++;
			}
			assert.ok(count > 100, `${file}: ${count}`);
		}
	});

	it('outline includes functions after string templates that contain code', () => {
		assert.deepEqual(members('A.kt', 'fun a() {\n  "§{b["{"].map { "}" }} {"\n}\nfun c() { }'), ['a 1-3', 'c 4-4']);
		assert.deepEqual(members('A.swift', 'func a() {\n  "\\(b.map { "}" }) {"\n}\nfunc c() { }'), ['a 1-3', 'c 4-4']);
		assert.deepEqual(members('a.ts', 'function a() {\n  `§{b.map((c) => `{§{c}`)} {`;\n}\nfunction d() { }'), [
			'a 1-3',
			'd 4-4',
		]);
		assert.deepEqual(members('a.dart', "void a() {\n  '§{b['{'].map((c) { return '}'; })} {';\n}\nvoid d() { }"), [
			'a 1-3',
			'd 4-4',
		]);
		assert.deepEqual(
			members('A.cs', 'class A {\nvoid B() {\n  var c = $"{d["{"]} {{ {e}"; var f = @"\\""{"; \n}\nvoid G() { } }'),
			['A.B 2-4', 'A.G 5-5'],
		);
	});

	it('outline parser handles raw string literals', () => {
		assert.deepEqual(members('a.cpp', 'void a() {\n  auto b = R"x({ )" )x";\n}\nvoid c() { }'), ['a 1-3', 'c 4-4']);
		assert.deepEqual(members('A.swift', 'func a() {\n  #"{ \\ " "#\n}\nfunc c() { }'), ['a 1-3', 'c 4-4']);
		assert.deepEqual(members('a.dart', "void a() {\n  r'\\';\n}\nvoid c() { }"), ['a 1-3', 'c 4-4']);
		assert.deepEqual(members('A.cs', 'class A {\nvoid B() {\n  var c = """" { """ """";\n}\nvoid D() { } }'), [
			'A.B 2-4',
			'A.D 5-5',
		]);
	});

	it('outline parser distinguishes regular expressions from divisions', () => {
		const text = lines(
			'function a(b) {',
			'  return /[/{"\']/.test(b);',
			'}',
			'const c = (d, e) => { return d / e / 2; };',
		);
		assert.deepEqual(members('a.js', text), ['a 1-3', 'c 4-4']);
	});

	it('outline includes Kotlin functions whose names contain spaces in backticks', () => {
		assert.deepEqual(members('A.kt', 'class A {\n  fun `is not { empty`() {\n  }\n}'), ['A.is not { empty 2-3']);
	});

	it('outline finds the end of Kotlin expression bodies', () => {
		const text = lines(
			'fun a() = b',
			'    .map {',
			'        it',
			'    }',
			'    ?: c',
			'',
			'fun d(): Int? =',
			'    null',
		);
		assert.deepEqual(members('a.kt', text), ['a 1-5', 'd 7-8']);
	});

	it('outline includes the namespace declarations of each language', () => {
		const namespaces = (path: string, text: string) => readOutline(path, text).namespaces;
		assert.deepEqual(namespaces('A.kt', '@file:JvmName("B")\npackage com.example.a\nclass A'), ['com.example.a']);
		assert.deepEqual(namespaces('A.java', '/* package no; */ package com.example.a;'), ['com.example.a']);
		assert.deepEqual(namespaces('A.cs', 'namespace A.B;\nclass C { }'), ['A.B']);
		assert.deepEqual(namespaces('A.cs', 'namespace A { namespace B.C { class D { } } }'), ['A', 'A.B.C']);
		assert.deepEqual(namespaces('a.cpp', 'namespace a::b { namespace { void c() { } } }'), ['a.b']);
		assert.deepEqual(namespaces('A.fs', 'module A.B\nlet c = 1'), ['A.B']);
		assert.deepEqual(namespaces('A.vb', 'Namespace A.B\n  Public Class C'), ['A.B']);
	});

	it('outline distinguishes type declarations from constraints and references', () => {
		assert.deepEqual(types('A.cs', 'class A<T> where T : class, new() { void B<U>() where U : struct { } }'), ['A']);
		assert.deepEqual(types('A.kt', 'fun a() { b(C::class) }\nval d = E::class.java'), []);
		assert.deepEqual(types('A.swift', 'class A {\n  class func b() {}\n  class var c: Int { 1 }\n}'), ['A']);
		assert.deepEqual(
			types('a.cpp', 'template <class T> T a() { }\nstruct B* make(int c) { }\nenum class D : int { E };'),
			['D'],
		);
	});

	it('outline includes the type declarations of each language', () => {
		assert.deepEqual(
			types('A.kt', 'data class A(val b: Int)\nenum class C { D }\nobject E\nfun interface F { fun g() }'),
			['A', 'C', 'E', 'F'],
		);
		assert.deepEqual(types('A.java', 'record A(int b) { }\n@interface C { }\nsealed interface D { }'), ['A', 'C', 'D']);
		assert.deepEqual(types('A.swift', 'extension A.B: C { }\nactor D { }\nindirect enum E { }'), ['A.B', 'D', 'E']);
		assert.deepEqual(types('A.cs', 'record struct A(int B);\nreadonly ref struct C { }\ninterface D { }'), [
			'A',
			'C',
			'D',
		]);
		assert.deepEqual(types('a.dart', 'extension type A(int b) { }\nmixin class C { }\nsealed class D { }'), [
			'A',
			'C',
			'D',
		]);
		assert.deepEqual(types('a.rs', 'impl<T> A<T> for Bee<T> { }\npub struct Cee;'), ['Bee', 'Cee']);
	});

	it('outline includes functions and methods in Go and Rust', () => {
		assert.deepEqual(members('a.go', 'func (c *Cart) Total(n int) int {\n\treturn 1\n}\nfunc main() {\n}'), [
			'Total 1-3',
			'main 4-5',
		]);
		assert.deepEqual(
			members('a.rs', "impl Cart {\n  pub fn total<'a>(&'a self) -> u8 {\n    '{' as u8\n  }\n}\nfn main() { }"),
			['Cart.total 2-4', 'main 6-6'],
		);
	});

	it('outline of scripts in HTML-like files uses the line numbers of the file', () => {
		const text = lines(
			'<template><p>{{ a }}</p></template>',
			'<script setup>',
			'function load() {',
			'}',
			'</script>',
			'<style>p {</style>',
		);
		assert.deepEqual(members('A.vue', text), ['load 3-4']);
	});

	it('outline parser skips preprocessor directives', () => {
		const text = lines('#define A(b) { \\', '  {', 'int c() {', '#if D', '  e(", {");', '#endif', '}', 'int f() { }');
		assert.deepEqual(members('a.c', text), ['c 3-7', 'f 8-8']);
	});

	it('outline parser counts the lines of a source file as an editor does', () => {
		assert.equal(readOutline('a.kt', 'a\nb\n').lines, 2);
		assert.equal(readOutline('a.kt', 'a\r\nb').lines, 2);
		assert.equal(readOutline('a.kt', '').lines, 1);
		assert.equal(readOutline('a.kt', 'val a = """\n\n"""\n').lines, 3);
		assert.equal(readOutline('a.fs', 'a\nb\n').lines, 2);
	});

	it('outline parser recovers from missing or extra brackets', () => {
		assert.deepEqual(members('A.java', 'class A {\n  void b() { c(; }\n  void d() { ] }\n  void e() { }\n}'), [
			'A.b 2-2',
			'A.d 3-3',
			'A.e 4-4',
		]);
		assert.deepEqual(members('A.kt', '} fun a() { }\nfun b() {'), ['a 1-1', 'b 2-2']);
	});

	it('outline of formatted source files contains every function that is recognizable by its indentation', () => {
		let seen = 0;
		for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
			if (file.endsWith('.ts') && !file.includes('wasm')) {
				const text = readFileSync(path.join('src', file), 'utf8');
				const { members: found } = readOutline(file, text);
				const ranges = new Set(found.map(({ name, nameLine, last }) => `${name} ${nameLine}-${last}`));
				for (const range of functionsByLayout(text)) {
					assert.ok(ranges.has(range), `${file}: ${range}`);
					seen++;
				}
			}
		}
		assert.ok(seen > 500, `${seen}`);
	});
});

/** Finds functions as lines that end with a brace, up to the closing brace at the same indentation. */
function functionsByLayout(text: string): string[] {
	const all = text.split('\n');
	return all.flatMap((line, index) => {
		const [, ofFile] = /^(?:export )?(?:async )?function\*? (\w+)\(.*\{$/.exec(line) ?? [];
		const [, ofClass] = /^\t(?:(?:static|async|private|override|protected) )*(#?\w+)\(.*(?<!=> )\{$/.exec(line) ?? [];
		const name = ofFile ?? ofClass;
		const isStatement =
			/^(?:if|for|while|switch|catch|return)$/.test(name ?? '') || line.split('(').length !== line.split(')').length;
		const indent = ofFile === undefined ? '\t' : '';
		const end = all.findIndex((other, at) => at > index && other.startsWith(`${indent}}`));
		return name === undefined || isStatement || end === -1 ? [] : [`${name} ${index + 1}-${end + 1}`];
	});
}
