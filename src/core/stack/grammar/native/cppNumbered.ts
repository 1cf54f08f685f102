import { digitsEnd, hexEnd, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, type FrameDraft, frameReading, type Reading } from '../../trace/reading';
import { setCppSymbol, setPlace } from './cppFrame';

/** Matches the end of a location, whose line number is missing in generated code: `cart.cpp:40:9`, `Cart.swift`. */
const sourceEnding = /\.[a-z]{1,5}(?::\d{1,9}){0,2}$/i;

/** Parses a frame of a sanitizer (`#3 0x5d in f() /src/cart.cpp:40:9`) or gdb (`#3 0x5 in f (n=1) at cart.cpp:40`). */
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
	const plus = content.lastIndexOf('+0x', end);
	let nameEnd = end;
	let offset = '';
	if (at > start && setPlace(frame, line, at + ' at '.length, end)) {
		nameEnd = at;
	} else if (from > start) {
		nameEnd = from;
		frame.module = content.slice(from + ' from '.length, end).trim();
	} else if (content.charCodeAt(end - 1) === 0x29 && plus > open && open !== -1) {
		nameEnd = Math.max(start, address === undefined ? placedEnd(frame, line, start, open) : open);
		// On Apple platforms, the architecture follows the image name: `libdispatch.dylib:arm64e+0x2`.
		frame.module = content.slice(open + 2, plus).replace(/:(?:arm64|x86_64)[a-z]?$/, '');
		offset = content.slice(plus + 1, end - 1);
	} else if (address !== undefined) {
		const space = placeStart(content, start, end);
		nameEnd = space !== -1 && setPlace(frame, line, space + 1, end) ? space : end;
	} else {
		return undefined;
	}
	if (address !== undefined) {
		const image = frame.module ?? '';
		const id = buildId === -1 ? undefined : content.slice(buildId + ' (BuildId: '.length, -1);
		const inImage = Number.parseInt(offset, 16);
		frame.image = {
			name: image,
			...(Number.isSafeInteger(inImage) ? { address: offset, offset: inImage } : { address }),
			...(id === undefined ? {} : { buildId: id }),
		};
	}
	// gdb prints a space before the arguments.
	const spaced = content.indexOf(' (', start);
	nameEnd = spaced > start && spaced < nameEnd && content.charCodeAt(start) !== 0x28 ? spaced : nameEnd;
	nameEnd -= /\+0x[\da-f]{1,8}$/.exec(content.slice(Math.max(start, nameEnd - 11), nameEnd))?.[0].length ?? 0;
	if (nameEnd > start) {
		setCppSymbol(frame, line, start, nameEnd);
	}
	return frameReading(frame, 'cpp');
}

/** Returns the end of the function, which a location or `<null>:190` follows in ThreadSanitizer's frames. */
function placedEnd(frame: FrameDraft, line: Line, start: number, end: number): number {
	const { content } = line;
	const unknown = content.lastIndexOf(' <null>', end);
	const place = unknown > start ? unknown : placeStart(content.slice(0, end), start, end);
	if (place === -1) {
		return end;
	}
	const isPlace = unknown > start || sourceEnding.test(content.slice(place, end));
	if (unknown <= start && isPlace) {
		setPlace(frame, line, place + 1, end);
	}
	return isPlace ? place : end;
}

function placeStart(content: string, start: number, end: number): number {
	for (let index = content.indexOf(' ', start); index !== -1 && index < end; index = content.indexOf(' ', index + 1)) {
		const next = content.charAt(index + 1);
		if (next === '/' || /^[A-Za-z]:[\\/]/.test(content.slice(index + 1, index + 4))) {
			return index;
		}
	}
	const last = content.lastIndexOf(' ', end - 1);
	return last > start ? last : -1;
}
