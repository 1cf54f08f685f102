import type { CrashSample, SampleFrame } from './reportSamples';

const hex = (number: number) => `0x${number.toString(16).padStart(9, '0')}`;
const size = 0x100000;

export function writeText(sample: CrashSample): string {
	const { images, thrown, message, termination } = sample;
	const line = ([image, offset, symbol, symbolOffset, file, number, inlined]: SampleFrame, index: number) => {
		const { name = '', base = 0 } = images[image] ?? {};
		const site = symbol === undefined ? `${hex(base)} + ${offset}` : `${symbol} + ${symbolOffset ?? 0}`;
		const place = file === undefined ? '' : ` (${file}:${number})`;
		return `${index}   ${name}   ${hex(base + offset)} ${site}${place}${inlined ? ' [inlined]' : ''}`;
	};
	return [
		`Exception Type:  ${sample.type} (${sample.signal})`,
		...(message === undefined ? [] : [`Application Specific Information: ${message}`]),
		...(termination
			? [`Termination Reason: ${termination.namespace} ${hex(termination.code)} ${termination.reason}`]
			: []),
		'Exception Codes: 0x1, 0x2',
		...(thrown ? [`*** Terminating app due to uncaught exception '${thrown.name}', reason: '${thrown.reason}'`] : []),
		...(sample.exceptionStack ? ['', 'Last Exception Backtrace:', ...sample.exceptionStack.map(line)] : []),
		...sample.threads.flatMap(({ name, queue, crashed, frames }, index) => {
			const title = [name, queue && `Dispatch queue: ${queue}`].filter((text) => text !== undefined).join('  ');
			return ['', `Thread ${index}${crashed ? ' Crashed' : ''}:${title && `: ${title}`}`, ...frames.map(line)];
		}),
		'',
		'Binary Images:',
		...images.map(
			({ name, base, uuid }) =>
				`${hex(base)} - ${hex(base + size - 1)} ${name} arm64  <${uuid.replaceAll('-', '')}> /Apps/${name}`,
		),
	].join('\n');
}

export function ipsBody(sample: CrashSample): object {
	const { images, thrown, message, termination } = sample;
	const frame = ([imageIndex, imageOffset, symbol, symbolLocation, sourceFile, sourceLine, inlined]: SampleFrame) => ({
		imageOffset,
		...(sourceLine === undefined ? {} : { sourceLine, sourceFile }),
		...(symbol === undefined ? {} : { symbol }),
		imageIndex,
		...(symbolLocation === undefined ? {} : { symbolLocation }),
		...(inlined ? { inline: true } : {}),
	});
	const reason = thrown && `*** Terminating app due to uncaught exception '${thrown.name}', reason: '${thrown.reason}'`;
	return {
		uptime: 59_000,
		exception: { codes: '0x1, 0x2', rawCodes: [1, 2], type: sample.type, signal: sample.signal },
		termination: termination
			? { flags: 0, code: termination.code, namespace: termination.namespace, reasons: [termination.reason] }
			: { flags: 0, code: 5, namespace: 'SIGNAL', indicator: 'Trace/BPT trap: 5' },
		...(message === undefined ? {} : { asi: { 'libswiftCore.dylib': [`${message}\n`] } }),
		...(reason === undefined ? {} : { asi: { CoreFoundation: [reason] } }),
		...(sample.exceptionStack ? { lastExceptionBacktrace: sample.exceptionStack.map(frame) } : {}),
		faultingThread: sample.threads.findIndex(({ crashed }) => crashed),
		threads: sample.threads.map(({ name, queue, crashed, frames }, id) => ({
			...(crashed
				? { triggered: true, threadState: { x: [{ value: 1 }], pc: { value: 2, matchesCrashFrame: 1 } } }
				: {}),
			id,
			...(name === undefined ? {} : { name }),
			...(queue === undefined ? {} : { queue }),
			frames: frames.map(frame),
		})),
		usedImages: images.map(({ name, base, uuid }) => ({
			source: 'P',
			arch: 'arm64',
			base,
			size,
			uuid,
			path: `/Apps/${name}`,
			name,
		})),
	};
}

export const ipsHeader = {
	app_name: 'Acme Shop',
	bug_type: '309',
	bundleID: 'com.acme.shop',
	os_version: 'iPhone OS 18.1 (22B83)',
};

/** Writes a crash as the two JSON documents of an `.ips` file. */
export function writeIps(sample: CrashSample, indentation = 2): string {
	return `${JSON.stringify(ipsHeader)}\n${JSON.stringify(ipsBody(sample), undefined, indentation).replaceAll('/', '\\/')}\n`;
}

const machNumbers: Readonly<Record<string, number>> = { EXC_BAD_ACCESS: 1, EXC_BREAKPOINT: 6, EXC_CRASH: 10 };
const signalNumbers: Readonly<Record<string, number>> = { SIGTRAP: 5, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11 };

export function crashDiagnostic(sample: CrashSample): object {
	return {
		version: '1.0.0',
		callStackTree: callStackTree(sample),
		diagnosticMetaData: {
			appVersion: '3.1',
			exceptionType: machNumbers[sample.type],
			signal: signalNumbers[sample.signal],
			exceptionCode: 0,
			terminationReason: 'Namespace SIGNAL, Code 0x5',
			...(sample.thrown
				? { exceptionReason: { exceptionName: sample.thrown.name, composedMessage: sample.thrown.reason } }
				: {}),
			platformArchitecture: 'arm64',
		},
	};
}

/** Returns the call stacks of a crash, whose innermost frame comes first. */
export function callStackTree({ images, threads }: CrashSample): object {
	const nested = (frames: readonly SampleFrame[]): object[] => {
		const [first, ...others] = frames;
		if (!first) {
			return [];
		}
		const [index, offset] = first;
		const { name = '', uuid = '', base = 0 } = images[index] ?? {};
		return [
			{
				binaryUUID: uuid.toUpperCase(),
				offsetIntoBinaryTextSegment: offset,
				sampleCount: 1,
				...(others.length > 0 ? { subFrames: nested(others) } : {}),
				binaryName: name,
				address: base + offset,
			},
		];
	};
	return {
		callStacks: threads.map(({ crashed, frames }) => ({
			threadAttributed: crashed === true,
			callStackRootFrames: nested(frames),
		})),
		callStackPerThread: true,
	};
}
