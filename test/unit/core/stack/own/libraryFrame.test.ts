import * as assert from 'node:assert/strict';
import { isLibraryFrame } from '../../../../../src/core/stack/own/libraryFrame';
import { getFrame } from '../support/frames';

const address = '0x0000000102a3b5c8';
const libraries = [
	'\tat java.lang.Math.addExact(Math.java:883)',
	'\tat java.base/java.util.ArrayList.get(ArrayList.java:427)',
	'\tat androidx.fragment.app.Fragment.onCreate(Fragment.java:1)',
	'\tat kotlinx.coroutines.DispatchedTask.run(DispatchedTask.kt:100)',
	'   at System.Number.Parse(String s)',
	'   at Microsoft.UI.Xaml.Application.Start(Object x)',
	'UnityEngine.UI.Button.Press () (at ./Library/PackageCache/com.unity.ugui@2.0.0/Runtime/Button.cs:70)',
	'Acme.Tween.Run () (at Library/PackageCache/com.acme.tween@1.0.0/Tween.cs:7)',
	'    at renderWithHooks (node_modules/react/cjs/react.js:1:2)',
	'    at next (native)',
	'    at JSON.parse (<anonymous>)',
	'    at async Promise.all (index 0)',
	'\tat m.fbf.run(:com.google.android.gms@234414045@23.44.14 (190400-0):3)',
	'\tat WV.a1.run(chromium-TrichromeWebViewGoogle6432.aab-stable-676208833:9)',
	'#04 pc 00000000002b2f32  /data/app/com.acme/base.vdex (androidx.fragment.app.Fragment.onCreate+2)',
	'forEach@[native code]',
	'    at _next (address at InternalBytecode.js:1:1435)',
	'    at node:internal/process/task_queues:95:5',
	'#0      State.setState (package:flutter/src/widgets/framework.dart:1171:9)',
	'#0      List.[]= (dart:core-patch/growable_array.dart:273:5)',
	`0  UIKitCore  ${address} UIApplicationMain + 4`,
	`0  libswiftCore.dylib  ${address} Sequence.reduce<A>(_:_:) + 4`,
	'#00 pc 00000000000c9f30  /apex/com.android.runtime/lib64/bionic/libc.so (abort+204)',
	'#00 pc 00000000004f2a18  /data/app/com.acme/lib/arm64/libunity.so',
	`0  UnityFramework  ${address} 0x102a20000 + 112072`,
	`1  UnityFramework  ${address} -[UnityAppController applicationDidBecomeActive:] + 76`,
	'0x00007ff6a1b2c3d4 (Unity) StackWalker::GetCurrentCallstack',
	'0x00007ff6a1b2c3d4 (UnityPlayer) UnityMain',
	'UnityPlayer.dll!UnityMain+0x21',
	'\tat libunity.0x4f2a18(Native Method)',
	`    at 0   Shop   ${address} kfun:kotlin.Throwable#<init>(kotlin.String?){} + 92`,
	'#02 pc 00000000000c9f30  [anon:dalvik-jit-code-cache]',
	'#03 pc 00000000000c9f30  <anonymous:7b1c2d3e40>',
	'ntdll.dll!RtlUserThreadStart+0x21',
	'packages/flutter/src/widgets/framework.dart 5743:27   build',
	'http://localhost:8080/packages/flutter/src/widgets/framework.dart 5743:27   build',
	`1  Acme Shop  ${address} xamarin_UIApplicationMain + 24`,
	`2  Acme Shop  ${address} mono_jit_runtime_invoke + 1548`,
	`3  Acme Shop  ${address} __pthread_start + 4`,
	`4  Acme Shop  ${address} wrapper_runtime_invoke_object_runtime_invoke_dynamic_intptr + 4`,
	'   at SharedLibrary!<BaseAddress>+0x38a5e5',
	'#01 pc 0x84f00 libutils.so (android::Looper::pollInner + 156)',
	'#02 pc 000000000012a4c0  [anon:dalvik-classes16.dex extracted in memory from /data/app/base.apk!classes16.dex]',
	'#03 pc 00000214 /dev/ashmem/dalvik-jit-code-cache (deleted)',
	'#04 pc 00000214 /data/app/com.acme/oat/arm64/base.odex',
	'#3 0x55d0c1 in std::terminate() /src/x.cpp:40:9',
	'#0 0x104d1c27f in wrap_malloc+0x8c (libclang_rt.asan_ios_dynamic.dylib:arm64+0x4)',
	'#1 0x104d1c27f in _dispatch_call_block_and_release+0x18 (libdispatch.dylib:arm64e+0x2)',
	'#2 0x104d1c27f in __asan_memcpy (/data/app/com.acme/lib/arm64/libcart.so+0x1f)',
	'#03 pc 00000000021c1328  /data/app/~~dAjz==/com.google.android.webview-PiMR==/base.apk (BuildId: 41)',
	'#03 pc 00000000021c1328  /data/app/com.google.android.trichromelibrary_123-PiMR==/base.apk!libmonochrome.so',
	'#03 pc 00000000021c1328  /data/app/~~dAjz==/com.android.chrome-PiMR==/base.apk (offset 0x1000)',
	'#04 pc 0x1d205d8 base.apk!libflutter.so + 39337984',
	'#05 pc 00000000004a4d2d  /data/app/com.acme/split_config.x86_64.apk!libflutter.so (out/ci/release/../__mutex:335)',
	...[
		'RCTFormatError',
		'-[RCTModuleMethod invokeWithBridge:module:arguments:]',
		'facebook::react::invokeInner(RCTBridge*, unsigned int)',
		'folly::dynamic::~dynamic()',
		'hermes::vm::Runtime::run()',
		'xamarin_initialize.cold.1',
		'throw_exception',
		'System_String_Format_string_object',
		'Xamarin_iOS_UIKit_UIApplication_Main_string___intptr_intptr',
		'-[__MonoMac_NSAsyncSynchronizationContextDispatcher xamarinApplySelector]',
		'native_to_managed_trampoline_4(objc_object*, objc_selector*)',
		'objc_msgSend$total',
		'objc_retain_x8',
		'__swift_async_resume_get_context',
		'swift_retain',
		'OUTLINED_FUNCTION_3',
		'___lldb_unnamed_symbol123',
	].map((symbol) => `7  Acme Shop  ${address} ${symbol} + 4`),
	'   at SharedLibrary!RhThrowEx+0x20',
	'   at System!<BaseAddress>+0x1',
	'   at CommunityToolkit.Mvvm.Input.AsyncRelayCommand.Execute(Object x)',
	'0x000001D2E5A3AFFF (Mono JIT Code) (wrapper runtime-invoke) <Module>:runtime_invoke_void_object_intptr (object,intptr)',
	'    at Object.throw_ [as throw] (http://localhost:5000/dart_sdk.js:5063:11)',
	'    at x.build (http://localhost:5000/packages/flutter/src/widgets/framework.dart.lib.js:50:20)',
	'lib/_engine/engine/initialization.dart 187:1   boot',
	'\t... 4 more',
];
const own = [
	'\tat com.acme.Cart.add(Cart.java:40)',
	'\tat f3.c.d(SourceFile:7)',
	'#03 pc 000000000000a1b2  [anon:dalvik-jit-code-cache] (com.acme.Cart.total+50)',
	'#04 pc 00000000002b2f32  /data/app/com.acme/base.vdex (com.acme.Cart.total+2)',
	'onPress@1:45270',
	'   at Acme.Cart.Add(Int32 n)',
	'   at SystemicRisk.Report.Print()',
	'Acme.Board.Place () (at Assets/Board.cs:24)',
	'    at add (src/cart.ts:1:2)',
	'    at J (index.android.bundle:1:1581)',
	'#0      Cart.total (package:acme_shop/cart.dart:31:7)',
	`0  Acme Shop  ${address} Cart.total() + 4`,
	'#00 pc 0000000000012a4c  /data/app/com.acme/lib/arm64/libcart.so (acme::Cart::total()+84)',
	'#00 pc 0000000000a3c4d0  /data/app/com.acme/lib/arm64/libil2cpp.so (Board_Place_mB41D7C05+212)',
	// Unity compiles the code of a game into its own framework.
	`2  UnityFramework  ${address} Board_Place_mB41D7C05E2A94F6380D1C7B9A5E3F0246813579B + 212`,
	'\tat libil2cpp.Board_Place_mB41D7C05(Native Method)',
	`    at 1   Shop   ${address} kfun:com.acme.Cart#total(){}kotlin.Int + 100 (/src/Cart.kt:31:9)`,
	'0x000001c4a5b6c7d8 (Mono JIT Code) [CartView.cs:17] CartView:OnClick ()',
	'Acme.dll!acme::Cart::total(int) Line 40',
	'packages/acme_shop/cart_page.dart 31:22   build',
	`4  Acme Shop  ${address} monochrome_total + 4`,
	...[
		'-[ACMCart total]',
		'objcCart',
		'swiftCart',
		'SystemCart_Total_int',
		'folly_total',
		'facebook::shop::total()',
		'rctTotal',
		'Acme_Shop_Cart_Total_int',
	].map((symbol) => `5  Acme Shop  ${address} ${symbol} + 4`),
	'#04 pc 00000000034d6624  /data/app/~~aAjz==/com.acme.shop-PiMR==/split_config.arm64_v8a.apk (shop_decode+124)',
	'    at x.build (http://localhost:5000/packages/acme_shop/cart_page.dart.lib.js:31:20)',
	'   at Shop!<BaseAddress>+0x5b1a2c',
	'    at CartList (http://192.0.2.7:8081/node_modules/expo-router/entry.bundle//&platform=ios:240079:28)',
];

describe('isLibraryFrame()', () => {
	for (const text of libraries) {
		it(`classifies a frame as library code: ${text.trim()}`, () =>
			assert.equal(isLibraryFrame(getFrame(text, undefined, undefined)), true));
	}
	for (const text of own) {
		it(`classifies a frame as app code: ${text.trim()}`, () =>
			assert.equal(isLibraryFrame(getFrame(text, undefined, undefined)), false));
	}

	it("prefers the workspace's own classification of a frame to the built-in library list", () => {
		const [library = ''] = libraries;
		const frame = getFrame(library, undefined, undefined);
		assert.equal(
			isLibraryFrame(frame, () => true),
			false,
		);
		assert.equal(
			isLibraryFrame(frame, () => false),
			true,
		);
		assert.equal(
			isLibraryFrame(frame, () => undefined),
			true,
		);
	});
});
