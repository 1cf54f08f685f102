import { digitsEnd, skipBlanks } from '../../trace/characters';
import { getLine, type Line } from '../../trace/line';
import type { Frame } from '../../trace/model';
import type { Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { readDartAddress, readDartFrame, readFriendlyFrame } from './dart';

/** Maximum length of a line that may be wrapped. Terminals and loggers usually wrap lines after 80 or 100 columns. */
const maxLineLength = 240;
const placeAlone = /^(?:package|dart):\S{1,200}:\d{1,9}(?::\d{1,9})?$/;
const maxLines = 3;

interface WrappedFrame {
	readonly reading: Reading;
	/** Number of lines that the frame occupies after its first line. */
	readonly lines: number;
}

/** Parses a Dart frame that continues on the next lines. `reading` is the result for the first line alone. */
export function readWrappedFrame(
	line: Line,
	lines: readonly string[],
	reading: Reading | undefined,
	context: TraceContext,
): WrappedFrame | undefined {
	if (!mayContinue(line, reading)) {
		return undefined;
	}
	let { content } = line;
	for (let count = 1; count <= maxLines; count++) {
		const next = getLine(line.number + count, (lines[line.number + count] ?? '').slice(0, maxLineLength + 1)).content;
		// VS Code's console prints the location on the next line: `#1 Cart.total`, `package:shop/cart.dart:31`.
		const isPlace = count === 1 && content.startsWith('#') && placeAlone.test(next);
		if (
			next === '' ||
			next.length > maxLineLength ||
			(!isPlace && /^(?:#\d|<asynchronous|package:|dart:)/.test(next))
		) {
			break;
		}
		content += isPlace ? ` (${next})` : separator(content, next) + next;
		const joined = { ...line, content };
		const found = readDartAddress(joined, context) ?? readDartFrame(joined) ?? readFriendlyFrame(joined);
		if (found?.kind === 'frame' && isComplete(found.frame)) {
			const frame = { ...found.frame, lastLine: line.number + count, ...withLink(found.frame, line) };
			return { reading: { ...found, frame }, lines: count };
		}
	}
	return undefined;
}

function mayContinue({ content }: Line, reading: Reading | undefined): boolean {
	// Frames start with `#0`, `package:`, or `dart:`. Testing the first character rules out most lines quickly.
	const first = content.charCodeAt(0);
	if ((first !== 0x23 && first !== 0x70 && first !== 0x64) || content.length > maxLineLength) {
		return false;
	}
	if (reading !== undefined) {
		return reading.kind === 'frame' && reading.frame.position?.kind === 'aot' && !isComplete(reading.frame);
	}
	return /^(?:#\d{1,5}\s|package:|dart:)/.test(content);
}

function isComplete({ position, image, file = '', method = '' }: Frame): boolean {
	if (position?.kind === 'aot') {
		return image?.offset !== undefined;
	}
	// The input has at most 960 characters (`maxLineLength` and `maxLines`).
	const name = method.replace(/^new |<[^<>]{0,960}>/g, '');
	return /\.dart$|^dart:/.test(file) && !name.includes(' ');
}

/**
 * Returns the separator that was lost when the line was wrapped: a space after a complete name, address, or location,
 * otherwise ''.
 */
function separator(content: string, next: string): '' | ' ' {
	const isAddress = /^#\d{1,5}\s+abs [\da-f]+(?: virt [\da-f]+)?$/.test(content) || /^#\d{1,5}\s+abs$/.test(content);
	const isPlaced = /^(?:package|dart):\S+\s\d{1,9}(?::\d{1,9})?$|^(?:package|dart):\S+\.dart$/.test(content);
	const isName = next.startsWith('(') || /(?:<anonymous|\bnew|\s#\d{1,5}|^#\d{1,5})$/.test(content);
	return isName || isAddress || isPlaced ? ' ' : '';
}

/**
 * Limits the link to the frame's first line. If this line contains no part of the location, links the function name.
 */
function withLink({ link }: Frame, { content, start }: Line): Pick<Frame, 'link'> {
	const end = start + content.length;
	if (link && link.start < end) {
		return { link: { start: link.start, end: Math.min(link.end, end) } };
	}
	const name = content.startsWith('#') ? skipBlanks(content, digitsEnd(content, 1)) : 0;
	return link && name < content.length ? { link: { start: start + name, end } } : {};
}
