import type { SourceWorld } from '../../../../../src/core/stack/locate/sourceWorld';
import type { Platform } from '../../../../../src/core/stack/trace/model';
import { memoryWorld } from '../locate/support/workspace';

/** Number of lines of each function, so that every line number in the examples is inside a function. */
const functionLines = 70;

function body(head: string, open = '{', close = '}'): string {
	return [`${head} ${open}`, ...Array.from({ length: functionLines }, () => '\t\tcall();'), `\t${close}`].join('\n');
}

const kotlin = (type: string, method: string) =>
	`package com.example.shop\nclass ${type} {\n${body(`\tfun ${method}()`)}\n}`;
const swift = `class Cart {\n${body('\tfunc total()')}\n${body('\tfunc load()')}\n}`;
const dart = (type: string, method: string) =>
	`class ${type} {\n${body(`\tvoid ${method}()`)}\n}\n${body('void total()')}`;
const csharp = (type: string, method: string) =>
	`namespace Shop;\npublic class ${type} {\n${body(`\tpublic void ${method}()`)}\n}`;
const python = (method: string) => `def ${method}():\n${'    call()\n'.repeat(functionLines)}`;

/** Source files that the documented examples come from, by platform. */
const sources: Readonly<Record<Exclude<Platform, 'unknown'>, Readonly<Record<string, string>>>> = {
	jvm: {
		'app/Cart.kt': kotlin('Cart', 'total'),
		'app/Main.kt': kotlin('Main', 'main'),
		'app/Vm.kt': kotlin('Vm', 'load'),
		'app/CartScreen.kt': body('fun CartScreen()'),
		'old/Cart.java': `package com.example.shop;\npublic class Cart {\n${body('\tpublic int total()')}\n}`,
		'Assets/Board.cs': csharp('Board', 'Place').replace('namespace Shop;\n', ''),
	},
	ndk: { 'cpp/cart.cpp': `${body('int shop::Cart::total()')}\n${body('void shop::Cart::load()')}` },
	apple: {
		'Shop/Cart.swift': swift,
		'shared/Cart.kt': kotlin('Cart', 'total').replace('.shop', ''),
	},
	dart: {
		'lib/cart.dart': dart('Cart', 'total'),
		'lib/cart_page.dart': dart('_CartPageState', 'build'),
		'pubspec.yaml': 'name: shop\n',
	},
	javascript: {
		'src/app.js': body('function total()'),
		'src/cart.js': body('function total()'),
		'src/screens/CartList.tsx': body('export function CartList()'),
		'src/Shop.tsx': body('export function Shop()'),
		'lib/cart.dart': dart('Cart', 'total'),
	},
	dotnet: { 'Cart.cs': csharp('Cart', 'Total') },
	unity: { 'Assets/CartView.cs': csharp('CartView', 'Show').replace('namespace Shop;\n', '') },
	cpp: {
		'src/cart.cpp': `${body('int shop::Cart::total(int n)')}`,
		'src/main.cpp': body('int main()'),
	},
	python: { 'cart.py': python('total'), 'main.py': python('main') },
	go: {
		'cart.go': `package main\n${body('func (c *Cart) Total()')}`,
		'main.go': `package main\n${body('func main()')}`,
		'a.go': `package main\n${body('func start()')}`,
	},
	rust: { 'src/cart.rs': body('pub fn total()') },
};

export function madeUpWorkspace(platform: Exclude<Platform, 'unknown'>): SourceWorld {
	return memoryWorld(sources[platform]);
}
