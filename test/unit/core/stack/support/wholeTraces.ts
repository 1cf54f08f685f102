export interface WholeTrace {
	readonly name: string;
	readonly text: string;
	/** Each section as `platform kind type | message: frames`, with the frames as `Type.method@file:line`. */
	readonly sections: readonly string[];
}

const address = '0x0000000102a3b5c8';

export const wholeTraces: readonly WholeTrace[] = [
	{
		name: 'Java with causes, suppressed exceptions and omitted frames',
		text: `java.lang.Exception: a
	at java.base/java.util.ArrayList.get(ArrayList.java:427)
	at com.acme.C.d(C.java:1)
	Suppressed: java.lang.Exception: s1
		at com.acme.C.e(C.java:2)
		Suppressed: java.lang.Exception: s2
			at com.acme.C.f(C.java:3)
		Caused by: java.lang.Exception: s1c
			at com.acme.C.g(C.java:4)
			... 1 more
Caused by: a.b.c: boom
	at a.b.d.e(r8-map-id-${'0f'.repeat(32)}:17)
	at a.b.d.f(Unknown Source:4)
	... 2 more`,
		sections: [
			'jvm exception java.lang.Exception | a: ArrayList.get@ArrayList.java:427, C.d@C.java:1',
			'jvm suppressed java.lang.Exception | s1: C.e@C.java:2',
			'jvm suppressed java.lang.Exception | s2: C.f@C.java:3',
			'jvm cause java.lang.Exception | s1c: C.g@C.java:4, elided',
			'jvm cause a.b.c | boom: d.e@:17, d.f@, elided',
		],
	},
	{
		name: 'Kotlin with old and new coroutine boundaries',
		text: `java.io.IOException: lost
	at com.acme.Api.fetch(Api.kt:12)
	at \b\b\b(Coroutine boundary.\b(\b)
	at com.acme.Vm$load$1.invokeSuspend(Vm.kt:30)
	at _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)
	at com.acme.VmKt.start(Vm.kt:3)
	at _COROUTINE._CREATION._(CoroutineDebugging.kt:46)
	at com.acme.Main.main(Main.kt)`,
		sections: [
			'jvm exception java.io.IOException | lost: Api.fetch@Api.kt:12, gap, Vm.load@Vm.kt:30, gap, VmKt.start@Vm.kt:3, gap, Main.main@Main.kt',
		],
	},
	{
		name: 'Java in the format of an app store console',
		text: `Exception java.lang.RuntimeException: Unable to start
  at android.app.ActivityThread.performLaunchActivity (ActivityThread.java:3449)
  at m.fbf.run (:com.google.android.gms.dynamite_mapsdynamite@234414045@23.44.14 (190400-0):3)
  at com.acme.Pay.<init> (Pay.kt:31)
  at java.lang.reflect.Method.invoke (Native Method)
Caused by java.io.IOException: lost
  at com.acme.Pay.open (Unknown Source:4)
  ... 11 more`,
		sections: [
			'jvm exception java.lang.RuntimeException | Unable to start: ActivityThread.performLaunchActivity@ActivityThread.java:3449, fbf.run@, Pay.<init>@Pay.kt:31, Method.invoke@',
			'jvm cause java.io.IOException | lost: Pay.open@, elided',
		],
	},
	{
		name: 'a thread dump',
		text: `"main" prio=5 tid=1 Native
  | group="main" sCount=1 ucsCount=0 flags=1 obj=0x71f9d8a8 self=0xb400007c3d2a1be0
  | held mutexes=
  native: #00 pc 00000000000530c4  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+8) (BuildId: 0a0b)
  at android.os.MessageQueue.nativePollOnce(Native method)
  at com.acme.shop.Sync.flush(Sync.kt:-2)
  - waiting to lock <0x0a11bb22> (a java.lang.Object) held by thread 12

"worker (1)" daemon prio=5 tid=12 Runnable
  at com.acme.shop.Sync.run(Sync.kt:31)`,
		sections: [
			'jvm thread  | main: __epoll_pwait@, MessageQueue.nativePollOnce@, Sync.flush@Sync.kt',
			'jvm thread  | worker (1): Sync.run@Sync.kt:31',
		],
	},
	{
		name: 'a thread dump with names and states, and with native frames above Java frames',
		text: `main (native):tid=1 systid=16239
#00 pc 0xd1c8c libc.so (__ioctl + 12)
#00 pc 0x84f00 libbinder.so (android::IPCThreadState::talkWithDriver + 156)
at android.os.BinderProxy.transactNative(Native method)

at com.acme.shop.Session.refresh(Session.kt:31)

OkHttp Dispatcher (timed waiting):tid=20 systid=16300
at com.acme.shop.Net.run(Net.kt:9)`,
		sections: [
			'ndk thread  | main: __ioctl@, IPCThreadState.talkWithDriver@',
			'jvm: BinderProxy.transactNative@, Session.refresh@Session.kt:31',
			'jvm thread  | OkHttp Dispatcher: Net.run@Net.kt:9',
		],
	},
	{
		name: 'a list of threads by number and name',
		text: `# Platform: ios
# OS Version: 10.3.1 (14E304)

#0. Crashed: com.apple.root.default-qos
0  AcmeShop                       0x1000e7f7c Cart.total() (Cart.swift:41)

--

#1. com.apple.main-thread
0  libsystem_kernel.dylib         0x18f3d1164 mach_msg_trap + 8`,
		sections: [
			'unknown',
			'apple thread  | com.apple.root.default-qos: Cart.total@Cart.swift:41',
			'apple thread  | com.apple.main-thread: mach_msg_trap@',
		],
	},
	{
		name: 'a sanitizer, with the memory history',
		text: `==4120==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010
READ of size 4 at 0x602000000010 thread T0
    #0 0x55d0c0 in acme::Cart::total() /src/cart.cpp:40:9

freed by thread T0 here:
    #0 0x55d2a0 in acme::Cart::clear() /src/cart.cpp:52:3

previously allocated by thread T1 (worker) here:
    #0 0x55d310 in acme::Cart::create() /src/cart.cpp:20:10`,
		sections: [
			'cpp signal heap-use-after-free | on address 0x602000000010: Cart.total@/src/cart.cpp:40',
			'cpp thread  | freed by thread T0 here: Cart.clear@/src/cart.cpp:52',
			'cpp thread  | previously allocated by thread T1 (worker) here: Cart.create@/src/cart.cpp:20',
		],
	},
	{
		name: 'Unity, with generated classes without a namespace',
		text: `NullReferenceException: no cart
  at CartView.OnLoaded (System.Int32 id) [0x00000] in /src/Assets/CartView.cs:31
UnityEngine.Debug:LogException(Exception)
<Load>d__4:MoveNext() (at Assets/CartService.cs:70)
<>c__DisplayClass3_0:<Start>b__0()
UnityEngine.UnitySynchronizationContext:ExecuteTasks()`,
		sections: [
			'unity exception NullReferenceException | no cart: CartView.OnLoaded@/src/Assets/CartView.cs:31, Debug.LogException@, Load@Assets/CartService.cs:70, Start@, UnitySynchronizationContext.ExecuteTasks@',
		],
	},
	{
		name: 'a tombstone',
		text: `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'acme/phone/phone:15/AP3A/1:user/release-keys'
ABI: 'arm64'
Process uptime: 12s
Cmdline: com.acme.shop
pid: 4120, tid: 4151, name: RenderThread  >>> com.acme.shop <<<
uid: 10234
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000008
Cause: null pointer dereference
    x0  0000000000000000  x1  0000000000001037  x2  0000000000000006  x3  0000007b1c2d3e40

8 total frames
backtrace:
  NOTE: Function names and BuildId information is missing for some frames.
      #00 pc 0000000000012a4c  /data/app/~~x==/com.acme-1==/lib/arm64/libcart.so (acme::Cart::total() const+84) (BuildId: 9f1c)
      #01 pc 0000000000020000  /data/app/~~x==/com.acme-1==/base.apk!libcart.so (offset 0x1000) (BuildId: 9f1c)

memory near x0 (/data/app/libcart.so):
    0000007b1c2d3e40 0000000000000000 0000000000000000  ................`,
		sections: [
			'unknown',
			'ndk thread  | RenderThread: ',
			'ndk signal SIGSEGV | code 1 (SEGV_MAPERR), fault addr 0x0000000000000008: Cart.total@, @',
		],
	},
	{
		name: 'a PLCrashReporter report whose image names contain spaces',
		text: `Incident Identifier: 0A1B2C3D
Process:         Acme Shop [4120]
Version:         2.4.1 (101)
Report Version:  104

Exception Type:  SIGABRT
Exception Codes: #0 at 0x1c2d3e4f0
Crashed Thread:  0

Application Specific Information:
*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 3'

Last Exception Backtrace:
0   CoreFoundation                      ${address} 0x1a0a00000 + 1163988
1   Acme Shop Extension 2               ${address} 0x102a20000 + 112072
2   Acme 0x2 Shop                       ${address} -[ACMCart lineAt:] + 84

Thread 0 name:  Dispatch queue: com.apple.main-thread
Thread 0 Crashed:
0   libsystem_kernel.dylib              ${address} __pthread_kill + 8

Thread 1:
0   Acme Shop                           ${address} $s9Acme_Shop4CartC5totalSdyF + 112

Thread 0 crashed with ARM-64 Thread State:
    pc: ${address}     fp: 0x000000016d3b5c80     sp: 0x000000016d3b5c60

Binary Images:
       0x102a20000 -        0x102e1ffff +Acme Shop arm64  <5a0c1d7e93b24c3f8d61a7b0e4f29c18> /private/var/Acme Shop.app/Acme Shop`,
		sections: [
			'unknown',
			'apple signal SIGABRT | : ',
			'apple exception NSRangeException | *** -[__NSArrayM objectAtIndex:]: index 3: ',
			'apple exception NSRangeException | : @, @, ACMCart.lineAt:@',
			'apple thread  | Thread 0: Dispatch queue: com.apple.main-thread: __pthread_kill@',
			'apple thread  | Thread 1: Cart.total@',
			'unknown',
			'unknown',
		],
	},
	{
		name: 'a KSCrash report',
		text: `Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Last Exception Backtrace:
(0x1a0b1c2d4 0x1a0b1c2d5 0x102a3b5c8)

Thread 0 name:  Dispatch queue: com.apple.main-thread
Thread 0 Crashed:
0   libsystem_kernel.dylib        	${address} 0x1e0b00000 + 115412 (__pthread_kill + 8)
1   Acme Shop                     	${address} 0x102a20000 + 112072 (Cart.total() + 112)
2   Acme Shop                     	${address} Cart.load() + 112 (Cart.swift:31)`,
		sections: [
			'apple signal EXC_CRASH | SIGABRT: ',
			'apple exception  | : ',
			'apple thread  | Thread 0: Dispatch queue: com.apple.main-thread: __pthread_kill@, Cart.total@, Cart.load@Cart.swift:31',
		],
	},
	{
		name: 'the log of an app on an Apple platform before it terminates',
		text: `*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Foo bar]: unrecognized'
*** First throw call stack:
(
	0   CoreFoundation                      ${address} __exceptionPreprocess + 242
	1   Acme Shop                           ${address} -[ACMCart lineAt:] + 84
)
libc++abi: terminating due to uncaught exception of type NSException`,
		sections: [
			'apple exception NSInvalidArgumentException | -[Foo bar]: unrecognized: __exceptionPreprocess@, ACMCart.lineAt:@',
		],
	},
	{
		name: 'Kotlin on Apple platforms',
		text: `Uncaught Kotlin exception: kotlin.IllegalStateException: no cart
    at 0   Acme Shop                           0x102a3b5c8        kfun:kotlin.Throwable#<init>(kotlin.String?){} + 92
    at 1   Acme Shop                           0x102a3b5c9        kfun:com.acme.Cart#total(){}kotlin.Int + 100 (/src/Cart.kt:31:9)`,
		sections: ['apple exception kotlin.IllegalStateException | no cart: Throwable.<init>@, Cart.total@/src/Cart.kt:31'],
	},
	{
		name: 'a .NET exception that contains several exceptions',
		text: `System.AggregateException: One or more errors occurred. (disk full) (no network)
 ---> System.IO.IOException: disk full
   at Acme.Backup.Write() in C:\\src\\Backup.cs:line 20
   --- End of inner exception stack trace ---
   at System.Threading.Tasks.Task.ThrowIfExceptional(Boolean includeTaskCanceledExceptions)
   at Acme.Window.OnClick(Object sender) in C:\\src\\Window.cs:line 7
 ---> (Inner Exception #0) System.IO.IOException: disk full
   at Acme.Backup.Write() in C:\\src\\Backup.cs:line 20<---

 ---> (Inner Exception #1) System.Net.WebException: no network
 ---> System.Net.Sockets.SocketException (10061): refused
   at System.Net.Sockets.Socket.Connect()
--- End of stack trace from previous location ---
   at Acme.Net.ReadAsync()+MoveNext() in C:\\src\\Net.cs:line 2
   --- End of inner exception stack trace ---
   at Acme.Net.Read() in C:\\src\\Net.cs:line 3<---`,
		sections: [
			'unknown exception System.AggregateException | One or more errors occurred. (disk full) (no network): ',
			'dotnet cause System.IO.IOException | disk full: Backup.Write@C:\\src\\Backup.cs:20, gap',
			'dotnet: Task.ThrowIfExceptional@, Window.OnClick@C:\\src\\Window.cs:7',
			'dotnet cause System.IO.IOException | disk full: Backup.Write@C:\\src\\Backup.cs:20',
			'dotnet cause System.Net.WebException | no network: ',
			'dotnet cause System.Net.Sockets.SocketException | (10061): refused: Socket.Connect@, gap, Net.ReadAsync@C:\\src\\Net.cs:2, gap',
			'dotnet: Net.Read@C:\\src\\Net.cs:3',
		],
	},
	{
		name: 'Java below Mono',
		text: `Java.Lang.RuntimeException: boom ---> Java.Lang.NullPointerException: no
  at Java.Interop.JniEnvironment+InstanceMethods.CallVoidMethod (Java.Interop.JniObjectReference instance) [0x00068] in <5f1c0d>:0
  at Acme.Droid.MainActivity.OnCreate (Android.OS.Bundle b) [0x00001] in C:\\src\\MainActivity.cs:17
   --- End of inner exception stack trace ---
  --- End of managed Java.Lang.RuntimeException stack trace ---
java.lang.RuntimeException: boom
	at com.acme.Thing.run(Thing.java:3)
Caused by: java.lang.NullPointerException: no
	... 1 more`,
		sections: [
			'dotnet exception Java.Lang.RuntimeException | boom ---> Java.Lang.NullPointerException: no: InstanceMethods.CallVoidMethod@, MainActivity.OnCreate@C:\\src\\MainActivity.cs:17, gap',
			'unknown: gap',
			'jvm exception java.lang.RuntimeException | boom: Thing.run@Thing.java:3',
			'jvm cause java.lang.NullPointerException | no: elided',
		],
	},
	{
		name: 'Java within Unity',
		text: `AndroidJavaException: java.lang.NullPointerException: no token
java.lang.NullPointerException: no token
	at com.acme.billing.Client.query(Client.java:118)
	at com.unity3d.player.UnityPlayer.nativeRender(Native Method)
  at UnityEngine.AndroidJNISafe.CheckException () [0x00091] in <00000000000000000000000000000000>:0
  at Acme.Store.Buy () [0x00001] in C:\\Game\\Assets\\Store.cs:17
Rethrow as StoreException: not bought
Acme.StoreView:OnClick () (at Assets/Store View.cs:4)
UnityEngine.Events.UnityEvent:Invoke () (at <3f4e1b7c9a2d4e58b6c0d1f2a3b4c5d6>:0)`,
		sections: [
			'unknown exception AndroidJavaException | java.lang.NullPointerException: no token: ',
			'jvm exception java.lang.NullPointerException | no token: Client.query@Client.java:118, UnityPlayer.nativeRender@',
			'unity: AndroidJNISafe.CheckException@, Store.Buy@C:\\Game\\Assets\\Store.cs:17',
			'unity rethrow StoreException | not bought: StoreView.OnClick@Assets/Store View.cs:4, UnityEvent.Invoke@',
		],
	},
	{
		name: 'native code below Unity, as Java reports it',
		text: `java.lang.Error: FATAL EXCEPTION [main]
Unity version     : 2021.3.5f1

Caused by: java.lang.Error: signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8
	at libil2cpp.Board_Place_mB41D7C05(Native Method)
	at libunity.0x4f2a18(Native Method)
	at com.unity3d.player.UnityPlayer.nativeRender(Native Method)`,
		sections: [
			'unknown exception java.lang.Error | FATAL EXCEPTION [main]: ',
			'jvm cause SIGSEGV | code 1 (SEGV_MAPERR), fault addr 0x8: Board.Place@, @, UnityPlayer.nativeRender@',
		],
	},
	{
		name: 'React Native with bytecode, in the format of Android',
		text: `Fatal Exception: com.facebook.react.common.JavascriptException: TypeError: undefined is not a function, stack:
onPress@1:45270
t@12:33

	at com.facebook.react.modules.core.ExceptionsManagerModule.reportException(ExceptionsManagerModule.java:71)`,
		sections: [
			'javascript exception TypeError | undefined is not a function: onPress@:1, t@:12',
			'jvm: ExceptionsManagerModule.reportException@ExceptionsManagerModule.java:71',
		],
	},
	{
		name: 'Hermes',
		text: `TypeError: undefined is not a function
    at onPress (address at index.android.bundle:1:45270)
    at apply (native)
    at tryCallOne (address at InternalBytecode.js:1:1180)
    ... skipping 50 frames
    at global (address at /data/user/0/com.acme/files/CodePush/0a1b/index.android.bundle:1:11)`,
		sections: [
			'javascript exception TypeError | undefined is not a function: onPress@index.android.bundle:1, apply@, tryCallOne@InternalBytecode.js:1, elided, global@/data/user/0/com.acme/files/CodePush/0a1b/index.android.bundle:1',
		],
	},
	{
		name: 'Node.js, with a cause',
		text: `Error: outer
    at f (/srv/a.js:1:2)
    at async g (/srv/a.js:2:2) {
  code: 'ENOENT',
  [cause]: TypeError: inner
      at h (/srv/b.js:3:4)
}`,
		sections: [
			'javascript exception Error | outer: f@/srv/a.js:1, g@/srv/a.js:2',
			'javascript cause TypeError | inner: h@/srv/b.js:3',
		],
	},
	{
		name: 'Node.js, without the lines that the cause repeats',
		text: `Error: outer
    at f (/srv/c.js:1:2)
    at wasm://wasm/8b2c4d1e:wasm-function[12]:0x45
    ... 4 lines matching cause stack trace ...
    at g (/srv/c.js:2:2) {
  [cause]: TypeError: inner
      at h (/srv/d.js:3:4)
}`,
		sections: [
			'javascript exception Error | outer: f@/srv/c.js:1, @, elided, g@/srv/c.js:2',
			'javascript cause TypeError | inner: h@/srv/d.js:3',
		],
	},
	{
		name: 'an Apple platform, in the format of a reporter with offsets',
		text: `Fatal Exception: NSRangeException
*** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]
0  CoreFoundation                 0x1a1b2 __exceptionPreprocess
1  libsystem_kernel.dylib         0xa6c mach_msg2_trap + 8
2  Acme Shop                      0x102a3 (Missing)
3  Acme Shop                      0x102a3 Shelf.total() + 31 (Shelf.swift:31)`,
		sections: [
			'apple exception NSRangeException | *** -[__NSArrayM objectAtIndex:]: index 5 beyond bounds [0 .. 2]: __exceptionPreprocess@, mach_msg2_trap@, @, Shelf.total@Shelf.swift:31',
		],
	},
	{
		name: 'LLDB',
		text: `* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
    frame #0: 0x00000001a0b1c2d4 libswiftCore.dylib\`swift_retain + 60
  * frame #1: 0x0000000102a3b1f0 Acme Shop\`Drawer.total(self=0x0000600) at Drawer.swift:31:9
    frame #2: 0x0000000102a3b1f0 Acme Shop\`-[ACMDrawer load](self=0x1, _cmd="load") at ACMDrawer.m:12:5 [opt]
    frame #3: 0x0000000102a3b1f0 Acme Shop\`acme::run(int) [inlined] acme::Box::open() at box.h:3:1 [opt]
    frame #4: 0x0000000102a3b1f0 Acme Shop\`static AcmeShopApp.$main() at <compiler-generated>:0
  thread #2
    frame #0: 0x0000000102a3b1f0 libsystem_kernel.dylib\`__workq_kernreturn + 8`,
		sections: [
			"apple thread  | thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0): swift_retain@, Drawer.total@Drawer.swift:31, ACMDrawer.load@ACMDrawer.m:12, Box.open@box.h:3, AcmeShopApp.$main@",
			'apple thread  | thread #2: __workq_kernreturn@',
		],
	},
	{
		name: 'gdb, through a signal',
		text: `Thread 1 "main" received signal SIGSEGV, Segmentation fault.
#0  0x00007ffff7a1b2c3 in raise () from /lib/libc.so.6
#1  <signal handler called>
#2  acme::Shelf::total (this=0x0, n=1) at /src/shelf.cpp:40`,
		sections: [
			'cpp exception  | Thread 1 "main" received signal SIGSEGV, Segmentation fault.: raise@, gap, Shelf.total@/src/shelf.cpp:40',
		],
	},
	{
		name: 'Node.js, with several errors and the origins of promises',
		text: `AggregateError: All promises were rejected
    at all (/srv/e.js:1:2)
From previous event:
    at start (/srv/e.js:2:2) {
  [errors]: [
    Error: first
        at one (/srv/f.js:3:4),
    Error: second
        at /srv/g.js:5:6
  ]
}`,
		sections: [
			'javascript exception AggregateError | All promises were rejected: all@/srv/e.js:1, gap, start@/srv/e.js:2',
			'javascript exception Error | first: one@/srv/f.js:3',
			'javascript exception Error | second: @/srv/g.js:5',
		],
	},
	{
		name: 'Dart with asynchronous gaps',
		text: `Bad state: No element
#0      List.first (dart:core-patch/growable_array.dart:343:5)
#1      Cart.load (package:acme_shop/cart.dart:31:7)
<asynchronous suspension>
#2      CartView.onTap.<anonymous closure> (package:acme_shop/cart_view.dart:8)
(elided 2 frames from dart:async)`,
		sections: [
			'dart exception  | Bad state: No element: List.first@dart:core-patch/growable_array.dart:343, Cart.load@package:acme_shop/cart.dart:31, gap, CartView.onTap@package:acme_shop/cart_view.dart:8, elided',
		],
	},
	{
		name: 'crash of the Dart VM',
		text: `===== CRASH =====
si_signo=Segmentation fault(11), si_code=1, si_addr=0x8
version=2.4.0 (Wed Jun 19 11:53:45 2019 +0200) on "linux_x64"
pid=123, thread=456, isolate_group=main(0x55fde4bd8500), isolate=main(0x55fde4bb6900)
isolate_instructions=55fde26ea880, vm_instructions=55fde26ea880
  pc 0x000055c6bfe04be1 fp 0x00007f39fbcf9950 /usr/local/dart/bin/dart+0x14b7be1
  pc 0x000055c6bfe03cb4 fp 0x00007f39fbcf9c50 shop::CartTotals::add(shop::Item*, int)
  pc 0x000055c6bfe0437c fp 0x00007f39fbcf9cf0 Unknown symbol
  pc 0x00007fe94b956732 fp 0x00007fe93a0fd9b8 _kDartIsolateSnapshotInstructions+0x7fa7f2
  pc 0x0000000119556760 fp 0x000000016dab91c8 sp 0x000000016dab9120 [Unoptimized] _CartState._load@44042623+0x7c0
-- End of DumpStackTrace
[exit     : sp(0) fp(0x74f7b34f60) pc(0)]
[dart     : sp(0x74f7b34fc0) fp(0x74f7b35020) pc(0x74d9b63e8c) package:shop/cart.dart__CartState@11983_initState_<anonymous closure> ]
[dart     : sp(0x74f7b35030) fp(0x74f7b35068) pc(0x74e76ea83c) *package:shop/main.dart_::_main ]`,
		sections: [
			'unknown',
			'dart signal SIGSEGV | si_code=1, si_addr=0x8: @, CartTotals.add@, @, @, _CartState._load@, _CartState.initState@package:shop/cart.dart, main@package:shop/main.dart',
		],
	},
	{
		name: 'obfuscated Dart',
		text: `Warning: This VM has been configured to produce stack traces that violate the Dart standard.
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 4120, tid: 4143, name 1.ui
os: android arch: arm64 comp: yes sim: no
build_id: 'c3e1b0f2'
isolate_dso_base: 7000000000, vm_dso_base: 7000000000
isolate_instructions: 700001a000, vm_instructions: 7000014000
    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7
<asynchronous suspension>
    #01 abs 0000007a1b2c3d4e _kDartIsolateSnapshotInstructions+0x1e26d7`,
		sections: ['dart: @, gap, @'],
	},
	{
		name: 'C++ on Windows',
		text: `Unhandled exception at 0x00007FF6A1B2C3D4 in Acme.exe: 0xC0000005: Access violation reading location 0x0000000000000008.
Acme.exe!acme::Cart::total(int n) Line 40
KERNEL32.DLL!BaseThreadInitThunk()`,
		sections: [
			'cpp signal 0xC0000005 | Access violation reading location 0x0000000000000008.: Cart.total@:40, BaseThreadInitThunk@',
		],
	},
	{
		name: 'Expo, with an excerpt of the source code',
		text: ` ERROR  [TypeError: no cart]

This error is located at:

> 31 |   return total;
     |          ^

Call Stack
  CartList (src/screens/CartList.tsx:31:29)
  App(./_layout.tsx) (<anonymous>)
  <anonymous> (src/index.ts:4:3)`,
		sections: [
			'javascript exception TypeError | no cart: CartList@src/screens/CartList.tsx:31, App@, <anonymous>@src/index.ts:4',
		],
	},
	{
		name: 'React Native, with the component stack',
		text: `Warning: no key
    at check (cart.js:4:2)

This error is located at:
    in Cart (at CartScreen.tsx:31)
    in View (created by Cart)`,
		sections: [
			'javascript exception Warning | no key: check@cart.js:4',
			'javascript thread  | This error is located at: Cart@CartScreen.tsx:31',
		],
	},
	{
		name: 'the console of a web view',
		text: `File: https://localhost/a.js - Line 14 - Msg: Uncaught TypeError: t.find is not a function`,
		sections: ['javascript exception TypeError | t.find is not a function: @https://localhost/a.js:14'],
	},
	{
		name: 'a crash report of a hardened system',
		text: `osVersion: acme/phone/phone:15/AP4A/1:user/release-keys
abortMessage: fatal allocator error
signal: 6 (SIGABRT), code -1 (SI_QUEUE)
threadName: Thread-7
backtrace:
    /apex/com.android.runtime/lib64/bionic/libc.so (abort+164, pc 64a24)
    /data/app/lib/arm64/libcart.so (acme::Cart::total() const+24, pc 9230c)
    /data/app/lib/arm64/libcart.so (pc 9230c)`,
		sections: ['unknown', 'ndk signal SIGABRT | code -1 (SI_QUEUE): abort@, Cart.total@, @'],
	},
	{
		name: 'Compose, with the composition stack',
		text: `java.lang.Exception: a
	at com.acme.C.d(C.java:1)
	Suppressed: androidx.compose.runtime.DiagnosticComposeException: Composition stack when thrown:
	at CartList(CartScreen.kt:31)
	at <lambda>(CartScreen.kt:<unknown line>)`,
		sections: [
			'jvm exception java.lang.Exception | a: C.d@C.java:1',
			'jvm suppressed androidx.compose.runtime.DiagnosticComposeException | Composition stack when thrown:: CartList@CartScreen.kt:31, <lambda>@CartScreen.kt',
		],
	},
	{
		name: 'Java without `at`, with semicolons or with the location first',
		text: `com.acme.C.d (C.java:1);
com.acme.C.e (Native Method);
C.java:3 com.acme.C.f
Method.java:-2 java.lang.reflect.Method.invoke`,
		sections: ['jvm: C.d@C.java:1, C.e@, C.f@C.java:3, Method.invoke@Method.java'],
	},
	{
		name: 'Java, escaped for HTML',
		text: `java.lang.Exception: &lt;a&gt;
	at com.acme.C.&lt;init&gt;(C.java:1)`,
		sections: ['jvm exception java.lang.Exception | <a>: C.<init>@C.java:1'],
	},
	{
		name: "Swift's built-in backtracer",
		text: `Shop/Cart.swift:31: Fatal error: Index out of range

*** Signal 5: Backtracing from 0x7de77a6bfd76... done ***

*** Program crashed: System trap at 0x00007de77a6bfd76 ***

Platform: x86_64 Linux (Ubuntu 24.04.3 LTS)

Thread 0 "shop" crashed:

 0 [inlined] [system] 0x00005580b3987dd8 Swift runtime failure: Index out of range in shop at //<compiler-generated>
 1                    0x00007de77a6bfd76 _assertionFailure(_:_:file:line:flags:) + 438 in libswiftCore.so
 2 [ra]               0x0000583b711c5e74 closure #1 in Cart.load(id:) + 99 in shop at /src/Sources/Shop/Cart.swift:31:13
 3 [async]            0x0000583b711c661a $s4shop4CartC4loadyySiYaFTQ1_ in shop at /src/Sources/Shop/Cart.swift:27
 4 [ra] [thunk]       0x000055ec8ea8130c thunk for @escaping @callee_guaranteed () -> () + 11 in shop at //<compiler-generated>
 5 [ra]               0x00007f271b847d93 <unknown> in libc.so.6
...

Thread 1:

 0      0x00007f271a83bd71 <unknown> in libc.so.6
 1 [ra] 0x00007f271bbe1eb8 _dispatch_sema4_timedwait + 87 in libdispatch.so

Registers:

rax 0x0000000000000000  0
 r8 0x000070e784caab2c  41 89 c6 41 f7 de 3d 00 f0 ff ff b8 00 00 00 00  A·ÆA÷Þ=

Images (15 omitted):

0x0000000100a18000–0x0000000100a1c000 6fdbb104c032301189bae26d5506e11a shop /src/.build/shop`,
		sections: [
			'apple exception Fatal error | Index out of range: ',
			'apple signal System trap | at 0x00007de77a6bfd76: ',
			'apple thread  | Thread 0: shop: Swift runtime failure: Index out of range@, _assertionFailure@, Cart.load@/src/Sources/Shop/Cart.swift:31, Cart.load@/src/Sources/Shop/Cart.swift:27, thunk for @escaping @callee_guaranteed () -> ()@, @, gap',
			'apple thread  | Thread 1: @, _dispatch_sema4_timedwait@',
			'unknown',
			'unknown',
		],
	},
	{
		name: "Swift's built-in backtracer, with source excerpts",
		text: `💣 Program crashed: Bad pointer dereference at 0x0000000000000004

Thread 0 crashed:

0 Cart.total() + 16 in shop at /src/Sources/Shop/Cart.swift:31:7

    29│   let items = load()
    30│   let first = items[0]
  * 31│   ptr.pointee = 42
      │       ▲
    32│ }

1 [ra] CartService.load(id:) in shop at /src/Sources/Shop/CartService.swift:58:12

    57|   func load(id: Int) {
    58|     cart.total()
      |          ^
    59|   }

2 static Main.main() in shop at /src/Sources/Shop/Main.swift:5:3`,
		sections: [
			'apple signal Bad pointer dereference | at 0x0000000000000004: ',
			'apple thread  | Thread 0: Cart.total@/src/Sources/Shop/Cart.swift:31, CartService.load@/src/Sources/Shop/CartService.swift:58, Main.main@/src/Sources/Shop/Main.swift:5',
		],
	},
	{
		name: 'a Swift server with a backtrace package',
		text: `Fatal error: no price: file /host/Sources/Shop/Cart.swift, line 33
0x7f3d3e89b3bf
0x5623cca3bcbb, closure #1 () -> () in Shop.Cart.total() throws -> Swift.Int at /host/Sources/Shop/Cart.swift:33
0x5623cca3b876, Shop.Cart.total() throws -> Swift.Int at /host/<compiler-generated>:0
0x5623cce24ba2, (extension in ConsoleKit):ConsoleKit.Command.run(using: inout ConsoleKit.Context) throws -> () at /host/.build/checkouts/console-kit/Sources/ConsoleKit/Command.swift:93`,
		sections: [
			'apple exception Fatal error | no price: Cart.total@/host/Sources/Shop/Cart.swift:33, Cart.total@, Command.run@/host/.build/checkouts/console-kit/Sources/ConsoleKit/Command.swift:93',
		],
	},
	{
		name: "Xcode's debugger",
		text: `Thread 4 Queue : com.apple.root.default-qos (concurrent)
#0	0x00000001016639bc in acme::Core::invoke(int, bool)::$_1::operator()() const at /src/core.mm:423
#1	0x0000000104a1b2c8 in closure #1 in CartViewModel.load() at /src/ios/CartViewModel.swift:58
#2	0x0000000104a1b3c8 in thunk for @escaping @callee_guaranteed () -> () ()
#3	0x0000000104a1b4c8 in -[ACMCart addItem:count:] at /src/ios/ACMCart.m:41
#4	[inlined] Price.format() at /src/ios/Price.swift:3
#5	0x0000000104a1b4d8 in partial apply for closure #1 in Cart.sync() at <compiler-generated>:0
#6	0x00000001857b4e1c in _dispatch_client_callout ()
Enqueued from com.apple.main-thread (Thread 1) Queue : com.apple.main-thread (serial)
#0	0x00000001857b4e1c in dispatch_async ()
#1	0x0000000104a1b4c8 in CartView.body.getter at /src/ios/CartView.swift:12`,
		sections: [
			'apple thread  | Thread 4: com.apple.root.default-qos (concurrent): Core.invoke@/src/core.mm:423, CartViewModel.load@/src/ios/CartViewModel.swift:58, thunk for @escaping @callee_guaranteed () -> ()@, ACMCart.addItem:count:@/src/ios/ACMCart.m:41, Price.format@/src/ios/Price.swift:3, Cart.sync@, _dispatch_client_callout@, gap, dispatch_async@, CartView.body@/src/ios/CartView.swift:12',
		],
	},
	{
		name: 'Python, with a cause',
		text: `Traceback (most recent call last):
  File "/data/user/0/com.example.shop/files/app/main.py", line 12, in start
    cart.load(items)
    ~~~~~~~~~^^^^^^^
  File "/data/user/0/com.example.shop/files/app/cart.py", line 31, in load
    return self.items["price"]
  [Previous line repeated 996 more times]
KeyError: 'price'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "main.py", line 14, in <module>
    raise CartError("no cart")
cart.errors.CartError: no cart`,
		sections: [
			"python exception KeyError | 'price': start@/data/user/0/com.example.shop/files/app/main.py:12, load@/data/user/0/com.example.shop/files/app/cart.py:31, elided",
			'python rethrow cart.errors.CartError | no cart: <module>@main.py:14',
		],
	},
	{
		name: 'Python, with a group of exceptions',
		text: `  + Exception Group Traceback (most recent call last):
  |   File "/app/cart.py", line 31, in total
  |     raise ExceptionGroup("eg", errors)
  | ExceptionGroup: eg (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/app/price.py", line 12, in one
    |     raise ValueError(1)
    | ValueError: 1
    +---------------- 2 ----------------
    | TypeError: 2
    +------------------------------------`,
		sections: [
			'python exception ExceptionGroup | eg (2 sub-exceptions): total@/app/cart.py:31',
			'python cause ValueError | 1: one@/app/price.py:12',
			'python suppressed TypeError | 2: ',
		],
	},
	{
		name: 'Go',
		text: `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x2 addr=0x0 pc=0x102a3b5c8]

goroutine 1 [running]:
main.(*Cart).Total(0xc000012345, {0x1, 0x2})
	/src/shop/cart.go:40 +0x1d
github.com/example/shop/store.Load.func1(...)
	/src/shop/store/store.go:12
created by main.main in goroutine 1
	/src/shop/main.go:9 +0x2c

goroutine 18 [select]:
net/http.(*conn).serve(0xc0)
	/usr/local/go/src/net/http/server.go:1995 +0x612
exit status 2`,
		sections: [
			'go exception panic | runtime error: invalid memory address or nil pointer dereference: ',
			'go thread  | goroutine 1 [running]: Cart.Total@/src/shop/cart.go:40, Load@/src/shop/store/store.go:12, main@/src/shop/main.go:9',
			'go thread  | goroutine 18 [select]: conn.serve@/usr/local/go/src/net/http/server.go:1995',
		],
	},
	{
		name: 'Rust',
		text: `stack backtrace:
   0: rust_begin_unwind
             at /rustc/0f1e/library/std/src/panicking.rs:645:5
   1: <shop::cart::Cart as core::fmt::Display>::fmt::h0123456789abcdef
             at ./src/cart.rs:31:9
   2:     0x55d0c1 - shop::main::{{closure}}
   3: shop::run
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`,
		sections: [
			'rust: rust_begin_unwind@/rustc/0f1e/library/std/src/panicking.rs:645, Cart.fmt@./src/cart.rs:31, shop.main@, shop.run@',
		],
	},
	{
		name: 'Rust without a backtrace',
		text: `thread 'main' panicked at src/cart.rs:31:9:
index out of bounds
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace
thread 'worker' panicked at 'no cart', src/cart.rs:40:5`,
		sections: [
			'rust exception panicked | index out of bounds: @src/cart.rs:31',
			'rust exception panicked | no cart: @src/cart.rs:40',
		],
	},
	{
		name: 'WinDbg',
		text: `0:000> kn
 # Child-SP          RetAddr               Call Site
00 000000d1\`4e2ff5a0 00007ff6\`1a2b3c4d     Shop!acme::Cart::total+0x1c [C:\\src\\cart.cpp @ 40]
WARNING: Stack unwind information not available. Following frames may be wrong.
01 000000d1\`4e2ff5f0 00007ff6\`1a2b3d5e     Shop!main+0x24`,
		sections: ['cpp: Cart.total@C:\\src\\cart.cpp:40, main@'],
	},
	{
		name: 'a debugger of managed code',
		text: `OS Thread Id: 0x1a2c (0)
        Child SP               IP Call Site
000000D1E4BFE8A8 00007FFB1A2B3C4D [HelperMethodFrame: 000000d1e4bfe8a8]
000000D1E4BFE9A0 00007FFAC1234567 Acme.Cart.Total(Int32) [C:\\src\\Cart.cs @ 31]
000000D1E4BFE9F0 00007FFAC1234890 Acme.Program.Main(System.String[])`,
		sections: ['dotnet thread  | 0x1a2c (0): Cart.Total@C:\\src\\Cart.cs:31, Program.Main@'],
	},
	{
		name: 'the tool sample',
		text: `Call graph:
    2763 Thread_123456   DispatchQueue_1: com.apple.main-thread  (serial)
    + 2763 main  (in Shop) + 120  [0x104e1a3b8]
    + ! 2701 Cart.total()  (in Shop) + 44  [0x104e1b5c8]  Cart.swift:31
    + 62 mach_msg2_trap  (in libsystem_kernel.dylib) + 8  [0x18f8f5bf8]
    2763 Thread_123461
      2763 ???  (in Shop)  load address 0x104e10000 + 0x1a2b4  [0x104e2a2b4]

Total number in stack (recursive counted multiple, when >=5):
        5       Cart.total()  (in Shop) + 0  [0x104e1b5c8]`,
		sections: [
			'unknown',
			'apple thread  | Thread_123456   DispatchQueue_1: com.apple.main-thread  (serial): main@, Cart.total@Cart.swift:31, mach_msg2_trap@',
			'apple thread  | Thread_123461: @',
		],
	},
];
