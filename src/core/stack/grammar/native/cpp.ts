import { backtick, isHexDigit } from '../../../../shared/ascii';
import { digitsEnd, hexEnd, numberIn, skipBlanks, skipToBlank } from '../../trace/characters';
import type { Line } from '../../trace/line';
import {
	boundary,
	draftFrame,
	type FrameDraft,
	frameReading,
	linkPart,
	note,
	type Reading,
	setLine,
} from '../../trace/reading';
import { setCppSymbol } from './cppFrame';

const maxNumberLength = 4;
export const imageEnding = /\.(?:dll|exe|sys|ocx|drv|so|dylib)$/i;

/** Parses a frame of WinDbg (`0019f5a0 00a23c4d Acme!main+0x24`) or Breakpad (` 0 libcart.so!acme::Cart::total()`). */
export function readDebuggerFrame(line: Line): Reading | undefined {
	const { content } = line;
	const firstEnd = hexEnd(content, 0);
	const isNumbered = firstEnd <= maxNumberLength && content.charCodeAt(firstEnd) !== backtick;
	const numberEnd = isNumbered ? firstEnd : 0;
	const first = skipBlanks(content, numberEnd);
	const inlined = content.startsWith('(Inline', first);
	const headEnd = inlined ? content.indexOf(')', first) + 1 : numberEnd;
	let start = skipBlanks(content, headEnd);
	if (isNumbered && (headEnd === 0 || start === headEnd)) {
		return undefined;
	}
	let addresses = 0;
	for (;;) {
		if (content.startsWith(': ', start)) {
			// WinDbg can print the arguments between two colons.
			start = skipBlanks(content, start + 1);
		}
		const end = skipToBlank(content, start);
		if (!isAddress(content, start, end) || end === content.length) {
			break;
		}
		addresses++;
		start = skipBlanks(content, end);
	}
	const bang = content.indexOf('!', start);
	const named = bang > start && !content.slice(start, bang).includes(' ');
	const place = content.endsWith(']') ? content.lastIndexOf(' [') : -1;
	if (!named || (!isNumbered && addresses < 2) || (addresses === 0 && !imageEnding.test(content.slice(start, bang)))) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	frame.module = content.slice(start, bang);
	if (inlined) {
		frame.flags = ['inlined'];
	}
	if (place > bang) {
		readBracketed(frame, line, place + 2, content.length - 1);
	}
	const nameEnd = place > bang ? place : content.length;
	const offset = offsetAt(content, bang, nameEnd);
	setCppSymbol(frame, line, bang + 1, offset === -1 ? nameEnd : offset);
	return frameReading(frame, 'cpp');
}

const columnNames = /^(?:# {1,4})?(?:Child(?:[- ]SP|EBP)|RetAddr) {1,24}(?:RetAddr|IP |: Args)/;

export function readDebuggerCaption({ content }: Line): Reading | undefined {
	return columnNames.test(content) || content.startsWith('WARNING: Stack unwind information not ') ? note : undefined;
}

export function readDebuggerPrompt({ content }: Line): Reading | undefined {
	return /^\d{1,3}:\d{3}(?::\w{1,10})?> /.test(content) ? boundary : undefined;
}

function offsetAt(content: string, bang: number, end: number): number {
	const offset = Math.max(content.lastIndexOf('+0x', end), content.lastIndexOf(' + 0x', end));
	return offset > bang ? offset : -1;
}

/** Returns true for an address such as ``000000d1`4e2ff5a0`` or the dashes that WinDbg prints for inlined frames. */
function isAddress(content: string, start: number, end: number): boolean {
	if (end - start < 8) {
		return false;
	}
	for (let index = start; index < end; index++) {
		const code = content.charCodeAt(index);
		if (!isHexDigit(code) && code !== 0x60 && code !== 0x2d) {
			return false;
		}
	}
	return true;
}

function readBracketed(frame: FrameDraft, line: Line, start: number, end: number): void {
	const text = line.content.slice(start, end);
	const at = text.lastIndexOf(' @ ');
	const separator = at === -1 ? text.lastIndexOf(' : ') : at;
	if (separator > 0) {
		const number = separator + 3;
		frame.file = text.slice(0, separator);
		setLine(frame, numberIn(text, number, digitsEnd(text, number)));
		linkPart(frame, line, start, start + digitsEnd(text, number));
	}
}

const noteStart =
	/^(?:Found by: |\[(?:Frames below may be incorrect|Inlined |External Code\])|stack backtrace:|# Child-SP)/;

export function readCppNote(line: Line): Reading | undefined {
	return noteStart.test(line.content) ? note : undefined;
}
