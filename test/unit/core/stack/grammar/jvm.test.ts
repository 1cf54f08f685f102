import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../../src/core/stack/trace/model';
import { getFrame, itReads } from '../support/frames';

const hash = '0f'.repeat(32);

describe('JVM and Android stack frames', () => {
	itReads('jvm', 'managed', [
		['\tat com.acme.shop.Cart.add(Cart.kt:40)', { type: 'com.acme.shop.Cart', method: 'add', at: 'Cart.kt:40' }],
		['at com.acme.shop.Cart.add(Cart.java:40)', { type: 'com.acme.shop.Cart', method: 'add', at: 'Cart.java:40' }],
		[
			'    at java.base/java.util.ArrayList.get(ArrayList.java:427)',
			{ type: 'java.util.ArrayList', method: 'get', at: 'ArrayList.java:427', module: 'java.base' },
		],
		[
			'\tat java.base@21.0.1/java.lang.Thread.run(Thread.java:1583)',
			{ type: 'java.lang.Thread', method: 'run', at: 'Thread.java:1583', module: 'java.base' },
		],
		[
			'\tat app//com.acme.shop.CartKt.checkout$default(Cart.kt:31)',
			{
				type: 'com.acme.shop.CartKt',
				method: 'checkout$default',
				enclosing: 'com.acme.shop.CartKt#checkout',
				at: 'Cart.kt:31',
				flags: ['synthetic'],
			},
		],
		[
			'\tat app/shop@1.2/com.acme.Cart.add(Cart.java:1)',
			{ type: 'com.acme.Cart', method: 'add', at: 'Cart.java:1', module: 'shop' },
		],
		[
			'\tat com.acme.Cart$$Lambda$33/0x00000008026d.run(Unknown Source)',
			{
				type: 'com.acme.Cart$$Lambda$33/0x00000008026d',
				method: 'run',
				enclosing: 'com.acme.Cart#run',
				flags: ['synthetic'],
				link: 'com.acme.Cart$$Lambda$33/0x00000008026d.run',
			},
		],
		[
			'\tat shop@1.2/com.acme.Cart$$Lambda/0x00000008026d.run(Unknown Source)',
			{
				type: 'com.acme.Cart$$Lambda/0x00000008026d',
				method: 'run',
				enclosing: 'com.acme.Cart#run',
				module: 'shop',
				flags: ['synthetic'],
				link: 'com.acme.Cart$$Lambda/0x00000008026d.run',
			},
		],
		[
			'\tat java.lang.reflect.Method.invoke(Native Method)',
			{
				type: 'java.lang.reflect.Method',
				method: 'invoke',
				flags: ['nativeMethod'],
				link: 'java.lang.reflect.Method.invoke',
			},
		],
		[
			'  at java.lang.Object.wait(Native method)',
			{ type: 'java.lang.Object', method: 'wait', flags: ['nativeMethod'], link: 'java.lang.Object.wait' },
		],
		[
			'\tat com.acme.io.Db.close(Unknown Source:12)',
			{
				type: 'com.acme.io.Db',
				method: 'close',
				position: { kind: 'dexPc', offset: 12 },
				link: 'com.acme.io.Db.close',
			},
		],
		[
			'\tat com.acme.io.Db.close(Unknown Source)',
			{ type: 'com.acme.io.Db', method: 'close', link: 'com.acme.io.Db.close' },
		],
		['\tat a.b.c(SourceFile:7)', { type: 'a.b', method: 'c', at: '7', link: 'a.b.c' }],
		['\tat a.b$c.d(SourceFile:7)', { type: 'a.b$c', method: 'd', at: '7', link: 'a.b$c.d' }],
		['\tat a.b.c(SourceFile)', { type: 'a.b', method: 'c', link: 'a.b.c' }],
		[`\tat a.b.d.e(r8-map-id-${hash}:17)`, { type: 'a.b.d', method: 'e', at: '17', mapId: hash, link: 'a.b.d.e' }],
		['\tat com.acme.MainKt.main(main.kt)', { type: 'com.acme.MainKt', method: 'main', at: 'main.kt' }],
		['\tat com.acme.Db.query(Db.java:-1)', { type: 'com.acme.Db', method: 'query', at: 'Db.java', link: 'Db.java:-1' }],
		['\tat com.acme.Db.query(Db.java:0)', { type: 'com.acme.Db', method: 'query', at: 'Db.java', link: 'Db.java:0' }],
		[
			'\tat com.acme.Db.query()',
			{ type: 'com.acme.Db', method: 'query', link: 'com.acme.Db.query', after: '\tat com.acme.Db.open(Db.java:3)' },
		],
		[
			'\tat com.acme.Db.query(:5)',
			{ type: 'com.acme.Db', method: 'query', at: '5', link: 'com.acme.Db.query', after: '\tat a.b.c(D.java:1)' },
		],
		['\tat com.acme.Odd.name(Odd:File.v2.kt:8)', { type: 'com.acme.Odd', method: 'name', at: 'Odd:File.v2.kt:8' }],
		['\tat com.acme.Größe.berechne(Größe.kt:3)', { type: 'com.acme.Größe', method: 'berechne', at: 'Größe.kt:3' }],
		['\tat com.acme.dash-class.run(Dash.java:4)', { type: 'com.acme.dash-class', method: 'run', at: 'Dash.java:4' }],
		[
			'\tat com.acme.CartTest.adds an item twice(CartTest.kt:12)',
			{ type: 'com.acme.CartTest', method: 'adds an item twice', at: 'CartTest.kt:12' },
		],
		[
			'\tat com.acme.Cart.<init>(Cart.java:9)',
			{ type: 'com.acme.Cart', method: '<init>', at: 'Cart.java:9', flags: ['constructor'] },
		],
		['\tat com.acme.Cart.<clinit>(Cart.java:5)', { type: 'com.acme.Cart', method: '<clinit>', at: 'Cart.java:5' }],
		[
			'\tat com.acme.Cart$Line.total(Cart.java:77)',
			{ type: 'com.acme.Cart$Line', method: 'total', at: 'Cart.java:77' },
		],
		[
			'\tat com.acme.View$1.onClick(View.java:12)',
			{ type: 'com.acme.View$1', method: 'onClick', enclosing: 'com.acme.View#onClick', at: 'View.java:12' },
		],
		[
			'\tat com.acme.CartVm$load$1.invokeSuspend(CartVm.kt:58)',
			{
				type: 'com.acme.CartVm$load$1',
				method: 'invokeSuspend',
				enclosing: 'com.acme.CartVm#load',
				at: 'CartVm.kt:58',
				flags: ['async'],
			},
		],
		[
			'\tat com.acme.CartVm$load$1$2.invoke(CartVm.kt:60)',
			{ type: 'com.acme.CartVm$load$1$2', method: 'invoke', enclosing: 'com.acme.CartVm#load', at: 'CartVm.kt:60' },
		],
		[
			'\tat com.acme.CartVm$load$listener$1.onDone(CartVm.kt:61)',
			{
				type: 'com.acme.CartVm$load$listener$1',
				method: 'onDone',
				enclosing: 'com.acme.CartVm#onDone',
				at: 'CartVm.kt:61',
			},
		],
		[
			'\tat com.acme.CartVm$1$invokeSuspend$$inlined$map$1$2.emit(CartVm.kt:17)',
			{
				type: 'com.acme.CartVm$1$invokeSuspend$$inlined$map$1$2',
				method: 'emit',
				enclosing: 'com.acme.CartVm#<init>',
				at: 'CartVm.kt:17',
				flags: ['inlined'],
			},
		],
		[
			'\tat com.acme.CartVm$items$$inlined$map$1$2.emit(CartVm.kt:17)',
			{
				type: 'com.acme.CartVm$items$$inlined$map$1$2',
				method: 'emit',
				enclosing: 'com.acme.CartVm#items',
				at: 'CartVm.kt:17',
				flags: ['inlined'],
			},
		],
		[
			'\tat com.acme.Cart.onCreate$lambda$1(Cart.kt:36)',
			{ type: 'com.acme.Cart', method: 'onCreate$lambda$1', enclosing: 'com.acme.Cart#onCreate', at: 'Cart.kt:36' },
		],
		[
			'\tat com.acme.Cart.onCreate$lambda-3$lambda-2(Cart.kt:36)',
			{
				type: 'com.acme.Cart',
				method: 'onCreate$lambda-3$lambda-2',
				enclosing: 'com.acme.Cart#onCreate',
				at: 'Cart.kt:36',
			},
		],
		[
			'\tat com.acme.Sync.lambda$start$0$com-acme-Sync(Sync.java:25)',
			{
				type: 'com.acme.Sync',
				method: 'lambda$start$0$com-acme-Sync',
				enclosing: 'com.acme.Sync#start',
				at: 'Sync.java:25',
			},
		],
		[
			'\tat com.acme.Sync.lambda$new$0(Sync.java:25)',
			{ type: 'com.acme.Sync', method: 'lambda$new$0', enclosing: 'com.acme.Sync#<init>', at: 'Sync.java:25' },
		],
		[
			'\tat com.acme.Sync.lambda$static$4(Sync.java:25)',
			{ type: 'com.acme.Sync', method: 'lambda$static$4', enclosing: 'com.acme.Sync#<clinit>', at: 'Sync.java:25' },
		],
		[
			'\tat com.acme.Sync$$ExternalSyntheticLambda2.run(R8$$SyntheticClass:0)',
			{
				type: 'com.acme.Sync$$ExternalSyntheticLambda2',
				method: 'run',
				enclosing: 'com.acme.Sync#run',
				flags: ['synthetic'],
				link: 'com.acme.Sync$$ExternalSyntheticLambda2.run',
			},
		],
		[
			'\tat com.acme.-$$Lambda$Cart$x9_Zk.run(Unknown Source:4)',
			{
				type: 'com.acme.-$$Lambda$Cart$x9_Zk',
				method: 'run',
				enclosing: 'com.acme.Cart#run',
				position: { kind: 'dexPc', offset: 4 },
				flags: ['synthetic'],
				link: 'com.acme.-$$Lambda$Cart$x9_Zk.run',
			},
		],
		[
			'\tat com.acme.Vm.access$toWords(Vm.kt:10)',
			{
				type: 'com.acme.Vm',
				method: 'access$toWords',
				enclosing: 'com.acme.Vm#toWords',
				at: 'Vm.kt:10',
				flags: ['synthetic'],
			},
		],
		[
			'\tat com.acme.Vm.access$000(Vm.java:10)',
			{ type: 'com.acme.Vm', method: 'access$000', at: 'Vm.java:10', flags: ['synthetic'] },
		],
		[
			'\tat android.view.View.-$$Nest$mperformClick(Unknown Source:0)',
			{
				type: 'android.view.View',
				method: '-$$Nest$mperformClick',
				enclosing: 'android.view.View#performClick',
				position: { kind: 'dexPc', offset: 0 },
				flags: ['synthetic'],
				link: 'android.view.View.-$$Nest$mperformClick',
			},
		],
		[
			'\tat okhttp3.RealCall.getResponse$okhttp(RealCall.kt:208)',
			{
				type: 'okhttp3.RealCall',
				method: 'getResponse$okhttp',
				enclosing: 'okhttp3.RealCall#getResponse',
				at: 'RealCall.kt:208',
			},
		],
		[
			'\tat com.acme.Price.plus-5I0t2X0(Price.kt:4)',
			{ type: 'com.acme.Price', method: 'plus-5I0t2X0', enclosing: 'com.acme.Price#plus', at: 'Price.kt:4' },
		],
		[
			'\tat com.acme.Cart$Companion.empty(Cart.kt:4)',
			{ type: 'com.acme.Cart$Companion', method: 'empty', enclosing: 'com.acme.Cart#empty', at: 'Cart.kt:4' },
		],
		[
			'\tat kotlinx.coroutines.BuildersKt__BuildersKt.runBlocking(Builders.kt:59)',
			{
				type: 'kotlinx.coroutines.BuildersKt__BuildersKt',
				method: 'runBlocking',
				enclosing: 'kotlinx.coroutines.BuildersKt#runBlocking',
				at: 'Builders.kt:59',
			},
		],
		['  at com.acme.Cart.add (Cart.kt:40)', { type: 'com.acme.Cart', method: 'add', at: 'Cart.kt:40' }],
		['  at a.b.c (SourceFile:7)', { type: 'a.b', method: 'c', at: '7', link: 'a.b.c' }],
		['  at a.b.c (:7)', { type: 'a.b', method: 'c', at: '7', link: 'a.b.c' }],
		['\tat com.acme.Odd__Names.run(Odd.java:4)', { type: 'com.acme.Odd__Names', method: 'run', at: 'Odd.java:4' }],
		[
			'\tat Acme.Shop.MainActivity+<Load>d__5.MoveNext(/src/MainActivity.cs:31)',
			{
				platform: 'dotnet',
				type: 'Acme.Shop.MainActivity',
				method: '<Load>d__5.MoveNext',
				enclosing: 'Acme.Shop.MainActivity#Load',
				at: '/src/MainActivity.cs:31',
				after: '\tat com.acme.Main.main(Main.java:3)',
			},
		],
		[
			'\tat com.acme.Cart$-CC.$default$total(Cart.java:3)',
			{ type: 'com.acme.Cart$-CC', method: '$default$total', enclosing: 'com.acme.Cart#total', at: 'Cart.java:3' },
		],
		[
			'\tat m.fbf.run(:com.google.android.gms.dynamite_mapsdynamite@234414045@23.44.14 (190400-0):3)',
			{
				type: 'm.fbf',
				method: 'run',
				module: 'com.google.android.gms.dynamite_mapsdynamite',
				link: 'm.fbf.run',
			},
		],
		[
			'\tat com.acme.Cart.$r8$lambda$x1y2(unavailable:0)',
			{
				type: 'com.acme.Cart',
				method: '$r8$lambda$x1y2',
				enclosing: 'com.acme.Cart#lambda',
				flags: ['synthetic'],
				link: 'com.acme.Cart.$r8$lambda$x1y2',
				after: '\tat com.acme.Main.main(Main.java:3)',
			},
		],
		[
			'\tat com.acme.-$$Lambda$Cart$x1y2.run(lambda)',
			{
				type: 'com.acme.-$$Lambda$Cart$x1y2',
				method: 'run',
				enclosing: 'com.acme.Cart#run',
				flags: ['synthetic'],
				link: 'com.acme.-$$Lambda$Cart$x1y2.run',
				after: '\tat com.acme.Main.main(Main.java:3)',
			},
		],
		[
			'\tat com.acme.MainKt$CartScreen$$inlined$items$default$4.invoke(LazyDsl.kt:428)',
			{
				type: 'com.acme.MainKt$CartScreen$$inlined$items$default$4',
				method: 'invoke',
				enclosing: 'com.acme.MainKt#CartScreen',
				at: 'LazyDsl.kt:428',
				flags: ['inlined'],
			},
		],
		[
			'\tat com.acme.ComposableSingletons$MainKt$lambda-1$1.invoke(Main.kt:30)',
			{
				type: 'com.acme.ComposableSingletons$MainKt$lambda-1$1',
				method: 'invoke',
				enclosing: 'com.acme.MainKt#lambda',
				at: 'Main.kt:30',
			},
		],
		[
			'\tat com.acme.MainKt$Greeting$1.invoke(Main.kt:31)',
			{ type: 'com.acme.MainKt$Greeting$1', method: 'invoke', enclosing: 'com.acme.MainKt#Greeting', at: 'Main.kt:31' },
		],
		[
			'\tat com.acme.Bean$$EnhancerBySpringCGLIB$$1a2b3c.save(<generated>)',
			{
				type: 'com.acme.Bean$$EnhancerBySpringCGLIB$$1a2b3c',
				method: 'save',
				enclosing: 'com.acme.Bean#save',
				flags: ['synthetic'],
				link: 'com.acme.Bean$$EnhancerBySpringCGLIB$$1a2b3c.save',
			},
		],
		[
			'\tat com.acme.Cart.add(Cart.java:40) ~[shop.jar:1.2]',
			{ type: 'com.acme.Cart', method: 'add', at: 'Cart.java:40' },
		],
		['\tat com.acme.Cart.add(Cart.java:40) [na:1.8]', { type: 'com.acme.Cart', method: 'add', at: 'Cart.java:40' }],
		[
			'\tat libil2cpp.Board_Place_mB41D7C05(Native Method)',
			{
				kind: 'native',
				method: 'Board_Place_mB41D7C05',
				enclosing: 'Board#Place',
				module: 'libil2cpp.so',
				link: 'libil2cpp.Board_Place_mB41D7C05',
			},
		],
		[
			'\tat libunity.0x4f2a18(Native Method)',
			{ kind: 'native', module: 'libunity.so', image: { name: 'libunity.so', address: '0x4f2a18' } },
		],
		['\tat _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)', { kind: 'gap' }],
		['\tat _COROUTINE._CREATION._(CoroutineDebugging.kt:46)', { kind: 'gap' }],
		['\tat \b\b\b(Coroutine boundary.\b(\b)', { kind: 'gap', platform: 'unknown' }],
		['\tat \b\b\b(Coroutine creation stacktrace.\b(\b)', { kind: 'gap', platform: 'unknown' }],
		['\t(Coroutine boundary)', { kind: 'gap', platform: 'unknown' }],
		['\t... 4 more', { kind: 'elided', count: 4, platform: 'unknown' }],
		['\t... 12 common frames omitted', { kind: 'elided', count: 12, platform: 'unknown' }],
	]);

	it('does not parse lines without a class as JVM frames', () => {
		for (const text of [
			'\tat (Cart.java:1)',
			'\tat Cart(Cart.java:1)',
			'\tat .(Cart.java:1)',
			'\tat com.acme.Cart.add',
		]) {
			assert.equal(
				parseTrace(text)
					.sections.flatMap(({ lines }) => lines)
					.every(({ kind }) => kind === 'raw'),
				true,
				text,
			);
		}
	});
});

