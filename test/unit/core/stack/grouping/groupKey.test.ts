import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { decodeError, groupVersion } from '../../../../../src/shared/groupValue';
import { groupKeyOfText } from '../support/groupKeyOfText';

function grouped(text: string) {
	const { key, ...value } = groupKey(parseTrace(text));
	assert.equal(value.version, groupVersion);
	assert.deepEqual(decodeError(key), value);
	const { type, frames, basis } = value;
	return { type, frames, basis };
}

const library = '\tat android.os.Looper.loop(Looper.java:317)';

describe('groupKey()', () => {
	it('derives the group key from the app frames and the type of the innermost cause', () => {
		const text = [
			'java.lang.IllegalStateException: 12 lines',
			'\tat com.acme.Cart.sum(Cart.kt:17)',
			'\tat com.acme.Checkout.onCreate(Checkout.kt:42)',
			library,
			'\tSuppressed: java.io.IOException: close',
			'\t\tat com.acme.Db.close(Db.java:3)',
			'\tCaused by: java.io.EOFException',
			'\t\tat com.acme.Db.read(Db.java:4)',
			'Caused by: java.lang.ArithmeticException: overflow',
			'\tat java.lang.Math.addExact(Math.java:883)',
			'\tat com.acme.Cart.add(Cart.kt:14)',
			'\t... 2 more',
		].join('\n');
		assert.deepEqual(grouped(text), {
			type: 'java.lang.ArithmeticException',
			frames: ['com.acme.Cart.add', 'com.acme.Checkout.onCreate', 'com.acme.Cart.sum'],
			basis: 'ownFrames',
		});
	});

	it('ignores line numbers, messages, addresses and generated names in the group key', () => {
		const one = [
			'com.acme.Failed: id 1',
			'\tat com.acme.Vm$load$1.invokeSuspend(Vm.kt:5)',
			'\tat com.acme.Vm$$ExternalSyntheticLambda3.run(R8$$SyntheticClass:0)',
			'\tat com.acme.Sync.lambda$start$0$com-acme-Sync(Sync.java:25)',
		].join('\n');
		const other = one
			.replace('id 1', 'id 2')
			.replace('kt:5', 'kt:9')
			.replace('Lambda3', 'Lambda4')
			.replace('start$0', 'start$7')
			.replace('load$1', 'load$2');
		assert.equal(groupKey(parseTrace(one)).key, groupKey(parseTrace(other)).key);
		assert.deepEqual(grouped(one).frames, ['com.acme.Vm.load', 'com.acme.Sync.start']);
	});

	it('uses at most five distinct frames for the group key', () => {
		const frames = [1, 1, 2, 1, 3, 4, 5, 6].map((number) => `\tat com.acme.C${number}.m(C.java:${number})`);
		assert.deepEqual(grouped(['a.BException', ...frames].join('\n')).frames, [
			'com.acme.C1.m',
			'com.acme.C2.m',
			'com.acme.C3.m',
			'com.acme.C4.m',
			'com.acme.C5.m',
		]);
	});

	it('uses three library frames for the group key if a stack trace contains no app frames', () => {
		const frames = ['objc_exception_throw', 'abort', 'CFRunLoopRun', 'GSEventRun', 'UIApplicationMain', 'start'];
		const text = [
			'Thread 0 Crashed:',
			...frames.map((name, index) => `${index}  UIKitCore  0x0000000102a3b5c8 ${name} + 4`),
		].join('\n');
		assert.deepEqual(grouped(text), {
			type: '',
			frames: ['CFRunLoopRun', 'GSEventRun', 'UIApplicationMain'],
			basis: 'otherFrames',
		});
	});

	it('uses the message without its variable parts for the group key if there are no frames', () => {
		const one = groupKey(parseTrace('com.acme.Failed: note 12 of "a" at 0x1f'));
		const other = groupKey(parseTrace('com.acme.Failed: note 13 of "b" at 0x2e'));
		assert.deepEqual([one.basis, one.key, one.frames], ['message', other.key, []]);
		assert.notEqual(one.key, groupKey(parseTrace('com.acme.Failed: sheet 12 of "a" at 0x1f')).key);
		assert.equal(groupKey(parseTrace('lost 12 records')).key, groupKey(parseTrace('lost 13 records\nat all')).key);
		assert.equal(groupKey(parseTrace('')).basis, 'message');
	});

	it('uses the given predicate to distinguish app frames from library frames', () => {
		const text = 'a.BException\n\tat com.acme.Cart.add(Cart.java:1)\n\tat okhttp3.Call.run(Call.kt:3)';
		assert.deepEqual(groupKey(parseTrace(text), ({ type }) => type === 'okhttp3.Call').frames, ['okhttp3.Call.run']);
		assert.equal(groupKey(parseTrace(text), () => false).basis, 'otherFrames');
	});

	it('treats packages declared in the workspace as app code when it computes the group key', () => {
		const text = (method: string) =>
			`a.BException\n\tat com.google.shop.Till.${method}(Till.kt:1)\n\tat com.acme.Cart.add(Cart.java:1)`;
		const own = new OwnCode(['package com.google.shop']);
		assert.equal(groupKeyOfText(text('open')).key, groupKeyOfText(text('close')).key);
		assert.deepEqual(groupKeyOfText(text('open'), own).frames, ['com.google.shop.Till.open', 'com.acme.Cart.add']);
		assert.equal(groupKeyOfText(JSON.stringify([text('open')]), own).key, groupKeyOfText(text('open'), own).key);
	});

	it('derives the group key from the last exception, the crashed thread or the main thread, in this order', () => {
		const frame = (name: string) => `0  Shop  0x0000000102a3b5c8 ${name} + 4`;
		const crash = [
			'Exception Type:  EXC_BAD_ACCESS (SIGSEGV)',
			'Thread 0:',
			frame('Cart.idle()'),
			'Thread 1 Crashed:',
			frame('Cart.load()'),
		].join('\n');
		assert.deepEqual(grouped(crash), { type: 'EXC_BAD_ACCESS', frames: ['Cart.load'], basis: 'ownFrames' });
		const thrown = crash.replace('Thread 0:', `Last Exception Backtrace:\n${frame('Cart.fail()')}\nThread 0:`);
		assert.deepEqual(grouped(thrown).frames, ['Cart.fail']);
		const dump = [
			'"worker" prio=5 tid=9 Runnable',
			'  at com.acme.Worker.run(Worker.java:1)',
			'"main" prio=5 tid=1 Blocked',
			'  at com.acme.Sync.flush(Sync.kt:77)',
		].join('\n');
		assert.deepEqual(grouped(dump).frames, ['com.acme.Sync.flush']);
	});

	it('uses image names, called functions and the reported error for the group key if symbols are missing', () => {
		const text = [
			'Exception Type:  EXC_BAD_ACCESS (SIGSEGV)',
			'Thread 0 Crashed:',
			'0   libsystem_kernel.dylib  0x00000001a3b5c8 __pthread_kill + 8',
			'1   libsystem_platform.dylib  0x00000001a3b5c8 _platform_memmove + 144',
			'2   Shop   0x0000000102a3b5c8 0x102a20000 + 112072',
			'3   Shop   0x0000000102a3b5c8 <redacted> + 4',
			'4   Shelves   0x0000000102a3b5c8 Shelves + 9124',
			'5   UIKitCore   0x0000000102a3b5c8 UIApplicationMain + 4',
		].join('\n');
		assert.deepEqual(grouped(text), {
			type: 'EXC_BAD_ACCESS',
			frames: ['Shop', 'Shelves', '_platform_memmove'],
			basis: 'ownFrames',
		});
		const signal = "signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr 0x8\nAbort message: 'no cart'\nbacktrace:";
		const frame = '  #00 pc 0000000000012a4c  /data/app/lib/arm64/libcart.so (BuildId: 9f1c)';
		const { key, title, place } = groupKey(parseTrace(`${signal}\n${frame}`));
		assert.deepEqual([title, place], ['SIGABRT', 'libcart.so']);
		assert.match(key, /no cart/);
	});

	it('uses the library name for a frame without a symbol, regardless of the frame format', () => {
		const frames = [
			'#00 pc 00001234  (/data/app/lib/arm64/libcart.so+0x1234)',
			'#00 pc 00001234  /data/app/lib/arm64/libcart.so (libcart.so+0x1234)',
			'#00 pc 00001234  /data/app/lib/arm64/libcart.so+0x1234 (BuildId: 9f1c)',
			'#00 pc 00001234  /data/app/lib/arm64/libcart.so (???)',
			'    #0 0x7f12345  (/data/app/~~ab==/com.acme-1==/lib/arm64/libcart.so+0x1234) (BuildId: 9f1c)',
			'#0 0x7f12345 in ?? () from /data/app/lib/arm64/libcart.so',
			' 0  libcart.so + 0x1234',
			'0  libcart.so  0x0000000102a3b5c8 libcart.so + 4660',
		];
		for (const frame of frames) {
			assert.deepEqual(grouped(frame).frames, ['libcart.so'], frame);
		}
		assert.deepEqual(grouped('cart.dll!0x1234').frames, ['cart.dll']);
	});

	it('includes the outer frames after a .NET inner exception in the group key', () => {
		const text = [
			'System.AggregateException: x',
			' ---> System.IO.IOException: y',
			'   at System.IO.File.Write(String path)',
			'   --- End of inner exception stack trace ---',
			'   at Acme.Backup.<SaveAsync>d__3.MoveNext() in C:\\Backup.cs:line 24',
		].join('\n');
		assert.deepEqual(grouped(text), {
			type: 'System.IO.IOException',
			frames: ['Acme.Backup.SaveAsync'],
			basis: 'ownFrames',
		});
	});

	it("shows file names in the group's location as they appear in the stack trace", () => {
		const text = 'TypeError: x\n    at formatPlatform (src/components/DepartureRow.tsx:3:4)';
		assert.equal(groupKey(parseTrace(text)).place, 'DepartureRow.tsx.formatPlatform');
		const hashes = ['0123ABCD', '89ab4567ef'];
		const keys = hashes.map((hash) => groupKey(parseTrace(`TypeError: x\n    at J (App-${hash}.js:1:2)`)).key);
		assert.equal(keys[0], keys[1]);
	});

	it('identifies JavaScript and Dart functions by their file name without hashes', () => {
		const bundle = (hash: string) => `TypeError: x\n    at J (https://acme.example/app-${hash}.js?v=1:1:2)`;
		assert.deepEqual(grouped(bundle('0123abcd')).frames, ['app.js.J']);
		assert.equal(groupKey(parseTrace(bundle('0123abcd'))).key, groupKey(parseTrace(bundle('89ab4567ef'))).key);
		assert.deepEqual(grouped('x\n#0      main (package:acme/main.dart:1:2)').frames, ['main.dart.main']);
	});

	it('identifies anonymous functions by their file and its folders in the package', () => {
		const frames = [
			'/home/ci/build-1/shop/src/screens/cart/index.tsx:3:4',
			'src/screens/shelf/index.tsx:3:4',
			'components/cart/index.tsx:3:4',
			'/home/ci/build-1/shop/start.js:3:4',
			'https://acme.example/v17/start.js:3:4',
		].map((place) => `    at anonymous (${place})`);
		const { frames: found, place } = groupKey(parseTrace(`TypeError: x\n${frames.join('\n')}`));
		assert.deepEqual(found, [
			'src/screens/cart/index.tsx',
			'src/screens/shelf/index.tsx',
			'components/cart/index.tsx',
			'shop/start.js',
			'start.js',
		]);
		assert.equal(place, 'cart/index.tsx');
	});

	it('uses the message for the group key if bundled frames have no function names', () => {
		const text = (frame: string) => `TypeError: no cart 12\n${frame}`;
		for (const frame of [
			'    at anonymous (address at index.android.bundle:1:234567)',
			'    at <anonymous> (index.android.bundle:1:234567)',
			'main.jsbundle:1:234567',
			'@/var/containers/Bundle/Application/AB/Acme.app/main.jsbundle:1:234567',
		]) {
			const { basis, title, message, frames } = groupKey(parseTrace(text(frame)));
			assert.deepEqual([basis, title, message, frames], ['message', 'TypeError', 'no cart <n>', []], frame);
		}
	});

	for (const [text, type, message] of [
		['[Unhandled promise rejection: TypeError: no cart]\n    at total (src/cart.ts:3:4)', 'TypeError', 'no cart'],
		['Unhandled Promise Rejection: AxiosError: no cart\n    at total (src/cart.ts:3:4)', 'AxiosError', 'no cart'],
		[
			'Crashed: com.apple.main-thread\nEXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000010\n0  Shop  0x5b1a2c Cart.total() + 31',
			'EXC_BAD_ACCESS',
			'KERN_INVALID_ADDRESS 0x0000000000000010',
		],
		[
			'Crashed: com.acme.queue\nSIGABRT ABORT 0x00000001b9a0c8c4\n0  Shop  0x5b1a2c Cart.total() + 31',
			'SIGABRT',
			'ABORT 0x00000001b9a0c8c4',
		],
		[
			'Crash reason:  SIGSEGV /SEGV_MAPERR\nCrash address: 0x0\n\nThread 0 (crashed)\n 0  libcart.so!shop::Cart::total() [cart.cpp : 40 + 0x3]',
			'SIGSEGV',
			'SEGV_MAPERR',
		],
		[
			'Crash reason:  EXCEPTION_ACCESS_VIOLATION_READ\n\nThread 0 (crashed)\n 0  shop.exe!shop::Cart::total() [cart.cpp : 40 + 0x3]',
			'EXCEPTION_ACCESS_VIOLATION_READ',
			'',
		],
	] as const) {
		it(`uses ${type} as the error type of ${JSON.stringify(text.slice(0, 40))}`, () => {
			const trace = parseTrace(text);
			assert.equal(groupKey(trace).title, type);
			const headers = trace.sections.flatMap(({ header }) => (header?.type === type ? [header.message] : []));
			assert.deepEqual(headers, [message]);
		});
	}
});
