import { oddTexts } from '../../world/oddTexts';
import { type AppleFrame, crash, library, own, reported, unknown } from '../apple';
import type { ErrorKinds } from '../errorKind';
import { iosFrames as frames } from './frames';

const mainLoop: readonly AppleFrame[] = [
	library('CoreFoundation', '__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__ + 28'),
	library('CoreFoundation', '__CFRunLoopDoSource0 + 172'),
	library('CoreFoundation', '__CFRunLoopRun + 840'),
	library('CoreFoundation', 'CFRunLoopRunSpecific + 572'),
	library('GraphicsServices', 'GSEventRunModal + 168'),
	library('UIKitCore', '-[UIApplication _run] + 816'),
	library('UIKitCore', 'UIApplicationMain + 336'),
	library('UIKitCore', 'static UIApplicationDelegate.main() + 120'),
	unknown(0x4a10),
	library('dyld', 'start + 7184'),
];

const touch: readonly AppleFrame[] = [
	library('UIKitCore', '-[UIApplication sendAction:to:from:forEvent:] + 100'),
	library('UIKitCore', '-[UIControl sendAction:to:forEvent:] + 112'),
	library('UIKitCore', '-[UIControl _sendActionsForEvents:withEvent:] + 324'),
	library('UIKitCore', '-[UIButton _sendActionsForEvents:withEvent:] + 124'),
	library('UIKitCore', '-[UIControl touchesEnded:withEvent:] + 400'),
	library('UIKitCore', '-[UIWindow _sendTouchesForEvent:] + 852'),
	library('UIKitCore', '-[UIWindow sendEvent:] + 2936'),
	library('UIKitCore', '-[UIApplication sendEvent:] + 376'),
	library('UIKitCore', '__dispatchPreprocessedEventFromEventQueue + 1048'),
	...mainLoop,
];

const viewAppearing: readonly AppleFrame[] = [
	library('UIKitCore', '-[UIViewController _sendViewDidLoadWithAppearanceProxyObjectTaggingEnabled] + 84'),
	library('UIKitCore', '-[UIViewController loadViewIfRequired] + 1664'),
	library('UIKitCore', '-[UINavigationController _layoutViewController:] + 1304'),
	library('UIKitCore', '-[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2348'),
	...mainLoop,
];

const task: readonly AppleFrame[] = [
	library('libswift_Concurrency.dylib', 'swift::runJobInEstablishedExecutorContext(swift::Job*) + 292'),
	library('libswift_Concurrency.dylib', 'swift_job_runImpl(swift::Job*, swift::SerialExecutorRef) + 156'),
	library('libdispatch.dylib', '_dispatch_root_queue_drain + 364'),
	library('libdispatch.dylib', '_dispatch_worker_thread2 + 156'),
	library('libsystem_pthread.dylib', '_pthread_wqthread + 224'),
	library('libsystem_pthread.dylib', 'start_wqthread + 8'),
];

const queue: readonly AppleFrame[] = [
	library('libdispatch.dylib', '_dispatch_call_block_and_release + 32'),
	library('libdispatch.dylib', '_dispatch_client_callout + 16'),
	library('libdispatch.dylib', '_dispatch_lane_serial_drain + 740'),
	library('libdispatch.dylib', '_dispatch_lane_invoke + 388'),
	library('libdispatch.dylib', '_dispatch_workloop_worker_thread + 540'),
	library('libsystem_pthread.dylib', '_pthread_wqthread + 292'),
	library('libsystem_pthread.dylib', 'start_wqthread + 8'),
];

const failure = library('libswiftCore.dylib', '_assertionFailure(_:_:file:line:flags:) + 176');

/** How a program ends after an exception that nobody caught. */
const aborted: readonly AppleFrame[] = [
	library('libsystem_kernel.dylib', '__pthread_kill + 8'),
	library('libsystem_pthread.dylib', 'pthread_kill + 268'),
	library('libsystem_c.dylib', 'abort + 124'),
	library('libc++abi.dylib', 'abort_message + 132'),
	library('libc++abi.dylib', 'demangling_terminate_handler() + 320'),
	library('libobjc.A.dylib', '_objc_terminate() + 172'),
	library('libc++abi.dylib', 'std::__terminate(void (*)()) + 16'),
	library('libc++abi.dylib', 'std::terminate() + 108'),
	library('libobjc.A.dylib', 'objc_terminate + 16'),
	...mainLoop,
];

const thrown = [
	library('CoreFoundation', '__exceptionPreprocess + 164'),
	library('libobjc.A.dylib', 'objc_exception_throw + 88'),
];

const trap = { type: 'EXC_BREAKPOINT (SIGTRAP)', codes: 'TRAP_BRKPT' };
const exception = { type: 'EXC_CRASH (SIGABRT)', codes: '#0', crashed: aborted };

const reduce = library('libswiftCore.dylib', 'Sequence.reduce<A>(_:_:) + 224');
const map = library('libswiftCore.dylib', 'Collection.map<A, B>(_:) + 692');
const total = [own(frames.addLine), reduce, own(frames.sum), own(frames.showTotal)];

