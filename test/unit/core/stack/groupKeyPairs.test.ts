import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../src/core/stack/parse/parseTrace';
import { retraceText } from './mapping/support/mappingText';
import { wholeTraces } from './support/wholeTraces';

function getKey(text: string): string {
	return groupKey(parseTrace(text)).key;
}

const address = '0x0000000102a3b5c8';
const apple = (...symbols: readonly string[]) =>
	['Thread 0 Crashed:', ...symbols.map((symbol, index) => `${index}  Shop  ${address} ${symbol} + 4`)].join('\n');
const java = (...frames: readonly string[]) =>
	['java.lang.IllegalStateException: x', ...frames.map((frame) => `\tat ${frame}`)].join('\n');
const dotnet = (...frames: readonly string[]) =>
	['System.InvalidOperationException: x', ...frames.map((frame) => `   ${frame}`)].join('\r\n');
const javascript = (...frames: readonly string[]) =>
	['TypeError: x', ...frames.map((frame) => `    at ${frame}`)].join('\n');
const backtrace = (...frames: readonly string[]) =>
	['signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8', 'backtrace:', ...frames].join('\n');

type Case = readonly [what: string, ...texts: readonly string[]];

const mapping = 'com.acme.Cart -> a.b:\n    1:9:int sum(int):20:28 -> c\n    10:12:void load():40:42 -> d\n';

