import { digitsEnd, digitsStart, hexEnd, isHexDigit, numberIn, placeOf, skipBlanks, skipToBlank } from '../characters';
import type { Line } from '../line';
import { draftFrame, type FrameDraft, frameReading, linkPart, note, type Reading, setLine } from '../reading';
import { cppMember } from './cppNames';

function setSymbol(frame: FrameDraft, line: Line, start: number, end: number): void {
	const member = cppMember(line.content.slice(start, end));
	if (member.method === '') {
		return;
	}
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	if (frame.link === undefined) {
		linkPart(frame, line, start, end);
	}
}

function setPlace(frame: FrameDraft, line: Line, start: number, end: number): boolean {
	const place = placeOf(line.content.slice(start, end));
	if (place.line === undefined || place.file === '' || place.file.startsWith('(')) {
		return false;
	}
	frame.file = place.file;
	setLine(frame, place.line);
	if (place.column !== undefined && place.column > 0) {
		frame.column1 = place.column;
	}
	linkPart(frame, line, start, end);
	return true;
}

/**
 * Sanitizers and gdb: `#3 0x55d0c1 in acme::Cart::total() /src/cart.cpp:40:9`, `#4 0x7f in f (/lib/libc.so.6+0x29d8f)`,
 * `#3  0x00005555 in acme::f (n=1) at /src/cart.cpp:40`, `#0  acme::f (n=1) at cart.cpp:40`.
 */
export function readNumberedFrame(line: Line): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 1);
	let start = skipBlanks(content, numberEnd);
	if (numberEnd === 1 || start === numberEnd) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	let address: string | undefined;
	if (content.startsWith('0x', start)) {
		const end = hexEnd(content, start + 2);
		address = content.slice(start, end);
		start = skipBlanks(content, end);
		start = content.startsWith('in ', start) ? skipBlanks(content, start + 3) : start;
	}
	const buildId = content.lastIndexOf(' (BuildId: ');
	const end = buildId === -1 ? content.length : buildId;
	const at = content.lastIndexOf(' at ', end - 1);
	const from = content.lastIndexOf(' from ', end - 1);
	const open = content.lastIndexOf(' (', end - 1);
	let nameEnd = end;
	if (at > start && setPlace(frame, line, at + ' at '.length, end)) {
		nameEnd = at;
	} else if (from > start) {
		nameEnd = from;
		frame.module = content.slice(from + ' from '.length, end).trim();
	} else if (content.charCodeAt(end - 1) === 0x29 && content.lastIndexOf('+0x', end) > open && open !== -1) {
		nameEnd = Math.max(start, open);
		frame.module = content.slice(open + 2, content.lastIndexOf('+0x', end));
	} else if (address !== undefined) {
		const space = placeStart(content, start, end);
		nameEnd = space !== -1 && setPlace(frame, line, space + 1, end) ? space : end;
	} else {
		return undefined;
	}
	if (address !== undefined) {
		const image = frame.module ?? '';
		const id = buildId === -1 ? undefined : content.slice(buildId + ' (BuildId: '.length, -1);
		frame.image = { name: image, address, ...(id === undefined ? {} : { buildId: id }) };
	}
	// gdb puts a space before the arguments.
	const spaced = content.indexOf(' (', start);
	nameEnd = spaced > start && spaced < nameEnd && content.charCodeAt(start) !== 0x28 ? spaced : nameEnd;
	if (nameEnd > start) {
		setSymbol(frame, line, start, nameEnd);
	}
	return frameReading(frame, 'cpp');
}

/** Before the path that ends a line; paths begin with a slash or a drive, and may have spaces. */
function placeStart(content: string, start: number, end: number): number {
	for (let index = content.indexOf(' ', start); index !== -1 && index < end; index = content.indexOf(' ', index + 1)) {
		const next = content.charAt(index + 1);
		if (next === '/' || content.charAt(index + 2) === ':') {
			return index;
		}
	}
	const last = content.lastIndexOf(' ', end - 1);
	return last > start ? last : -1;
}

const imageEnding = /\.(?:dll|exe|sys|ocx|drv|so|dylib)$/i;

