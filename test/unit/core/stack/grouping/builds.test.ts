import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';

function keyAt(place: string, hermes = false): string {
	const location = hermes ? `address at ${place}:1:132161` : `${place}:14:23456`;
	return groupKey(parseTrace(`TypeError: x\n    at total (${location})\n    at ${place}:1:9`)).key;
}

/** Lists of locations of one source in different builds, on different build machines or on different devices. */
const same: readonly (readonly string[])[] = [
	[
		'https://localhost/assets/index-DiwrgTda.js',
		'https://localhost/assets/index-BxK3f_9a.js',
		'capacitor://localhost/assets/index-Bk2-QwEr.js',
	],
	['http://localhost/main-7XQZ5W3K.js', 'http://localhost/main-HK2MPL5C.js', 'http://localhost/main-BLQJYYTU.js'],
	[
		'https://acme.example/_next/static/chunks/app/cart/page-0a1b2c3d4e5f6a7b.js',
		'https://acme.example/_next/static/chunks/app/cart/page-ffffffff00000000.js',
	],
	[
		'/app/shop-app/share/QRCode.tsx',
		'/vercel/path0/shop-app/share/QRCode.tsx',
		'/vercel/path1/shop-app/share/QRCode.tsx',
		'/builds/acme/shop/shop-app/share/QRCode.tsx',
		'/home/runner/work/shop/shop/shop-app/share/QRCode.tsx',
		'D:\\a\\shop\\shop\\shop-app\\share\\QRCode.tsx',
		'/home/expo/workingdir/build/shop-app/share/QRCode.tsx',
		'/codebuild/output/src123/src/shop-app/share/QRCode.tsx',
		'/__w/shop/shop/shop-app/share/QRCode.tsx',
		'C:\\agent\\_work\\1\\s\\shop-app\\share\\QRCode.tsx',
		'/buildkite/builds/agent-1/acme/shop/shop-app/share/QRCode.tsx',
		'/home/travis/build/acme/shop/shop-app/share/QRCode.tsx',
		'/opt/buildagent/work/3f2a9c0d1e2b4a5f/shop-app/share/QRCode.tsx',
		'/Volumes/workspace/repository/shop-app/share/QRCode.tsx',
	],
	[
		'/var/containers/Bundle/Application/0A1B2C3D-0000-4000-8000-ABCDEF012345/Shop.app/www/cart.js',
		'/private/var/containers/Bundle/Application/91D66976-9A30-47D9-B752-57C97AC593C7/Shop.app/www/cart.js',
	],
	[
		'/data/app/~~0Ab1Cd2Ef3==/com.acme.shop-Gh4Ij5==/base.apk/assets/www/cart.js',
		'/data/app/~~Zz9Yy8Xx7==/com.acme.shop-Ww6Vv5==/base.apk/assets/www/cart.js',
	],
	[
		'/data/user/0/com.acme.shop/files/versions/Z65klxBuut/assets/index-DiwrgTda.js',
		'/data/user/10/com.acme.shop/files/versions/z8gB360sWC/assets/index-BxK3f_9a.js',
	],
	[
		'/usr/lib/shop/resources/app.asar/dist/renderer/cart.js',
		'/tmp/.mount_ShopAbC123/resources/app.asar/dist/renderer/cart.js',
		'file:///C:/Users/ann/AppData/Local/Programs/shop/resources/app.asar/dist/renderer/cart.js',
		'/Applications/Shop.app/Contents/Resources/app.asar/dist/renderer/cart.js',
	],
	[
		'chrome-extension://abcdefghijklmnopabcdefghijklmnop/popup/cart.js',
		'moz-extension://91d66976-9a30-47d9-b752-57c97ac593c7/popup/cart.js',
	],
];

const updates: readonly (readonly string[])[] = [
	[
		'/data/user/0/com.acme.shop/files/.expo-internal/3f2a9c0d1e2b4a5f6d7c8b9a0f1e2d3c',
		'/data/user/10/com.acme.shop/files/.expo-internal/aaaa9c0d1e2b4a5f6d7c8b9a0f1ebbbb',
		'/data/user/0/com.acme.shop/files/CodePush/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9/CodePush/index.android.bundle',
		'index.android.bundle',
	],
	[
		'/var/mobile/Containers/Data/Application/0A1B2C3D-0000-4000-8000-ABCDEF012345/Library/Application Support/.expo-internal/bundle-91d66976-9a30-47d9-b752-57c97ac593c7.jsbundle',
		'/var/mobile/Containers/Data/Application/91D66976-9A30-47D9-B752-57C97AC593C7/Library/Application Support/.expo-internal/bundle-a1b2c3d4-1111-4222-8333-0123456789ab.jsbundle',
		'/var/containers/Bundle/Application/91D66976-9A30-47D9-B752-57C97AC593C7/Shop.app/main.jsbundle',
		'main.jsbundle',
	],
];

