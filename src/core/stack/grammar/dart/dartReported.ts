import { getOpening, skipBlanks, sourceEnd } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { readDartAddress, readDartFrame, setDartMember, setDartPlace } from './dart';

/** Matches text that crash reporters insert before an obfuscated frame, such as `at .` or `0  ???  0x0 (null).` */
const beforeAddress = /^(?:at \S{0,80}|\d{1,4}\s{1,40}\S{1,80}\s{1,40}0x[\da-f]{1,16} \S{1,80})\s{0,20}$/i;
const beforeName = /^\d{1,4}\s{1,40}\?\?\?\s{1,40}0x0 /;
const maxBeforeLength = 280;

/** Parses a Dart frame that a crash reporter converted to the format of Java or Apple frames. */
export function readReportedDartFrame(
	line: Line,
	context: TraceContext,
	end = sourceEnd(line.content),
): Reading | undefined {
	const { content } = line;
	const number = content.includes('#') ? content.slice(0, maxBeforeLength).indexOf('#') : -1;
	if (number !== -1 && beforeAddress.test(content.slice(0, number))) {
		return content.includes(' abs ')
			? readDartAddress(part(line, number, addressEnd(content)), context)
			: readDartFrame(part(line, number, content.length));
	}
	return content.startsWith('.dart', end - '.dart'.length) ? readNamed(line) : undefined;
}

/** Returns the end of the address. Some crash reporters append an invalid file name to it, such as `(.java)`. */
function addressEnd(content: string): number {
	const open = content.endsWith(')') ? content.lastIndexOf('(') : -1;
	return open === -1 ? content.length : open;
}

function part(line: Line, start: number, end: number): Line {
	return { ...line, start: line.start + start, content: line.content.slice(start, end) };
}

/** Parses a frame with a name: `at ._Cart.build.<fn>(cart.dart:31)`, `0  ???  0x0 Cart.total + 31 (cart.dart:31)`. */
function readNamed(line: Line): Reading | undefined {
	const { content } = line;
	const open = content.endsWith(')') ? getOpening(content, content.length - 1) : -1;
	const before = beforeName.exec(content.slice(0, maxBeforeLength))?.[0].length;
	const isJava = before === undefined;
	const offset = isJava ? open : content.lastIndexOf(' + ', open);
	let start = before ?? skipBlanks(content, 'at'.length);
	start += content.charCodeAt(start) === 0x2e ? 1 : 0;
	const isNamed = offset > start && (!isJava || content.charCodeAt(open - 1) !== 0x20);
	if (
		!isNamed ||
		!/\.dart(?::\d{1,9}){0,2}$/.test(content.slice(-60, -1)) ||
		content.slice(start, offset).includes('(')
	) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	setDartPlace(frame, line, open + 1, content.length - 1);
	setDartMember(frame, line, start, offset);
	return frameReading(frame, 'dart');
}
