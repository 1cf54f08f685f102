import * as assert from 'node:assert/strict';
import { readTraces } from '../../../../../src/core/stack/texts/readTraces';
import { itReads } from '../support/frames';

const goroutine = 'goroutine 1 [running]:';

describe('Rust stack frames', () => {
	itReads('rust', 'native', [
		['   2: acme::cart::total', { type: 'acme::cart', method: 'total', link: 'acme::cart::total' }],
		['             at ./src/cart.rs:40:9', { at: './src/cart.rs:40:9' }],
		[
			'  12:     0x55d0c1 - <acme::Cart<T> as core::fmt::Display>::fmt::h0123456789abcdef',
			{
				type: 'acme::Cart',
				method: 'fmt',
				link: '<acme::Cart<T> as core::fmt::Display>::fmt::h0123456789abcdef',
			},
		],
		[
			'   3: <impl core::fmt::Display for acme::Cart>::fmt',
			{ type: 'acme::Cart', method: 'fmt', link: '<impl core::fmt::Display for acme::Cart>::fmt' },
		],
		[
			'   3: acme::cart::load::{closure#0}',
			{
				type: 'acme::cart::load',
				method: '{{closure}}',
				enclosing: 'acme::cart#load',
				link: 'acme::cart::load::{closure#0}',
			},
		],
		['   3: rust_begin_unwind', { method: 'rust_begin_unwind', link: 'rust_begin_unwind', after: 'stack backtrace:' }],
	]);
});

describe('Rust panics', () => {
	it('reads the Rust panic message on the line after the location, without its log prefix', () => {
		const lines = ["thread 'main' panicked at src/a.rs:3:5:", 'no cart', 'stack backtrace:', '   0: shop::total'];
		const [found] = readTraces(lines.map((line) => `E/Shop( 4120): ${line}`).join('\n'), 'text', undefined);
		assert.equal(found?.trace.sections[0]?.header?.message, 'no cart');
	});
});

describe('Go stack frames', () => {
	itReads('go', 'native', [
		['\t/src/cart.go:40 +0x1d', { at: '/src/cart.go:40' }],
		[
			'main.(*Cart).Total(0xc000012345, {0x1, 0x2})',
			{
				type: '(*Cart)',
				method: 'Total',
				enclosing: 'Cart#Total',
				module: 'main',
				link: 'main.(*Cart).Total',
				after: goroutine,
			},
		],
		[
			'github.com/acme/shop/cart.Load[...](...)',
			{
				method: 'Load',
				module: 'github.com/acme/shop/cart',
				link: 'github.com/acme/shop/cart.Load[...]',
				after: goroutine,
			},
		],
		[
			'main.main.func1.2()',
			{ method: 'main.func1.2', enclosing: '#main', module: 'main', link: 'main.main.func1.2', after: goroutine },
		],
		['created by main.start in goroutine 7', { method: 'start', module: 'main', link: 'main.start', after: goroutine }],
		[
			'github.com/acme/shop/cart.(*Cart).Total',
			{
				type: '(*Cart)',
				method: 'Total',
				enclosing: 'Cart#Total',
				module: 'github.com/acme/shop/cart',
				link: 'github.com/acme/shop/cart.(*Cart).Total',
				after: goroutine,
			},
		],
		['\t/usr/local/go/src/runtime/asm_arm64.s:1223', { at: '/usr/local/go/src/runtime/asm_arm64.s:1223' }],
		['panic({0x1, 0x2})', { method: 'panic', module: '', link: 'panic', after: goroutine }],
	]);
});

describe('Go errors', () => {
	it('reads the signal above the goroutines of a crashed Go program', () => {
		const text =
			'SIGSEGV: segmentation violation\nPC=0x7fff m=0 sigcode=1\n\ngoroutine 1 [syscall]:\nmain.main()\n\t/src/a.go:3';
		const [found] = readTraces(text, 'text', undefined);
		const header = found?.trace.sections[0]?.header;
		assert.deepEqual([header?.kind, header?.type, header?.message], ['signal', 'SIGSEGV', 'segmentation violation']);
	});
});