const same: readonly Case[] = [
	[
		'the language of the .NET runtime',
		dotnet('at Acme.Cart.Sum(Item[] items) in C:\\src\\Cart.cs:line 17', 'at Acme.Shop.Buy()'),
		dotnet('bei Acme.Cart.Sum(Item[] items) in D:\\src\\Cart.cs:Zeile 19.', 'bei Acme.Shop.Buy()'),
		dotnet('в Acme.Cart.Sum(Item[] items) в D:\\Сборка\\Cart.cs:строка 3', 'в Acme.Shop.Buy()'),
		dotnet('在 Acme.Cart.Sum(Item[] items) 在 D:\\src\\Cart.cs 中: 第 17 行', '在 Acme.Shop.Buy()'),
		dotnet('場所 Acme.Cart.Sum(Item[] items) 場所 D:\\src\\Cart.cs:行 1', '場所 Acme.Shop.Buy()'),
	],
	[
		'line numbers, columns and build machines',
		javascript('Cart.sum (/home/ci/build-1/app/cart.js:3:4)', 'load (/home/ci/build-1/app/load.js:1:1)'),
		javascript('Cart.sum (C:\\agents\\2\\app\\cart.js:9:1)', 'load (file:///Users/ci/app/load.js:7:70)'),
	],
	[
		'the numbers of Kotlin and Java lambdas',
		java('com.acme.Cart$load$1.invoke(Cart.kt:3)', 'com.acme.Cart.lambda$buy$0$com-acme-Cart(Cart.java:1)'),
		java('com.acme.Cart$load$2$1.invoke(Cart.kt:9)', 'com.acme.Cart.lambda$buy$11$com-acme-Cart(Cart.java:7)'),
		java('com.acme.Cart.load$lambda$4(Cart.kt:9)', 'com.acme.Cart.lambda$buy$2(Cart.java:7)'),
	],
	[
		'the names that Kotlin 1 and Kotlin 2 generate for lambdas, accessors and delegates',
		java(
			'com.acme.Vm$load$1$1.invoke(Vm.kt:3)',
			'com.acme.Vm$total$2.invoke(Vm.kt:9)',
			'com.acme.Vm$1.invoke(Vm.kt:1)',
		),
		java(
			'com.acme.Vm$load$1.invokeSuspend$lambda$0(Vm.kt:3)',
			'com.acme.Vm.access$load$lambda$0(Vm.kt:2)',
			'com.acme.Vm.total_delegate$lambda$1(Vm.kt:9)',
			'com.acme.Vm._init_$lambda$0(Vm.kt:1)',
		),
		java(
			'com.acme.Vm.load$lambda$1$lambda$0(Vm.kt:3)',
			'com.acme.Vm._get_total_$lambda$0(Vm.kt:9)',
			'com.acme.Vm._init_$lambda-0(Vm.kt:1)',
		),
	],
	[
		'the names of Kotlin callbacks in anonymous objects',
		java('com.acme.Vm$load$listener$1$onDone$1.invoke(Vm.kt:3)'),
		java('com.acme.Vm$load$listener$1.onDone$lambda$0(Vm.kt:3)', 'com.acme.Vm$load$sam$Runnable$0.run(Vm.kt)'),
	],
	[
		'the numbers of C# lambdas and state machines',
		dotnet('at Acme.Cart.<>c.<Load>b__0_1(Object o)', 'at Acme.Cart.<Buy>d__4.MoveNext()'),
		dotnet('at Acme.Cart.<>c__DisplayClass7_0.<Load>b__2()', 'at Acme.Cart.<Buy>d__12.MoveNext()'),
		dotnet('at Acme.Cart.<>c.<<Load>b__2_0>d.MoveNext()', 'at Acme.Cart.Buy()+MoveNext()'),
	],
	[
		'the numbers of C# local functions',
		dotnet('at Acme.Cart.<Load>g__Parse|2_0(String s)', 'at Program.<<Main>$>g__Run|0_0()'),
		dotnet('at Acme.Cart.<<Load>g__Parse|7_1>d.MoveNext()', 'at Program.<<Main>$>g__Run|0_3()'),
		dotnet('at Acme.Cart.<>c__DisplayClass2_0.<Load>g__Parse|1(String s)', 'at Program.<<Main>$>g__Run|0_1()'),
	],
	[
		'the files of C# types with the `file` modifier',
		dotnet(`at Acme.<Cart>F${'0A'.repeat(32)}__Parser.Run()`),
		dotnet(`at Acme.<Shelf>F${'B1'.repeat(32)}__Parser.Run()`),
	],
	[
		'the lines and numbers of F# closures and Visual Basic state machines',
		dotnet('at Acme.Cart.load@14.Invoke(Unit unitVar0)', 'at Acme.Cart.VB$StateMachine_4_Buy.MoveNext()'),
		dotnet('at Acme.Cart.load@31-2.Invoke(Unit unitVar0)', 'at Acme.Cart.VB$StateMachine_9_Buy.MoveNext()'),
	],
	[
		'the numbers of Visual Basic lambdas',
		dotnet('at Acme.Cart._Closure$__1-0._Lambda$__0(Object x)', 'at Acme.Cart.Buy()'),
		dotnet('at Acme.Cart._Closure$__4-1._Lambda$__2(Object x)', 'at Acme.Cart.Buy()'),
		dotnet('at Acme.Cart._Lambda$__4-1(Object x)', 'at Acme.Cart.Buy()'),
	],
	[
		'the names of proxy classes and the numbers of Groovy closures',
		java(
			'com.acme.Cart$HibernateProxy$aB3dE5fG.sum(Unknown Source)',
			'com.acme.Cart$_load_closure1.doCall(Cart.groovy:4)',
		),
		java(
			'com.acme.Cart$HibernateProxy$Zz9Yy8Xx.sum(Unknown Source)',
			'com.acme.Cart$_load_closure2.doCall(Cart.groovy:8)',
		),
		java(
			'com.acme.Cart$ByteBuddy$k2J3h4G5.sum(Unknown Source)',
			'com.acme.Cart$_load_closure1$_closure3.doCall(C.groovy:9)',
		),
	],
	[
		'compiler-generated Swift functions and C function clones',
		apple('outlined init with copy of Cart', 'cart_load.llvm.1234567890', 'Cart.buy()'),
		apple('cart_load.llvm.99', 'Cart.buy()'),
	],
	[
		'the crate hashes in Rust symbols',
		backtrace('#00 pc 12a4c  /data/app/libcart.so (_RNvNtCs1234_4shop4cart4load+4)'),
		backtrace('#00 pc 12b5d  /data/app/libcart.so (_RNvNtCsaBcD_4shop4cart4load+8)'),
	],
	[
		'the numbers of Swift local functions',
		apple('parse #1 (_:) in Cart.load()', 'closure #1 in parse #1 (_:) in Cart.load()'),
		apple('parse #2 (_:) in Cart.load()', 'closure #3 in parse #2 (_:) in Cart.load()'),
	],
	[
		'the numbers of anonymous Go functions',
		'panic: x\n\ngoroutine 34 [running]:\nmain.glob..func1()\n\t/src/cart.go:4 +0x1d',
		'panic: x\n\ngoroutine 7 [running]:\nmain.glob..func2()\n\t/src/cart.go:9 +0x1d',
	],
	[
		'the library numbers in private Dart names',
		'x\n#0      _Cart@17026248._load@17026248 (package:acme/cart.dart:3:1)',
		'x\n#0      _Cart@90210._load@90210 (package:acme/cart.dart:3:1)',
		'x\n#0      _Cart._load (package:acme/cart.dart:7:1)',
	],
	[
		'the numbers of Swift closures and Objective-C blocks',
		apple('closure #1 in Cart.load()', '__23-[ACMCart load]_block_invoke', 'closure #1 in closure #2 in Cart.buy()'),
		apple('partial apply for closure #3 in Cart.load()', '__23-[ACMCart load]_block_invoke_2', 'Cart.buy()'),
	],
	[
		'recursion depth',
		java('com.acme.Tree.of(Tree.kt:1)'),
		java(...Array.from({ length: 900 }, () => 'com.acme.Tree.of(Tree.kt:1)')),
	],
	[
		'the thread name',
		`Exception in thread "main" ${java('com.acme.Cart.sum(Cart.kt:3)')}`,
		`Exception in thread "pool-3-thread-17" ${java('com.acme.Cart.sum(Cart.kt:3)')}`,
	],
	[
		'suppressed exceptions',
		java('com.acme.Cart.sum(Cart.kt:3)'),
		`${java('com.acme.Cart.sum(Cart.kt:3)')}\n\tSuppressed: java.io.IOException: y\n\t\tat com.acme.Db.close(Db.kt:1)`,
	],
	[
		'library frames between app frames',
		java('com.acme.Cart.sum(Cart.kt:3)', 'androidx.a.B.c(B.kt:1)', 'com.acme.Shop.buy(Shop.kt:1)'),
		java('java.util.List.get(List.java:1)', 'com.acme.Cart.sum(Cart.kt:4)', 'com.acme.Shop.buy(Shop.kt:1)'),
	],
	[
		'the load address of an image',
		apple('0x102a20000').replace(`${address} 0x102a20000 + 4`, '0x102a3b5c8 0x102a20000 + 112072'),
		apple('0x102a20000').replace(`${address} 0x102a20000 + 4`, '0x104c5b5c8 0x104c40000 + 112072'),
	],
	[
		'the installation path of an Android app',
		backtrace('#00 pc 0000000000012a4c  /data/app/~~aa==/com.acme-1==/base.apk!libcart.so (offset 0x1000)'),
		backtrace('#00 pc 0000000000012a4c  /data/app/~~bb==/com.acme-7==/base.apk!libcart.so (offset 0x2000)'),
	],
	[
		'the build-specific offset in a library without symbols',
		backtrace('#00 pc 0000000000012a4c  /data/app/base.apk!libcart.so (offset 0x1000)'),
		backtrace('#00 pc 0000000000013b5d  /data/app/base.apk!libcart.so (offset 0x1000)'),
	],
	[
		'the build-specific offset in an image without symbols',
		apple('x').replace('x + 4', '0x102a20000 + 112072'),
		apple('x').replace('x + 4', '0x102a20000 + 112076'),
	],
	[
		'the build-specific addresses of obfuscated Dart frames',
		'x\n    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7',
		'x\n    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d8 _kDartIsolateSnapshotInstructions+0x1e26d8',
	],
	[
		'the details after the colon in an error message from a bundle',
		javascript('onPress (address at index.android.bundle:1:45270)').replace('TypeError: x', 'TypeError: no cart: Ann'),
		javascript('onPress (address at index.android.bundle:1:99)').replace('TypeError: x', 'TypeError: no cart: Bo'),
	],
	[
		'the addresses of anonymous memory mappings',
		backtrace('#00 pc 00000012  <anonymous:7b1c2d3e40>', '#01 pc 00000013  /data/app/libcart.so (cart_sum+4)'),
		backtrace('#00 pc 00000099  <anonymous:6a00000000>', '#01 pc 00000013  /data/app/libcart.so (cart_sum+8)'),
	],
	[
		'the hashes and servers of bundles',
		javascript('J (https://acme.example/static/app.0123abcd.js?v=1:1:2)'),
		javascript('J (https://cdn.acme.example/app.89ab4567ef.js:1:45270)'),
	],
	[
		'the Metro server',
		javascript('onPress (http://192.0.2.7:8081/index.bundle//&platform=ios&dev=true:10:2)'),
		javascript('onPress (http://10.0.2.2:8081/index.bundle?platform=android&dev=true:1:2)'),
	],
	[
		'obfuscation, after deobfuscation',
		java('com.acme.Cart.sum(Cart.kt:21)', 'com.acme.Cart.load(Cart.kt:41)'),
		retraceText(mapping, java('a.b.c(SourceFile:2)', 'a.b.d(SourceFile:11)')),
	],
	[
		'line endings, indentation and escaping',
		...wholeTraces
			.flatMap(({ text }) => (text.startsWith('java.io.IOException') ? [text] : []))
			.flatMap((text) => [
				text,
				text.replaceAll('\n', '\r\n'),
				text.replaceAll(/^/gm, '    '),
				JSON.stringify(text).slice(1, -1),
			]),
	],
];

