import type { CooperativeTask } from '../../common/cooperativeTask';
import {
	addDetails,
	addFrames,
	addImages,
	addUncaught,
	hex,
	imageName,
	type ReportFrame,
	type ReportImage,
} from './appleLayout';
import type { NodeReader, ReportNode } from './reportNode';
import type { ReportText } from './reportText';

const uncaught = '*** Terminating app due to uncaught exception ';

/** Returns true if the object is the body of an `.ips` crash report, whose frames contain indexes of images. */
export function isIps(reader: NodeReader, node: ReportNode): boolean {
	const isStack = (frames: ReportNode | undefined) => {
		const [first] = reader.items(frames);
		return ['imageIndex', 'imageOffset'].some((name) => reader.member(first, name) !== undefined);
	};
	return (
		isStack(reader.member(node, 'lastExceptionBacktrace')) ||
		reader.items(reader.member(node, 'threads')).some((thread) => isStack(reader.member(thread, 'frames')))
	);
}

export function* writingIps(out: ReportText, body: ReportNode): CooperativeTask<void> {
	const { reader } = out;
	const images = reader.items(reader.member(body, 'usedImages')).map((node) => imageOf(reader, node));
	const hasException = addHeaders(out, body);
	const last = reader.member(body, 'lastExceptionBacktrace');
	if (last) {
		out.line('');
		out.line('Last Exception Backtrace:');
		yield* addFrames(out, framesOf(reader, last, images));
	} else if (hasException) {
		yield* addBacktraces(out, reader.items(reader.member(body, 'asiBacktraces')));
	}
	const faulting = reader.number(reader.member(body, 'faultingThread'));
	for (const [index, thread] of reader.items(reader.member(body, 'threads')).entries()) {
		out.moveTo(thread.start);
		const triggered = reader.member(thread, 'triggered');
		const crashed = triggered ? reader.isTrue(triggered) : faulting === index;
		const name = reader.string(reader.member(thread, 'name'));
		const queue = reader.string(reader.member(thread, 'queue'));
		const title = [name, queue && `Dispatch queue: ${queue}`].filter((text) => text !== '').join('  ');
		out.line('');
		out.line(`Thread ${index}${crashed ? ' Crashed' : ''}:${title === '' ? '' : `: ${title}`}`);
		yield* addFrames(out, framesOf(reader, reader.member(thread, 'frames'), images));
	}
	addImages(out, images);
}

function addHeaders(out: ReportText, body: ReportNode): boolean {
	const { reader } = out;
	const exception = reader.member(body, 'exception');
	const text = (node: ReportNode | undefined, name: string) => reader.string(reader.member(node, name));
	const signal = text(exception, 'signal');
	const type = text(exception, 'type') || signal;
	if (type !== '') {
		out.line(`Exception Type:  ${type}${signal === '' || signal === type ? '' : ` (${signal})`}`);
	}
	const groups = reader.items(reader.member(body, 'asi'));
	const asi = groups.flatMap((group) => reader.items(group).map((item) => reader.string(item)));
	const thrown = asi.flatMap((message) => message.split('\n')).find((line) => line.startsWith(uncaught));
	addDetails(
		out,
		[text(exception, 'message'), text(exception, 'subtype'), ...asi].filter((message) => !message.startsWith(uncaught)),
	);
	addTermination(out, reader.member(body, 'termination'));
	out.line(`Exception Codes: ${text(exception, 'codes')}`);
	const reason = reader.member(body, 'exceptionReason');
	const name = text(reason, 'name') || text(reason, 'class');
	if (thrown !== undefined) {
		out.line(thrown);
	} else if (name !== '') {
		addUncaught(out, name, text(reason, 'composed_message'));
	}
	return thrown !== undefined || name !== '';
}

/** Adds the reason why the system terminated the process. Signals are omitted, because they repeat the exception. */
function addTermination(out: ReportText, termination: ReportNode | undefined): void {
	const { reader } = out;
	const space = reader.string(reader.member(termination, 'namespace'));
	if (space === '') {
		return;
	}
	const code = reader.address(reader.member(termination, 'code'));
	const first = (name: string) => reader.string(reader.items(reader.member(termination, name))[0]);
	const indicator = reader.string(reader.member(termination, 'indicator'));
	const words = [indicator, first('reasons') || first('details')].filter((text) => text !== '');
	out.line(`Termination Reason: ${space} ${code > 0xffffn ? hex(code) : code} ${words.join('; ')}`);
}

function* addBacktraces(out: ReportText, backtraces: readonly ReportNode[]): CooperativeTask<void> {
	for (const [index, backtrace] of backtraces.entries()) {
		if (backtrace.children === undefined) {
			out.moveTo(backtrace.start);
			out.line(`Application Specific Backtrace ${index}:`);
			yield* out.copyLines(backtrace);
			out.line('');
		}
	}
}

function imageOf(reader: NodeReader, node: ReportNode): ReportImage {
	const text = (name: string) => reader.string(reader.member(node, name));
	return {
		name: imageName(text('name')),
		base: reader.address(reader.member(node, 'base')),
		size: reader.number(reader.member(node, 'size')) ?? 0,
		uuid: text('uuid'),
		architecture: text('arch'),
		path: text('path'),
	};
}

function* framesOf(
	reader: NodeReader,
	list: ReportNode | undefined,
	images: readonly ReportImage[],
): Iterable<ReportFrame> {
	for (const node of reader.items(list)) {
		const index = reader.number(reader.member(node, 'imageIndex'));
		yield {
			node,
			image: index === undefined ? undefined : images[index],
			offset: reader.number(reader.member(node, 'imageOffset')) ?? 0,
			symbol: namedBy(reader, reader.member(node, 'symbol')),
			symbolOffset: reader.number(reader.member(node, 'symbolLocation')),
			file: namedBy(reader, reader.member(node, 'sourceFile')),
			line: reader.number(reader.member(node, 'sourceLine')),
			inlined: reader.isTrue(reader.member(node, 'inline')),
		};
	}
}

function namedBy(reader: NodeReader, node: ReportNode | undefined): ReportNode | undefined {
	return reader.literal(node) === '' ? undefined : node;
}