describe('group keys across builds', () => {
	for (const places of same) {
		it(`groups errors in ${places[0]} by source file, regardless of build and device`, () => {
			assert.deepEqual(
				places.filter((place) => keyAt(place) !== keyAt(places[0] ?? '')),
				[],
			);
		});
	}

	for (const places of updates) {
		it(`groups errors in ${places.at(-1)} with errors in its downloaded updates`, () => {
			assert.deepEqual(
				places.filter((place) => keyAt(place, true) !== keyAt(places[0] ?? '', true)),
				[],
			);
		});
	}

	it('assigns errors in files with different names or folders to different groups', () => {
		const places = [
			'https://localhost/assets/index-settings.js',
			'https://localhost/assets/index-password.js',
			'https://localhost/assets/vendor-react-DiwrgTda.js',
			'https://localhost/assets/vendor-zustand-DiwrgTda.js',
			'https://localhost/assets/page-contact2.js',
			'https://localhost/assets/page-contact3.js',
			'/vercel/path0/cart/index.tsx',
			'/vercel/path0/shelf/index.tsx',
			'/data/app/~~0Ab1==/com.acme-1==/base.apk/assets/www/cart/index.js',
			'/data/app/~~0Ab1==/com.acme-1==/base.apk/assets/www/shelf/index.js',
		];
		assert.equal(new Set(places.map((place) => keyAt(place))).size, places.length);
	});

	it('assigns anonymous functions in differently named script chunks to different groups', () => {
		const key = (chunk: string) =>
			groupKey(parseTrace(`TypeError: x\n    at https://acme.example/${chunk}.js:1:9`)).key;
		const keys = ['CheckoutPage', 'ProfilePage', 'GraphQLClient', 'Step1View', 'index'].flatMap((name) => {
			const [first, ...others] = ['DiwrgTda', 'BxK3f_9a', 'Bk2-QwEr', '_GsWgJeQ'].map((hash) => key(`${name}-${hash}`));
			assert.deepEqual(new Set(others), new Set([first]), name);
			return first ?? '';
		});
		assert.equal(new Set(keys).size, keys.length);
		assert.equal(key('512.3f2a9c0d.chunk'), key('787.deadbeef.chunk'));
	});

	it('ignores the number in the file name of a script chunk', () => {
		const names = ['512.3f2a9c0d.chunk', '7.deadbeef.chunk', '14323.3f2a9c0d.chunk'];
		const keys = names.map((name) => keyAt(`https://acme.example/static/js/${name}.js`));
		assert.equal(new Set(keys).size, 1);
		assert.equal(keyAt('https://acme.example/_nuxt/1432115.js'), keyAt('https://acme.example/_nuxt/4ab02f1.js'));
		assert.notEqual(keyAt('https://acme.example/404.js'), keyAt('https://acme.example/500.js'));
	});

	it('does not mistake parts of source file names for build hashes', () => {
		const places = ['H264Player', 'OAuth2Form', 'B2BOrders', 'K8sPanel'].flatMap((name) =>
			['ts', 'tsx', 'jsx', 'vue'].map((ending) => `src/${name}.${ending}`),
		);
		assert.equal(new Set(places.map((place) => keyAt(place))).size, places.length);
	});

	it('groups truncated Mono stack traces with the corresponding complete Unity stack traces', () => {
		const mono = 'System.Exception: x\n  at Acme.Cart.Total () [0x00012] in <0123456789abcdef0123456789abcdef>:0 ';
		const unity = `${mono}\n  at UnityEngine.Events.UnityEvent.Invoke () [0x00000] in <0>:0 `;
		assert.equal(groupKey(parseTrace(mono)).key, groupKey(parseTrace(unity)).key);
	});

	it('groups Java threads by their Java frames, regardless of native frames above them', () => {
		const java = '  at com.acme.shop.Cart.total(Cart.java:31)';
		const native = '  #00 pc 000000000006a6fc  /system/lib64/libc.so (__epoll_pwait+8)';
		const [alone, below, repeated] = [[java], [native, java], [native, native, native, '', java]].map(
			(lines) => groupKey(parseTrace(['"main" prio=5 tid=1 Native', ...lines].join('\n'))).key,
		);
		assert.equal(below, alone);
		assert.equal(repeated, alone);
	});

	it('uses the message to group a script error that native code reports without app frames', () => {
		const android = (message: string) =>
			`com.facebook.react.common.JavascriptException: ${message}, js engine: hermes\n\tat com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.java:83)`;
		const apple = (message: string) =>
			`Fatal Exception: RCTFatalException: Unhandled JS Exception: ${message}\n0  Shop  0x102a3b5c8 RCTFatal + 88 (RCTAssert.m:146)\n1  Shop  0x102a3b5d8 -[RCTExceptionsManager reportFatal:stack:] + 516`;
		const messages = ['TypeError: undefined is not a function', 'TypeError: no cart', 'Error: no cart'];
		for (const text of [android, apple]) {
			const groups = messages.map((message) => groupKey(parseTrace(text(message))));
			assert.equal(new Set(groups.map(({ key }) => key)).size, messages.length);
			assert.deepEqual(
				groups.map(({ title }) => title),
				['TypeError', 'TypeError', 'Error'],
			);
		}
		const own = `${apple('TypeError: no cart')}\n2  Shop  0x102a3b5e8 -[ACMCart total] + 4`;
		assert.deepEqual(groupKey(parseTrace(own)).frames, ['ACMCart.total']);
	});

	it('distinguishes the local functions in a Kotlin lambda', () => {
		const key = (method: string) =>
			groupKey(parseTrace(`java.lang.Error: x\n\tat com.acme.Watcher.${method}(Watcher.kt:3)`)).key;
		assert.notEqual(key('watch$lambda$0$clear'), key('watch$lambda$0$fill'));
		assert.equal(key('watch$lambda$0$fill'), key('watch$lambda$3$fill'));
		assert.equal(key('watch$lambda$0$lambda$1'), key('watch$lambda$2'));
		assert.equal(key('watch$lambda$0$0'), key('watch$lambda$1'));
	});
});