/** Source names of functions, as derived from the names that Kotlin 1 and Kotlin 2 generate. */
const written: readonly (readonly [name: string, written: string, ...flags: Frame['flags']])[] = [
	['Vm$load$1.invokeSuspend', 'Vm#load', 'async'],
	['Vm$load$1.invokeSuspend$lambda$1', 'Vm#load'],
	['Vm$load$1.invokeSuspend$lambda$1$lambda$0', 'Vm#load'],
	['Vm$load$1.invokeSuspend$lambda-1', 'Vm#load'],
	['Vm$load$1.invokeSuspend$parse', 'Vm#load'],
	['Vm$load$1.access$invokeSuspend$parse', 'Vm#load', 'synthetic'],
	['Vm$load$1$1.invoke', 'Vm#load'],
	['Vm$load$1$1.invoke$lambda$0', 'Vm#load'],
	['Vm$load-IoAF18A$1.invokeSuspend', 'Vm#load', 'async'],
	['Vm$load$2$1.emit', 'Vm#load'],
	['Vm$load$listener$1.onDone', 'Vm#onDone'],
	['Vm$load$listener$1.onDone$lambda$0', 'Vm#load'],
	['Vm$load$listener$1$onDone$1.invoke', 'Vm#load'],
	['Vm.load$lambda$0', 'Vm#load'],
	['Vm.load$lambda$1$lambda$0', 'Vm#load'],
	['Vm.load$lambda$1$0', 'Vm#load'],
	['Vm.load$parse', 'Vm#load'],
	['Vm.load$parse$lambda$0', 'Vm#load'],
	['Vm.load$lambda$0$parse', 'Vm#load'],
	['Vm.load$suspendImpl', 'Vm#load'],
	['Vm.load-IoAF18A', 'Vm#load'],
	['Vm.load-IoAF18A$lambda$0', 'Vm#load'],
	['Vm.load-IoAF18A$default', 'Vm#load', 'synthetic'],
	['Vm.load$default', 'Vm#load', 'synthetic'],
	['Vm.access$load', 'Vm#load', 'synthetic'],
	['Vm.access$load-IoAF18A', 'Vm#load', 'synthetic'],
	['Vm.access$load$lambda$0', 'Vm#load', 'synthetic'],
	['Vm.lambda$load$0', 'Vm#load'],
	['Vm$Companion$load$1.invokeSuspend$lambda$0', 'Vm#load'],
	['Vm.invoke$lambda$0', 'Vm#invoke'],
	['Vm$total$1.invoke', 'Vm#total'],
	['Vm._get_total_$lambda$0', 'Vm#total'],
	['Vm._set_total_$lambda$0', 'Vm#total'],
	['Vm.total_delegate$lambda$0', 'Vm#total'],
	['Vm.save_delegate', 'Vm#save_delegate'],
	['Vm$1.invoke', 'Vm#<init>'],
	['Vm._init_$lambda$0', 'Vm#<init>'],
	['Vm$sam$java_lang_Runnable$0.run', 'Vm#run', 'synthetic'],
	['ComposableSingletons$MainKt$lambda$-1508563614$1.invoke', 'MainKt#lambda'],
	['ComposableSingletons$MainKt$lambda-1$1$1.invoke', 'MainKt#lambda'],
	['ComposableSingletons$MainKt.lambda_1$lambda$0', 'MainKt#lambda'],
];