const library = ['android.os.Handler.dispatchMessage(Handler.java:106)', 'android.os.Looper.loop(Looper.java:223)'];
const different: readonly Case[] = [
	[
		'app frames below identical library frames',
		java(...library, 'com.acme.Cart.sum(Cart.kt:3)'),
		java(...library, 'com.acme.Cart.load(Cart.kt:3)'),
		java(...library),
	],
	[
		'error types',
		java('com.acme.Cart.sum(Cart.kt:3)'),
		java('com.acme.Cart.sum(Cart.kt:3)').replace('IllegalState', 'IllegalArgument'),
	],
	[
		'error types with the same simple name',
		java('com.acme.Cart.sum(Cart.kt:3)').replace('java.lang.', 'com.acme.'),
		java('com.acme.Cart.sum(Cart.kt:3)').replace('java.lang.', 'org.other.'),
	],
	['classes with the same simple name', java('com.acme.Cart.sum(Cart.kt:3)'), java('org.other.Cart.sum(Cart.kt:3)')],
	[
		'causes',
		`${java('com.acme.Cart.sum(Cart.kt:3)')}\nCaused by: a.AException\n\tat com.acme.A.b(A.kt:1)`,
		`${java('com.acme.Cart.sum(Cart.kt:3)')}\nCaused by: a.BException\n\tat com.acme.A.b(A.kt:1)`,
		`${java('com.acme.Cart.sum(Cart.kt:3)')}\nCaused by: a.BException\n\tat com.acme.A.c(A.kt:1)`,
	],
	[
		'callers',
		java('com.acme.Cart.sum(Cart.kt:3)', 'com.acme.Shop.buy(Shop.kt:1)'),
		java('com.acme.Cart.sum(Cart.kt:3)', 'com.acme.Shop.show(Shop.kt:1)'),
	],
	[
		'platforms',
		java('com.acme.Cart.sum(Cart.kt:3)').replace('java.lang.IllegalStateException', 'Error'),
		javascript('com.acme.Cart.sum (cart.js:3:1)').replace('TypeError', 'Error'),
	],
	['messages, if there are no frames', 'a.BException: no cart', 'a.BException: no price', 'a.CException: no cart'],
	[
		'messages, if all frames are in a bundle that was not deobfuscated',
		javascript('onPress (address at index.android.bundle:1:45270)'),
		javascript('onPress (address at index.android.bundle:1:45270)').replace('TypeError: x', 'TypeError: y'),
	],
	[
		'messages, if a bundle has no function names',
		javascript('anonymous (index.android.bundle:1:234567)'),
		javascript('anonymous (index.android.bundle:1:99)').replace('TypeError: x', 'TypeError: y'),
	],
	[
		'anonymous functions in files with the same name',
		javascript('anonymous (src/cart/index.tsx:3:4)'),
		javascript('anonymous (src/shelf/index.tsx:3:4)'),
	],
	[
		'functions with the same name in files with the same name',
		javascript('onPress (/home/ci/shop/src/cart/index.tsx:3:4)'),
		javascript('onPress (/home/ci/shop/src/shelf/index.tsx:3:4)'),
	],
	[
		'Dart functions with the same name in files with the same name',
		'x\n#0      main (package:acme/cart/page.dart:1:2)',
		'x\n#0      main (package:acme/shelf/page.dart:1:2)',
	],
	[
		'signals, reasons and libraries, if there are no symbols',
		backtrace('#00 pc 0000000000012a4c  /data/app/base.apk!libcart.so (offset 0x1000)'),
		backtrace('#00 pc 0000000000012a4c  /data/app/base.apk!libshelf.so (offset 0x1000)'),
		backtrace('#00 pc 0000000000012a4c  /data/app/base.apk!libcart.so').replace('SEGV_MAPERR', 'SEGV_ACCERR'),
		backtrace('#00 pc 0000000000012a4c  /data/app/base.apk!libcart.so').replace('11 (SIGSEGV)', '6 (SIGABRT)'),
		backtrace('#00 pc 0000000000012a4c  /data/app/base.apk!libcart.so').replace(
			'backtrace:',
			"Abort message: 'no cart'\nbacktrace:",
		),
	],
	[
		'functions called by code without symbols',
		backtrace('#00 pc 00012a4c  /system/lib64/libc.so (memcpy+8)', '#01 pc 00012a4c  /data/app/libcart.so'),
		backtrace('#00 pc 00012a4c  /system/lib64/libc.so (strlen+8)', '#01 pc 00012a4c  /data/app/libcart.so'),
	],
	[
		'local functions in the same C# method',
		dotnet('at Program.<<Main>$>g__Load|0_0()'),
		dotnet('at Program.<<Main>$>g__Save|0_1()'),
		dotnet('at Program.<Main>$(String[] args)'),
	],
	[
		'functions and types around F# closures and Visual Basic lambdas',
		dotnet('at Acme.Cart.load@14.Invoke(Unit unitVar0)'),
		dotnet('at Acme.Cart.save@14.Invoke(Unit unitVar0)'),
		dotnet('at Acme.Cart._Closure$__1-0._Lambda$__0(Object x)'),
		dotnet('at Acme.Shelf._Closure$__1-0._Lambda$__0(Object x)'),
		dotnet('at Acme.Cart.VB$StateMachine_4_Buy.MoveNext()'),
	],
	[
		'local functions in the same Swift method',
		apple('parse #1 (_:) in Cart.load()'),
		apple('render #1 (_:) in Cart.load()'),
		apple('closure #1 in Cart.load()'),
	],
	['complete stack traces', ...wholeTraces.map(({ text }) => text)],
];

describe('group key', () => {
	for (const [what, ...texts] of same) {
		it(`group key is the same for errors that differ only in ${what}`, () => {
			const [first = '', ...others] = texts;
			assert.ok(others.length > 0);
			for (const other of others) {
				assert.equal(getKey(other), getKey(first));
			}
			assert.notEqual(groupKey(parseTrace(first)).basis, 'message');
		});
	}

	for (const [what, ...texts] of different) {
		it(`group key differs for errors with different ${what}`, () => {
			const keys = texts.map(getKey);
			assert.ok(keys.length > 1);
			assert.equal(new Set(keys).size, keys.length, keys.toSorted().join('\n\n'));
		});
	}
});
