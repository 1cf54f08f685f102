import type { CooperativeTask } from '../../common/cooperativeTask';
import { addDetails, addFrames, addImages, type ReportFrame, type ReportImage } from './appleLayout';
import type { NodeReader, ReportNode } from './reportNode';
import type { ReportText } from './reportText';

/** Maximum number of terminated processes to list. In most reports, only one process was terminated. */
const maxProcesses = 8;
const bytesPerMegabyte = 2 ** 20;
const noFrames = 'This report contains no stack frames of an app.';

/** Returns true if the object is the body of a jetsam event report, which lists the memory use of all processes. */
export function isJetsamEvent(reader: NodeReader, node: ReportNode): boolean {
	const [first] = reader.items(reader.member(node, 'processes'));
	return reader.member(first, 'rpages') !== undefined;
}

export function* writingJetsamEvent(out: ReportText, body: ReportNode): CooperativeTask<void> {
	const { reader } = out;
	yield;
	const status = reader.member(body, 'memoryStatus');
	const pageSize = reader.number(reader.member(status, 'pageSize') ?? reader.member(body, 'pageSize'));
	const terminated = reader
		.items(reader.member(body, 'processes'))
		.filter((process) => reader.member(process, 'reason') ?? reader.member(process, 'killDelta'));
	const isFrontmost = (process: ReportNode) =>
		reader.items(reader.member(process, 'states')).some((state) => reader.string(state) === 'frontmost');
	const ordered = [...terminated.filter(isFrontmost), ...terminated.filter((process) => !isFrontmost(process))];
	const lines = ordered.slice(0, maxProcesses).flatMap((process) => {
		const name = reader.string(reader.member(process, 'name'));
		const reason = reader.string(reader.member(process, 'reason'));
		return [reason === '' ? name : `${name}: ${reason}`, memoryOf(reader, process, pageSize)];
	});
	const largest = reader.string(reader.member(body, 'largestProcess'));
	out.line('Exception Type:  Jetsam');
	addDetails(out, [...lines, largest === '' ? '' : `Largest process: ${largest}`]);
}

function memoryOf(reader: NodeReader, process: ReportNode, pageSize: number | undefined): string {
	const pages = reader.number(reader.member(process, 'rpages'));
	if (pages === undefined) {
		return '';
	}
	return pageSize === undefined
		? `Memory: ${pages} pages`
		: `Memory: ${Math.round((pages * pageSize) / bytesPerMegabyte)} MB (${pages} pages of ${pageSize} bytes)`;
}

export function isKernelPanic(reader: NodeReader, node: ReportNode): boolean {
	return panicText(reader, node) !== '' && ['build', 'product'].some((name) => reader.member(node, name));
}

function panicText(reader: NodeReader, body: ReportNode): string {
	return reader.string(reader.member(body, 'panicString') ?? reader.member(body, 'macOSPanicString'));
}

export function* writingKernelPanic(out: ReportText, body: ReportNode): CooperativeTask<void> {
	yield;
	const text = panicText(out.reader, body);
	const [first = ''] = text.split('\n', 1);
	const task = /Panicked task 0x[\da-f]{1,16}: [^\n:]{1,100}: pid \d{1,9}: ([^\n]{1,200})/.exec(text)?.[1];
	out.line('Exception Type:  Kernel panic');
	addDetails(out, [
		first.replace(/^panic\([^()]{1,100}\): /, '').replace(/^"(.*)"$/, '$1'),
		task === undefined ? '' : `Panicked task: ${task}`,
		noFrames,
	]);
}

export function isStackshot(reader: NodeReader, node: ReportNode): boolean {
	const [first] = reader.items(reader.member(node, 'processByPid'));
	return reader.member(first, 'threadById') !== undefined;
}