describe('generated Kotlin names', () => {
	for (const [name, expected, ...flags] of written) {
		it(`recovers the source name from the generated Kotlin name ${name}`, () => {
			const frame = getFrame(`\tat com.acme.${name}(Vm.kt:7)`, undefined, 'jvm');
			const { type, method } = frame.enclosing ?? {};
			assert.equal(`${type}#${method}`, `com.acme.${expected}`);
			assert.deepEqual(frame.flags, flags);
		});
	}
});

describe('JVM exceptions', () => {
	const text = [
		'Exception in thread "main" java.lang.IllegalStateException: cart is empty',
		'\tat com.acme.Cart.add(Cart.java:40)',
		'\tSuppressed: java.io.IOException: close',
		'\t\tat com.acme.io.Db.close(Unknown Source:12)',
		'\t\t... 4 more',
		'\tCaused by: java.io.EOFException',
		'\t\tat com.acme.io.Db.read(Db.java:3)',
		'Caused by: a.b.c: boom: twice',
		'\tat a.b.d.e(SourceFile:1)',
		'Caused by: java.lang.RuntimeException',
		'\tat a.b.d.f(SourceFile:2)',
		'\t[CIRCULAR REFERENCE: java.lang.IllegalStateException: cart is empty]',
	].join('\n');

	it('parses the causes and suppressed exceptions of a JVM exception as nested sections', () => {
		const { sections, platform } = parseTrace(text);
		assert.equal(platform, 'jvm');
		assert.deepEqual(
			sections.map(({ header }) => header && [header.kind, header.type, header.message, header.depth]),
			[
				['exception', 'java.lang.IllegalStateException', 'cart is empty', 0],
				['suppressed', 'java.io.IOException', 'close', 1],
				['cause', 'java.io.EOFException', '', 2],
				['cause', 'a.b.c', 'boom: twice', 1],
				['cause', 'java.lang.RuntimeException', '', 2],
			],
		);
		assert.equal(sections.at(-1)?.lines.at(-1)?.kind, 'elided');
	});

	it('parses multiline JVM exception messages that contain frames', () => {
		const { sections } = parseTrace(
			[
				'com.acme.RemoteException: the server said',
				'java: failed',
				'\tat com.acme.server.Api.call(Api.java:9)',
				'and no more',
				'\tat com.acme.Client.call(Client.java:8)',
			].join('\n'),
		);
		assert.equal(sections.length, 1);
		assert.deepEqual(
			sections[0]?.header?.message,
			'the server said\njava: failed\n\tat com.acme.server.Api.call(Api.java:9)\nand no more',
		);
		assert.deepEqual(
			sections[0]?.lines.map(({ line }) => line),
			[4],
		);
	});

	it('parses the threads of a JVM thread dump', () => {
		const { sections } = parseTrace(
			[
				'----- pid 4120 at 2026-01-02 10:00:00.000000000+0000 -----',
				'Cmd line: com.acme.shop',
				'',
				'"main" prio=5 tid=1 Blocked',
				'  | sysTid=4120 nice=-10 cgrp=top-app',
				'  at com.acme.shop.Sync.flush(Sync.kt:77)',
				'  - waiting to lock <0x0a11bb22> (a java.lang.Object) held by thread 12',
				'  native: #02 pc 00000000000530c4  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+8)',
				'  at com.acme.shop.Main.run(Main.kt:7)',
				'',
				'"Signal Catcher" daemon prio=10 tid=4 Runnable',
				'  (no managed stack frames)',
				'"worker" sysTid=4133',
				'"main" #1 [259] prio=5 os_prio=31 tid=0x1 nid=0x2 runnable  [0x3]',
				'   java.lang.Thread.State: RUNNABLE',
				'----- end 4120 -----',
			].join('\n'),
		);
		assert.deepEqual(
			sections.map(({ header, lines }) => [header?.message, lines.filter(({ kind }) => kind !== 'raw').length]),
			[
				[undefined, 0],
				['main', 3],
				['Signal Catcher', 0],
				['worker', 0],
				['main', 0],
				[undefined, 0],
			],
		);
		assert.deepEqual(
			sections[1]?.lines.filter(({ kind }) => kind !== 'raw').map(({ kind }) => kind),
			['managed', 'native', 'managed'],
		);
	});

	it('reads the type of a StrictMode violation without its duration', () => {
		const text = (start: string) =>
			`StrictMode policy violation${start}: android.os.strictmode.DiskReadViolation\n\tat com.acme.shop.Cart.total(Cart.kt:31)`;
		for (const start of ['; ~duration=12 ms', '; ~duration=431 ms', '']) {
			const [section] = parseTrace(text(start)).sections;
			assert.deepEqual(
				[section?.header?.type, section?.header?.message],
				['android.os.strictmode.DiskReadViolation', ''],
			);
		}
	});
});
