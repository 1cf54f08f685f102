import assert from 'node:assert/strict';
import { atOnce } from '../../../../../src/core/common/steps';
import { traceNeeds } from '../../../../../src/core/stack/mapping/traceNeeds';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { sampleTraces } from '../support/sampleTraces';

const needsOf = (text: string) => atOnce(traceNeeds(parseTrace(text)));
const javaNeeds = (frame: string) => needsOf(`java.lang.IllegalStateException: no\n\tat ${frame}\n`).r8;
const bundlesOf = (...frames: string[]) => needsOf(['TypeError: no', ...frames].join('\n')).bundles;

describe('A Java trace needs a mapping', () => {
	for (const frame of [
		'com.example.shop.Checkout.onCreate(SourceFile:10)',
		'f3.c.d(SourceFile:3)',
		'f3.c.d(Unknown Source:4)',
		'f3.c.d(Unknown Source)',
		'a.a.a(Cart.kt:31)',
		'com.example.shop.a.onCreate(Cart.kt:31)',
		'com.example.shop.Cart$b.run(Cart.kt:31)',
		'com.example.A.run(Cart.kt:31)',
		'com.example.shop.Cart.a(Unknown Source:4)',
		'androidx.recyclerview.widget.RecyclerView$e.h(SourceFile:1)',
	]) {
		it(`for ${frame}`, () => {
			assert.deepEqual(javaNeeds(frame), { mapId: undefined });
		});
	}

	it('for a source that names it', () => {
		assert.deepEqual(javaNeeds('com.example.shop.Cart.add(r8-map-id-48ffa21c:7)'), { mapId: '48ffa21c' });
	});

	it('wherever the frame is', () => {
		const text = `java.lang.Error: no\n\tat com.example.shop.Cart.add(Cart.kt:3)\nCaused by: java.lang.Error\n\tat a.b.c(SourceFile:1)`;
		assert.ok(needsOf(text).r8);
	});
});

describe('A Java trace without frames of its own needs a mapping', () => {
	for (const text of [
		'a.b: no',
		'f3.c$a',
		'Caused by: a.b: no',
		'java.lang.Error: no\nCaused by: a.b: no\n\t... 3 more',
		'[CIRCULAR REFERENCE: a.b: no]',
		'a.b: no\n\tat android.os.Looper.loop(Looper.java:288)',
	]) {
		it(`for ${JSON.stringify(text)}`, () => {
			assert.deepEqual(needsOf(text).r8, { mapId: undefined });
		});
	}

	it('unless nothing of it looks minified', () => {
		for (const text of ['shop.Trouble: no', 'e.g. this', 'e.g: this', 'see a.b: no', 'a: no', 'a.b no']) {
			assert.equal(needsOf(text).r8, undefined, text);
		}
	});
});

describe('A Java trace needs no mapping', () => {
	for (const frame of [
		'com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)',
		'com.example.io.Db.close(Unknown Source:12)',
		'com.example.shop.Vector.x(Vector.kt:4)',
		'com.example.shop.Cart$load$1.invokeSuspend(Cart.kt:58)',
		'com.example.shop.Cart$1.run(Cart.java:7)',
		'com.example.shop.Cart$$ExternalSyntheticLambda2.run(R8$$SyntheticClass:0)',
		'com.example.shop.Engine.a(Native Method)',
		'android.os.Handler.a(SourceFile:3)',
		'java.lang.reflect.Method.invoke(Native Method)',
		'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:1003)',
	]) {
		it(`for ${frame}`, () => {
			assert.equal(javaNeeds(frame), undefined);
		});
	}

	it('for words that look minified in a message', () => {
		assert.equal(needsOf('a.b.c: d.e at f\n\tat com.example.shop.Cart.add(Cart.kt:3)').r8, undefined);
	});
});

describe('A JavaScript trace needs source maps', () => {
	it('of the bundles that its frames are in, each once', () => {
		assert.deepEqual(
			bundlesOf(
				'    at J (index.android.bundle:1:1581)',
				'    at D (https://host/x/index.android.bundle?platform=android:1:1469)',
				'    at onPress (address at main.jsbundle:1:45270)',
				'    at t (https://example.com/static/app.min.js:1:20)',
				'    at t (https://example.com/static/index-4f2a9c01.js:2:20)',
				'    at t (https://example.com/static/app.js:1:48211)',
			),
			['index.android.bundle', 'main.jsbundle', 'app.min.js', 'index-4f2a9c01.js', 'app.js'],
		);
	});

	it('for what JavaScriptCore writes', () => {
		assert.deepEqual(bundlesOf('J@main.jsbundle:12:233', '[native code]'), ['main.jsbundle']);
	});

	it('not for sources, for libraries and for the engine', () => {
		assert.deepEqual(
			bundlesOf(
				'    at load (src/api/departures.ts:24:11)',
				'    at index (src/index.js:3:5)',
				'    at render (node_modules/react-native/Libraries/Renderer/ReactFabric-prod.js:3062:2400)',
				'    at _next (address at InternalBytecode.js:1:1435)',
				'    at next (native)',
			),
			[],
		);
	});
});

describe('A trace needs symbols', () => {
	it('for images of the application, with what is to be asked for', () => {
		const text = `backtrace:\n      #00 pc 000000000000110a  /data/app/lib/arm64/libcart.so (BuildId: 9f1c00aa)\n`;
		assert.deepEqual(needsOf(text), {
			r8: undefined,
			bundles: [],
			symbols: [
				{
					tools: ['llvmSymbolizer', 'ndkStack'],
					file: { kind: 'library', name: 'libcart.so', buildId: '9f1c00aa' },
					frames: 1,
				},
			],
		});
	});
});

describe('The sample traces', () => {
	it('need an R8 mapping where minified, a source map in a bundle, else nothing', () => {
		let [minified, bundled] = [0, 0];
		for (const { text, osName } of sampleTraces(1)) {
			const { r8, bundles } = atOnce(traceNeeds(parseTrace(text, { osName })));
			assert.equal(r8 !== undefined, text.includes('r8-map-id-'), text);
			assert.equal(bundles.length > 0, /index\.android\.bundle|main\.jsbundle/.test(text), text);
			minified += r8 ? 1 : 0;
			bundled += bundles.length;
		}
		assert.ok(minified >= 2 && bundled >= 4, `${minified} ${bundled}`);
	});
});
