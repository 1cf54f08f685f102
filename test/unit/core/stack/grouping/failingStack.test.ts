import * as assert from 'node:assert/strict';
import { groupKey } from '../../../../../src/core/stack/grouping/groupKey';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { readTraces } from '../../../../../src/core/stack/texts/readTraces';

const cases = [
	{
		title: 'selects the thread that the head of an Apple report names if no thread is marked',
		text: `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000010
Triggered by Thread:  15

Thread 0 name:
Thread 0:
0   libsystem_kernel.dylib          0x00000001db25c788 0x1db25b000 + 6024 (mach_msg2_trap + 8)
1   Shop                            0x00000001025efe98 0x1025e0000 + 65176 (main + 80)

Thread 15 name:  com.acme.loader
Thread 15:
0   libsystem_c.dylib               0x00000001db2622b0 0x1db25b000 + 29360 (strlen + 8)
1   Shop                            0x00000001025f1234 0x1025e0000 + 70196 (-[ACMLoader read] + 81)`,
		keyFrames: ['ACMLoader.read'],
		threads: ['Thread 0', 'Thread 15: com.acme.loader'],
	},
	{
		title: 'reads threads that are numbered without a hash sign',
		text: `0. Crashed: com.acme.loader
0  Shop                           0x1028785ec Cart.total() + 20 (Cart.swift:31)
1  Shop                           0x1028785fc closure #1 in Cart.load() + 4 (Cart.swift:12)
--
1. com.apple.main-thread
0  libsystem_kernel.dylib         0x1db32f7d4 mach_msg_trap + 8
1  Shop                           0x102876999 main + 22 (AppDelegate.swift:22)`,
		keyFrames: ['Cart.total', 'Cart.load'],
		threads: ['com.acme.loader', 'com.apple.main-thread'],
	},
	{
		title: 'selects the last exception below the threads of an Apple report',
		text: `Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  2

Thread 0:
0   libsystem_kernel.dylib        	0x000000018cdcad88 mach_msg2_trap + 8
1   Shop                          	0x0000000100fe6f2c main + 28 (main.m:14)

Thread 2 Crashed:
0   libsystem_kernel.dylib        	0x000000018cdcad88 __pthread_kill + 8
1   libsystem_c.dylib             	0x000000018cc369b0 abort + 112

Last Exception Backtrace:
0   CoreFoundation                	0x18ce1d288 __exceptionPreprocess + 164
1   libobjc.A.dylib               	0x185b0f744 objc_exception_throw + 60
2   Shop                          	0x1027a2b10 -[ACMStore save] + 88 (ACMStore.m:44)`,
		keyFrames: ['ACMStore.save'],
		threads: ['Thread 0', 'Thread 2'],
	},
	{
		title: 'reads thread names that start with a number',
		text: `1.raster (native):tid=38 systid=4678
#00 pc 0x4b20c libc.so (syscall + 28)
#01 pc 0x1d205d8 base.apk!libshop.so + 39337984
#02 pc 0x19d04 libutils.so (android::Looper::pollInner(int) + 912)

main (native):tid=1 systid=27442
#00 pc 0x1109c6 linker64 (__dl_syscall + 22)
#01 pc 0x444db linker64 (__loader_dlopen + 27)
at com.acme.shop.Native.load(Native.kt:7)
at com.acme.shop.App.onCreate(App.kt:12)`,
		keyFrames: ['com.acme.shop.Native.load', 'com.acme.shop.App.onCreate'],
		threads: ['1.raster', 'main'],
	},
] as const;

describe('frames that determine the group of a stack trace', () => {
	for (const { title, text, keyFrames, threads } of cases) {
		it(title, () => {
			for (const end of ['\n', '\r\n']) {
				const trace = parseTrace(text.replaceAll('\n', end));
				assert.deepEqual(groupKey(trace).frames, keyFrames);
				const headers = trace.sections.flatMap(({ header }) => (header?.kind === 'thread' ? [header.message] : []));
				assert.deepEqual(headers, threads);
			}
			assert.equal(readTraces(text, 'text', undefined).length, 1);
		});
	}
});
