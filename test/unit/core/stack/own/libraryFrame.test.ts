import * as assert from 'node:assert/strict';
import { isLibraryFrame } from '../../../../../src/core/stack/own/libraryFrame';
import { frameOf } from '../support/frames';

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
	'#3 0x55d0c1 in std::terminate() /src/x.cpp:40:9',
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
	// What a game is compiled to is in the engine's framework.
	`2  UnityFramework  ${address} Board_Place_mB41D7C05E2A94F6380D1C7B9A5E3F0246813579B + 212`,
	'\tat libil2cpp.Board_Place_mB41D7C05(Native Method)',
	`    at 1   Shop   ${address} kfun:com.acme.Cart#total(){}kotlin.Int + 100 (/src/Cart.kt:31:9)`,
	'0x000001c4a5b6c7d8 (Mono JIT Code) [CartView.cs:17] CartView:OnClick ()',
	'Acme.dll!acme::Cart::total(int) Line 40',
];

describe('isLibraryFrame', () => {
	for (const text of libraries) {
		it(`is so: ${text.trim()}`, () => assert.equal(isLibraryFrame(frameOf(text, undefined, undefined)), true));
	}
	for (const text of own) {
		it(`is not so: ${text.trim()}`, () => assert.equal(isLibraryFrame(frameOf(text, undefined, undefined)), false));
	}

	it('believes who knows the workspace', () => {
		const [library = ''] = libraries;
		const frame = frameOf(library, undefined, undefined);
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
