export interface CrashSample {
	readonly name: string;
	readonly type: string;
	readonly signal: string;
	/** Message of the exception or the runtime, which is the text of the header. */
	readonly message?: string;
	readonly thrown?: { readonly name: string; readonly reason: string };
	readonly termination?: { readonly namespace: string; readonly code: number; readonly reason: string };
	readonly images: readonly SampleImage[];
	readonly threads: readonly SampleThread[];
	readonly exceptionStack?: readonly SampleFrame[];
}

export interface SampleImage {
	readonly name: string;
	readonly uuid: string;
	readonly base: number;
}

interface SampleThread {
	readonly name?: string;
	readonly queue?: string;
	readonly crashed?: boolean;
	readonly frames: readonly SampleFrame[];
}

export type SampleFrame = readonly [
	image: number,
	offset: number,
	symbol?: string,
	symbolOffset?: number,
	file?: string,
	line?: number,
	inlined?: boolean,
];

const app: SampleImage = { name: 'Acme Shop', uuid: '7db87ed2-1ab1-356a-93e5-a0c946152068', base: 0x104bd0000 };
const swift: SampleImage = {
	name: 'libswiftCore.dylib',
	uuid: '69dac9c7-ddaf-318e-b068-be596d142a2f',
	base: 0x1a0a30000,
};
const kernel: SampleImage = {
	name: 'libsystem_kernel.dylib',
	uuid: '79dac9c7-ddaf-318e-b068-be596d142a2f',
	base: 0x19ab50000,
};
const foundation: SampleImage = {
	name: 'CoreFoundation',
	uuid: '89dac9c7-ddaf-318e-b068-be596d142a2f',
	base: 0x1850a0000,
};
const dyld: SampleImage = { name: 'dyld', uuid: '99dac9c7-ddaf-318e-b068-be596d142a2f', base: 0x1be400000 };
const images = [app, swift, kernel, foundation, dyld];

const start: SampleFrame = [4, 1234, 'start', 7104];
const waiting: SampleThread = {
	queue: 'com.apple.main-thread',
	frames: [[2, 8508, 'mach_msg2_trap', 8], [3, 4096, 'CFRunLoopRunSpecific', 572], start],
};
const assertion: SampleFrame = [1, 235_712, '_assertionFailure(_:_:file:line:flags:)', 264];
const trap = { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP', images };
const abort = { type: 'EXC_CRASH', signal: 'SIGABRT', images };

export const crashSamples: readonly CrashSample[] = [
	{
		...trap,
		name: 'a failed Swift assertion on a background thread',
		message: 'AcmeShop/Cart.swift:41: Fatal error: Unexpectedly found nil while unwrapping an Optional value',
		threads: [
			waiting,
			{
				crashed: true,
				queue: 'com.apple.NSURLSession-delegate',
				frames: [
					assertion,
					[0, 50_364, 'closure #1 in Cart.load(id:)', 1568, 'Cart.swift', 41],
					[0, 57_660, 'thunk for @escaping @callee_guaranteed (@guaranteed Data?) -> ()', 128],
					[0, 437_380],
				],
			},
		],
	},
	{
		...trap,
		name: 'a Swift async function on the first thread',
		message: 'AcmeShop/Session.swift:7: Fatal error: Index out of range',
		threads: [
			{
				crashed: true,
				name: 'com.apple.main-thread',
				frames: [
					assertion,
					[0, 81_920, '(3) suspend resume partial function for Session.refresh()', 88, 'Session.swift', 7],
					start,
				],
			},
		],
	},
	{
		...abort,
		name: 'an uncaught Objective-C exception with its own stack',
		thrown: {
			name: 'NSInvalidArgumentException',
			reason: '-[ACMCart addItem:]: unrecognized selector sent to instance',
		},
		exceptionStack: [
			[3, 1_234_000, '__exceptionPreprocess', 164],
			[3, 1_235_000, '-[NSObject(NSObject) doesNotRecognizeSelector:]', 0],
			[0, 70_000, '-[ACMCart addItem:count:]', 112, 'ACMCart.m', 41],
			start,
		],
		threads: [
			{ crashed: true, queue: 'com.apple.main-thread', frames: [[2, 40_000, '__pthread_kill', 8], start] },
			waiting,
		],
	},
	{
		...abort,
		name: 'a process that the watchdog terminated',
		signal: 'SIGKILL',
		termination: {
			namespace: 'FRONTBOARD',
			code: 0x8badf00d,
			reason: 'scene-update watchdog transgression: exhausted real (wall clock) time allowance of 10.00 seconds',
		},
		threads: [
			{
				crashed: true,
				queue: 'com.apple.main-thread',
				frames: [[2, 8508, 'semaphore_wait_trap', 8], [0, 12_345, 'Sync.waitForAll()', 60, 'Sync.swift', 99], start],
			},
		],
	},
	{
		...trap,
		name: 'frames without symbols',
		type: 'EXC_BAD_ACCESS',
		signal: 'SIGSEGV',
		message: 'KERN_INVALID_ADDRESS at 0x0000000000000010',
		threads: [
			{
				crashed: true,
				frames: [
					[0, 812_344],
					[0, 812_001],
					[4, 1234],
				],
			},
			waiting,
		],
	},
	{
		...trap,
		name: 'inlined frames',
		threads: [
			{
				crashed: true,
				frames: [
					[0, 4000, 'Price.format()', 20, 'Price.swift', 12, true],
					[0, 4000, 'Cart.total.getter', 20, 'Cart.swift', 77],
					start,
				],
			},
		],
	},
	{
		...abort,
		name: 'C++ in a framework with a version in its name',
		message: 'terminating due to uncaught exception of type std::out_of_range: vector',
		images: [
			app,
			{ name: 'AcmeCore 2', uuid: '11dac9c7-ddaf-318e-b068-be596d142a2f', base: 0x108000000 },
			kernel,
			foundation,
			dyld,
		],
		threads: [
			{
				crashed: true,
				frames: [[2, 1, 'abort', 4], [1, 500, 'acme::Cart::total(int) const', 44, 'cart.cpp', 40], start],
			},
		],
	},
	{
		...trap,
		name: 'names that are not ASCII',
		images: [{ ...app, name: 'Café – Acme' }, swift, kernel, foundation, dyld],
		threads: [{ crashed: true, frames: [[0, 900, 'Größe.berechne(für:)', 4, 'Größe.swift', 3], start] }],
	},
	{
		...trap,
		name: 'a file path with slashes',
		threads: [
			{ crashed: true, frames: [[0, 900, 'static Cart.make()', 4, '/Users/ci/shop/Sources/Cart.swift', 3], start] },
		],
	},
	{
		...trap,
		name: 'many threads',
		threads: [
			...Array.from({ length: 40 }, () => waiting),
			{ crashed: true, name: 'loader', frames: [[0, 900, 'Loader.run()', 4, 'Loader.swift', 30], start] },
			waiting,
		],
	},
];

/** Returns the crash without symbols and thread names, as MetricKit reports it. */
export function withoutSymbols(sample: CrashSample): CrashSample {
	const threads = sample.threads.map(({ crashed, frames }) => ({
		crashed: crashed === true,
		frames: frames.map(([image, offset]): SampleFrame => [image, offset]),
	}));
	return { ...sample, threads };
}
