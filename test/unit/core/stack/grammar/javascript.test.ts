import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads } from '../support/frames';

const bundle = '/var/containers/Bundle/Application/AB/Acme Shop.app/main.jsbundle';
const metro = 'http://192.0.2.7:8081/index.bundle?platform=ios&dev=true&minify=false';

describe('JavaScript stack frames', () => {
	itReads('javascript', 'javascript', [
		['    at add (/srv/app/cart.js:11:7)', { method: 'add', at: '/srv/app/cart.js:11:7' }],
		['    at Cart.load (/srv/app/cart.js:11:7)', { type: 'Cart', method: 'load', at: '/srv/app/cart.js:11:7' }],
		[
			'    at async Cart.load (/srv/app/cart.js:11:7)',
			{ type: 'Cart', method: 'load', at: '/srv/app/cart.js:11:7', flags: ['async'] },
		],
		[
			'    at new Cart (/srv/app/cart.js:11:7)',
			{
				type: 'Cart',
				method: 'new Cart',
				enclosing: 'Cart#constructor',
				at: '/srv/app/cart.js:11:7',
				flags: ['constructor'],
			},
		],
		[
			'    at Object.load [as onPress] (/srv/app/cart.js:11:7)',
			{ type: 'Object', method: 'load', enclosing: '#load', at: '/srv/app/cart.js:11:7' },
		],
		[
			'    at Object.<anonymous> (/srv/app/cart.js:11:7)',
			{ type: 'Object', method: '<anonymous>', enclosing: undefined, at: '/srv/app/cart.js:11:7' },
		],
		[
			'    at get total (/srv/app/cart.js:11:7)',
			{ method: 'get total', enclosing: '#total', at: '/srv/app/cart.js:11:7' },
		],
		[
			'load@http://localhost/cart.js line 11 > eval line 2 > Function:1:3',
			{
				method: 'load',
				at: 'http://localhost/cart.js:11',
				link: 'http://localhost/cart.js line 11 > eval line 2 > Function:1:3',
			},
		],
		['eval code@', { method: 'eval code', enclosing: undefined, link: 'eval code' }],
		['Cart@safari-extension:', { method: 'Cart', link: 'Cart' }],
		[
			'load@safari-extension:(com.example/AB/page.js):11:7',
			{ method: 'load', at: 'safari-extension:(com.example/AB/page.js):11:7' },
		],
		['on@click@https://localhost/cart.js:11:7', { method: 'on@click', at: 'https://localhost/cart.js:11:7' }],
		['load@https://localhost/@scope/cart.js:11:7', { method: 'load', at: 'https://localhost/@scope/cart.js:11:7' }],
		['@scope/cart.load@/srv/cart.js:11:7', { type: '@scope/cart', method: 'load', at: '/srv/cart.js:11:7' }],
		['.load@https://localhost/cart.js:11:7', { method: 'load', at: 'https://localhost/cart.js:11:7' }],
		[
			'./src/cart.js/load<@https://localhost/cart.js:11:7',
			{ method: 'load<', enclosing: '#load', at: 'https://localhost/cart.js:11:7' },
		],
		['    at ...load (https://localhost/cart.js:11:7)', { method: 'load', at: 'https://localhost/cart.js:11:7' }],
		['    at add (/srv/app/cart.js:11:7) {', { method: 'add', at: '/srv/app/cart.js:11:7' }],
		['    at /srv/app/cart.js:11:7 {', { at: '/srv/app/cart.js:11:7' }],
		['    at /srv/app/cart.js:11:7', { at: '/srv/app/cart.js:11:7' }],
		['    at async file:///srv/app/cart.mjs:11:7', { at: 'file:///srv/app/cart.mjs:11:7', flags: ['async'] }],
		[
			'    at add (C:\\Program Files (x86)\\Acme\\cart.js:11:7)',
			{ method: 'add', at: 'C:\\Program Files (x86)\\Acme\\cart.js:11:7' },
		],
		['    at C:\\my app\\cart.js:11:7', { at: 'C:\\my app\\cart.js:11:7' }],
		[
			'    at add (webpack-internal:///./src/cart.ts:11:7)',
			{ method: 'add', at: 'webpack-internal:///./src/cart.ts:11:7' },
		],
		['    at add (app:///cart.js:11:7)', { method: 'add', at: 'app:///cart.js:11:7' }],
		['    at Array.forEach (<anonymous>)', { type: 'Array', method: 'forEach', link: 'Array.forEach' }],
		['    at async Promise.all (index 0)', { type: 'Promise', method: 'all', flags: ['async'], link: 'Promise.all' }],
		[
			'    at eval (eval at run (/srv/app/run.js:4:9), <anonymous>:1:3)',
			{ method: 'eval', enclosing: undefined, at: '/srv/app/run.js:4:9' },
		],
		['    at next (native)', { method: 'next', flags: ['nativeMethod'], link: 'next' }],
		[
			'    at onPress (address at index.android.bundle:1:45270)',
			{
				method: 'onPress',
				at: 'index.android.bundle:1',
				position: { kind: 'bytecode', offset: 45_270 },
				link: 'index.android.bundle:1:45270',
			},
		],
		[
			'    at tryCallOne (address at InternalBytecode.js:1:1180)',
			{
				method: 'tryCallOne',
				at: 'InternalBytecode.js:1',
				position: { kind: 'bytecode', offset: 1180 },
				flags: ['synthetic'],
				link: 'InternalBytecode.js:1:1180',
			},
		],
		[
			'    at anonymous (index.android.bundle:1:1878)',
			{ method: 'anonymous', enclosing: undefined, at: 'index.android.bundle:1:1878' },
		],
		['at s.press(index.android.bundle:42:133)', { type: 's', method: 'press', at: 'index.android.bundle:42:133' }],
		[`    at onPress (${metro}:1000:20)`, { method: 'onPress', at: `${metro}:1000:20` }],
		['    at _callee$ (cart.js:1:2)', { method: '_callee$', enclosing: undefined, at: 'cart.js:1:2' }],
		['    at load$ (cart.js:1:2)', { method: 'load$', enclosing: '#load', at: 'cart.js:1:2' }],
		['    at ?anon_0_ (cart.js:1:2)', { method: '?anon_0_', enclosing: undefined, at: 'cart.js:1:2' }],
		['    at add (42.js:1:2)', { method: 'add', at: '42.js:1:2' }],
		['    at add (seg-5.js:1:2)', { method: 'add', at: 'seg-5.js:1:2' }],
		['    at node:internal/process/task_queues:95:5', { at: 'node:internal/process/task_queues:95:5' }],
		['onPress@main.jsbundle:12:233', { method: 'onPress', at: 'main.jsbundle:12:233' }],
		[`onPress@${bundle}:12:233`, { method: 'onPress', at: `${bundle}:12:233` }],
		[`onPress@${metro}:1000:20`, { method: 'onPress', at: `${metro}:1000:20` }],
		['forEach@[native code]', { method: 'forEach', flags: ['nativeMethod'], link: 'forEach' }],
		['[native code]', { flags: ['nativeMethod'] }],
		[
			'bound load@[native code]',
			{ method: 'bound load', enclosing: '#load', flags: ['nativeMethod'], link: 'bound load' },
		],
		[
			`[object Object]@${bundle}:12:233`,
			{ method: '[object Object]', at: `${bundle}:12:233`, after: `onPress@${bundle}:12:233` },
		],
		['load@', { method: 'load', link: 'load', after: `onPress@${bundle}:12:233` }],
		['eval code', { method: 'eval code', enclosing: undefined, link: 'eval code', after: `onPress@${bundle}:12:233` }],
		['global code@main.jsbundle:610:7', { method: 'global code', enclosing: undefined, at: 'main.jsbundle:610:7' }],
		['@main.jsbundle:610:7', { at: 'main.jsbundle:610:7' }],
		['main.jsbundle:610:7', { at: 'main.jsbundle:610:7' }],
		['onPress@1:45270', { method: 'onPress', at: '1:45270' }],
		['value@42.js:1:33', { method: 'value', at: '42.js:1:33' }],
		[
			'load/<@https://acme.example/cart.js:3:5',
			{ method: 'load/<', enclosing: '#load', at: 'https://acme.example/cart.js:3:5' },
		],
		[
			'async*load@https://acme.example/node_modules/@acme/cart.js:3:5',
			{ method: 'async*load', enclosing: '#load', at: 'https://acme.example/node_modules/@acme/cart.js:3:5' },
		],
		['    ... skipping 50 frames', { kind: 'elided', count: 50, platform: 'unknown' }],
	]);

	it('does not parse lines of an error message as JavaScript frames', () => {
		const { sections } = parseTrace(
			[
				'Error: rendering failed',
				'',
				'This error is located at:',
				'    at Row (App.js:1:2)',
				'    in Row (at App.js:12)',
				'',
				'See the log',
				'    at render (App.js:3:4)',
				'    at run (App.js:5:6)',
			].join('\n'),
		);
		assert.equal(sections.length, 1);
		assert.match(sections[0]?.header?.message ?? '', /^rendering failed\n\nThis error[\s\S]*Row[\s\S]*See the log$/);
		assert.deepEqual(
			sections[0]?.lines.map(({ line }) => line),
			[7, 8],
		);
	});

	it('parses JavaScript frames above Java frames', () => {
		const { sections } = parseTrace(
			[
				'com.facebook.react.common.JavascriptException: TypeError: undefined is not a function, stack:',
				'onPress@1:45270',
				't@12:33',
				'',
				'\tat com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.java:71)',
			].join('\n'),
		);
		assert.deepEqual(
			sections.map(({ platform, header, lines }) => [platform, header?.type, lines.length]),
			[
				['javascript', 'TypeError', 3],
				['jvm', undefined, 1],
			],
		);
	});

	it('does not parse sentences and URLs as JavaScript frames', () => {
		for (const text of [
			'at 12:30:45',
			'mail me@example.com:25',
			'at least 3:4 of them',
			'ssh git@example.com:22:1',
			'http://example.com:80',
		]) {
			const { sections } = parseTrace(text);
			assert.ok(
				sections.every(({ lines }) => lines.every(({ kind }) => kind === 'raw')),
				text,
			);
		}
	});
});
