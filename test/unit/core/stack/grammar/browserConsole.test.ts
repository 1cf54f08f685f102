import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { getFrame, itReads } from '../support/frames';

const script = 'https://acme.example/assets/index-81b79c2c.js';
const total = { method: 'total', at: `${script}:14`, link: `${script}:14` };

describe('stack frames from browser consoles', () => {
	itReads('javascript', 'javascript', [
		[`    total ${script}:14`, total],
		[`    total ${script}:14:20`, { ...total, at: `${script}:14:20`, link: `${script}:14:20` }],
		[`    Cart.total ${script}:14`, { ...total, type: 'Cart', method: 'total' }],
		[`    <anonymous> ${script}:14`, { ...total, method: '<anonymous>', enclosing: undefined }],
		[`    promise callback*total ${script}:14`, { ...total, flags: ['async'] }],
		[`    setTimeout handler*total ${script}:14`, { ...total, flags: ['async'] }],
		['    total webpack:///./src/cart.ts:14', { method: 'total', at: 'webpack:///./src/cart.ts:14' }],
		['    total moz-extension://0a1b/cart.js:14', { method: 'total', at: 'moz-extension://0a1b/cart.js:14' }],
		['    next self-hosted:1461', { method: 'next', flags: ['nativeMethod'], link: 'next' }],
		[`main.dart.mjs:73     at total (${script}:14:2)`, { method: 'total', at: `${script}:14:2` }],
		[`main.dart.mjs:73     at ${script}:14:2`, { at: `${script}:14:2` }],
		[`(index):12     at total (${script}:14:2)`, { method: 'total', at: `${script}:14:2` }],
		[`VM123:4     at async total (${script}:14:2)`, { method: 'total', flags: ['async'], at: `${script}:14:2` }],
		[
			`cart.wasm:0x1a2b     at total (${script}:14:2)`,
			{ method: 'total', at: `${script}:14:2`, link: `${script}:14:2` },
		],
	]);

	it('removes the source location that a browser console shows before a message', () => {
		const text = `main.dart.mjs:73 Bad state: no cart\nmain.dart.mjs:73     at ${script}:14:2`;
		assert.equal(parseTrace(text).sections[0]?.header?.message, 'Bad state: no cart');
		const trap = 'main.dart.wasm:0x48b1fb Uncaught RuntimeError: illegal cast\n    at a (https://a.example/b.js:1:2)';
		assert.equal(parseTrace(trap).sections[0]?.header?.type, 'RuntimeError');
	});

	it('rejects text that only resembles a frame from a browser console', () => {
		for (const text of [
			'see https://acme.example:8080',
			'    see https://acme.example:8080',
			'Loading https://acme.example/cart.js:14',
			'    GET https://acme.example/carts/14',
			'10:00:00     at noon',
		]) {
			assert.throws(() => getFrame(text, undefined, undefined), /no frame/, text);
		}
	});
});
