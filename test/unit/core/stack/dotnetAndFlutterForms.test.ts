import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runSynchronously } from '../../../../src/core/common/cooperativeTask';
import { groupKey } from '../../../../src/core/stack/grouping/groupKey';
import { traceNeeds } from '../../../../src/core/stack/mapping/traceNeeds';
import { readTraces, type TraceFormat } from '../../../../src/core/stack/texts/readTraces';
import type { Platform } from '../../../../src/core/stack/trace/model';
import { mayHoldTrace } from '../../../../src/features/stackLinks/traceLanguage';

interface Walk {
	readonly platform: Platform;
	/** Text of the first two links. */
	readonly links: readonly string[];
	readonly title: string;
	/** Number of frames for each tool that could symbolicate them. */
	readonly symbols?: Readonly<Record<string, number>>;
}

const walks: Readonly<Record<string, Walk>> = {
	'dotnet-token.txt': {
		platform: 'dotnet',
		links: ['Acme.Shop.MainActivity.OnCreate', 'Android.App.Activity.n_OnCreate_Landroid_os_Bundle_'],
		title: 'Exception',
	},
	'dotnet-proxy-frames.txt': {
		platform: 'dotnet',
		links: ['/Users/ci/Shop/Cart.cs:31', 'Acme.Shop.MainActivity.OnCreate'],
		title: 'InvalidOperationException',
	},
	'mono-native-crash.txt': {
		platform: 'dotnet',
		links: ['Acme.Shop.Native:Add', 'Acme.Shop.Cart:Total'],
		title: 'Native.Add',
	},
	'dotnet-places-at-end.txt': {
		platform: 'dotnet',
		links: [
			'System.Collections.Generic.Dictionary<TKey,TValue>.get_Item',
			'/Users/runner/work/1/s/Shop Client/Cart.cs at 31:13',
		],
		title: 'NullReferenceException',
	},
	'dotnet-frames-with-application.txt': {
		platform: 'dotnet',
		links: ['Acme.Shop.Cart.Total', 'Acme.Shop.CartPage.<OnLoaded>b__14_0'],
		title: 'Cart.Total',
	},
	'visual-studio-stack.txt': {
		platform: 'dotnet',
		links: [
			'RoFailFastWithErrorContextInternal2(HRESULT hrError, unsigned long cStowedExceptions, _STOWED_EXCEPTION_INFORMATION_V2 * * aStowedExceptionPointers)',
			'Acme.Shop.App.InitializeComponent.AnonymousMethod__4_1',
		],
		title: 'App.InitializeComponent',
	},
	'flutter-crash-service-android.txt': { platform: 'dart', links: [], title: 'StateError', symbols: { flutter: 3 } },
	'flutter-crash-service-ios.txt': { platform: 'dart', links: [], title: 'FlutterError', symbols: { flutter: 3 } },
	'flutter-logger-box.txt': {
		platform: 'dart',
		links: ['package:acme_shop/cart.dart:31:7', 'package:acme_shop/cart_page.dart:58:12'],
		title: 'Cart.total',
	},
	'flutter-engine-log.txt': {
		platform: 'dart',
		links: ['package:acme_shop/cart_page.dart', 'package:acme_shop/cart_page.dart:31:7'],
		title: 'LateInitializationError',
	},
	'flutter-caught-by.txt': {
		platform: 'dart',
		links: ['package:acme_shop/cart_page.dart', 'package:acme_shop/cart_page.dart:31:7'],
		title: 'LateError',
	},
	'flutter-wrapped.txt': {
		platform: 'dart',
		links: ['_CartPageState.build.<anonymous closure>', 'package:acme_shop/cart.dart:31:7'],
		title: '_CartPageState.build',
	},
	'flutter-wasm.txt': {
		platform: 'javascript',
		links: ['module0.CartView.total', 'module0._RenderFlex&RenderBox&ContainerRenderObjectMixin.defaultPaint'],
		title: 'main.dart.wasm',
	},
	'flutter-wasm-console.txt': { platform: 'javascript', links: [], title: 'main.dart.wasm' },
	'firefox-console.txt': {
		platform: 'javascript',
		links: [
			'https://shop.example.com/assets/index-81b79c2c.js:14',
			'https://shop.example.com/assets/index-81b79c2c.js:20',
		],
		title: 'TypeError',
	},
};

function walk(text: string, format: TraceFormat): Walk {
	const traces = readTraces(text, format, undefined);
	const [first] = traces;
	assert.ok(first && traces.length === 1, `${traces.length} traces`);
	const { symbols } = runSynchronously(traceNeeds(first.trace));
	return {
		platform: first.trace.platform,
		links: first.links.slice(0, 2).map(({ start, end }) => text.slice(start, end)),
		title: groupKey(first.trace).title,
		...(symbols.length > 0 && {
			symbols: Object.fromEntries(symbols.map(({ tools, frames }) => [tools[0], frames])),
		}),
	};
}

describe('.NET and Flutter stack traces from third-party tools', () => {
	for (const [name, expected] of Object.entries(walks)) {
		const text = readFileSync(resolve('test', 'fixtures', 'traces', name), 'utf8').trimEnd();

		it(`reads, links, groups and symbolicates ${name}, both as a log file and as a record value`, () => {
			assert.deepEqual(walk(text, 'text'), expected);
			assert.deepEqual(walk(text, 'value'), expected);
		});

		it(`recognizes that a document with the content of ${name} may contain a stack trace`, () => {
			assert.ok(mayHoldTrace(text));
		});
	}
});
