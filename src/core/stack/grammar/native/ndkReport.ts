import { getOpening } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, note, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setImage, setNdkSymbol } from './ndk';

/** Parses a frame in a system crash report: `/data/app/lib/libcart.so (acme::Cart::total() const+24, pc 9230c)`. */
export function readReportFrame(line: Line): Reading | undefined {
	const { content } = line;
	const tail = /(?:\(|, )pc ([\da-f]{1,16})\)$/.exec(content.slice(-24));
	const open = tail ? getOpening(content, content.length - 1) : -1;
	if (!tail || open < 2 || content.charAt(open - 1) !== ' ') {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const symbolEnd = content.length - tail[0].length;
	if (symbolEnd > open) {
		setNdkSymbol(frame, line, open + 1, symbolEnd);
	}
	setImage(
		frame,
		content.slice(0, open - 1).replace(/ \((?:deleted|offset 0x[\da-f]{1,16})\)$/, ''),
		tail[1] ?? '',
		undefined,
	);
	return frameReading(frame, 'ndk');
}

const caption =
	/^(?:type|osVersion|uid|cmdline|package|process|processUptime|installer|flags|abortMessage|cause|threadName|MTE): /;

/** Parses a line above the stack in a system crash report: `type: crash`, `threadName: Thread-7`. */
export function readReportCaption({ content }: Line, context: TraceContext): Reading | undefined {
	return context.isSystemReport && caption.test(content) ? note : undefined;
}