/** Writes the threads of the app in the foreground. Other processes belong to the system or to other apps. */
export function* writingStackshot(out: ReportText, body: ReportNode): CooperativeTask<void> {
	const { reader } = out;
	const images = reader.items(reader.member(body, 'binaryImages'));
	const frontmost = new Set(
		reader.items(reader.member(body, 'frontmostPids')).map((pid) => String(reader.number(pid) ?? '')),
	);
	const processes = reader
		.items(reader.member(body, 'processByPid'))
		.filter((process) => frontmost.has(String(reader.number(reader.member(process, 'pid')) ?? '')));
	const threads = processes.map((process) => reader.items(reader.member(process, 'threadById')));
	out.line('Exception Type:  Stackshot');
	addDetails(out, [
		reader.string(reader.member(body, 'reason')),
		...processes.map((process) => reader.string(reader.member(process, 'procname'))),
		threads.some((list) => list.length > 0) ? '' : noFrames,
	]);
	const used = new Map<number, ReportImage>();
	for (const [index, process] of processes.entries()) {
		const name = reader.string(reader.member(process, 'procname'));
		const main = mainImage(reader, threads[index] ?? [], images);
		yield* addThreads(out, threads[index] ?? [], { images, used, main, name });
	}
	addImages(out, used.values());
}

interface ProcessImages {
	readonly images: readonly ReportNode[];
	readonly used: Map<number, ReportImage>;
	/** Index of the executable in `images`. */
	readonly main: number;
	/** Name of the process, used as the name of its executable. The report identifies other images only by UUID. */
	readonly name: string;
}

function* addThreads(out: ReportText, threads: readonly ReportNode[], process: ProcessImages): CooperativeTask<void> {
	const { reader } = out;
	for (const [index, thread] of threads.entries()) {
		out.moveTo(thread.start);
		const queue = reader.string(reader.member(thread, 'dispatch_queue_label'));
		const name = reader.string(reader.member(thread, 'name'));
		const title = [name, queue && `Dispatch queue: ${queue}`].filter((text) => text !== '').join('  ');
		const isMain = queue === 'com.apple.main-thread';
		out.line('');
		out.line(`Thread ${index}${isMain ? ' Attributed' : ''}:${title === '' ? '' : `: ${title}`}`);
		const frames = reader.items(reader.member(thread, 'userFrames'));
		yield* addFrames(out, framesOf(reader, frames, process));
	}
}

function* framesOf(reader: NodeReader, frames: readonly ReportNode[], process: ProcessImages): Iterable<ReportFrame> {
	for (const node of frames) {
		const [, offset] = reader.items(node);
		yield { node, image: imageOf(reader, node, process), offset: reader.number(offset) ?? 0 };
	}
}

const sharedCache = 'dyld_shared_cache';

/**
 * Returns the index of the image that contains the outermost frame outside the shared cache. Searches the main thread
 * first.
 */
function mainImage(reader: NodeReader, threads: readonly ReportNode[], images: readonly ReportNode[]): number {
	for (const thread of threads) {
		for (const frame of [...reader.items(reader.member(thread, 'userFrames'))].reverse()) {
			const index = imageIndex(reader, frame);
			if (isOfProcess(reader, images[index])) {
				return index;
			}
		}
	}
	return -1;
}

function imageIndex(reader: NodeReader, frame: ReportNode): number {
	return reader.number(reader.items(frame)[0]) ?? -1;
}

function isOfProcess(reader: NodeReader, image: ReportNode | undefined): boolean {
	return reader.string(reader.items(image)[2]) === 'P';
}

function imageOf(
	reader: NodeReader,
	frame: ReportNode,
	{ images, used, main, name }: ProcessImages,
): ReportImage | undefined {
	const index = imageIndex(reader, frame);
	const listed = images[index];
	if (used.has(index) || listed === undefined) {
		return used.get(index);
	}
	const [id, base] = reader.items(listed);
	const uuid = reader.string(id);
	const image = {
		name: !isOfProcess(reader, listed) ? sharedCache : index === main ? name : uuid,
		base: reader.address(base),
		size: 0,
		uuid,
		architecture: 'arm64',
		path: '',
	};
	used.set(index, image);
	return image;
}
