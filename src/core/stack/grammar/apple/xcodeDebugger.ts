import { digitsEnd, hexEnd, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, gap, type Reading } from '../../trace/reading';
import { setPlace } from '../native/cppFrame';
import { setAppleSymbol } from './appleFrame';

const inlined = '[inlined] ';

/** Parses a frame from Xcode's debugger: `#22	0x104a1b2c8 in -[ACMCart addItem:count:] at /src/ACMCart.m:41`. */
export function readXcodeFrame(line: Line): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 1);
	const addressStart = skipBlanks(content, numberEnd);
	const isFrame = numberEnd > 1 && addressStart > numberEnd;
	const addressEnd = content.startsWith('0x', addressStart) ? hexEnd(content, addressStart + 2) : addressStart;
	let start = skipBlanks(content, addressEnd);
	if (content.startsWith('in ', start)) {
		start += 'in '.length;
	} else if (!content.toLowerCase().startsWith(inlined, start)) {
		return undefined;
	}
	const isInlined = content.slice(start, start + inlined.length).toLowerCase() === inlined;
	start += isInlined ? inlined.length : 0;
	if (!isFrame || start >= content.length) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const at = content.lastIndexOf(' at ');
	const isPlaced =
		at > start && (content.startsWith('<', at + ' at '.length) || setPlace(frame, line, at + 4, content.length));
	const end = isPlaced ? at : content.endsWith(' ()') ? content.length - ' ()'.length : content.length;
	const symbol = content.slice(start, end);
	if (!/^(?:0x[\da-f]{1,16}|\?\?\?|___lldb_unnamed_symbol\d*)$/.test(symbol)) {
		setAppleSymbol(frame, line, start, symbol, '');
	}
	if (isInlined) {
		frame.flags = [...frame.flags, 'inlined'];
	}
	return frameReading(frame, 'apple');
}

const enqueued = /^Enqueued from .{1,200} \(Thread \d/;

/** Parses the line above the stack that enqueued a block: `Enqueued from com.apple.main-thread (Thread 1)…`. */
export function readEnqueued(line: Line): Reading | undefined {
	return enqueued.test(line.content) ? gap(line) : undefined;
}