/** Visual Studio: `Acme.dll!acme::Cart::total(int) Line 40 + 0x12 bytes`, `>	Acme.exe!main() Line 12	C++`. */
export function readModuleFrame(line: Line): Reading | undefined {
	const { content } = line;
	const start = content.startsWith('>') ? skipBlanks(content, 1) : 0;
	const bang = content.indexOf('!', start);
	if (bang <= start || bang - start > 260) {
		return undefined;
	}
	const module = content.slice(start, bang);
	if (!imageEnding.test(module) || module.includes('"') || bang + 1 === content.length) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	frame.module = module;
	const caption = content.indexOf(' Line ', bang);
	const tabbed = content.indexOf('\t', bang);
	const offset = content.lastIndexOf('+0x');
	const ends = [caption, tabbed, offset > bang ? offset : -1].filter((end) => end !== -1);
	if (caption !== -1) {
		const number = caption + ' Line '.length;
		setLine(frame, numberIn(content, number, digitsEnd(content, number)));
	}
	setSymbol(frame, line, bang + 1, Math.min(content.length, ...ends));
	return frameReading(frame, 'cpp');
}

/**
 * WinDbg: ``00 000000d1`4e2ff5a0 Acme!acme::Cart::total+0x1c [C:\src\cart.cpp @ 40]``, with one address or two; and
 * Breakpad: ` 0  libcart.so!acme::Cart::total() [cart.cpp : 40 + 0x3]`.
 */
export function readDebuggerFrame(line: Line): Reading | undefined {
	const { content } = line;
	const inlined = content.startsWith('(Inline');
	const numberEnd = inlined ? content.indexOf(')') + 1 : hexEnd(content, 0);
	let start = skipBlanks(content, numberEnd);
	if (numberEnd === 0 || start === numberEnd || (!inlined && numberEnd > 4)) {
		return undefined;
	}
	let addresses = 0;
	for (;;) {
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
	if (!named || (addresses === 0 && !imageEnding.test(content.slice(start, bang)))) {
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
	const offset = content.lastIndexOf('+0x', nameEnd);
	const spaced = content.lastIndexOf(' + 0x', nameEnd);
	setSymbol(frame, line, bang + 1, offset > bang ? offset : spaced > bang ? spaced : nameEnd);
	return frameReading(frame, 'cpp');
}

/** ``000000d1`4e2ff5a0``, `0019ff2c`, and dashes for frames that were inlined. */
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

/** `C:\src\cart.cpp @ 40`, `cart.cpp : 40 + 0x3` */
function readBracketed(frame: FrameDraft, line: Line, start: number, end: number): void {
	const text = line.content.slice(start, end);
	const at = text.lastIndexOf(' @ ');
	const separator = at === -1 ? text.lastIndexOf(' : ') : at;
	if (separator > 0) {
		const number = separator + 3;
		frame.file = text.slice(0, separator);
		setLine(frame, numberIn(text, number, digitsEnd(text, number)));
		linkPart(frame, line, start, start + number + (digitsEnd(text, number) - number));
	}
}

/** Rust, whose frames have two lines: `  at ./src/cart.rs:40:9` follows `2: acme::cart::total`. */
export function readSourceLine(line: Line, bodyStart: number): Reading | undefined {
	const { content } = line;
	const place = placeOf(content.slice(bodyStart));
	if (place.line === undefined || !/\.(?:rs|c|cc|cpp|cxx|h|hpp|mm?|zig)$/i.test(place.file) || content.includes('(')) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setPlace(frame, line, bodyStart, content.length);
	return frameReading(frame, 'cpp');
}

/** `2: acme::cart::total` and `2:     0x55d0c1 - acme::cart::total` */
export function readRustName(line: Line): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 0);
	if (content.charCodeAt(numberEnd) !== 0x3a || content.charCodeAt(numberEnd + 1) !== 0x20 || line.indent === 0) {
		return undefined;
	}
	let start = skipBlanks(content, numberEnd + 1);
	const dash = content.startsWith('0x', start) ? content.indexOf(' - ', start) : -1;
	start = dash === -1 ? start : dash + 3;
	const name = content.slice(start);
	if (!name.includes('::') || /[\s"']/.test(name.replace(/ as /g, ''))) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setSymbol(frame, line, start, content.length);
	return frameReading(frame, 'cpp');
}

/** Go, whose frames have two lines as well: `/src/cart.go:40 +0x1d` follows `main.(*Cart).Total(0xc0, 0x1)`. */
export function readGoPlace(line: Line): Reading | undefined {
	const { content } = line;
	const plus = content.lastIndexOf(' +0x');
	const end = plus === -1 ? content.length : plus;
	const number = digitsStart(content, end);
	if (line.indent === 0 || !content.startsWith('.go:', number - 4) || number === end) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setPlace(frame, line, 0, end);
	return frameReading(frame, 'cpp');
}

const notes = [
	'Found by: ',
	'[Frames below may be incorrect',
	'[Inlined ',
	'[External Code]',
	'stack backtrace:',
	'# Child-SP',
];

export function readCppNote(line: Line): Reading | undefined {
	return notes.some((start) => line.content.startsWith(start)) ? note : undefined;
}