/** Shop for iOS. */
export const iosKinds: ErrorKinds = [
	crash('EXC_BREAKPOINT in CartTotals.sum()', {
		...trap,
		crashed: [...total, own(frames.viewLoaded), ...viewAppearing],
	}),
	crash('Index out of range', {
		...trap,
		information: () => 'Fatal error: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 690',
		crashed: [failure, own(frames.discountedLine), own(frames.findLine), ...touch],
	}),
	reported(
		(draws) => `Price request failed with status ${draws.pick([500, 502, 503, 503, 429])}`,
		(draws) => [
			['NSLocalizedDescription', 'The prices could not be loaded.'],
			['NSErrorDomain', 'com.example.shop.pricing'],
			['retry.count', String(draws.below(4))],
			['products', String(draws.between(1, 40))],
		],
	),
	crash('NSInvalidArgumentException', {
		...exception,
		information: () =>
			"*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '*** -[__NSDictionaryM setObject:forKey:]: object cannot be nil (key: https://img.example.com/p/1.png)'",
		thrownAt: [
			...thrown,
			library('CoreFoundation', '-[__NSDictionaryM setObject:forKey:] + 956'),
			own(frames.storeImage),
			...queue,
		],
	}),
	crash('Unexpectedly found nil', {
		...trap,
		information: () =>
			'Shop/CheckoutViewController.swift:25: Fatal error: Unexpectedly found nil while implicitly unwrapping an Optional value',
		crashed: [failure, own(frames.readCoupon), ...touch],
	}),
	crash(
		'EXC_BREAKPOINT in CheckoutViewController.show(_:)',
		{ ...trap, crashed: [...total, own(frames.showLines), ...mainLoop] },
		{ since: '2.3.0' },
	),
	reported(
		(draws) => `Search failed: ${draws.pick(oddTexts)}`,
		(draws) => [
			['query', draws.pick(oddTexts)],
			['NSLocalizedDescription', 'Nichts gefunden – “0” Treffer'],
		],
	),
	crash('NSGenericException', {
		...exception,
		information: (draws) =>
			`*** Terminating app due to uncaught exception 'NSGenericException', reason: '*** Collection <__NSArrayM: 0x${draws.hex(9)}> was mutated while being enumerated.'`,
		thrownAt: [
			...thrown,
			library('CoreFoundation', '__NSFastEnumerationMutationHandler + 124'),
			own(frames.removeWhileCounting),
			own(frames.memoryWarning),
			library('UIKitCore', '-[UIApplication _performMemoryWarning] + 136'),
			...mainLoop,
		],
	}),
	crash(
		'Orders are not JSON',
		{
			...trap,
			thread: 2,
			information: () =>
				'Shop/OrderQueue.swift:24: Fatal error: \'try!\' expression unexpectedly raised an error: Swift.DecodingError.dataCorrupted(Swift.DecodingError.Context(codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: nil))',
			crashed: [failure, own(frames.decodeOrders), ...queue],
		},
		{ spikes: true },
	),
	crash('No orders file', {
		...trap,
		thread: 1,
		information: () =>
			'Shop/OrderQueue.swift:23: Fatal error: \'try!\' expression unexpectedly raised an error: Error Domain=NSCocoaErrorDomain Code=260 "The file “orders.json” couldn’t be opened because there is no such file."',
		crashed: [failure, own(frames.readOrders), ...queue],
	}),
	crash(
		'Division by zero',
		{
			...trap,
			information: () => 'Swift/arm64e-apple-ios.swiftinterface:37268: Fatal error: Division by zero',
			crashed: [failure, own(frames.share), map, own(frames.shares), own(frames.showShares), ...touch],
		},
		{ since: '2.4.0' },
	),
	crash(
		'Could not cast NSURLResponse',
		{
			type: 'EXC_CRASH (SIGABRT)',
			codes: '#0',
			thread: 3,
			information: () =>
				"Could not cast value of type 'NSURLResponse' (0x1e8f3a2d8) to 'NSHTTPURLResponse' (0x1e8f3a300).",
			crashed: [
				...aborted.slice(0, 3),
				library('libswiftCore.dylib', 'swift_dynamicCastFailure + 92'),
				library('libswiftCore.dylib', 'swift_dynamicCastObjCClassUnconditional + 204'),
				own(frames.castResponse),
				own(frames.refresh),
				...task,
			],
		},
		{ since: '2.4.0' },
	),
	crash('Remove first from empty', {
		...trap,
		thread: 2,
		information: () =>
			"Swift/RangeReplaceableCollection.swift:624: Fatal error: Can't remove first element from an empty collection",
		crashed: [
			failure,
			own(frames.removeSent),
			library('libdispatch.dylib', '_dispatch_lane_barrier_sync_invoke_and_complete + 56'),
			own(frames.afterSending),
			...queue,
		],
	}),
	crash('EXC_BAD_ACCESS', {
		type: 'EXC_BAD_ACCESS (SIGSEGV)',
		codes: 'SEGV_ACCERR',
		thread: 1,
		crashed: [
			library('libobjc.A.dylib', 'objc_msgSend + 32'),
			library('CoreFoundation', '-[__NSArrayM insertObject:atIndex:] + 1140'),
			own(frames.addRecent),
			...queue,
		],
	}),
	// A build whose symbols nobody kept.
	crash(
		'EXC_BREAKPOINT without symbols',
		{ ...trap, crashed: [unknown(0x1b1f0), unknown(0x1b064), unknown(0x9c44), ...touch] },
		{ since: '2.4.1' },
	),
];
