import type { ErrorKind } from '../errorKind';
import type { JvmFrame } from '../jvm';

interface LockedThreads {
	/** Frames of the main thread; the innermost one waits for the lock. */
	readonly waiting: readonly JvmFrame[];
	/** Frames of the thread that has the lock; the innermost one took it. */
	readonly holding: readonly JvmFrame[];
}

/** The main thread did not answer: a dump of all threads as Android writes it. */
export function notResponding({ waiting, holding }: LockedThreads): ErrorKind {
	const [blocked = '', ...callers] = waiting;
	const inMain = ['', ...callers.map((frame) => `  at ${frame}`)].join('\n');
	const [holder = '', ...below] = holding;
	const inPool = ['', ...below.map((frame) => `  at ${frame}`)].join('\n');
	return {
		name: 'ANR',
		text: ({ draws, happenedAt, packageName }) => {
			const pid = draws.between(2000, 31000);
			const lock = `<0x0${draws.hex(7)}> (a java.lang.Object)`;
			return `----- pid ${pid} at ${happenedAt}.${draws.between(100_000_000, 999_999_999)}+0000 -----
Cmd line: ${packageName}

DALVIK THREADS (3):
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 ucsCount=0 flags=1 obj=0x72${draws.hex(6)} self=0xb4000077${draws.hex(8)}
  | sysTid=${pid} nice=-10 cgrp=top-app sched=0/0 handle=0x79${draws.hex(8)}
  at ${blocked}
  - waiting to lock ${lock} held by thread 17${inMain}

"Signal Catcher" daemon prio=10 tid=4 Runnable
  | sysTid=${pid + 9} nice=-20 cgrp=top-app sched=0/0 handle=0x78${draws.hex(8)}
  native: #00 pc 00000000005a2b3c  /apex/com.android.art/lib64/libart.so (art::DumpNativeStack(std::__1::basic_ostream<char>&, int)+108) (BuildId: 735f12f804f88d62a2cb437261076ff7)
  native: #01 pc 00000000006c0a1c  /apex/com.android.art/lib64/libart.so (art::Thread::DumpStack(std::__1::basic_ostream<char>&, bool) const+340) (BuildId: 735f12f804f88d62a2cb437261076ff7)
  (no managed stack frames)

"pool-3-thread-1" prio=5 tid=17 Native
  | sysTid=${pid + 41} nice=0 cgrp=top-app sched=0/0 handle=0x77${draws.hex(8)}
  native: #00 pc 00000000000cd1b8  /apex/com.android.runtime/lib64/bionic/libc.so (fsync+8) (BuildId: 9b1ad1e4f2c3bd0a5b7c7f0d2b1e6a55)
  native: #01 pc 00000000000a4f10  /system/lib64/libsqlite.so (unixSync+24) (BuildId: 0c3a3f56c4b77bb96eacf94c9a4f9d10)
  at ${holder}
  - locked ${lock}${inPool}

----- end ${pid} -----`;
		},
	};
}
