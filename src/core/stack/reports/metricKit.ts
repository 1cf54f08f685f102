import { type CooperativeTask, itemsPerYield } from '../../common/cooperativeTask';
import {
	addDetails,
	addFrames,
	addImages,
	addUncaught,
	imageName,
	type ReportFrame,
	type ReportImage,
} from './appleLayout';
import type { NodeReader, ReportNode } from './reportNode';
import type { ReportText } from './reportText';

/** Kinds of diagnostics without an exception. Each kind has a metadata property that no other kind has. */
const kinds = [
	['hangDuration', 'MXHangDiagnostic'],
	['totalCPUTime', 'MXCPUExceptionDiagnostic'],
	['writesCaused', 'MXDiskWriteExceptionDiagnostic'],
	['launchDuration', 'MXAppLaunchDiagnostic'],
] as const;

/** Mach exceptions by number (`mach/exception_types.h`). */
const exceptions: Readonly<Record<string, string>> = {
	1: 'EXC_BAD_ACCESS',
	2: 'EXC_BAD_INSTRUCTION',
	3: 'EXC_ARITHMETIC',
	4: 'EXC_EMULATION',
	5: 'EXC_SOFTWARE',
	6: 'EXC_BREAKPOINT',
	7: 'EXC_SYSCALL',
	8: 'EXC_MACH_SYSCALL',
	9: 'EXC_RPC_ALERT',
	10: 'EXC_CRASH',
	11: 'EXC_RESOURCE',
	12: 'EXC_GUARD',
	13: 'EXC_CORPSE_NOTIFY',
};

/** Signals by number (Darwin's `sys/signal.h`). */
const signals: Readonly<Record<string, string>> = {
	1: 'SIGHUP',
	2: 'SIGINT',
	3: 'SIGQUIT',
	4: 'SIGILL',
	5: 'SIGTRAP',
	6: 'SIGABRT',
	7: 'SIGEMT',
	8: 'SIGFPE',
	9: 'SIGKILL',
	10: 'SIGBUS',
	11: 'SIGSEGV',
	12: 'SIGSYS',
	13: 'SIGPIPE',
	15: 'SIGTERM',
};

const outermost = new Set(['dyld', 'libdyld.dylib', 'libsystem_pthread.dylib']);

/** Minimum value of a load address. Some versions of MetricKit write a load address instead of an offset. */
const minLoadAddress = 0x1_0000_0000n;

export function isMetricKit(reader: NodeReader, node: ReportNode): boolean {
	return reader
		.items(stacksOf(reader, node))
		.some((stack) => reader.member(stack, 'callStackRootFrames') !== undefined);
}

function stacksOf(reader: NodeReader, node: ReportNode): ReportNode | undefined {
	return reader.member(reader.member(node, 'callStackTree') ?? node, 'callStacks');
}

export function* writingMetricKit(out: ReportText, diagnostic: ReportNode): CooperativeTask<void> {
	const { reader } = out;
	const meta = reader.member(diagnostic, 'diagnosticMetaData');
	const isCrash = addHeaders(out, meta);
	const architecture = reader.string(reader.member(meta, 'platformArchitecture')) || 'arm64';
	const images = new Map<string, ReportImage>();
	for (const [index, stack] of reader.items(stacksOf(reader, diagnostic)).entries()) {
		out.moveTo(stack.start);
		const isAttributed = reader.isTrue(reader.member(stack, 'threadAttributed'));
		out.line('');
		out.line(`Thread ${index}${isAttributed ? (isCrash ? ' Crashed' : ' Attributed') : ''}:`);
		const frames: ReportFrame[] = [];
		let isTree = false;
		for (let list = reader.member(stack, 'callStackRootFrames'); list; ) {
			if (frames.length % itemsPerYield === 0) {
				yield;
			}
			const node = heaviest(reader, list);
			if (node === undefined) {
				break;
			}
			isTree ||= reader.items(list).length > 1;
			frames.push(frameOf(reader, node, architecture, images));
			list = reader.member(node, 'subFrames');
		}
		yield* addFrames(out, beginsOutside(frames, isCrash && !isTree) ? frames.reverse() : frames);
	}
	addImages(out, images.values());
}

function addHeaders(out: ReportText, meta: ReportNode | undefined): boolean {
	const { reader } = out;
	const word = (name: string) => {
		const node = reader.member(meta, name);
		return reader.string(node) || String(reader.number(node) ?? '');
	};
	const kind = kinds.find(([name]) => reader.member(meta, name) !== undefined);
	const [number, signalNumber] = [word('exceptionType'), word('signal')];
	if (number === '' && signalNumber === '' && kind) {
		const [name, type] = kind;
		out.line(`Exception Type:  ${type}`);
		out.line(`${name}: ${word(name)}`);
		return false;
	}
	const signal = signals[signalNumber] ?? signalNumber;
	const type = exceptions[number] ?? signal;
	if (type !== '') {
		out.line(`Exception Type:  ${type}${signal === '' || signal === type ? '' : ` (${signal})`}`);
	}
	const thrown = reader.member(meta, 'exceptionReason');
	const text = (name: string) => reader.string(reader.member(thrown, name));
	const message = text('composedMessage') || reader.string(thrown);
	const name = text('exceptionName') || text('exceptionType') || text('className');
	if (name === '') {
		addDetails(out, [message]);
	}
	out.line(`Termination Reason: ${word('terminationReason')}`);
	out.line(`Exception Codes: ${word('exceptionCode')}`);
	if (name !== '') {
		addUncaught(out, name, message);
	}
	return true;
}

/** Returns the frame with the most samples. */
function heaviest(reader: NodeReader, list: ReportNode): ReportNode | undefined {
	let found: ReportNode | undefined;
	let most = -1;
	for (const node of reader.items(list)) {
		const samples = reader.number(reader.member(node, 'sampleCount')) ?? 0;
		if (samples > most) {
			found = node;
			most = samples;
		}
	}
	return found;
}

function frameOf(
	reader: NodeReader,
	node: ReportNode,
	architecture: string,
	images: Map<string, ReportImage>,
): ReportFrame {
	const written = reader.address(reader.member(node, 'offsetIntoBinaryTextSegment'));
	const address = reader.address(reader.member(node, 'address'));
	const isLoadAddress = written >= minLoadAddress && written <= address;
	const offset = isLoadAddress ? address - written : written;
	const uuid = reader.string(reader.member(node, 'binaryUUID'));
	const name = reader.string(reader.member(node, 'binaryName')) || uuid;
	const id = `${uuid} ${name}`;
	let image = images.get(id);
	if (!image) {
		const base = address > offset ? address - offset : 0n;
		image = { name: imageName(name), base, size: 0, uuid, architecture, path: '' };
		images.set(id, image);
	}
	return { node, image, offset: Number(offset) };
}

/** Returns true if the outermost frame comes first, as in most sampled call trees but not in crashes. */
function beginsOutside(frames: readonly ReportFrame[], isCrash: boolean): boolean {
	const isOutermost = (frame: ReportFrame | undefined) => outermost.has(frame?.image?.name ?? '');
	const [first, last] = [isOutermost(frames[0]), isOutermost(frames.at(-1))];
	return first === last ? !isCrash : first;
}
