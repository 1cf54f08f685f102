import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { traceNeeds } from '../../../../../src/core/stack/mapping/traceNeeds';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { sampleTraces } from '../support/sampleTraces';

const needsOf = (text: string) => runSynchronously(traceNeeds(parseTrace(text)));
const javaNeeds = (frame: string) => needsOf(`java.lang.IllegalStateException: no\n\tat ${frame}\n`).r8;
const bundlesOf = (...frames: string[]) => needsOf(['TypeError: no', ...frames].join('\n')).bundles;

describe('Java stack trace that needs a mapping file', () => {
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
		it(`needs a mapping file for the Java frame ${frame}`, () => {
			assert.deepEqual(javaNeeds(frame), { mapId: undefined });
		});
	}

	it('needs the mapping file whose ID is in the source file name of a frame', () => {
		assert.deepEqual(javaNeeds('com.example.shop.Cart.add(r8-map-id-48ffa21c:7)'), { mapId: '48ffa21c' });
	});

	it('needs a mapping file for a minified frame in any section', () => {
		const text = `java.lang.Error: no\n\tat com.example.shop.Cart.add(Cart.kt:3)\nCaused by: java.lang.Error\n\tat a.b.c(SourceFile:1)`;
		assert.ok(needsOf(text).r8);
	});
});

describe('Java stack trace without app frames that needs a mapping file', () => {
	for (const text of [
		'a.b: no',
		'f3.c$a',
		'Caused by: a.b: no',
		'java.lang.Error: no\nCaused by: a.b: no\n\t... 3 more',
		'[CIRCULAR REFERENCE: a.b: no]',
		'a.b: no\n\tat android.os.Looper.loop(Looper.java:288)',
	]) {
		it(`needs a mapping file for the Java text ${JSON.stringify(text)}`, () => {
			assert.deepEqual(needsOf(text).r8, { mapId: undefined });
		});
	}

	it('needs no mapping file if nothing in a Java text looks minified', () => {
		for (const text of ['shop.Trouble: no', 'e.g. this', 'e.g: this', 'see a.b: no', 'a: no', 'a.b no']) {
			assert.equal(needsOf(text).r8, undefined, text);
		}
	});
});

describe('Java stack trace that needs no mapping file', () => {
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
		it(`needs no mapping file for the Java frame ${frame}`, () => {
			assert.equal(javaNeeds(frame), undefined);
		});
	}

	it('needs no mapping file for words in a message that look minified', () => {
		assert.equal(needsOf('a.b.c: d.e at f\n\tat com.example.shop.Cart.add(Cart.kt:3)').r8, undefined);
	});
});

describe('JavaScript stack trace that needs source maps', () => {
	it('needs one source map for each bundle that contains frames', () => {
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

	it('needs a source map for a JavaScriptCore frame in a bundle', () => {
		assert.deepEqual(bundlesOf('J@main.jsbundle:12:233', '[native code]'), ['main.jsbundle']);
	});

	it('needs no source map for frames in source files, in libraries or in the engine', () => {
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

describe('stack trace that needs symbols', () => {
	it("needs symbols for the app's native images and returns the suitable symbolizers", () => {
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

describe('sample stack traces', () => {
	it('sample traces need mapping files or source maps only if they are minified or bundled', () => {
		let [minified, bundled] = [0, 0];
		for (const { text, osName } of sampleTraces(1)) {
			const { r8, bundles } = runSynchronously(traceNeeds(parseTrace(text, { osName })));
			assert.equal(r8 !== undefined, text.includes('r8-map-id-'), text);
			assert.equal(bundles.length > 0, /index\.android\.bundle|main\.jsbundle/.test(text), text);
			minified += r8 ? 1 : 0;
			bundled += bundles.length;
		}
		assert.ok(minified >= 2 && bundled >= 4, `${minified} ${bundled}`);
	});
});
